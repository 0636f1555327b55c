/* Writes what a mind has learned into data/minds/<game>.bin (players/weights.h). */
#ifndef BENCH_MIND_FILE_H
#define BENCH_MIND_FILE_H

#include "players/weights.h"

/* Replaces the file; as replace_file. */
bool mind_file_write(const char *path, const struct weights_file *file);

#endif
