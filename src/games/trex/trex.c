/* The options of T-Rex, and the game as the rest of the program sees it. */
#include "games/trex/trex.h"

#include "games/trex/aids.h"
#include "games/trex/components.h"
#include "games/trex/encode.h"
#include "games/trex/invariants.h"
#include "games/trex/legal.h"
#include "games/trex/load.h"
#include "games/trex/mind/mind.h"
#include "games/trex/mind/puzzle.h"
#include "games/trex/rules.h"
#include "games/trex/score.h"
#include "games/trex/state.h"
#include "games/trex/text.h"
#include "games/trex/view.h"

static const struct game_option options[TREX_OPTIONS] = {
    [TREX_METEOR_COMPARE] =
        {.name = "meteor_compare",
         .type = GAME_OPTION_WORD,
         .standard = TREX_COMPARE_NUMBER,
         .value_count = 2,
         .values =
             (const char *const[]){[TREX_COMPARE_NUMBER] = "number", [TREX_COMPARE_RANK] = "rank"}},
};

const struct game game_trex = {
    .id = "trex",
    .seats_min = 2,
    .seats_max = TREX_SEATS_MAX,
    .state_size = sizeof(struct trex_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct trex_components),
    .options = options,
    .option_count = TREX_OPTIONS,
    .components_load = trex_components_load,
    .start = trex_start,
    .to_act = trex_to_act,
    .phase = trex_phase,
    .check = trex_check,
    .apply = trex_apply,
    .legal = trex_legal,
    .sample = trex_sample,
    .view = trex_view,
    .aids = trex_aids,
    .determinize = trex_determinize,
    .result = trex_result,
    .result_details = trex_result_details,
    .parse = trex_parse,
    .format = trex_format,
    .save = trex_save,
    .load = trex_load,
    .invariants = trex_invariants,
    .encoding = &trex_encoding,
    .mind = &trex_mind,
    .puzzle = &trex_puzzle,
};
