/* The options of Scale, and the game as the rest of the program sees it. */
#include "games/scale/scale_internal.h"

#include "games/scale/mind/mind.h"

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
#ifndef WITHOUT_LISTENERS
    .may_say = scale_may_say,
#endif
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
    .encoding = GAME_ENCODING(scale_encoding),
    .mind = &scale_mind,
    .review = &scale_review,
    .habits = GAME_HABITS(scale_habits),
    .realtime = &scale_realtime,
};

/* ---- Components ---- */

/* Reads the number of cards of one kind and adds it to *all. */
static bool count_load(const struct doc_node *value, uint8_t *count, int *all)
{
    int number;
    if (!doc_number(value, 0, SCALE_NUMBER_CARDS, &number))
        return false;
    *count = (uint8_t)number;
    *all += number;
    return true;
}

/* S2: the split of the number cards, which the sheet does not give. */
bool scale_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    struct scale_components *t = components;
    *t = (struct scale_components){0};
    const struct doc_node *values = doc_get(doc, doc_root(doc), "values");
    const struct doc_node *swaps = doc_get(doc, doc_root(doc), "swaps");
    int with_value = 0, others = 0;
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        const char *name = scale_colour_names[colour];
        const struct doc_node *list = doc_get(doc, values, name);
        if (!doc_is(list, DOC_LIST) || doc_count(list) != SCALE_VALUE_MAX)
            return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_values", "values.%s",
                             name);
        int card = SCALE_CARD_VALUE + SCALE_VALUE_MAX * colour;
        DOC_EACH (doc, list, value)
            if (!count_load(value, &t->cards[card++], &with_value))
                return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count",
                                 "values.%s", name);
        if (!count_load(doc_get(doc, swaps, name), &t->cards[SCALE_CARD_SWAP + colour], &others))
            return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count", "swaps.%s",
                             name);
    }
    if (!count_load(doc_get(doc, doc_root(doc), "multicolour"), &t->cards[SCALE_CARD_MULTICOLOUR],
                    &others))
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_count", "multicolour");
    if (with_value + others != SCALE_NUMBER_CARDS)
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_sum", "%d",
                         with_value + others);
    /* Even if every player holds one, a player who draws must find a card with a value in the end
     * (S9). */
    if (with_value < SCALE_SEATS_MAX)
        return fault_set(fault, FAULT_BAD_COMPONENTS, "S2", "scale.table_few_values", "%d",
                         with_value);
    return true;
}
