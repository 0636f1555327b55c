/* Who has a seat at a table, and who may take one. */
#ifndef TABLE_SEATS_H
#define TABLE_SEATS_H

#include "table/state.h"

/* Whether neither a person nor a computer player has the seat. */
bool table_seat_is_free(const struct table_seat *seat);

/* Whether no seat is free. */
bool table_is_full(const struct table *table);

/* The seat of a person, or -1. */
int table_seat_of(const struct table *table, const char *person);

/* The seat that this person has or had in the match, and the only one they may have there; or -1. */
int table_seat_held(const struct table *table, const char *person);

/* The seat that this person takes if they do not choose: the one they held, or else the first free one; -1:
 * none. */
int table_seat_for(const struct table *table, const char *person);

/* A bit per seat that a person may take now, who has no seat and has held `held` (or -1). */
uint32_t table_may_sit(const struct table *table, int held);

/* The name of this person in the match, whatever they are called now; NULL if they have had no seat. */
const char *table_name_held(const struct table *table, const char *person);

/* Whether the game allows this text, a chat line of `viewer` or a person's name, to be shown
 * now. */
bool table_may_show(const struct table *table, int viewer, const char *text, struct fault *fault);

/* Whether a computer player has the seat that this person had in the match. */
bool table_may_return(const struct table *table, int seat, const char *person);

/* Returns false and sets `fault` if the person has held another seat in the match. */
bool table_check_own_seat(const struct table *table, int seat, const char *person,
                          struct fault *fault);

/* Notes who holds which seat. Called when the match starts, and when a person sits down. */
void table_seats_hold(struct table *table);

#endif
