/* Who has a seat at a table, and who may take one. */
#ifndef TABLE_SEATS_H
#define TABLE_SEATS_H

#include "table/state.h"

/* Nobody sits there, and no computer player does. */
bool table_seat_is_free(const struct table_seat *seat);

/* The seat of a person, or -1. */
int table_seat_of(const struct table *table, const char *person);

/* The seat that this person has, or has had, in the match: the only one it may have there. -1: none
 * yet. */
int table_seat_held(const struct table *table, const char *person);

/* A bit per seat that somebody who sits nowhere and has held this one (-1: none) may take now. */
uint32_t table_may_sit(const struct table *table, int held);

/* The name that this person has in the match, whatever it is called elsewhere by now; NULL: none. */
const char *table_name_held(const struct table *table, const char *person);

/* Whether the game lets this text be shown at the table now, be it said or a name. `viewer` is who
 * sends it, a seat or GAME_SPECTATOR. */
bool table_may_show(const struct table *table, int viewer, const char *text, struct fault *fault);

/* Whether a computer player has a seat of the match that was this person's. */
bool table_may_return(const struct table *table, int seat, const char *person);

/* False, and a fault, for another seat than the one that this person has held. */
bool table_check_own_seat(const struct table *table, int seat, const char *person,
                          struct fault *fault);

/* The match begins, or somebody has sat down in it: those who sit there now hold their seats. */
void table_seats_hold(struct table *table);

#endif
