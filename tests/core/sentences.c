/* Unit tests of texts: filling in, the sentences of events, faults and hints. */
#include "support.h"

#include "game/teaching.h"
#include "games/trex/mind/mind.h"
#include "games/trex/trex.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

/* The English or French sentence for an event, read by a seat whose name is NULL. */
static const char *sentence(enum language language, const char *game, const char *event,
                            const char *const *names)
{
    static char text[300];
    static struct doc doc;
    tested_doc(&doc, event);
    struct buffer buffer;
    buffer_start(&buffer, text, sizeof text);
    texts_event(tested_texts(), language, game, &doc, doc_root(&doc), names, &buffer);
    return text;
}

static void test_event_sentences(void **unused)
{
    (void)unused;
    static const char *const names[] = {"Anna", "Luc", "Zoé"};
    assert_string_equal(
        sentence(ENGLISH, "template", "{\"type\":\"play\",\"seat\":1,\"fossil\":7}", names),
        "Luc plays fossil 7.");
    assert_string_equal(
        sentence(FRENCH, "template", "{\"type\":\"bury\",\"seat\":2,\"fossil\":\"?\"}", names),
        "Zoé enterre un fossile et en pioche un autre.");
    assert_string_equal(sentence(FRENCH, "template", "{\"type\":\"sing\",\"seat\":2}", names), "");
}

/* The reader is "you": verbs agree, cards have their article, scores have names. */
static void test_event_sentences_to_you(void **unused)
{
    (void)unused;
    static const char *const names[] = {"Anna", NULL, "Zoé", "Tim"};
    static const struct {
        const char *game, *event, *english, *french;
    } cases[] = {
        {"trex", "{\"type\":\"play\",\"seat\":1,\"card\":\"ms\"}", "You play the meteor shower.",
         "Vous jouez la pluie de météorites."},
        {"trex", "{\"type\":\"play\",\"seat\":0,\"card\":\"y6\"}", "Anna plays the yellow 6.",
         "Anna joue le 6 jaune."},
        {"trex", "{\"type\":\"meteor\",\"seat\":1}",
         "A meteor! The final lap begins, and you will play last.",
         "Une météorite ! Le dernier tour de table commence, et vous jouerez en dernier."},
        {"trex", "{\"type\":\"over\",\"seats\":[0],\"scores\":[19,-9,14,10]}",
         "The game is over. Anna wins. Scores: Anna 19, you −9, Zoé 14, Tim 10.",
         "La partie est finie. Anna gagne. Scores : Anna 19, vous −9, Zoé 14, Tim 10."},
        {"trex", "{\"type\":\"over\",\"seats\":[1],\"scores\":[1,2,3,4]}",
         "The game is over. You win. Scores: Anna 1, you 2, Zoé 3, Tim 4.",
         "La partie est finie. Vous gagnez. Scores : Anna 1, vous 2, Zoé 3, Tim 4."},
        {"trex", "{\"type\":\"ranking\",\"seats\":[2,1],\"cards\":[\"y6\",\"r5\"]}",
         "From strongest to weakest: Zoé (yellow 6), you (red 5).",
         "Du plus fort au plus faible : Zoé (6 jaune), vous (5 rouge)."},
        {"trakks", "{\"type\":\"hand_over\",\"seats\":[0,2,3]}",
         "Everyone has chosen. Anna, Zoé and Tim pass tiles to the left.",
         "Tout le monde a choisi. Anna, Zoé et Tim passent des tuiles à gauche."},
        {"trakks", "{\"type\":\"hand_over\",\"seats\":[1,2]}",
         "Everyone has chosen. You and Zoé pass tiles to the left.",
         "Tout le monde a choisi. Vous et Zoé passez des tuiles à gauche."},
        {"tyrannosaurus",
         "{\"type\":\"loss\",\"seat\":1,\"square\":\"c3\",\"reason\":\"ran_into_tyrex\",\"trees\":"
         "2}",
         "You run into the Ty-Rex on c3 and lose a tree: 2 are left.",
         "Vous vous jetez dans la gueule du Ty-Rex en c3 et perdez un arbre : il vous en reste 2."},
        {"tyrannosaurus", "{\"type\":\"bone\",\"from\":0,\"to\":1}", "Anna passes you the bone.",
         "Anna vous passe l’os."},
        {"tyrannosaurus", "{\"type\":\"bone\",\"from\":1,\"to\":2}", "You pass the bone to Zoé.",
         "Vous passez l’os à Zoé."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(sentence(ENGLISH, cases[i].game, cases[i].event, names),
                            cases[i].english);
        assert_string_equal(sentence(FRENCH, cases[i].game, cases[i].event, names),
                            cases[i].french);
    }
}

/* A refusal names directions as players type them. */
static void test_fault_sentences(void **unused)
{
    (void)unused;
    struct fault fault;
    fault_set(&fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.off_board", "%s", "SW");
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[200];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_fault(tested_texts(), (enum language)language, &fault, &text);
        assert_non_null(strstr(text.text, language == FRENCH ? " SO " : " SW "));
    }
}

/* Hints name tiles and cards in words. */
static void test_hint_sentences(void **unused)
{
    (void)unused;
    char storage[400];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), FRENCH, "trakks", "goes_with", "y8, r12", NULL, &text);
    assert_non_null(strstr(text.text, " 8 jaune, 12 rouge."));
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), ENGLISH, "tyrannosaurus", "safe_tree", "b3", NULL, &text);
    assert_non_null(strstr(text.text, "tree on b3,"));
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), ENGLISH, "trakks", "fits_more", "12, 0", NULL, &text);
    assert_non_null(strstr(text.text, "could lay 12 of your tiles next turn; otherwise none."));
}

/* A hint says "you" to its reader, and to others the name of the seat; every hint of every game does. */
static void test_hint_sentences_about_others(void **unused)
{
    (void)unused;
    static const char *const yours[LANGUAGES][7] = {
        {" you ", " you.", " your ", " yours", "You "},
        {" vous ", " vous.", " votre ", " vos ", "Vous ", "Votre "}};
    char storage[1000];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    texts_hint(tested_texts(), FRENCH, "trakks", "opens_later", "y8", "Ada {x}", &text);
    assert_memory_equal(text.text, "Ada {x} ne peut pas encore ouvrir", 33);
    for (const struct game *const *game = games_all; *game; game++) {
        const struct mind_teaching *teaching = (*game)->mind ? (*game)->mind->teaching : NULL;
        for (int i = 0; teaching && teaching->facts[i].key; i++)
            for (int language = 0; language < LANGUAGES; language++) {
                buffer_start(&text, storage, sizeof storage);
                buffer_add_char(&text, ' ');
                texts_hint(tested_texts(), (enum language)language, (*game)->id,
                           teaching->facts[i].key, "1, 2, 3", "Ada", &text);
                for (int word = 0; yours[language][word]; word++)
                    if (strstr(text.text, yours[language][word]))
                        fail_msg("%s: %s", teaching->facts[i].key, text.text);
                buffer_start(&text, storage, sizeof storage);
                texts_hint(tested_texts(), (enum language)language, (*game)->id,
                           teaching->facts[i].key, "1, 2, 3", NULL, &text);
                assert_null(strpbrk(text.text, "#|{}"));
            }
    }
}

/* Whether a fact speaks for a move against another one, with these values. */
static void assert_fact(const struct mind_teaching *teaching, const void *view, struct move move,
                        struct move instead, const char *key, const char *detail)
{
    char storage[16];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    const struct mind_question question = {.view = view, .way = MIND_PLAIN};
    struct mind_choice choice = {.move.head = move}, other = {.move.head = instead};
    int fact = 0;
    while (strcmp(teaching->facts[fact].key, key) != 0)
        fact++;
    teaching->describe(&question, &choice);
    teaching->describe(&question, &other);
    assert_true(choice.facts[fact] > 0 && choice.facts[fact] > other.facts[fact]);
    teaching->detail(&question, &choice, &other, fact, &text);
    assert_string_equal(text.text, detail);
}

/* An egg is good because of what it brings, or would bring the second player. */
static void test_hint_of_an_egg(void **unused)
{
    (void)unused;
    struct trex_state view = {.seats = 2, .phase = TREX_PHASE_EGG, .ranking = {0, 1}};
    const struct move first = {.kind = TREX_EGG}, second = {.kind = TREX_EGG, .a = 1};
    view.eggs[1] = 1;
    view.players[1].eggs[0] = 3; /* the second player would get 7 for the first egg */
    assert_fact(&trex_teaching, &view, first, second, "denies_points", "7, 1");
    view.players[0].eggs[1] = 2;
    assert_fact(&trex_teaching, &view, second, first, "more_points", "5, 1");
}

/* Before anyone has finished the final lap, no card beats the others yet. */
static void test_hint_of_the_first_in_a_lap(void **unused)
{
    (void)unused;
    enum { GREEN_4 = 3, RED_10 = 9 };
    struct trex_state view = {.seats = 2, .strong = 1, .weak = 2, .play_count = 1};
    memset(view.components.symbols, 1, sizeof view.components.symbols);
    view.meteor = view.plays[0] = (struct trex_play){.seat = 1, .card = 6};
    view.players[0].hand = trex_card_bit(GREEN_4) | trex_card_bit(RED_10);
    view.players[1].deck_count = 1;
    const struct move green = {.kind = TREX_PLAY, .a = GREEN_4},
                      red = {.kind = TREX_PLAY, .a = RED_10};
    assert_fact(&trex_teaching, &view, red, green, "sets_mark", "1, 0");
    assert_fact(&trex_teaching, &view, green, red, "keeps_strongest", "r10");
}

/* A hint says so if its push or step does nothing. */
static void test_hint_of_an_ignored_push(void **unused)
{
    (void)unused;
    enum { A1 = 9, A5 = 41, E1 = 13, C3 = 27 };
    struct tyrannosaurus_state view = {.seats = 2, .phase = TYREX_PHASE_LAKE, .lake = A5};
    view.volcano = E1;
    view.tyrex = C3;
    view.playing = view.waiting = 3;
    view.players[0] =
        (struct tyrannosaurus_player){.dino = TYREX_TRICERATOPS, .at = A1, .trees = 4};
    view.players[1] = (struct tyrannosaurus_player){.dino = TYREX_PTERANODON, .at = E1, .trees = 2};
    struct move north = {.kind = TYREX_CHOICE_STEER, .a = TYREX_NORTH};
    struct move south = {.kind = TYREX_CHOICE_STEER, .a = TYREX_SOUTH};
    assert_fact(&tyrannosaurus_teaching, &view, north, south, "push_ignored", "a5, lake");
    assert_fact(&tyrannosaurus_teaching, &view, south, north, "pushes_near", "a4, lake");
    view.phase = TYREX_PHASE_TYREX;
    view.tyrex = A5 + 1;
    assert_fact(&tyrannosaurus_teaching, &view, north, south, "steer_ignored", "b5");
}

static void test_languages(void **unused)
{
    (void)unused;
    enum language language = ENGLISH;
    assert_true(language_parse("fr_CA.UTF-8", &language));
    assert_int_equal(language, FRENCH);
    assert_true(language_parse("en", &language));
    assert_int_equal(language, ENGLISH);
    assert_false(language_parse("french", &language));
    assert_false(language_parse("", &language));
    assert_false(language_parse("C.UTF-8", &language));
}

static void write_marked(const void *context, char *field, struct buffer *out)
{
    const char *prefix = context;
    buffer_add_format(out, "%s%s", prefix, field);
}

static void test_filling(void **unused)
{
    (void)unused;
    static const struct {
        const char *sentence, *filled;
    } cases[] = {
        {"", ""},          {"plain", "plain"}, {"{a}", "<a"},          {"{a}{b|c}!", "<a<b|c!"},
        {"x{}y", "x<y"},   {"{", "{"},         {"open {a", "open {a"}, {"}{a}", "}<a"},
        {"{a{b}", "<a{b"},
    };
    char storage[FILL_FIELD_MAX * 2];
    struct buffer out;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buffer_start(&out, storage, sizeof storage);
        fill_sentence(&out, cases[i].sentence, write_marked, "<");
        assert_string_equal(out.text, cases[i].filled);
    }
    char field[FILL_FIELD_MAX + 3] = "{";
    memset(field + 1, 'x', FILL_FIELD_MAX);
    field[FILL_FIELD_MAX + 1] = '}';
    buffer_start(&out, storage, sizeof storage);
    fill_sentence(&out, field, write_marked, "<");
    assert_string_equal(out.text, ""); /* too long */
    buffer_start(&out, storage, sizeof storage);
    fill_detail(&out, "{detail}: no {other} {detail}.", "y6");
    assert_string_equal(out.text, "y6: no  y6.");
    assert_int_equal(fill_index("1"), 0);
    assert_int_equal(fill_index("9"), 8);
    assert_int_equal(fill_index("0"), -1);
    assert_int_equal(fill_index("10"), -1);
    assert_int_equal(fill_index(""), -1);
}

int sentences_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event_sentences),
        cmocka_unit_test(test_event_sentences_to_you),
        cmocka_unit_test(test_fault_sentences),
        cmocka_unit_test(test_hint_sentences),
        cmocka_unit_test(test_hint_sentences_about_others),
        cmocka_unit_test(test_hint_of_an_egg),
        cmocka_unit_test(test_hint_of_the_first_in_a_lap),
        cmocka_unit_test(test_hint_of_an_ignored_push),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_filling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
