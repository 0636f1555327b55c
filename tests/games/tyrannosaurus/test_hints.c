/* What is true of a rest: in each of these positions the first fact is the one that is expected.
 *
 * usage: tyrannosaurus_hints; prints what failed. */
#include "game/teaching.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { SEATS = 3 };
enum { A5 = 41, B3 = 26, B4 = 34, C3 = TYREX_DEN, D4 = 36, E1 = 13, E2 = 21 };

/* Three dinosaurs, the first one resting; the Lake is on a5, the Volcano on e1. */
static const struct place {
    uint8_t at[SEATS], tyrex;
    uint64_t trees;
    const char *reason, *detail;
} places[] = {
    {{A5, E1, E2}, B4, TYREX_BOARD, "rests_in_refuge", "a5"},
    {{B3, E1, E2}, B3, TYREX_BOARD, "tyrex_leaves_tree", "b3"},
    {{B3, B3, E2}, B3, TYREX_BOARD, "under_tyrex", "b3"},
    {{B3, E1, E2}, B3, 0, "under_tyrex", "b3"},
    {{B3, E1, E2}, D4, 0, "spends_rest", "b3"},
    {{B3, E1, E2}, D4, TYREX_BOARD, "calm_rest", "b3"},
    {{B3, E1, E2}, TYREX_NOWHERE, TYREX_BOARD, "calm_rest", "b3"},
    {{C3, E1, E1}, TYREX_NOWHERE, TYREX_BOARD, "", ""},
    {{B3, B4, E2}, D4, TYREX_BOARD, "", ""},
    {{B3, E1, E2}, B4, TYREX_BOARD, "", ""},
};
enum { PLACES = sizeof places / sizeof *places };

static struct tyrannosaurus_state state_at(const struct match *match, const struct place *place)
{
    struct tyrannosaurus_state s;
    memcpy(&s, match->state.bytes, sizeof s);
    for (int seat = 0; seat < SEATS; seat++)
        s.players[seat].at = place->at[seat];
    s.players[0].dino = TYREX_DIPLODOCUS;
    s.phase = TYREX_PHASE_ACT;
    s.lake = A5;
    s.volcano = E1;
    s.tyrex = place->tyrex;
    s.trees = place->trees;
    return s;
}

/* Not one that is also true of movements. */
static bool is_of_rests(const char *key)
{
    return strcmp(key, "out_of_reach") != 0 && strcmp(key, "unfollowed") != 0 &&
           strcmp(key, "trees_around") != 0;
}

int main(void)
{
    struct match match = {0};
    struct rng rng;
    int failed = 0;
    rng_start(&rng, 1);
    tested_match_start(&match, &game_tyrannosaurus, SEATS, "hints", &rng);
    for (int i = 0; i < PLACES; i++) {
        struct tyrannosaurus_state view = state_at(&match, &places[i]);
        struct mind_question question = {.view = &view, .way = MIND_FULL};
        struct mind_choice rest = {.move.head.kind = TYREX_CHOICE_REST}, none = {.value = 0};
        char text[8] = "";
        struct buffer detail;
        const struct mind_teaching *teaching = &tyrannosaurus_teaching;
        const char *reason = "";
        buffer_start(&detail, text, sizeof text);
        teaching->describe(&question, &rest);
        for (int fact = 0; teaching->facts[fact].key && !*reason; fact++)
            if (rest.facts[fact] > 0 && is_of_rests(teaching->facts[fact].key)) {
                reason = teaching->facts[fact].key;
                teaching->detail(&question, &rest, &none, fact, &detail);
            }
        if (strcmp(reason, places[i].reason) != 0 || strcmp(text, places[i].detail) != 0) {
            printf("place %d: %s %s\n", i, reason, text);
            failed++;
        }
    }
    match_free(&match);
    printf("%d passed, %d failed\n", PLACES - failed, failed);
    return failed > 0;
}
