/* The level `auto`: which step of the ladder suits a person, by their results against computer
 * players. A person starts in the lower middle; at first a match against equals moves them by up to
 * a step, later by less. The result is the same on every machine. */
#ifndef PLAYERS_ADAPTING_H
#define PLAYERS_ADAPTING_H

#include "players/player.h"

/* How well a person plays. */
struct adapting {
    const struct game *game;
    int matches;
    int rung; /* as player_rung returns it */
};

/* A person without matches in this game. */
struct adapting adapting_new(const struct game *game);

/* The computer players of one match, and how the person did against them. All zero: none yet. */
struct adapting_match {
    int count;
    int rungs;         /* their sum */
    int beaten_halves; /* two for each that the person beat, one for each tie */
};

/* Adds a computer player. `order` is positive if the person came before it, 0 if they tied. */
void adapting_meet(struct adapting_match *match, const struct game *game,
                   const struct player *player, int order);
/* Adds a finished match. One without computer players changes nothing. */
void adapting_add(struct adapting *person, const struct adapting_match *match);

/* The step of the ladder that suits the person. */
const struct player *adapting_player(const struct adapting *person);

#endif
