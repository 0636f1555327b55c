/* Load for a server: as many WebSocket clients as one thread can play, and how long each move takes.
 * It must cost far less than the server does, so it knows no more of JSON and WebSocket than it
 * needs, and allocates nothing while moves are made.
 *
 *     load.c             options, the phases of a run, the report
 *     load_link.c        sockets and frames
 *     load_told.c        the few values that are needed of a message
 *     load_table.c       seats: what each asks next; checks what it is told
 *     load_histogram.c   percentiles */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include "base/rng.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says what is wrong, and ends the program: a figure from a broken run is worth nothing. */
_Noreturn void load_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

int64_t load_now_us(void);

/* Microseconds, kept to 1/64 of their size. */
enum { HISTOGRAM_STEPS = 64, HISTOGRAM_SIZE = 40 * HISTOGRAM_STEPS };
struct histogram {
    int64_t counts[HISTOGRAM_SIZE];
    int64_t count, max;
};
void histogram_add(struct histogram *histogram, int64_t value);
/* The value that `share` of all are not above; share from 0 to 1. */
int64_t histogram_at(const struct histogram *histogram, double share);

/* A piece of a message; at is NULL if it is not there. */
struct piece {
    const char *at;
    size_t size;
};
/* Values of a message, as they are written: texts without their quotes. */
struct told {
    struct piece id, ok, push, table, v, kind, legal, result, error;
};
/* Fails (false) if it is no JSON object that a server would send. */
bool told_scan(struct told *told, const char *bytes, size_t size);
bool piece_is(struct piece piece, const char *text);
/* One of the texts of a list, any equally likely, into `text`; "" if it has none. */
void piece_pick(struct piece list, struct rng *rng, char *text, size_t size);

enum link_state { LINK_CLOSED, LINK_CONNECTING, LINK_UPGRADING, LINK_OPEN };
struct link {
    int fd;
    enum link_state state;
    char *kept; /* the beginning of a message that has not come whole */
    size_t kept_size;
};
struct links {
    int epoll;
    struct sockaddr_in server;
    int sources; /* so many loopback addresses in turn, each with its own ports */
    struct rng rng;
    char *buffer;
    void *context;
    void (*opened)(void *context, struct link *link);
    void (*received)(void *context, struct link *link, const char *bytes, size_t size);
    int64_t bytes_in, messages_in;
};
void links_start(struct links *links, int port, int sources);
void link_open(struct links *links, struct link *link, int number);
void link_send(struct links *links, struct link *link, const char *text, size_t size);
/* Waits for at most that long, and calls `opened` and `received` for what comes. */
void links_wait(struct links *links, int64_t timeout_us);

enum asked {
    ASKED_NOTHING,
    ASKED_HELLO,
    ASKED_CREATE,
    ASKED_WATCH,
    ASKED_SIT,
    ASKED_START,
    ASKED_MOVE,
    ASKED_UNWATCH
};
struct seat {
    struct link link; /* first: a link of a seat is its seat */
    struct table *table;
    int number;
    enum asked asked;
    int64_t request; /* the id of what was asked */
    int64_t v;       /* the last version seen; -1: none yet */
    char move[64];   /* what to play when it is due; "": not to act */
    bool ready;      /* in the line of those */
    int64_t due_us, sent_us;
};

/* Who has been told of a move. A table can be some moves ahead of its slowest watcher. */
enum { SEEN_ROOM = 32 };
struct seen {
    int64_t v, sent_us;
    uint32_t seats;
};
struct table {
    char id[24]; /* "": between two matches */
    struct seat *seats;
    int seated, over;
    int ahead; /* moves to make before the measuring, so that tables are not all at the same one */
    struct seen seen[SEEN_ROOM];
};

struct load {
    struct links links;
    struct rng rng;
    const char *game;
    int table_count, seats_each, seat_count;
    bool views;
    struct seat *seats;
    struct table *tables;
    struct seat **line; /* seats that can move, longest waiting first */
    int line_first, line_count;
    int greeted, tables_playing;
    int next_opening, opening;
    int in_flight;

    int64_t measure_from_us, measure_to_us; /* 0: not yet known */
    int64_t moves, games, moves_ever;
    int64_t unseen;          /* moves that some seat was never told of */
    struct histogram answer; /* from sending a move to its step, at the seat that moved */
    struct histogram all;    /* … to the step at the last seat of the table */
    struct histogram due;    /* from when it should have been sent to its step */
};
/* So many connections are opened at a time. */
enum { OPENING_MAX = 64 };
void load_open_some(struct load *load);
void load_opened(void *context, struct link *link);
void load_received(void *context, struct link *link, const char *bytes, size_t size);
/* The first seat of the line, or NULL. */
struct seat *load_line_take(struct load *load);
void load_line_add(struct load *load, struct seat *seat);
void seat_send_move(struct load *load, struct seat *seat, int64_t due_us);
/* Moves of open tables that not every seat has been told of. */
int64_t load_count_unseen(const struct load *load);

#endif
