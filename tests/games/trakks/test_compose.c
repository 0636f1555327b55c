/* The composer of Trakks placings: its commands, its complaints, and hostile input. */
#include "trakks_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

enum { STEPS = 40 };

/* b3 b4 b5 lie at 2,2 to 4,2; r7 g7 y7 at 7,2 to 7,4. */
static const char *const two_groups[] = {"b3@0,0 b4@1,0 b5@2,0", "r7@-5,9 g7@-5,10 y7@-5,11", NULL};
static const char two_groups_text[] = "place b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2";
static const char two_groups_rack[] = "b6 b3 b3 r1 r1 r2 r3 g14 plus arrow";
static const char *const nothing[] = {NULL};

static void test_lay_and_finish(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    EXPECT_SHEET(composing, two_groups_text);
    composing_type(composing, "+ b6 5,2");
    EXPECT_SHEET(composing, "place b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2");
    composing_type(composing, "done"); /* not allowed: continues */
    composing_expect(composing, "done", "K11");
    composing->allows = true;
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    assert_true(composer_line(composing->composer, "done", &move));
    assert_string_equal(move.text, "place b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2");
    composing_end(composing);
}

static void test_ways_to_lay(void **unused)
{
    (void)unused;
    static const struct {
        const char *line, *sheet;
    } cases[] = {
        {"+ r1 4,4 r2 5,4", "place r1@0,0 r2@1,0"},
        {"+ r1 r2 r3 4,4", "place r1@0,0 r2@1,0 r3@2,0"},
        {"+ r1 r2 r3 4,4 down", "place r1@0,0 r2@0,1 r3@0,2"},
        {"+ r1 r2 r3 4,4 bas", "place r1@0,0 r2@0,1 r3@0,2"},
        {"+ r1 r2 4,4 b3 4,5", "place r1@0,0 r2@1,0 b3@0,1"},
        {"+ r1 r2 r3", "place r1@0,0 r2@1,0 r3@2,0"},
        {"+r1@4,4 r2@4,5", "place r1@0,0 r2@0,1"},
        {"  +  R1   -3,-4  ", "place r1@0,0"},
        {"+ r1 4,4 r1 6,4", "place r1@0,0 | r1@0,0"},
        {"+ plus 4,4", "place plus@0,0"}, /* the rules refuse it later */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct composing *composing = composing_start(ENGLISH, nothing, two_groups_rack);
        composing_type(composing, cases[i].line);
        EXPECT_SHEET(composing, cases[i].sheet);
        composing_end(composing);
    }
}

/* A line without a place touches nothing, however often it is repeated. */
static void test_lay_where_there_is_room(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    composing_type(composing, "+ r1 r2 r3");
    composing_type(composing, "+ b3");
    composing_type(composing, "+ b3 b6 r1 g14 plus arrow");
    EXPECT_SHEET(composing,
                 "place b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2 | r1@0,0 r2@1,0 r3@2,0 | "
                 "b3@0,0 | b3@0,0 b6@1,0 r1@2,0 g14@3,0 plus@4,0 arrow@5,0");
    composing_expect(composing, "show", "Your rack would be empty");
    composing_end(composing);
}

/* There is no move text for an empty table. */
static void test_nothing_laid(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, nothing, two_groups_rack);
    composing->allows = true;
    composing_expect(composing, "show", "There are no tiles on the table yet");
    composing_expect(composing, "done", "There are no tiles on the table yet");
    assert_string_equal(composing->asked, "");
    composing_end(composing);
}

/* Impossible commands are reported and change nothing, even at the end of a line. */
static void test_complaints(void **unused)
{
    (void)unused;
    static const struct {
        const char *line, *english, *french;
    } cases[] = {
        {"+ g13 5,2", "no g13 left", "plus de g13"},
        {"+ g14 5,2 g14 5,3", "no g14 left", "plus de g14"},
        {"+ b6 3,2", "already a tile at 3,2", "déjà une tuile en 3,2"},
        {"+ r1 5,2 r1 5,2", "already a tile at 5,2", "déjà une tuile en 5,2"},
        {"+ r1 r2 998,5 r1 r3 999,7", "1000,7 is off the sheet", "1000,7 est hors"},
        {"+ r1 99999999999999999999,2", "100000,2 is off the sheet", "hors de la feuille"},
        {"- 9,9", "no tile at 9,9", "pas de tuile en 9,9"},
        {"- 2,2", "was on the table before", "avant votre tour"},
        {"- b6", "not laid any b6", "pas posé de b6"},
        {"- r7 2,2", "is not r7", "n’est pas r7"},
        {"move 9,9 1,1", "no tile at 9,9", "pas de tuile en 9,9"},
        {"move 2,2 3,2", "already a tile at 3,2", "déjà une tuile en 3,2"},
        {"move 2,2-4,2 6,4", "already a tile at 7,4", "déjà une tuile en 7,4"},
        {"move group 2,2 998,2", "1000,2 is off the sheet", "hors de la feuille"},
        {"turn 1,1", "no tile at 1,1", "pas de tuile en 1,1"},
        {"undo", "nothing to undo", "rien à annuler"},
        {"redo", "nothing to redo", "rien à refaire"},
        {"what", "not a command", "pas une commande"},
        {"+", "do not understand", "ne comprends pas"},
        {"+ 3,4", "do not understand", "ne comprends pas"},
        {"+ r15", "do not understand", "ne comprends pas"},
        {"+ r1 3;4", "do not understand", "ne comprends pas"},
        {"+ r1 5,2 down down", "do not understand", "ne comprends pas"},
        {"-", "do not understand", "ne comprends pas"},
        {"move 2,2", "do not understand", "ne comprends pas"},
        {"move 2,2 5,5 6,6", "do not understand", "ne comprends pas"},
        {"move 2,2-", "do not understand", "ne comprends pas"},
        {"turn", "do not understand", "ne comprends pas"},
        {"undo 3", "do not understand", "ne comprends pas"},
        {"done now", "do not understand", "ne comprends pas"},
    };
    for (int language = 0; language < LANGUAGES; language++) {
        struct composing *composing =
            composing_start((enum language)language, two_groups, two_groups_rack);
        composing->allows = true;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            composing_expect(composing, cases[i].line,
                             language == ENGLISH ? cases[i].english : cases[i].french);
            EXPECT_SHEET(composing, two_groups_text);
        }
        composing_end(composing);
    }
}

static void test_take_back(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    static const char *const ways[] = {"- 4,4 5,4", "- r1 r2", "- r1 4,4 r2", "-4,4 r2 5,4"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        composing_type(composing, "+ r1 r2 4,4");
        composing_type(composing, ways[i]);
        EXPECT_SHEET(composing, two_groups_text);
    }
    composing_type(composing, "+ r1 9,9 r1 11,9");
    composing_expect(composing, "- r1", "more than once");
    composing_type(composing, "- 9,9");
    composing_type(composing, "- r1");
    EXPECT_SHEET(composing, two_groups_text);
    composing_end(composing);
}

/* Equal tiles are interchangeable: the one from the table may go, as long as one was laid. */
static void test_take_back_an_equal_tile(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    composing_type(composing, "+ b3 2,3");
    composing_type(composing, "- 2,2");
    EXPECT_SHEET(composing, "place b4@0,0 b5@1,0 | r7@0,0 g7@0,1 y7@0,2 | b3@0,0");
    composing_expect(composing, "- 2,3", "was on the table before");
    composing_type(composing, "+ b3 b3 9,9"); /* both are on the rack again */
    composing_end(composing);
}

static void test_move(void **unused)
{
    (void)unused;
    static const struct {
        const char *line, *sheet;
    } cases[] = {
        {"move 4,2 1,2", "place b5@0,0 b3@1,0 b4@2,0 | r7@0,0 g7@0,1 y7@0,2"},
        {"bouger 4,2 vers 1,2", "place b5@0,0 b3@1,0 b4@2,0 | r7@0,0 g7@0,1 y7@0,2"},
        {"move 7,3-7,4 5,2", "place b3@0,0 b4@1,0 b5@2,0 g7@3,0 y7@3,1 | r7@0,0"},
        {"move 7,4-7,3 5,3", "place b3@0,0 b4@1,0 b5@2,0 g7@3,0 y7@3,1 | r7@0,0"},
        {"move 3,2-4,2 4,2", "place b3@0,0 | b4@0,0 b5@1,0 | r7@0,0 g7@0,1 y7@0,2"},
        {"move 1,1-9,9 -20,-20", two_groups_text},
        {"move group 7,3 to 5,2", "place r7@3,0 b3@0,1 b4@1,1 b5@2,1 g7@3,1 y7@3,2"},
        {"bouger groupe 7,3 vers 5,2", "place r7@3,0 b3@0,1 b4@1,1 b5@2,1 g7@3,1 y7@3,2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
        composing_type(composing, cases[i].line);
        EXPECT_SHEET(composing, cases[i].sheet);
        composing_end(composing);
    }
}

static void test_turn(void **unused)
{
    (void)unused;
    static const char *const crooked[] = {"b3@0,0 b4@1,0 b5@2,0 b6@3,0 r6@3,-1 y6@3,-2", NULL};
    struct composing *composing = composing_start(ENGLISH, crooked, "r1");
    composing_type(composing, "turn 2,4");
    EXPECT_SHEET(composing, "place b3@2,0 b4@2,1 b5@2,2 y6@0,3 r6@1,3 b6@2,3");
    composing_type(composing, "tourner 4,4");
    EXPECT_SHEET(composing, "place y6@3,0 r6@3,1 b3@0,2 b4@1,2 b5@2,2 b6@3,2");
    composing_end(composing);
    /* Turned in place, the second group would touch the third, so it moves elsewhere. */
    static const char *const close[] = {"b3@0,0 b4@1,0 b5@2,0", "r7@0,0 g7@0,1 y7@0,2",
                                        "g1@0,0 g2@0,1 g3@0,2", NULL};
    composing = composing_start(ENGLISH, close, "r1");
    composing_type(composing, "turn 7,3");
    EXPECT_SHEET(composing,
                 "place b3@0,0 b4@1,0 b5@2,0 | g1@0,0 g2@0,1 g3@0,2 | r7@0,0 g7@1,0 y7@2,0");
    composing_end(composing);
}

static void test_tidy(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    composing_type(composing, "move group 2,2 200,300");
    composing_type(composing, "move 7,3 -50,-50");
    composing_type(composing, "tidy");
    EXPECT_SHEET(composing, "place g7@0,0 | r7@0,0 | y7@0,0 | b3@0,0 b4@1,0 b5@2,0");
    composing_expect(composing, "show", "2 ");
    assert_null(strstr(composing->printed, "200"));
    composing_end(composing);
}

/* A script that uses every command, and the result of each step. */
static int play_script(struct composing *composing, char sheets[STEPS][GAME_MOVE_TEXT_MAX])
{
    static const char *const script[] = {
        "+ b6 5,2",
        "+ r1 r2 r3",
        "move group 7,2 20,20",
        "turn 2,2",
        "- b6",
        "+ b3 b3 30,30",
        "move 30,30-31,30 7,7",
        "tidy",
        "reset",
        "+ g14 -5,-5",
        "tidy",
        "move 2,2 40,2",
        "+ r1 r1 50,50 bas",
        "- r1 50,51",
    };
    int count = (int)(sizeof script / sizeof *script);
    snprintf(sheets[0], GAME_MOVE_TEXT_MAX, "%s", composing_sheet(composing));
    for (int i = 0; i < count; i++) {
        composing_type(composing, script[i]);
        snprintf(sheets[i + 1], GAME_MOVE_TEXT_MAX, "%s", composing_sheet(composing));
    }
    return count;
}

static void test_undo_redo(void **unused)
{
    (void)unused;
    static char sheets[STEPS][GAME_MOVE_TEXT_MAX];
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    int count = play_script(composing, sheets);
    for (int i = count - 1; i >= 0; i--) {
        composing_type(composing, "undo");
        EXPECT_SHEET(composing, sheets[i]);
    }
    composing_expect(composing, "undo", "nothing to undo");
    for (int i = 1; i <= count; i++) {
        composing_type(composing, "refaire");
        EXPECT_SHEET(composing, sheets[i]);
    }
    composing_expect(composing, "redo", "nothing to redo");
    composing_type(composing, "reset");
    EXPECT_SHEET(composing, two_groups_text);
    composing_type(composing, "annuler");
    EXPECT_SHEET(composing, sheets[count]);
    composing_type(composing, "+ r2"); /* a new step discards what could be redone */
    composing_expect(composing, "redo", "nothing to redo");
    composing_end(composing);
}

/* Of very many steps the oldest are forgotten; all others can be undone. */
static void test_many_steps(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    for (int i = 0; i < 500; i++) {
        composing_type(composing, "+ b6 5,2");
        composing_type(composing, "- b6");
    }
    int undone = 0;
    for (composing_type(composing, "undo"); !strstr(composing->printed, "nothing to undo");
         undone++)
        composing_type(composing, "undo");
    assert_in_range(undone, 100, 1000);
    composing_type(composing, "reset");
    EXPECT_SHEET(composing, two_groups_text);
    composing_end(composing);
}

static void test_takes(void **unused)
{
    (void)unused;
    static const char *const taken[] = {
        "+",       "+ r7 3,4", "+r7",     "- 3,4",  "-3,4",    "move",    "MOVE 1,1 2,2",
        " undo",   "redo",     "reset",   "show",   "done",    "?",       "turn 1,1",
        "tidy",    "bouger",   "tourner", "ranger", "annuler", "refaire", "recommencer",
        "montrer", "fini"};
    static const char *const left[] = {
        "",    " ",     "draw",  "take r7", "place b3@0,0", "12",    "moves",    "help",
        "mov", "donee", "arrow", "plus 1",  "pass",         "undo,", "\xff\xfe", "r7 3,4"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        assert_true(composer_takes(taken[i]));
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        assert_false(composer_takes(left[i]));
}

static void test_help(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(FRENCH, two_groups, two_groups_rack);
    static const char *const words[] = {"+ r7 3,4", "- 3,4",   "bouger",  "tourner",
                                        "ranger",   "annuler", "refaire", "recommencer",
                                        "montrer",  "fini",    "?"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        composing_expect(composing, "?", words[i]);
    composing_end(composing);
}

/* Every tile of the table is still there, and none too many. */
static void expect_sound(struct composing *composing)
{
    static const char *const on_table[] = {"b3@", "b4@", "b5@", "r7@", "g7@", "y7@"};
    const char *sheet = composing_sheet(composing);
    int count = 0;
    for (const char *at = sheet; (at = strchr(at, '@')); at++)
        count++;
    assert_in_range(count, 6, 16);
    for (size_t i = 0; i < sizeof on_table / sizeof *on_table; i++)
        assert_non_null(strstr(sheet, on_table[i]));
}

/* No line is wider than the terminal. */
static void expect_narrow(struct composing *composing)
{
    for (const char *line = composing->printed; *line;) {
        size_t length = strcspn(line, "\n");
        if (terminal_width(line, length) > COMPOSING_COLUMNS)
            fail_msg("too wide: %.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Random lines of command fragments, broken commands and arbitrary bytes. */
static void make_line(struct rng *rng, char *line, size_t capacity)
{
    static const char *const pieces[] = {"+",     "-",        "move",
                                         "group", "turn",     "tidy",
                                         "undo",  "redo",     "reset",
                                         "b6",    "b3",       "r1",
                                         "r2",    "g14",      "plus",
                                         "2,2",   "3,2",      "7,2",
                                         "5,2",   "8,8",      "2,2-4,4",
                                         "-9,3",  "99,99",    "999,-99",
                                         ",",     "-",        "9999999999999999999999,1",
                                         "down",  "to",       "@",
                                         "\xc3",  "\xf0\x9f", "é",
                                         "%s%n",  "{1}",      "**`",
                                         "\t",    "\x1b[2J",  "r7"};
    struct buffer text;
    buffer_start(&text, line, capacity);
    static const char *const commands[] = {"+ ",   "- ",   "move ", "turn ",
                                           "undo", "redo", "tidy",  ""};
    buffer_add(&text, commands[rng_below(rng, sizeof commands / sizeof *commands)]);
    for (uint32_t count = rng_below(rng, 6); count; count--) {
        buffer_add(&text, pieces[rng_below(rng, sizeof pieces / sizeof *pieces)]);
        if (rng_below(rng, 8))
            buffer_add_char(&text, ' ');
    }
    if (text.length && rng_below(rng, 20) == 0)
        line[rng_below(rng, (uint32_t)text.length)] = (char)rng_below(rng, 256);
}

static void test_hostile_lines(void **unused)
{
    (void)unused;
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    struct rng rng;
    rng_start(&rng, 2014);
    for (int i = 0; i < 20000; i++) {
        char line[256];
        make_line(&rng, line, sizeof line);
        composing_type(composing, line);
        expect_narrow(composing);
        if (i % 16 == 0)
            expect_sound(composing);
    }
    composing_end(composing);
}

static void test_long_lines(void **unused)
{
    (void)unused;
    enum { LONG = 1 << 20 };
    struct composing *composing = composing_start(ENGLISH, two_groups, two_groups_rack);
    char *line = malloc(LONG + 1);
    assert_non_null(line);
    line[LONG] = '\0';
    static const char *const fillings[] = {"+ ", "x",       "- 2,2 ",    "r1 ",
                                           "9 ", "r1 2,2 ", "move 2,2-", "\xff"};
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++) {
        for (int at = 0; at < LONG; at++)
            line[at] = fillings[i][(size_t)at % strlen(fillings[i])];
        composing_type(composing, line);
        EXPECT_SHEET(composing, two_groups_text);
        memcpy(line, "+ r1 ", 5);
        composing_type(composing, line);
        EXPECT_SHEET(composing, two_groups_text);
    }
    free(line);
    composing_end(composing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lay_and_finish),
        cmocka_unit_test(test_ways_to_lay),
        cmocka_unit_test(test_lay_where_there_is_room),
        cmocka_unit_test(test_nothing_laid),
        cmocka_unit_test(test_complaints),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_take_back_an_equal_tile),
        cmocka_unit_test(test_move),
        cmocka_unit_test(test_turn),
        cmocka_unit_test(test_tidy),
        cmocka_unit_test(test_undo_redo),
        cmocka_unit_test(test_many_steps),
        cmocka_unit_test(test_takes),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_hostile_lines),
        cmocka_unit_test(test_long_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
