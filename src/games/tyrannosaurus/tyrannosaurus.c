/* The options of Tyrannosaurus Rex, and the game as the rest of the program sees it. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include "games/tyrannosaurus/mind/mind.h"

/* Y4: what our data said before it was chosen to be fair. Old records need every number of it. */
static const struct tyrannosaurus_components first_edition = {
    .corner = {[TYREX_TRICERATOPS] = 9, /* a1, e1, a5, e5 */
               [TYREX_PTERANODON] = 13,
               [TYREX_DIPLODOCUS] = 41,
               [TYREX_STEGOSAURUS] = 45},
    .cards = {[TYREX_TRICERATOPS] = {7, 1, 1},
              [TYREX_PTERANODON] = {6, 2, 1},
              [TYREX_DIPLODOCUS] = {6, 3, 0},
              [TYREX_STEGOSAURUS] = {5, 3, 1}},
    .trees = {[TYREX_TRICERATOPS] = 4,
              [TYREX_PTERANODON] = 2,
              [TYREX_DIPLODOCUS] = 2,
              [TYREX_STEGOSAURUS] = 4},
};

static const char *const cards_names[] = {
    [TYREX_CARDS_FAIR] = "fair", [TYREX_CARDS_FIRST] = "first"};
static const void *const cards_components[] = {
    [TYREX_CARDS_FAIR] = NULL, [TYREX_CARDS_FIRST] = &first_edition};

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
    [TYREX_OPTION_EDGE] =
        {.name = "edge",
         .type = GAME_OPTION_WORD,
         .standard = TYREX_EDGE_REFUSED,
         .value_count = 2,
         .values =
             (const char *const[]){
                 [TYREX_EDGE_REFUSED] = "refused", [TYREX_EDGE_IGNORED] = "ignored"}},
    [TYREX_OPTION_CARDS] = {.name = "cards",
                            .type = GAME_OPTION_WORD,
                            .standard = TYREX_CARDS_FAIR,
                            .value_count = 2,
                            .values = cards_names,
                            .components = cards_components},
    [TYREX_OPTION_ROUNDS] = {.name = "rounds",
                             .type = GAME_OPTION_INTEGER,
                             .standard = 0,
                             .value_count = TYREX_ROUNDS_MAX,
                             .values = (const char *const[TYREX_ROUNDS_MAX]){"1", "2", "3", "4"}},
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
    .reveals = tyrannosaurus_reveals,
    .result = tyrannosaurus_result,
    .part = tyrannosaurus_part,
    .parse = tyrannosaurus_parse,
    .format = tyrannosaurus_format,
    .save = tyrannosaurus_save,
    .load = tyrannosaurus_load,
    .invariants = tyrannosaurus_invariants,
    .encoding = GAME_ENCODING(tyrannosaurus_encoding),
    .mind = &tyrannosaurus_mind,
    .review = &tyrannosaurus_review,
    .habits = GAME_HABITS(tyrannosaurus_habits),
    .puzzle = &tyrannosaurus_puzzle,
};

/* ---- Components ---- */

/* The key of a dinosaur's corner; two dinosaurs share theirs with the refuge that they start on. */
static const char *const corner_names[TYREX_DINOSAURS] = {[TYREX_TRICERATOPS] = "triceratops",
                                                          [TYREX_PTERANODON] = "volcano",
                                                          [TYREX_DIPLODOCUS] = "lake",
                                                          [TYREX_STEGOSAURUS] = "stegosaurus"};

static bool corners_load(const struct doc *doc, struct tyrannosaurus_components *components,
                         struct fault *fault)
{
    const struct doc_node *corners = doc_get(doc, doc_root(doc), "corners");
    uint64_t free = bit(tyrannosaurus_square_parse("a1")) | bit(tyrannosaurus_square_parse("a5")) |
                    bit(tyrannosaurus_square_parse("e1")) | bit(tyrannosaurus_square_parse("e5"));
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        uint8_t corner =
            tyrannosaurus_square_parse(doc_text(doc, doc_get(doc, corners, corner_names[dino])));
        if (!bits_have(free, corner))
            return fault_set(fault, FAULT_BAD_COMPONENTS, "Y3", "tyrannosaurus.bad_corners",
                             "corners.%s", corner_names[dino]);
        free &= ~bit(corner);
        components->corner[dino] = corner;
    }
    return true;
}

static bool cards_load(const struct doc *doc, struct tyrannosaurus_components *components,
                       struct fault *fault)
{
    const struct doc_node *all = doc_get(doc, doc_root(doc), "cards");
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        const struct doc_node *cards = doc_get(doc, all, tyrannosaurus_dino_names[dino]);
        int sum = 0;
        for (int card = 0; card < TYREX_CARDS; card++) {
            int count;
            if (!doc_number(doc_get(doc, cards, tyrannosaurus_card_names[card]), 0,
                            TYREX_CARDS_OF_A_DINOSAUR, &count))
                return fault_set(fault, FAULT_BAD_COMPONENTS, "Y4", "tyrannosaurus.bad_cards",
                                 "cards.%s.%s", tyrannosaurus_dino_names[dino],
                                 tyrannosaurus_card_names[card]);
            components->cards[dino][card] = (uint8_t)count;
            sum += count;
        }
        if (sum != TYREX_CARDS_OF_A_DINOSAUR)
            return fault_set(fault, FAULT_BAD_COMPONENTS, "Y4", "tyrannosaurus.bad_cards",
                             "cards.%s", tyrannosaurus_dino_names[dino]);
    }
    return true;
}

static bool trees_load(const struct doc *doc, struct tyrannosaurus_components *components,
                       struct fault *fault)
{
    const struct doc_node *all = doc_get(doc, doc_root(doc), "trees");
    int left = TYREX_TREES_IN_BOX - TYREX_TREES_ON_BOARD;
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        int count, kept = TYREX_DINOSAURS - 1 - dino; /* each of the others needs one too */
        if (!doc_number(doc_get(doc, all, tyrannosaurus_dino_names[dino]), 1, left - kept, &count))
            return fault_set(fault, FAULT_BAD_COMPONENTS, "Y4", "tyrannosaurus.bad_trees",
                             "trees.%s", tyrannosaurus_dino_names[dino]);
        components->trees[dino] = (uint8_t)count;
        left -= count;
    }
    return true;
}

bool tyrannosaurus_components_load(const struct doc *doc, void *components, struct fault *fault)
{
    struct tyrannosaurus_components loaded;
    if (!corners_load(doc, &loaded, fault) || !cards_load(doc, &loaded, fault) ||
        !trees_load(doc, &loaded, fault))
        return false;
    *(struct tyrannosaurus_components *)components = loaded;
    return true;
}
