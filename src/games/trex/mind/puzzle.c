/* Which decisions of T-Rex may be puzzles: those between several cards of the hand. */
#include "games/trex/mind/puzzle.h"

#include "game/mind.h"
#include "games/trex/state.h"

enum { HAND_MIN = 3, HAND_MAX = 8, SEATS = 3 };

static bool suits(const struct mind_question *question)
{
    const struct trex_state *view = question->view;
    int hand = bits_count(view->players[question->seat].hand);
    return view->phase == TREX_PHASE_PLAY && hand >= HAND_MIN && hand <= HAND_MAX;
}

const struct game_puzzle trex_puzzle = {
    .seats_max = SEATS,
    .suits = suits,
    .margin = 0.06,
    .answers_max = 1,
    .iterations_per_ms = 1,
};
