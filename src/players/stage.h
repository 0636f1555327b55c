/* A table in real time: computer players perform, watch each other, and move when they like. A tick
 * is STAGE_TICK_MS of the game's time and takes as long as the machine needs, so that hours of play
 * can be simulated in seconds; a face that plays with people does the same at the pace of a clock. */
#ifndef PLAYERS_STAGE_H
#define PLAYERS_STAGE_H

#include "players/bot_match.h"

/* Asks a player whether it moves now, which is to be done once a tick for each seat that may: true,
 * and its move. Of the question, time and iterations do not count. */
bool stage_wants_to_move(const struct player *player, const struct player_question *question,
                         struct move *move);

/* One tick: everybody's gesture reaches everybody, then those who want to move do, one after the
 * other. Returns how many moves were made. */
int stage_tick(struct table *table, uint32_t tick);

/* Plays the match to its end, or for STAGE_TICKS_MAX. Returns how many moves it took. */
enum { STAGE_TICKS_MAX = 3600 * 1000 / STAGE_TICK_MS };
int64_t stage_play(struct table *table);

#endif
