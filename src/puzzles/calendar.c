#include "puzzles/calendar.h"

#include <ctype.h>
#include <string.h>

enum { DAY_MS = 24 * 60 * 60 * 1000 };

int puzzle_day_at(int64_t ms)
{
    return (int)(ms / DAY_MS);
}

static int common_divisor(int a, int b)
{
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A step that visits the whole list, another one in each round. */
static int step_of(int round, int count)
{
    enum { STRIDE = 7919 };
    int step = 1 + (int)((int64_t)round * STRIDE % count);
    while (common_divisor(step, count) > 1)
        step++;
    return step;
}

int puzzle_of_day(int day, int count)
{
    enum { OFFSET = 31 };
    if (day < PUZZLE_FIRST_DAY || day > PUZZLE_LAST_DAY || count <= 0)
        return -1;
    int index = day - PUZZLE_FIRST_DAY, round = index / count;
    if (round == 0)
        return index;
    int64_t first = (int64_t)round * OFFSET;
    return (int)((first + (int64_t)(index % count) * step_of(round, count)) % count);
}

bool puzzle_is_out(int number, int today)
{
    return number <= today - PUZZLE_FIRST_DAY;
}

static int digits_read(const char *text, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!isdigit((unsigned char)text[i]))
            return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value;
}

/* The days before 1 January of a year, in the Gregorian calendar. */
static int days_before_year(int year)
{
    int before = year - 1;
    return 365 * before + before / 4 - before / 100 + before / 400;
}

bool puzzle_day_read(const char *date, int *day)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(date) != strlen("2026-11-16") || date[4] != '-' || date[7] != '-')
        return false;
    int year = digits_read(date, 4), month = digits_read(date + 5, 2),
        number = digits_read(date + 8, 2);
    if (year < 1970 || month < 1 || month > 12)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (number < 1 || number > lengths[month - 1] + (month == 2 && leap))
        return false;
    *day = days_before_year(year) - days_before_year(1970) + number - 1 + (month > 2 && leap);
    for (int before = 1; before < month; before++)
        *day += lengths[before - 1];
    return true;
}
