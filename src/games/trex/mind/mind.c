/* Computer players of T-Rex: what the general search uses. */
#include "games/trex/mind/mind.h"

#include "games/trex/mind/beginner.h"
#include "games/trex/mind/hint.h"
#include "games/trex/mind/likings.h"
#include "games/trex/mind/policy.h"
#include "games/trex/mind/worth.h"
#include "games/trex/state.h"

/* Winning chances are easiest to estimate between rounds, so worlds are played out until then. */
static bool settled(const void *state)
{
    const struct trex_state *s = state;
    return s->phase != TREX_PHASE_PLAY || s->play_count == 0;
}

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.level = 2, .iterations = 100, .softness = 800},
    [MIND_CASUAL] = {.level = 2, .iterations = 100, .softness = 120},
    [MIND_REGULAR] = {.level = 2, .iterations = 100, .softness = 50},
    [MIND_STRONG] = {.level = 2, .iterations = 200, .softness = 15},
};

const struct game_mind trex_mind = {
    .beginner = trex_beginner,
    .prior = trex_prior,
    .rollout = trex_rollout,
    .value = trex_value,
    .settled = settled,
    .reason = trex_reason,
    .ladder = ladder,
    .weights_size = sizeof(struct trex_weights),
    .weights_read = trex_weights_read,
};
