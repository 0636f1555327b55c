/* What the mind of T-Rex learns from. */
#ifndef BENCH_TREX_SAMPLES_H
#define BENCH_TREX_SAMPLES_H

#include "games/trex/mind/policy.h"

/* A choice of a card, and how often a search tried each. */
struct tried {
    struct trex_facts facts;
    uint8_t count;            /* of cards */
    float shares[TREX_CARDS]; /* of the visits */
};

/* The start of a round: how often each weight counts for each seat, and what became of it. */
struct standing {
    uint8_t round, seats;
    float counts[TREX_SEATS_MAX][TREX_WORTH_WEIGHTS];
    float values[TREX_SEATS_MAX];
};

struct sample {
    bool is_standing; /* all samples of a part are of one kind */
    union {
        struct tried tried;
        struct standing standing;
    };
};
enum { SAMPLES_HELD_OUT = 10 }; /* every tenth one: the error is measured on them */

#endif
