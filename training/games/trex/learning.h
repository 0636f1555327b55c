/* How the mind of T-Rex learns (games/trex/mind/worth.c): to choose cards as a search does, and to tell how
 * well each seat stands before a round. */
#ifndef TRAINING_GAMES_TREX_LEARNING_H
#define TRAINING_GAMES_TREX_LEARNING_H

#include "base/base.h"
#include "games/trex/mind/mind.h"
#include "training.h"

extern const struct learner network_learner;

/* ---- What the mind of T-Rex learns from ---- */

/* A choice of a card, and how often a search tried each. */
struct tried {
    struct trex_features features;
    uint8_t count;            /* of cards */
    float shares[TREX_CARDS]; /* of the visits */
};

/* The start of a round: how often each weight counts for each seat, and what became of it. */
struct round_standing {
    uint8_t round, seats;
    float counts[TREX_SEATS_MAX][TREX_WORTH_WEIGHTS];
    float values[TREX_SEATS_MAX];
};

struct sample {
    bool is_standing; /* all samples of a part are of one kind */
    union {
        struct tried tried;
        struct round_standing standing;
    };
};
enum { SAMPLES_HELD_OUT = 10 }; /* every tenth one: the error is measured on them */

/* ---- How a policy (games/trex/mind/policy.c) learns from choices ---- */

enum {
    CHOICES_NEURONS_AT = TREX_FEATURES * TREX_NEURONS,
    CHOICES_WEIGHTS = CHOICES_NEURONS_AT + TREX_NEURONS,
};

struct choices {
    float weights[CHOICES_WEIGHTS]; /* in the order of struct trex_policy */
    float gradient[CHOICES_WEIGHTS], first[CHOICES_WEIGHTS], second[CHOICES_WEIGHTS]; /* Adam */
    int steps;
};

void choices_start(struct choices *network, struct rng *rng);
int choices_batches(size_t count);
void choices_fit(struct choices *network, const struct sample *all, size_t count, int batch,
                 struct rng *rng);
/* The Kullback–Leibler divergence of its choices from those of the search, on samples that are held
 * out. `blind` gets the same for choices at random. */
double choices_error(const struct choices *network, const struct sample *all, size_t count,
                     double *blind);
void choices_round(const struct choices *network, struct trex_policy *policy);

/* ---- Standings ---- */

/* How the weights of rounds (games/trex/mind/worth.c) learn from what became of positions. */

/* Fills in what counts, for a state at the start of a round. */
void standing_see(struct round_standing *standing, const struct trex_state *s);

enum { STANDINGS_STEPS = 8 };

struct round_standings {
    double worths[TREX_ROUNDS + 1][TREX_WORTH_WEIGHTS]; /* by rounds before; after the last: zero */
};

/* One step of Newton's method towards the weights that make what became of these positions, all of one
 * round, most likely; close to those of the next round where they say little. */
void standings_fit(struct round_standings *standings, const struct sample *all, size_t count);
/* The mean squared error of the values on samples that are held out, and their variance. */
double standings_error(const struct round_standings *standings, const struct sample *all,
                       size_t count, double *variance);
void standings_round(const struct round_standings *standings,
                     struct trex_worth worths[TREX_ROUNDS]);

#endif
