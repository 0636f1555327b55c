/* Players at tables: what each of them asks next, and checks of what it receives (versions without a
 * gap, every move reported to every seat, no request refused). Nothing is allocated while moves are
 * made: this program must cost far less than the server it measures. */
#ifndef BENCH_LOAD_PLAYERS_H
#define BENCH_LOAD_PLAYERS_H

#include "load_connection.h"
#include "load_histogram.h"

#include <stdbool.h>

enum load_asked {
    ASKED_NOTHING,
    ASKED_HELLO,
    ASKED_CREATE,
    ASKED_WATCH,
    ASKED_SIT,
    ASKED_START,
    ASKED_MOVE,
    ASKED_UNWATCH
};

struct load_seat {
    struct connection connection; /* must be the first member */
    struct load_table *table;
    int number;
    enum load_asked asked;
    int64_t request; /* id of the latest request */
    int64_t v;       /* the latest version seen; -1 if none */
    char move[64];   /* to be played next; "": not to act */
    bool is_ready;   /* in the queue of seats that can move */
    int64_t due_us, sent_us;
};

/* Which seats have received a move. A table can be some moves ahead of its slowest seat. */
enum { MOVES_KEPT = 32 };
struct load_move {
    int64_t v, sent_us; /* v is -1 for a free slot */
    uint32_t seats;     /* one bit each */
};

struct load_table {
    char id[24]; /* "": between two matches */
    struct load_seat *seats;
    int seated, over; /* seats that have sat down; seats that know the result */
    int64_t seated_v; /* the version with which the last one sat down */
    bool has_started;
    int ahead; /* moves to make before measuring, so that tables are at different moves */
    struct load_move moves[MOVES_KEPT]; /* by version */
};

struct load {
    struct connections connections;
    struct rng rng;
    const char *game;
    int table_count, seats_each, seat_count;
    bool views;
    struct load_seat *seats;
    struct load_table *tables;
    struct load_seat **ready; /* a ring: seats that can move, longest waiting first */
    int ready_first, ready_count;
    int greeted, tables_playing;
    int next_opening, opening;
    int in_flight; /* moves without an answer */

    int64_t measure_from_us, measure_to_us; /* 0: not yet known */
    int64_t moves, games, moves_ever;
    int64_t unseen;          /* moves that some seat has never received */
    struct histogram answer; /* from sending a move to its step at the same seat */
    struct histogram all;    /* from sending a move to its step at the last seat */
    struct histogram due;    /* from the time when a move was due to its step at the same seat */
};

/* Sets up tables and seats; each table makes up to `spread` moves before measuring. `seat_count` and
 * what is above it must be set. */
void load_start(struct load *load, int spread);

/* Opens connections, some at a time. */
void load_open_some(struct load *load);

/* Removes the first seat from the queue; NULL if it is empty. */
struct load_seat *load_take_ready(struct load *load);
void load_add_ready(struct load *load, struct load_seat *seat);

void load_send_move(struct load *load, struct load_seat *seat, int64_t due_us);

/* Counts recent moves that not every seat has received. */
int64_t load_count_unseen(const struct load *load);

#endif
