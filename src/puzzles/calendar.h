/* Which puzzle belongs to which day.
 *
 * A day is a number of days since 1970. It begins at midnight UTC, for everyone at the same moment. The
 * list of a game is used in its order, from PUZZLE_FIRST_DAY on. When it is exhausted it starts again,
 * in another order each time. So puzzles that are added at its end change no day on which the list was
 * long enough. */
#ifndef PUZZLES_CALENDAR_H
#define PUZZLES_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PUZZLE_FIRST_DAY = 20713,  /* 17 September 2026 */
    PUZZLE_LAST_DAY = 2932896, /* 31 December 9999 */
};

/* The day of a time in ms since 1970. */
int puzzle_day_at(int64_t ms);

/* The number of the puzzle of a day, in a list of `count`; -1 if the day has none. */
int puzzle_of_day(int day, int count);

/* Whether the puzzle with this number has had its day, or has it today. */
bool puzzle_is_out(int number, int today);

/* Reads a date such as 2026-11-16; false if there is no such day. */
bool puzzle_day_read(const char *date, int *day);

#endif
