/* Reading what a match or a batch begins with. */
#ifndef LIBRARY_START_H
#define LIBRARY_START_H

#include "game/game.h"

struct start {
    const struct game *game;
    struct game_components_storage components;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
};

/* The game with this id; NULL, and a fault, if there is none. */
const struct game *start_game(const char *id);
/* The same for a game with an encoding. */
const struct game *start_encoded_game(const char *id);

/* A JSON text as the document of this thread. */
bool start_doc(const char *json, const char *what);

/* Whether a seed is UTF-8, so that a record can hold it; a fault, if it is not. */
bool start_seed(const char *seed);

/* All but the seed. Fails with a fault, also if the game does not begin with these options. */
bool start_read(struct start *start, const char *game, int seats, const char *options,
                const char *folder);

/* Deals the match with this seed. The start must have been read. */
void start_deal(const struct start *start, const char *seed, void *state);

#endif
