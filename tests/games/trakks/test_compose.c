/* The composer of Trakks placings, with a check that allows and refuses as the test likes: what
 * it is asked about shows which sheet was made. */
#include "support.h"

#include "games/trakks/trakks.h"
#include "terminal/games/trakks/compose.h"
#include "terminal/games/trakks/sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

enum { STEPS = 40, COLUMNS = 80 };

static const char *const names[] = {"Ann", "Ben"};

/* One composer, what it was last asked, and what it has printed since the last line. */
struct table {
    struct console console;
    struct terminal terminal;
    struct doc view;
    struct composer *composer;
    bool allows;
    char asked[GAME_MOVE_TEXT_MAX];
    char *printed;
    size_t printed_length;
};

static bool check(void *context, const char *move, struct fault *fault)
{
    struct table *table = context;
    snprintf(table->asked, sizeof table->asked, "%s", move);
    return table->allows ||
           fault_set(fault, FAULT_ILLEGAL_MOVE, "K11", "trakks.line_of_two", "b3 b4");
}

static void add_list(struct doc *doc, const char *key, const char *texts)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", texts);
    doc_list(doc, key);
    char *rest;
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest))
        doc_string(doc, NULL, text);
    doc_end(doc);
}

/* Groups of a table; Ann's rack. The groups are set out from 2,2 on, with two cells between. */
static struct table *sit_down(enum language language, const char *const *groups, const char *rack)
{
    struct table *table = calloc(1, sizeof *table);
    struct fault fault;
    assert_non_null(table);
    table->console = (struct console){.language = language, .texts = texts_load(NULL, &fault)};
    table->terminal = (struct terminal){
        .out = open_memstream(&table->printed, &table->printed_length), .columns = COLUMNS};
    doc_start(&table->view);
    doc_object(&table->view, NULL);
    doc_list(&table->view, "table");
    for (; *groups; groups++)
        add_list(&table->view, NULL, *groups);
    doc_end(&table->view);
    doc_list(&table->view, "players");
    doc_object(&table->view, NULL);
    add_list(&table->view, "rack", rack);
    doc_end(&table->view);
    doc_end(&table->view);
    doc_end(&table->view);
    struct drawing drawing = {.console = &table->console,
                              .terminal = &table->terminal,
                              .game = &game_trakks,
                              .view = &table->view,
                              .viewer = 0,
                              .names = names};
    table->composer = composer_new(&drawing, check, table);
    memset(&table->view, 0xA5, sizeof table->view); /* nobody needs it any longer */
    return table;
}

static void stand_up(struct table *table)
{
    composer_free(table->composer);
    fclose(table->terminal.out);
    free(table->printed);
    texts_free(table->console.texts);
    free(table);
}

/* Types a line that does not complete the move; what it prints is in table->printed. */
static void type(struct table *table, const char *line)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    rewind(table->terminal.out);
    bool complete = composer_line(table->composer, line, &move);
    fputc('\0', table->terminal.out);
    fflush(table->terminal.out);
    assert_false(complete);
}

/* The sheet as it is, by what a check is asked about. */
static const char *sheet_now(struct table *table)
{
    type(table, "show");
    return table->asked;
}

#define EXPECT_SHEET(table, text) assert_string_equal(sheet_now(table), text)

static void expect_said(struct table *table, const char *line, const char *said)
{
    type(table, line);
    if (!strstr(table->printed, said))
        fail_msg("“%s” says not “%s” but:\n%s", line, said, table->printed);
}

/* b3 b4 b5 lie at 2,2 to 4,2; r7 g7 y7 at 7,2 to 7,4. */
static const char *const two_groups[] = {"b3@0,0 b4@1,0 b5@2,0", "r7@-5,9 g7@-5,10 y7@-5,11", NULL};
static const char two_groups_text[] = "place b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2";
static const char two_groups_rack[] = "b6 b3 b3 r1 r1 r2 r3 g14 plus arrow";
static const char *const nothing[] = {NULL};

static void test_lay_and_finish(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    EXPECT_SHEET(table, two_groups_text);
    type(table, "+ b6 5,2");
    EXPECT_SHEET(table, "place b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2");
    type(table, "done"); /* not allowed: goes on */
    expect_said(table, "done", "K11");
    table->allows = true;
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    assert_true(composer_line(table->composer, "done", &move));
    assert_string_equal(move.text, "place b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2");
    stand_up(table);
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
        {"+ plus 4,4", "place plus@0,0"}, /* that it is never laid is for the rules to say */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table *table = sit_down(ENGLISH, nothing, two_groups_rack);
        type(table, cases[i].line);
        EXPECT_SHEET(table, cases[i].sheet);
        stand_up(table);
    }
}

/* A line without a place touches nothing, however often. */
static void test_lay_where_there_is_room(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    type(table, "+ r1 r2 r3");
    type(table, "+ b3");
    type(table, "+ b3 b6 r1 g14 plus arrow");
    EXPECT_SHEET(table,
                 "place b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2 | r1@0,0 r2@1,0 r3@2,0 | "
                 "b3@0,0 | b3@0,0 b6@1,0 r1@2,0 g14@3,0 plus@4,0 arrow@5,0");
    expect_said(table, "show", "Your rack would be empty");
    stand_up(table);
}

/* There is no move text for an empty table. */
static void test_nothing_laid(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, nothing, two_groups_rack);
    table->allows = true;
    expect_said(table, "show", "There are no tiles on the table yet");
    expect_said(table, "done", "There are no tiles on the table yet");
    assert_string_equal(table->asked, "");
    stand_up(table);
}

/* What cannot be done is said, and changes nothing, also when it is the last part of a line. */
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
        struct table *table = sit_down((enum language)language, two_groups, two_groups_rack);
        table->allows = true;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            expect_said(table, cases[i].line,
                        language == ENGLISH ? cases[i].english : cases[i].french);
            EXPECT_SHEET(table, two_groups_text);
        }
        stand_up(table);
    }
}

static void test_take_back(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    static const char *const ways[] = {"- 4,4 5,4", "- r1 r2", "- r1 4,4 r2", "-4,4 r2 5,4"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        type(table, "+ r1 r2 4,4");
        type(table, ways[i]);
        EXPECT_SHEET(table, two_groups_text);
    }
    type(table, "+ r1 9,9 r1 11,9");
    expect_said(table, "- r1", "more than once");
    type(table, "- 9,9");
    type(table, "- r1");
    EXPECT_SHEET(table, two_groups_text);
    stand_up(table);
}

/* Equal tiles are interchangeable: the one from the table may go, as long as one was laid. */
static void test_take_back_an_equal_tile(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    type(table, "+ b3 2,3");
    type(table, "- 2,2");
    EXPECT_SHEET(table, "place b4@0,0 b5@1,0 | r7@0,0 g7@0,1 y7@0,2 | b3@0,0");
    expect_said(table, "- 2,3", "was on the table before");
    type(table, "+ b3 b3 9,9"); /* both are on the rack again */
    stand_up(table);
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
        struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
        type(table, cases[i].line);
        EXPECT_SHEET(table, cases[i].sheet);
        stand_up(table);
    }
}

static void test_turn(void **unused)
{
    (void)unused;
    static const char *const crooked[] = {"b3@0,0 b4@1,0 b5@2,0 b6@3,0 r6@3,-1 y6@3,-2", NULL};
    struct table *table = sit_down(ENGLISH, crooked, "r1");
    type(table, "turn 2,4");
    EXPECT_SHEET(table, "place b3@2,0 b4@2,1 b5@2,2 y6@0,3 r6@1,3 b6@2,3");
    type(table, "tourner 4,4");
    EXPECT_SHEET(table, "place y6@3,0 r6@3,1 b3@0,2 b4@1,2 b5@2,2 b6@3,2");
    stand_up(table);
    /* Turned where it is, the second group would run into the third: it goes elsewhere. */
    static const char *const close[] = {"b3@0,0 b4@1,0 b5@2,0", "r7@0,0 g7@0,1 y7@0,2",
                                        "g1@0,0 g2@0,1 g3@0,2", NULL};
    table = sit_down(ENGLISH, close, "r1");
    type(table, "turn 7,3");
    EXPECT_SHEET(table, "place b3@0,0 b4@1,0 b5@2,0 | g1@0,0 g2@0,1 g3@0,2 | r7@0,0 g7@1,0 y7@2,0");
    stand_up(table);
}

static void test_tidy(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    type(table, "move group 2,2 200,300");
    type(table, "move 7,3 -50,-50");
    type(table, "tidy");
    EXPECT_SHEET(table, "place g7@0,0 | r7@0,0 | y7@0,0 | b3@0,0 b4@1,0 b5@2,0");
    expect_said(table, "show", "2 ");
    assert_null(strstr(table->printed, "200"));
    stand_up(table);
}

/* A script that touches every command, and where each step leads. */
static int play_script(struct table *table, char sheets[STEPS][GAME_MOVE_TEXT_MAX])
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
    snprintf(sheets[0], GAME_MOVE_TEXT_MAX, "%s", sheet_now(table));
    for (int i = 0; i < count; i++) {
        type(table, script[i]);
        snprintf(sheets[i + 1], GAME_MOVE_TEXT_MAX, "%s", sheet_now(table));
    }
    return count;
}

static void test_undo_redo(void **unused)
{
    (void)unused;
    static char sheets[STEPS][GAME_MOVE_TEXT_MAX];
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    int count = play_script(table, sheets);
    for (int i = count - 1; i >= 0; i--) {
        type(table, "undo");
        EXPECT_SHEET(table, sheets[i]);
    }
    expect_said(table, "undo", "nothing to undo");
    for (int i = 1; i <= count; i++) {
        type(table, "refaire");
        EXPECT_SHEET(table, sheets[i]);
    }
    expect_said(table, "redo", "nothing to redo");
    type(table, "reset");
    EXPECT_SHEET(table, two_groups_text);
    type(table, "annuler");
    EXPECT_SHEET(table, sheets[count]);
    type(table, "+ r2"); /* a new step ends what could be redone */
    expect_said(table, "redo", "nothing to redo");
    stand_up(table);
}

/* The oldest of very many steps are forgotten, the others can all be undone. */
static void test_many_steps(void **unused)
{
    (void)unused;
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    for (int i = 0; i < 500; i++) {
        type(table, "+ b6 5,2");
        type(table, "- b6");
    }
    int undone = 0;
    for (type(table, "undo"); !strstr(table->printed, "nothing to undo"); undone++)
        type(table, "undo");
    assert_in_range(undone, 100, 1000);
    type(table, "reset");
    EXPECT_SHEET(table, two_groups_text);
    stand_up(table);
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
    struct table *table = sit_down(FRENCH, two_groups, two_groups_rack);
    static const char *const words[] = {"+ r7 3,4", "- 3,4",   "bouger",  "tourner",
                                        "ranger",   "annuler", "refaire", "recommencer",
                                        "montrer",  "fini",    "?"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        expect_said(table, "?", words[i]);
    stand_up(table);
}

/* Every tile of the table is there, and none too many. */
static void expect_sound(struct table *table)
{
    static const char *const on_table[] = {"b3@", "b4@", "b5@", "r7@", "g7@", "y7@"};
    const char *sheet = sheet_now(table);
    int count = 0;
    for (const char *at = sheet; (at = strchr(at, '@')); at++)
        count++;
    assert_in_range(count, 6, 16);
    for (size_t i = 0; i < sizeof on_table / sizeof *on_table; i++)
        assert_non_null(strstr(sheet, on_table[i]));
}

/* No line is wider than the terminal. */
static void expect_narrow(struct table *table)
{
    for (const char *line = table->printed; *line;) {
        size_t length = strcspn(line, "\n");
        if (terminal_width(line, length) > COLUMNS)
            fail_msg("too wide: %.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Lines made of pieces of commands, broken ones and any bytes. */
static void make_line(struct rng *rng, char *line, size_t table)
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
    buffer_start(&text, line, table);
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
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    struct rng rng;
    rng_start(&rng, 2014);
    for (int i = 0; i < 20000; i++) {
        char line[256];
        make_line(&rng, line, sizeof line);
        type(table, line);
        expect_narrow(table);
        if (i % 16 == 0)
            expect_sound(table);
    }
    stand_up(table);
}

static void test_long_lines(void **unused)
{
    (void)unused;
    enum { LONG = 1 << 20 };
    struct table *table = sit_down(ENGLISH, two_groups, two_groups_rack);
    char *line = malloc(LONG + 1);
    assert_non_null(line);
    line[LONG] = '\0';
    static const char *const fillings[] = {"+ ", "x",       "- 2,2 ",    "r1 ",
                                           "9 ", "r1 2,2 ", "move 2,2-", "\xff"};
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++) {
        for (int at = 0; at < LONG; at++)
            line[at] = fillings[i][(size_t)at % strlen(fillings[i])];
        type(table, line);
        EXPECT_SHEET(table, two_groups_text);
        memcpy(line, "+ r1 ", 5);
        type(table, line);
        EXPECT_SHEET(table, two_groups_text);
    }
    free(line);
    stand_up(table);
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
