/* What the review of a finished match says about the decisions of a seat, as they turned out. */
#include "base/base.h"
#include "game/mind.h"
#include "games/scale/mind/mind.h"
#include "games/scale/scale.h"
#include "support.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static uint8_t card(int value)
{
    return (uint8_t)(SCALE_CARD_VALUE + value - 1);
}

static struct scale_state table(int seats, int first, int second, int third)
{
    struct scale_state s;
    memset(&s, 0, sizeof s);
    s.seats = (uint8_t)seats;
    s.phase = SCALE_PHASE_PLAY;
    s.good = SCALE_GOOD_OF_TWO;
    s.bad = 8;
    s.card[0] = card(first);
    s.card[1] = card(second);
    s.card[2] = card(third);
    return s;
}

static void expect(const struct scale_state *states, size_t count, int seat, const char *key,
                   const char *detail)
{
    char storage[64];
    struct buffer said;
    buffer_start(&said, storage, sizeof storage);
    const char *found = scale_review.summary(states, sizeof *states, count, seat, &said);
    if (!key) {
        assert_null(found);
        return;
    }
    assert_string_equal(found, key);
    assert_string_equal(said.text, detail);
}

/* Seat 1 matches seat 0 and offers; seat 0 changes its card. Seat 2 did not match, so nothing was lost there. */
static void an_offer_is_let_go(void **unused)
{
    (void)unused;
    struct scale_state states[2] = {table(3, 5, 6, 9), table(3, 1, 6, 9)};
    states[0].offer[1] = states[0].offer[2] = 1;
    expect(states, 2, 0, "pairs_none", "0, 0, 0, 1, 0");
    expect(states, 2, 1, NULL, NULL);

    /* An offer that is still there, or that the end of the match takes away, is not let go. */
    states[1].offer[1] = 1;
    expect(states, 2, 0, NULL, NULL);
    states[1].offer[1] = 0;
    states[1].phase = SCALE_PHASE_OVER;
    expect(states, 2, 0, NULL, NULL);
}

/* Seat 1 offers a 9; seat 0 returns it with a 2. It was the decision of seat 0. */
static void a_wrong_offer_is_returned(void **unused)
{
    (void)unused;
    struct scale_state states[2] = {table(3, 2, 9, 4), table(3, 7, 7, 4)};
    states[0].offer[1] = 1;
    states[1].bad_of[0] = states[1].bad_of[1] = 1;
    expect(states, 2, 0, "pairs_by_chance", "1, 0, 0, 0, 1");
    expect(states, 2, 1, "pairs_by_chance", "1, 0, 0, 0, 0");

    /* A right one. */
    states[0].card[1] = card(3);
    states[1].bad_of[0] = states[1].bad_of[1] = 0;
    states[1].good_of[0] = states[1].good_of[1] = 1;
    expect(states, 2, 0, "pairs", "1, 1, 0, 0, 0");
}

/* 4 and 5: seat 0 first says no match, then agrees with seat 1. */
static void first_answers_of_two(void **unused)
{
    (void)unused;
    struct scale_state states[4] = {table(2, 4, 5, 0), table(2, 4, 5, 0), table(2, 4, 5, 0),
                                    table(2, 8, 1, 0)};
    states[1].answer[0] = states[2].answer[0] = SCALE_ANSWER_NO_MATCH;
    states[2].answer[1] = SCALE_ANSWER_MATCH;
    states[3].lid = 1;
    expect(states, 4, 0, "answers", "1, 1, 1, 1, 0");
    expect(states, 4, 1, "answers", "1, 1, 1, 1, 1");

    /* Seat 1 answers at once what seat 0 had said, and both are wrong. */
    states[2] = states[1];
    states[3] = states[0];
    states[3].phase = SCALE_PHASE_OVER;
    expect(states, 4, 1, "answers_by_chance", "1, 0, 1, 1, 0");
}

/* Pairs and offers are none, one or many. */
static void what_is_counted(void **unused)
{
    (void)unused;
    static const char *const said[][2] = {
        {"3, 2, 1, 0, 1",
         "Turning over 3 pairs brought 2 matches; guessing would have brought about one. "
         "Watching the performances paid off. "
         "Looking back, no matching offer was let go, and one wrong one accepted."},
        {"1, 1, 0, 12, 2",
         "Turning over one pair brought one match; guessing would have brought hardly any. "
         "Watching the performances paid off. "
         "Looking back, 12 matching offers were let go, and 2 wrong ones accepted."},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char storage[400];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_review(tested_texts(), ENGLISH, "scale", "pairs", said[i][0], &text);
        assert_string_equal(text.text, said[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_counted),
        cmocka_unit_test(an_offer_is_let_go),
        cmocka_unit_test(a_wrong_offer_is_returned),
        cmocka_unit_test(first_answers_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
