/* The options of Trakks, and the game as the rest of the program sees it. */
#include "games/trakks/trakks_internal.h"

#include "games/trakks/encoding/encoding.h"
#include "games/trakks/mind/mind.h"

/* K17: "1" to "99". */
#define TEN(tens)                                                                             \
    tens "0", tens "1", tens "2", tens "3", tens "4", tens "5", tens "6", tens "7", tens "8", \
        tens "9"
static const char *const rounds_values[TRAKKS_ROUNDS_MAX] = {
    "1",      "2",      "3",      "4",      "5",      "6",      "7",      "8",      "9",
    TEN("1"), TEN("2"), TEN("3"), TEN("4"), TEN("5"), TEN("6"), TEN("7"), TEN("8"), TEN("9")};

static const struct game_option options[TRAKKS_OPTIONS] = {
    [TRAKKS_OPTION_ROUNDS] = {.name = "rounds",
                              .type = GAME_OPTION_INTEGER,
                              .standard = 0,
                              .value_count = TRAKKS_ROUNDS_MAX,
                              .values = rounds_values},
    [TRAKKS_OPTION_PENALTY] =
        {.name = "penalty",
         .type = GAME_OPTION_WORD,
         .standard = TRAKKS_PENALTY_FACE,
         .value_count = 2,
         .values =
             (const char *const[]){
                 [TRAKKS_PENALTY_FACE] = "face", [TRAKKS_PENALTY_COUNT] = "count"}},
    [TRAKKS_OPTION_FINISH] =
        {.name = "finish",
         .type = GAME_OPTION_WORD,
         .standard = TRAKKS_FINISH_ANY,
         .value_count = 2,
         .values =
             (const char *const[]){
                 [TRAKKS_FINISH_ANY] = "any", [TRAKKS_FINISH_PLACING] = "placing"}},
};

const struct game game_trakks = {
    .id = "trakks",
    .seats_min = 2,
    .seats_max = TRAKKS_SEATS_MAX,
    .lowest_wins = true, /* K17 */
    .state_size = sizeof(struct trakks_state),
    .move_size = sizeof(struct trakks_place),
    .memory_size = sizeof(struct trakks_memory),
    .options = options,
    .option_count = TRAKKS_OPTIONS,
    .start = trakks_start,
    .to_act = trakks_to_act,
    .phase = trakks_phase,
    .check = trakks_check,
    .apply = trakks_apply,
    .legal = trakks_legal,
    .open_kind = trakks_open_kind,
    .draft = trakks_draft,
    .sample = trakks_sample,
    .view = trakks_view,
    .aids = trakks_aids,
    .determinize = trakks_determinize,
    .reveals = trakks_reveals,
    .observe = trakks_observe,
    .memory_fits = trakks_memory_fits,
    .result = trakks_result,
    .parse = trakks_parse,
    .format = trakks_format,
    .save = trakks_save,
    .load = trakks_load,
    .invariants = trakks_invariants,
    .encoding = GAME_ENCODING(trakks_encoding),
    .mind = &trakks_mind,
    .review = &trakks_review,
    .habits = GAME_HABITS(trakks_habits),
    .puzzle = &trakks_puzzle,
};
