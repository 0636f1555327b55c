/* Computer players of Fossils. */
#ifndef GAMES_TEMPLATE_MIND_MIND_H
#define GAMES_TEMPLATE_MIND_MIND_H

#include "game/mind.h"
#include "games/template/template.h"

extern const struct game_mind template_mind;

/* ---- Why a move of Fossils is good, in a sentence ---- */

/* As struct game_mind describes it. */
const char *template_reason(const struct mind_question *question, const struct move *move,
                            struct buffer *detail);

/* ---- What fossils are worth ---- */

/* The fossil of a hand that helps its owner least, and the one that helps most; the hand is not empty
 * and is the seat's own. */
int template_worst(const struct template_state *s, int seat);
int template_best(const struct template_state *s, int seat);

/* Whether a fossil from the pile is likely to be better. */
bool template_is_poor(const struct template_state *s, int fossil);

#endif
