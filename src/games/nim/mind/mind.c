/* Computer players of Nim: a beginner sees the last move only. The stronger levels search: they play
 * matches to the end, at first with the beginner's moves, and prefer what wins. */
#include "games/nim/mind/mind.h"

#include "games/nim/nim.h"

static void rollout(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct nim_state *s = state;
    game_sample(&game_nim, s, seat, rng, move);
    if (nim_heaps_left(s) == 1) /* all of the last heap (N3) */
        move->b = s->heap[move->a];
}

static void beginner(const struct mind_question *question, struct move *move)
{
    rollout(question->view, question->seat, question->rng, move);
}

/* Matches are played to the end, so this is who has won. */
static void value(const void *weights, const void *state, float values[])
{
    (void)weights; /* it has learned nothing */
    struct game_result result;
    game_nim.result(state, &result);
    for (int seat = 0; seat < NIM_SEATS; seat++)
        values[seat] = result.over ? (float)result.scores[seat] : 0.5F;
}

const struct game_mind nim_mind = {.beginner = beginner, .rollout = rollout, .value = value};
