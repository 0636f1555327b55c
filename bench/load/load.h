/* WebSocket clients on epoll. Every request fits into one frame and into the socket's send buffer: if
 * the server reads too slowly for that, the program fails rather than waits. */
#ifndef BENCH_LOAD_LOAD_H
#define BENCH_LOAD_LOAD_H

#include "base/base.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum connection_state {
    CONNECTION_CLOSED,
    CONNECTION_CONNECTING,
    CONNECTION_UPGRADING,
    CONNECTION_OPEN
};

enum { CONNECTION_SERVERS_MAX = 8 };

struct connection {
    int fd;
    enum connection_state state;
    char *kept; /* the beginning of an incomplete message */
    size_t kept_size;
};

struct connections {
    int epoll;
    struct sockaddr_in servers[CONNECTION_SERVERS_MAX]; /* connections reach them in turn */
    int server_count;
    int sources; /* number of loopback addresses to connect from, in turn: each has its own ports */
    struct rng rng;
    char *buffer;
    void *context;
    void (*opened)(void *context, struct connection *connection);
    void (*received)(void *context, struct connection *connection, const char *bytes, size_t size);
    int64_t bytes_in, messages_in;
};

/* At least one server must have been added. */
void connections_add_server(struct connections *connections, int port);
void connections_start(struct connections *connections, int sources);
void connection_open(struct connections *connections, struct connection *connection, int number);
void connection_send(struct connections *connections, struct connection *connection,
                     const char *text, size_t size);

/* Waits at most this long, and calls `opened` and `received`. */
void connections_wait(struct connections *connections, int64_t timeout_us);

/* ---- Echo ---- */

/* Messages to a server that sends each of them back: what connections and frames cost by themselves. */

/* Opens this many connections, each of which sends a message when the one before has come back. Prints the
 * figures as JSON. */
void load_echo(struct connections *connections, int count, double warmup_s, double seconds);

/* ---- Failures ---- */

/* Ends the program: a figure from a broken run is worthless. */

_Noreturn void load_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- Histograms ---- */

/* A histogram of times in microseconds: percentiles of any number of values in fixed memory, with an
 * error below 2 %. */

enum { HISTOGRAM_STEPS = 64, HISTOGRAM_SIZE = 40 * HISTOGRAM_STEPS };

struct histogram {
    int64_t counts[HISTOGRAM_SIZE];
    int64_t count, max;
};

void histogram_add(struct histogram *histogram, int64_t value);

/* The smallest value such that `share` (0 to 1) of all values are not larger. */
int64_t histogram_at(const struct histogram *histogram, double share);

/* ---- Messages ---- */

/* Reads the few values of a server's message that a player needs. Only the outermost keys are looked
 * at; the rest, mostly views, is skipped. */

/* A part of a message; `at` is NULL if it is absent. */
struct piece {
    const char *at;
    size_t size;
};

/* Values as they are written, but texts without their quotes. */
struct load_message {
    struct piece id, ok, push, table, v, kind, legal, result, error;
};

/* False if it is not a JSON object that a server would send. */
bool load_message_read(struct load_message *message, const char *bytes, size_t size);

bool piece_is(struct piece piece, const char *text);

/* Copies a random text of a list of texts; "" if the list is empty or absent. */
void piece_pick(struct piece list, struct rng *rng, char *text, size_t size);

/* ---- Players ---- */

/* Players at tables: what each of them asks next, and checks of what it receives (versions without a
 * gap, every move reported to every seat, no request refused). Nothing is allocated while moves are
 * made: this program must cost far less than the server it measures. */

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

/* ---- Processor time and memory ---- */

struct process_use {
    int64_t at_us, processor_us;
    int64_t memory_kb;
};

struct process_use process_use_of_self(void);
struct process_use process_use_of(int pid);

/* Processor time between two moments, in percent of one core. */
double process_use_share(struct process_use from, struct process_use to);

/* ---- Prints the figures of a run ---- */

struct load_report {
    int rate;        /* wanted moves per second; 0: as many as possible */
    bool has_server; /* server_share and server_kb are measured */
    double seconds, own_share, server_share, late_ms;
    int64_t server_kb, bytes, messages;
    int unanswered;
};

/* For people, or as one line of JSON. */
void load_report_print(const struct load_report *report, const struct load *load, bool json);

#endif
