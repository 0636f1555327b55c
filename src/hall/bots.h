/* Computer players at the tables: when they decide, and when they move.
 *
 * When a move is made must not reveal what only its seat knows. The time that thinking takes would:
 * it ends at once if there is one legal move. So the moment of the move is set before the thinking,
 * from public information: the level, the pace, how many decisions wait. If there is no decision by
 * then, the level `easy` moves. */
#ifndef HALL_BOTS_H
#define HALL_BOTS_H

#include "hall/change.h"
#include "hall/thinking.h"

struct bots {
    struct changes *changes;
    struct thinking *thinking;
    struct leases *leases;
};

void bots_start(struct bots *bots, struct changes *changes, struct thinking *thinking);
/* Frees what belongs to the table. Decisions under way free themselves. */
void bots_forget(struct live_table *live);

/* Lets computer players decide and move, if it is time. Called after every step and at ticks that
 * are due. Bots pause while no person has a seat or watches; in real time, while no one watches;
 * and while another server runs them. */
void bots_tick(struct bots *bots, struct live_table *live);

/* An entry was folded in. */
void bots_stepped(struct live_table *live, const struct store_entry *entry);

/* The table was made again: what was decided may not fit any more. */
void bots_started_over(struct live_table *live);

/* The number of seats of this table that are being thought about. */
int bots_thinking(const struct live_table *live);

#endif
