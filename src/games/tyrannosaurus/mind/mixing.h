/* Regret matching over imagined worlds: every decision that is not solved (turn.h, duel.h). */
#ifndef GAMES_TYRANNOSAURUS_MIND_MIXING_H
#define GAMES_TYRANNOSAURUS_MIND_MIXING_H

#include "games/tyrannosaurus/mind/choices.h"
#include "games/tyrannosaurus/mind/value.h"

struct tyrannosaurus_seat_mind {
    double rounds; /* of learning */
    double regret[TYREX_CHOICE_CODES];
    double total
        [TYREX_CHOICE_CODES]; /* sum of the mixtures of all rounds, with more weight on later ones */
};

struct tyrannosaurus_mixing {
    const struct mind_question *question;
    const struct tyrannosaurus_weights *weights;
    struct tyrannosaurus_seat_mind minds[TYREX_SEATS_MAX]
                                        [TYREX_CARDS + 1]; /* by the card removed */
};

/* Learns the mixtures of everyone who chooses now, as far as the question allows. Its seat need not
 * be one of them; it may be GAME_SPECTATOR. The weights value the end of a turn; NULL: worlds are
 * played out. */
void tyrannosaurus_mixing_learn(struct tyrannosaurus_mixing *mixing,
                                const struct mind_question *question,
                                const struct tyrannosaurus_weights *weights);

/* The mixture that a seat has learned, with the card that it has removed in this world. */
void tyrannosaurus_mixing_learned(const struct tyrannosaurus_mixing *mixing,
                                  const struct tyrannosaurus_state *world, int seat,
                                  struct tyrannosaurus_mixture *mixture);

/* The mixture of the seat of the question. */
void tyrannosaurus_mixing(const struct mind_question *question,
                          struct tyrannosaurus_mixture *mixture);

/* A choice drawn from a mixture. */
uint8_t tyrannosaurus_mixture_draw(const struct tyrannosaurus_mixture *mixture, struct rng *rng);

/* Plays a world by instinct: to the start of the next turn, and to its end. */
void tyrannosaurus_play_turn(struct tyrannosaurus_state *world, struct rng *rng);
void tyrannosaurus_play_out(struct tyrannosaurus_state *world, struct rng *rng);

#endif
