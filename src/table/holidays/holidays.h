/* The holidays of a person with an account: while they last, the clocks of their seats in matches over days stand still. A holiday has
 * whole days, each of 24 hours from the moment at which it began. It may end early: a day that has begun counts. Each day counts in
 * the calendar year, by UTC, in which it begins; a year has HOLIDAY_DAYS of them.
 *
 * They are no entries: they belong to a person, not to a table. How long a clock has stood still follows from when it started and from
 * these moments, and from nothing else, wherever and whenever somebody asks.
 *
 *     holidays.c  how they count */
#ifndef TABLE_HOLIDAYS_HOLIDAYS_H
#define TABLE_HOLIDAYS_HOLIDAYS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { HOLIDAY_DAYS = 7, HOLIDAYS_MAX = 2 * HOLIDAY_DAYS };

/* Those that began in this year or in the one before, the oldest first. They do not overlap. All zero: none. */
struct holidays {
    int count;
    struct {
        int64_t from_ms, until_ms;
    } holiday[HOLIDAYS_MAX];
};

/* What is no holiday is left out. */
void holidays_read(struct holidays *holidays, const json_t *json);
json_t *holidays_json(const struct holidays *holidays); /* [[from, until], …] */

/* The end of the holiday that lasts, or 0. NULL: there are none. */
int64_t holidays_until(const struct holidays *holidays, int64_t now_ms);

/* How much of this time was no holiday. NULL likewise. */
int64_t holidays_without(const struct holidays *holidays, int64_t from_ms, int64_t until_ms);

/* How many days of this year are left; and how many the holiday that begins now, or the one that lasts, may have in addition. */
int holidays_left(const struct holidays *holidays, int64_t now_ms);
int holidays_most(const struct holidays *holidays, int64_t now_ms);

/* Begins a holiday now, or makes the one that lasts longer. Returns false, and changes nothing, if it would be too long. */
bool holidays_add(struct holidays *holidays, int days, int64_t now_ms);
/* Ends the one that lasts. */
void holidays_end(struct holidays *holidays, int64_t now_ms);

#endif
