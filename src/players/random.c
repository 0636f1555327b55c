/* Any legal move. The yardstick for the others, and the fastest. */
#include "players/player.h"

static void choose(const struct player_question *question, struct move *move)
{
    question->game->sample(question->view, question->seat, question->rng, move);
}

const struct player player_random = {.name = "random", .choose = choose};
