/* The options of T-Rex, and the game as the rest of the program sees it. */
#include "games/trex/trex_internal.h"

#include "game/reading.h"
#include "games/trex/mind/mind.h"

static const struct game_option options[TREX_OPTIONS] = {
    [TREX_METEOR_COMPARE] =
        {.name = "meteor_compare",
         .type = GAME_OPTION_WORD,
         .standard = TREX_COMPARE_NUMBER,
         .value_count = 2,
         .values =
             (const char *const[]){[TREX_COMPARE_NUMBER] = "number", [TREX_COMPARE_RANK] = "rank"}},
    [TREX_OWNER_METEOR] = {.name = "owner_meteor",
                           .type = GAME_OPTION_WORD,
                           .standard = TREX_OWNER_ENDS,
                           .value_count = 2,
                           .values =
                               (const char *const[]){
                                   [TREX_OWNER_ENDS] = "ends", [TREX_OWNER_EXTENDS] = "extends"}},
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
    .reveals = trex_reveals,
    .result = trex_result,
    .result_details = trex_result_details,
    .parse = trex_parse,
    .format = trex_format,
    .save = trex_save,
    .load = trex_load,
    .invariants = trex_invariants,
    .encoding = GAME_ENCODING(trex_encoding),
    .mind = &trex_mind,
    .habits = GAME_HABITS(trex_habits),
    .puzzle = &trex_puzzle,
};

/* ---- Components ---- */

static bool bad_component(struct fault *fault, const char *rule, const char *text,
                          const char *detail)
{
    return fault_set(fault, FAULT_BAD_COMPONENTS, rule, text, "%s", detail);
}

static bool symbols_load(const struct doc *doc, struct trex_components *components,
                         struct fault *fault)
{
    static const char *const names[] = {"meteor", "draw 1", "draw 2", "draw 3"};
    const struct doc_node *symbols = doc_get(doc, doc_root(doc), "symbols");
    int meteors = 0;
    for (int card = 0; card < TREX_NUMBERS; card++) {
        const char *name = doc_text(doc, doc_get(doc, symbols, trex_card_names[card]));
        int symbol = game_name_find(names, TREX_DRAW_MAX + 1, name);
        if (symbol < 0)
            return bad_component(fault, "T2", "trex.bad_symbol", trex_card_names[card]);
        meteors += symbol == TREX_SYMBOL_METEOR;
        components->symbols[card] = (uint8_t)symbol;
    }
    if (doc_count(symbols) != TREX_NUMBERS)
        return bad_component(fault, "T2", "trex.symbols_unknown", "symbols");
    if (meteors != TREX_METEORS)
        return bad_component(fault, "T2", "trex.meteors_not_six", "symbols");
    return true;
}

static bool egg_counts_load(const struct doc *doc, struct trex_components *components,
                            struct fault *fault)
{
    const struct doc_node *eggs = doc_get(doc, doc_root(doc), "eggs");
    int sum = 0;
    for (int colour = 0; colour < TREX_COLOURS; colour++) {
        int count;
        if (!doc_number(doc_get(doc, eggs, trex_colour_names[colour]), 0, TREX_EGGS, &count))
            return bad_component(fault, "T3", "trex.bad_egg_count", trex_colour_names[colour]);
        sum += count;
        components->eggs[colour] = (uint8_t)count;
    }
    if (doc_count(eggs) != TREX_COLOURS)
        return bad_component(fault, "T3", "trex.eggs_unknown", "eggs");
    if (sum != TREX_EGGS)
        return bad_component(fault, "T3", "trex.eggs_not_thirty", "eggs");
    return true;
}

bool trex_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    struct trex_components *t = components;
    *t = (struct trex_components){0};
    return symbols_load(doc, t, fault) && egg_counts_load(doc, t, fault);
}
