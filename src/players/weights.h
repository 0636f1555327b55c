/* What minds have learned (weights_read in game/mind.h): the files data/minds/<game>.bin, compiled in
 * or replaced by the user. Numbers in a file are little-endian:
 *
 *     8 bytes   "ludomind"
 *     4 bytes   version of this format, 1
 *     4 bytes   size of the id
 *     4 bytes   size of the origin
 *     4 bytes   size of the weights
 *     8 bytes   hash of all that follows (base/hash.h)
 *               id of the game
 *               origin: the commands and seeds that made the weights, as text
 *               weights, as the mind of the game reads them
 *
 * There is one set for the whole program, which is complete before anyone thinks. Decisions therefore
 * carry no weights, and can be copied to another worker (wasm/browser.c). */
#ifndef PLAYERS_WEIGHTS_H
#define PLAYERS_WEIGHTS_H

#include "game/game.h"

#define WEIGHTS_MAGIC "ludomind"
enum { WEIGHTS_VERSION = 1, WEIGHTS_HEAD_SIZE = 32 };

/* The parts of a file. */
struct weights_file {
    const char *id, *origin; /* without a zero at the end */
    const unsigned char *weights;
    size_t id_size, origin_size, weights_size;
};
/* Finds the parts; they stay where they are. False if the file is not whole. */
bool weights_file_open(struct weights_file *file, const void *bytes, size_t size);

/* The weights of a game, or NULL if its computer players have to do without. The first call loads the
 * compiled files, unless weights_load did before. Any thread may call this. */
const void *weights_of(const struct game *game);

/* Loads all files; `folder` as in data_read. If one cannot be used, its game has no weights, the
 * result is false, and `fault` names the file. Not while anyone thinks. */
bool weights_load(const char *folder, struct fault *fault);

/* Loads one file from memory, likewise. False if it cannot be used. */
bool weights_add(const void *file, size_t size);

#endif
