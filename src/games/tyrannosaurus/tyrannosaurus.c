/* The options of Tyrannosaurus Rex, and the game as the rest of the program sees it. */
#include "games/tyrannosaurus/tyrannosaurus.h"

#include "games/tyrannosaurus/aids.h"
#include "games/tyrannosaurus/components.h"
#include "games/tyrannosaurus/dinos.h"
#include "games/tyrannosaurus/encode.h"
#include "games/tyrannosaurus/invariants.h"
#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/load.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/mind/puzzle.h"
#include "games/tyrannosaurus/mind/review.h"
#include "games/tyrannosaurus/rules.h"
#include "games/tyrannosaurus/score.h"
#include "games/tyrannosaurus/state.h"
#include "games/tyrannosaurus/text.h"
#include "games/tyrannosaurus/view.h"

static const struct game_option options[TYREX_OPTIONS] = {
    [TYREX_OPTION_DINOS] = {.name = "dinos",
                            .type = GAME_OPTION_WORD,
                            .standard = TYREX_DINOS_RANDOM,
                            .value_count = TYREX_DINOS_VALUES,
                            .values = tyrannosaurus_dinos_values},
    [TYREX_OPTION_PAIR] = {.name = "pair",
                           .type = GAME_OPTION_WORD,
                           .standard = TYREX_PAIR_LAND,
                           .value_count = 2,
                           .values =
                               (const char *const[]){
                                   [TYREX_PAIR_LAND] = "land", [TYREX_PAIR_REFUGE] = "refuge"},
                           .seats = 2,
                           .allows = tyrannosaurus_pair_allows,
                           .narrowed = TYREX_OPTION_DINOS},
};

const struct game game_tyrannosaurus = {
    .id = "tyrannosaurus",
    .seats_min = 2,
    .seats_max = TYREX_SEATS_MAX,
    .state_size = sizeof(struct tyrannosaurus_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct tyrannosaurus_components),
    .options = options,
    .option_count = TYREX_OPTIONS,
    .components_load = tyrannosaurus_components_load,
    .start = tyrannosaurus_start,
    .to_act = tyrannosaurus_to_act,
    .phase = tyrannosaurus_phase,
    .check = tyrannosaurus_check,
    .apply = tyrannosaurus_apply,
    .legal = tyrannosaurus_legal,
    .sample = tyrannosaurus_sample,
    .view = tyrannosaurus_view,
    .aids = tyrannosaurus_aids,
    .determinize = tyrannosaurus_determinize,
    .result = tyrannosaurus_result,
    .part = tyrannosaurus_part,
    .parse = tyrannosaurus_parse,
    .format = tyrannosaurus_format,
    .save = tyrannosaurus_save,
    .load = tyrannosaurus_load,
    .invariants = tyrannosaurus_invariants,
    .encoding = &tyrannosaurus_encoding,
    .mind = &tyrannosaurus_mind,
    .review = &tyrannosaurus_review,
    .puzzle = &tyrannosaurus_puzzle,
};
