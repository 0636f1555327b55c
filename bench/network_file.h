/* The networks in data/minds/<id>.bin, one for each number of players, to be replaced one by one. */
#ifndef BENCH_NETWORK_FILE_H
#define BENCH_NETWORK_FILE_H

#include "learner.h"

#include "game/game.h"

enum { NETWORK_ORIGIN_MAX = 1000 };

struct network_file {
    const struct game *game;
    const struct learner *learner;
    /* By number of players: the bytes of each network, or NULL; and how it was made, a line that
     * begins with the number. */
    unsigned char *networks[GAME_SEATS_MAX + 1];
    char origins[GAME_SEATS_MAX + 1][NETWORK_ORIGIN_MAX];
};

/* Reads a file; if there is none, there are no networks. False if the file is not one. */
bool network_file_read(const char *path, struct network_file *file);
/* Replaces one network. The origin is set by the caller. */
void network_file_put(struct network_file *file, int seats, const void *weights);
/* Replaces the file. On failure it returns false, and errno holds the reason. */
bool network_file_write(const char *path, const struct network_file *file);

#endif
