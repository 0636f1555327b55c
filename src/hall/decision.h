/* Decisions of computer players. Another thread thinks about a decision with what its seat may know, a
 * view and a memory, and nothing else. The move comes back as a change, which is checked like a
 * person's. */
#ifndef HALL_DECISION_H
#define HALL_DECISION_H

#include "hall/live_table.h"

/* Fills in a zeroed decision: what this player should do now on this seat. */
void decision_start(struct decision *decision, const struct live_table *live, int seat,
                    const struct player *player);

/* The text of the move that was decided. `state` is a state or a view. Free it. */
char *decision_move_text(const struct decision *decision, const void *state);

/* The text of a move of the level `easy`, which needs so little time that it is decided at once.
 * Free it. */
char *decision_at_once(const struct live_table *live, int seat);

#endif
