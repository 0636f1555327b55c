/* How far a long computation has come, in a file: it can be interrupted at any moment and go on later.
 *
 * The file names what is computed, its purpose, so that another computation does not go on from
 * there. It holds memory as it is, so the purpose should name the program that wrote it, too. */
#ifndef BENCH_CHECKPOINT_H
#define BENCH_CHECKPOINT_H

#include "replace_file.h"

enum { CHECKPOINT_PARTS_MAX = 4 };

/* Replaces the file; as replace_file. */
bool checkpoint_write(const char *path, const char *purpose, const struct file_part *parts,
                      int count);

/* The bytes of all parts, to be freed. NULL if there is no file, or if it cannot be used: then
 * `refused` says why, in static storage; otherwise it is NULL. */
char *checkpoint_read(const char *path, const char *purpose, size_t *size, const char **refused);

#endif
