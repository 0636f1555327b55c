/* The networks in data/minds/tyrannosaurus.bin, to be replaced one by one. */
#ifndef BENCH_TYRANNOSAURUS_NETWORK_FILE_H
#define BENCH_TYRANNOSAURUS_NETWORK_FILE_H

#include "games/tyrannosaurus/mind/weights.h"

enum { NETWORK_ORIGIN_MAX = 1000 };

struct network_file {
    struct tyrannosaurus_networks networks;
    /* How each was made: a line that begins with its number of players. */
    char origins[TYREX_SEATS_MAX + 1][NETWORK_ORIGIN_MAX];
};

/* Reads a file into zeroed memory; if there is none, it stays zero. False if the file is not one. */
bool network_file_read(const char *path, struct network_file *file);
/* Replaces the file. On failure it returns false, and errno holds the reason. */
bool network_file_write(const char *path, const struct network_file *file);

#endif
