/* Fits the networks that value the start of a turn (mind/value.c), from the last turn backwards.
 *
 * Positions come from games by instinct. Those of the last turn are valued by solving it: between two
 * players exactly, among more by regret matching. The network learns these values; then the turn
 * before is solved with the network at its end, and so on.
 *
 * usage: tools/train */
#include "learning.h"
#include "training.h"

#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

/* One network serves the cards of both editions. It is as good with either as one that knows no other. */
static int position_add(const struct course *course, int turn, struct rng *rng, void *samples)
{
    return position_value(course, turn, true, rng, samples);
}

int main(int count, char **arguments)
{
    static const struct course_game course = {.learner = &network_learner,
                                              .part = "turn",
                                              .samples_max = TYREX_SEATS_MAX,
                                              .position_add = position_add};
    struct training training = {.game = &game_tyrannosaurus,
                                .plans = {{2, positions_turns(2), 6000, 2},
                                          {3, positions_turns(3), 6000, 4},
                                          {4, positions_turns(4), 6000, 3}},
                                .count = 3};
    return plans_main(&training, &course, count, arguments);
}
