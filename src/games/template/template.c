/* The options of Fossils, and the game as the rest of the program sees it. */
#include "games/template/template.h"

#include "games/template/mind/mind.h"

static const struct game_option options[TEMPLATE_OPTIONS] = {
    [TEMPLATE_OPTION_GOAL] = {.name = "goal",
                              .type = GAME_OPTION_WORD,
                              .standard = TEMPLATE_GOAL_HIGH,
                              .value_count = 2,
                              .values =
                                  (const char *const[]){
                                      [TEMPLATE_GOAL_HIGH] = "high", [TEMPLATE_GOAL_LOW] = "low"}},
};

const struct game game_template = {
    .id = "template",
    .seats_min = 2,
    .seats_max = TEMPLATE_SEATS_MAX,
    .state_size = sizeof(struct template_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct template_components),
    .options = options,
    .option_count = TEMPLATE_OPTIONS,
    .components_load = template_components_load,
    .start = template_start,
    .to_act = template_to_act,
    .phase = template_phase,
    .check = template_check,
    .apply = template_apply,
    .legal = template_legal,
    .view = template_view,
    .determinize = template_determinize,
    .reveals = template_reveals,
    .aids = template_aids,
    .result = template_result,
    .parse = template_parse,
    .format = template_format,
    .save = template_save,
    .load = template_load,
    .invariants = template_invariants,
    .encoding = GAME_ENCODING(template_encoding),
    .mind = &template_mind,
};
