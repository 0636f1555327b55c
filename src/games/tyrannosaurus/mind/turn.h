/* One turn between two players, solved exactly, given what its end is worth. */
#ifndef GAMES_TYRANNOSAURUS_MIND_TURN_H
#define GAMES_TYRANNOSAURUS_MIND_TURN_H

#include "games/tyrannosaurus/mind/equilibrium.h"

/* What the end of a turn is worth to seat 0: the match is over, or the next turn begins. Seat 1 has
 * the opposite. */
struct tyrannosaurus_stakes {
    double (*value)(const void *context, const struct tyrannosaurus_state *s);
    const void *context;
    double tolerance; /* how exact each equilibrium is */
};

/* Values that were computed before, by a key that is never 0. Full places are replaced. */
enum { TYREX_MEMO_SIZE = 4096 }; /* a power of two */
struct tyrannosaurus_memo {
    uint64_t keys[TYREX_MEMO_SIZE];
    double values[TYREX_MEMO_SIZE];
};

/* A turn being solved. Zero at first, except for the stakes. */
struct tyrannosaurus_turn {
    struct tyrannosaurus_stakes stakes;
    bool open;          /* both know the cards of the other */
    double instinct[2]; /* how often each seat follows it instead of choosing well */
    struct tyrannosaurus_memo steered, ended; /* positions before phase 4 and after the turn */
};

/* A decision of both at the same time, or of one of them during a flight, with its equilibrium. */
struct tyrannosaurus_decision {
    struct tyrannosaurus_equilibrium game;
    uint8_t codes[2][TYREX_CHOICES_LISTED_MAX];
};

/* Whether two players are in the middle of a turn; and in the last one. */
bool tyrannosaurus_is_duel(const struct tyrannosaurus_state *view);
bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view);

/* Solves the rest of a turn. All choices of the phase are still to be made; removed cards may be
 * hidden. Returns the value for seat 0. */
double tyrannosaurus_turn_solve(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s,
                                struct tyrannosaurus_decision *decision);
/* The value for seat 0 of a position after the actions. */
double tyrannosaurus_turn_value(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s);
/* Forgets all values: the stakes or the turn change. */
void tyrannosaurus_turn_forget(struct tyrannosaurus_turn *turn);

/* The mixture of `seat`, which sees `view`. */
void tyrannosaurus_turn_mixture(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *view, int seat,
                                struct tyrannosaurus_mixture *mixture);
/* The part of a solved decision for the hand of `seat`, which sees `view`. */
void tyrannosaurus_decision_mixture(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat,
                                    struct tyrannosaurus_mixture *mixture);

/* What a choice of `seat`, which sees `view`, is worth to it if the other follows its mixtures;
 * `code` 0: what its own mixture is worth. */
double tyrannosaurus_decision_value(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat, uint8_t code);

/* The difference of trees at the end of a match; among equal ones a win decides. */
extern const struct tyrannosaurus_stakes tyrannosaurus_stakes_trees;

/* The mixture of `seat`, which sees `view`, in an equilibrium of the last turn in trees. */
void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture);
/* The choices of a seat in the last turn with what each of them is worth in trees if the opponent
 * does what hurts most, with either card that may be left, and both play well afterwards. */
struct tyrannosaurus_worst {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double values[TYREX_CHOICES_LISTED_MAX];
};
/* Only where both choose at the same time: not during a flight. */
void tyrannosaurus_last_turn_worst(const struct tyrannosaurus_state *view, int seat,
                                   struct tyrannosaurus_worst *worst);

#endif
