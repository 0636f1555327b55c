/* Real-time games at the pace of the clock (players/bot_match.c does the same with a simulated
 * one): at every tick the computer players perform for everyone to see, and those who want to move
 * do. A gesture is three numbers; only the players' memories keep it. */
#ifndef HALL_LIVE_STAGE_H
#define HALL_LIVE_STAGE_H

#include "game/stage.h"
#include "hall/change.h"

/* Ticks the computer players of a table that is being played, if it is time. Called at every step
 * and every tick. */
void live_stage_tick(struct changes *changes, struct live_table *live);

/* A gesture of a seat: sends it to those who watch, except one client (or NULL), and shows it to the
 * computer players. */
void live_stage_gesture(struct live_table *live, int seat, const struct stage_gesture *gesture,
                        const struct client *except);

/* The same for a gesture that was made at another server. */
void live_stage_heard(struct live_table *live, int seat, const struct stage_gesture *gesture);

/* The table was made again: the computer players look at it anew. */
void live_stage_started_over(struct live_table *live);
void live_stage_forget(struct live_table *live);

#endif
