/* What the rows and sequences of one colour can do at one value: the transition table for bound.c.
 */
#ifndef GAMES_TRAKKS_MIND_LINES_H
#define GAMES_TRAKKS_MIND_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TRAKKS_LONG = 3,          /* a row that may end */
    TRAKKS_ROWS_CODES = 16,   /* combinations of open rows of one colour */
    TRAKKS_STOCKS = 9,        /* possible numbers of tiles of one kind */
    TRAKKS_WAYS_MAX = 8,      /* from one code to others */
    TRAKKS_SEQUENCES_MAX = 2, /* of one value */
};

/* The open rows of one colour. */
struct trakks_rows {
    int length[2];  /* descending; TRAKKS_LONG also stands for longer ones, 0 for no row */
    bool may_cross; /* two rows: they have not crossed yet */
};

/* The tiles of one kind. */
struct trakks_stock {
    int all, required;
    bool beside; /* there are two, and two of a value beside it */
};

/* A transition of one colour at one value. */
struct trakks_way {
    uint8_t to;     /* code of the rows */
    uint8_t left;   /* tiles not placed; for a given value, beyond the minimum */
    uint8_t shared; /* tiles where two sequences cross */
    int8_t parts;   /* rows started minus lines that cross */
};

struct trakks_ways {
    uint8_t count;
    struct trakks_way way[TRAKKS_WAYS_MAX];
};

struct trakks_lines {
    bool parts_count;  /* whether parts are counted */
    bool left_ignored; /* whether it does not matter how many tiles are left */
    struct trakks_rows rows[TRAKKS_ROWS_CODES];
    uint16_t covers[TRAKKS_ROWS_CODES]; /* codes that can do everything this one can, and more */
    struct trakks_ways ways[TRAKKS_STOCKS][TRAKKS_SEQUENCES_MAX + 1][TRAKKS_ROWS_CODES];
};

/* Fills in `rows` and `covers`. */
void trakks_lines_start(struct trakks_lines *lines);
/* Fills in `ways`, which depend on parts_count and left_ignored. */
void trakks_lines_ways(struct trakks_lines *lines);

int trakks_stock_code(const struct trakks_stock *stock);

#endif
