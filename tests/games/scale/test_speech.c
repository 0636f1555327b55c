/* S5: what performers may and may not say. */
#include "games/scale/scale.h"
#include "games/scale/scale_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const refused_texts[] = {
    "6",
    "grr 10 !",
    "s1x",
    "٣",
    "６",
    "x²",
    "½",
    "Ⅳ",
    "③",
    "🔟",
    "𝟗",
    "5️⃣",
    "三", /* digits */
    "seven",
    "SEVEN",
    "I am a six.",
    "twenty-two",
    "twentytwo",
    "the third one",
    "a dozen",
    "deux",
    "Vingt-deux",
    "vingtdeux",
    "quatre-vingt-dix-neuf",
    "CINQ !",
    "zéro",
    "dixième",
    "une dizaine",
    "un",
    "Un !",
    "niveau un",
    "une…",
    "un, peut-être",
    "one",
    "no-one",
    "half",
    "Half!",
    "more",
    "no more",
    "less",
    "louder than you",
    "the others",
    "same",
    "maximum",
    "moitié",
    "MOITIÉ",
    "moitie\xCC\x81",
    "plus",
    "moins",
    "l'autre",
    "l’autre",
    "d’autres",
    "demi-dinosaure",
    "pareil",
    "même",
    "à moitié endormi",
    "pire",
    "autant",
    "s\xC2\xADix",
    "s\xE2\x80\x8Bix",
    "ｓｉｘ",
    "d\xFFix",
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused_texts / sizeof *refused_texts; i++)
        if (scale_speech_allowed(refused_texts[i])) {
            print_error("allowed: %s\n", refused_texts[i]);
            fail();
        }
}

static void allowed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        " ",
        "GRRRAAAAH!!!",
        "Roar",
        "Je suis un dinosaure",
        "une fleur",
        "un « gros » monstre",
        "je suis un 🦖",
        "quelqu'un ?",
        "quelqu’un ?",
        "l’un",
        "aucun",
        "someone",
        "often",
        "tension",
        "sixain",
        "plusieurs",
        "surplus",
        "Miaou… miaou…",
        "look at my muscles",
        "regardez mes muscles !",
        "tout doucement",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "\xFF\xFE\x80",
        "\xF0\x9F",
        "привет",
        "こんにちは",
        "œuf",
        "cœur",
        "ça va ?",
        "🦖🦖🦖",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!scale_speech_allowed(texts[i])) {
            print_error("refused: %s\n", texts[i]);
            fail();
        }
}

/* Every word of the list is refused on its own, in capitals and in a sentence. It must be written
 * in plain letters, or it would never match. */
static void every_word(void **state)
{
    (void)state;
    for (int i = 0; scale_speech_forbidden[i]; i++) {
        const char *word = scale_speech_forbidden[i];
        assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz"), strlen(word));
        char text[128], capitals[64] = "";
        for (size_t k = 0; word[k]; k++)
            capitals[k] = (char)(word[k] - 'a' + 'A');
        snprintf(text, sizeof text, "grr, %s, grr", word);
        assert_false(scale_speech_allowed(word));
        assert_false(scale_speech_allowed(capitals));
        assert_false(scale_speech_allowed(text));
        snprintf(text, sizeof text, "zz%szz", word);
        assert_true(scale_speech_allowed(text));
    }
}

/* S5 applies to performers: everybody during play, the tied players while the others vote (S12). */
static void only_performers(void **state)
{
    (void)state;
    struct scale_state s = {.seats = 3, .phase = SCALE_PHASE_PLAY, .tied = 3};
    struct fault fault = {0};
    assert_false(game_scale.may_say(&s, 2, "seven", &fault));
    assert_int_equal(fault.code, FAULT_FORBIDDEN);
    assert_string_equal(fault.rule, "S5");
    assert_true(game_scale.may_say(&s, 2, "grr", &fault));
    assert_false(game_scale.may_say(&s, GAME_SPECTATOR, "seven", &fault));
    assert_true(game_scale.may_say(&s, GAME_SPECTATOR, "grr", &fault));
    s.phase = SCALE_PHASE_PICK;
    assert_true(game_scale.may_say(&s, 0, "seven", &fault));
    s.phase = SCALE_PHASE_VOTE;
    assert_false(game_scale.may_say(&s, 0, "seven", &fault));
    assert_true(game_scale.may_say(&s, 2, "seven", &fault));
    assert_false(game_scale.may_say(&s, GAME_SPECTATOR, "seven", &fault));
    s.phase = SCALE_PHASE_OVER;
    assert_true(game_scale.may_say(&s, GAME_SPECTATOR, "seven", &fault));
    assert_true(game_scale.may_say(&s, 0, "seven", &fault));
}

/* Clocks run for players who hold up the match, not for those who perform. */
static void who_is_waited_for(void **state)
{
    (void)state;
    struct scale_state s = {.seats = 4, .phase = SCALE_PHASE_PLAY};
    assert_int_equal(game_scale.awaited(&s), 0);
    s.swapping = 4;
    assert_int_equal(game_scale.awaited(&s), 4);
    s = (struct scale_state){.seats = 4, .phase = SCALE_PHASE_PICK, .tied = 3};
    assert_int_equal(game_scale.awaited(&s), 4);
    s.phase = SCALE_PHASE_VOTE;
    assert_int_equal(game_scale.awaited(&s), 12);
    s.vote[2] = 1;
    assert_int_equal(game_scale.awaited(&s), 8);
    s.phase = SCALE_PHASE_OVER;
    assert_int_equal(game_scale.awaited(&s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused), cmocka_unit_test(allowed), cmocka_unit_test(every_word),
        cmocka_unit_test(only_performers), cmocka_unit_test(who_is_waited_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
