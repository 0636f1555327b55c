/* The options of Scale, and the game as the rest of the program sees it. */
#include "games/scale/scale.h"

#include "games/scale/aids.h"
#include "games/scale/components.h"
#include "games/scale/encode.h"
#include "games/scale/invariants.h"
#include "games/scale/legal.h"
#include "games/scale/load.h"
#include "games/scale/memory.h"
#include "games/scale/mind/mind.h"
#include "games/scale/mind/review.h"
#include "games/scale/rules.h"
#include "games/scale/score.h"
#include "games/scale/state.h"
#include "games/scale/text.h"
#include "games/scale/view.h"

static const struct game_option options[SCALE_OPTIONS] = {
    [SCALE_OPTION_FIRST_GAME] = {.name = "first_game", /* S4 */
                                 .type = GAME_OPTION_BOOL,
                                 .standard = 0,
                                 .value_count = 2,
                                 .values = (const char *const[]){"false", "true"}},
    [SCALE_OPTION_MODE] = {.name = "mode", /* S15: for the front ends; the rules are the same */
                           .type = GAME_OPTION_WORD,
                           .standard = SCALE_MODE_ROOM,
                           .value_count = SCALE_MODES,
                           .values =
                               (const char *const[]){
                                   [SCALE_MODE_ROOM] = "room", [SCALE_MODE_STAGE] = "stage"}},
};

const struct game game_scale = {
    .id = "scale",
    .seats_min = 2,
    .seats_max = SCALE_SEATS_MAX,
    .seats_together = 2, /* S13 */
    .state_size = sizeof(struct scale_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct scale_components),
    .memory_size = sizeof(struct scale_memory),
    .options = options,
    .option_count = SCALE_OPTIONS,
    .components_load = scale_components_load,
    .start = scale_start,
    .to_act = scale_to_act,
    .awaited = scale_awaited,
    .phase = scale_phase,
    .may_say = scale_may_say,
    .check = scale_check,
    .apply = scale_apply,
    .legal = scale_legal,
    .sample = scale_sample,
    .view = scale_view,
    .aids = scale_aids,
    .determinize = scale_determinize,
    .observe = scale_observe,
    .memory_fits = scale_memory_fits,
    .result = scale_result,
    .result_details = scale_result_details,
    .parse = scale_parse,
    .format = scale_format,
    .save = scale_save,
    .load = scale_load,
    .invariants = scale_invariants,
    .encoding = &scale_encoding,
    .mind = &scale_mind,
    .review = &scale_review,
    .stage = &scale_stage,
};
