/* The decisions of a game between two players, once the turns have begun. */
#ifndef GAMES_TYRANNOSAURUS_MIND_DUEL_H
#define GAMES_TYRANNOSAURUS_MIND_DUEL_H

#include "games/tyrannosaurus/mind/turn.h"
#include "games/tyrannosaurus/mind/value.h"

/* Stakes of a match between two, by the value of the start of the next turn. */
struct tyrannosaurus_stakes tyrannosaurus_stakes_by(const struct tyrannosaurus_weights *weights);

/* Whether tyrannosaurus_duel_solve can be asked: it needs weights. */
bool tyrannosaurus_duel_solves(const struct mind_question *question);
/* Solves the decision of a question: the mixtures of both seats, with every hand. */
void tyrannosaurus_duel_solve(const struct mind_question *question,
                              struct tyrannosaurus_decision *decision);
/* The mixture of the seat of the question. */
void tyrannosaurus_duel(const struct mind_question *question,
                        struct tyrannosaurus_mixture *mixture);

#endif
