/* The composer of placings. Every command makes a new sheet from the one before, or reports why it
 * cannot and changes nothing. All sheets of the turn are kept, so that each step can be undone.
 * The core decides which of them may be played. */
#include "terminal/games/trakks/compose.h"

#include "base/alloc.h"
#include "base/check.h"
#include "terminal/complain.h"
#include "terminal/games/trakks/compose_edits.h"
#include "terminal/say.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 256 }; /* the oldest steps are forgotten */

struct composer {
    struct drawing drawing; /* without the view */
    bool (*check)(void *context, const char *move, struct fault *fault);
    void *context;
    struct compose_edit edit;
    struct sheet steps[STEPS_MAX];
    int now, last; /* the current sheet, and the last one that can be redone */
};

static const char *undo(struct composer *composer)
{
    if (composer->now == 0)
        return "nothing_to_undo";
    composer->now--;
    return NULL;
}

static const char *redo(struct composer *composer)
{
    if (composer->now == composer->last)
        return "nothing_to_redo";
    composer->now++;
    return NULL;
}

static const struct compose_entry {
    const char *words[LANGUAGES];
    const char *help; /* key of the sentence that explains it */
    compose_command *change;
    const char *(*go)(struct composer *composer);
    enum { SHOWS_SHEET, SHOWS_HELP, ENDS } then;
} commands[] = {
    {{"+", "+"}, "help_lay", .change = compose_lay},
    {{"-", "-"}, "help_take_back", .change = compose_take_back},
    {{"move", "bouger"}, "help_move", .change = compose_move},
    {{"turn", "tourner"}, "help_turn", .change = compose_turn},
    {{"tidy", "ranger"}, "help_tidy", .change = compose_tidy},
    {{"undo", "annuler"}, "help_undo", .go = undo},
    {{"redo", "refaire"}, "help_redo", .go = redo},
    {{"reset", "recommencer"}, "help_reset", .change = compose_reset},
    {{"show", "montrer"}, "help_show", .then = SHOWS_SHEET},
    {{"done", "fini"}, "help_done", .then = ENDS},
    {{"?", "?"}, "help_help", .then = SHOWS_HELP},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command at the beginning of a line, or NULL; `words` gets the rest. A sign needs no space
 * after it. */
static const struct compose_entry *find_command(const char *line, struct compose_words *words)
{
    line += strspn(line, " \t");
    char sign[] = {*line, '\0'};
    bool signed_line = *line && strchr("+-?", *line);
    compose_words_read(words, line + signed_line);
    const char *name = signed_line ? sign : compose_words_peek(words);
    words->next = signed_line ? 0 : 1;
    for (int i = 0; i < COMMANDS; i++)
        for (int language = 0; language < LANGUAGES; language++)
            if (strcmp(commands[i].words[language], name) == 0)
                return &commands[i];
    return NULL;
}

bool composer_takes(const char *line)
{
    struct compose_words words;
    return find_command(line, &words) != NULL;
}

/* Makes a sheet the current one. */
static void add_step(struct composer *composer, const struct sheet *sheet)
{
    if (composer->now == STEPS_MAX - 1) {
        memmove(&composer->steps[0], &composer->steps[1], (STEPS_MAX - 1) * sizeof *sheet);
        composer->now--;
    }
    composer->steps[++composer->now] = *sheet;
    composer->last = composer->now;
}

/* NULL, or the key of a complaint. */
static const char *run(struct composer *composer, const struct compose_entry *command,
                       struct compose_words *words)
{
    struct sheet next = composer->steps[composer->now];
    const char *complaint = command->change ? command->change(&composer->edit, words, &next) : NULL;
    if (!complaint && (!compose_words_end(words) || words->cut))
        complaint = "unclear";
    if (!complaint && command->change)
        add_step(composer, &next);
    if (!complaint && command->go)
        complaint = command->go(composer);
    return complaint;
}

static void print(const struct composer *composer, const char *key, const char *detail)
{
    drawing_say(&composer->drawing, "compose", key, detail, NULL);
}

/* Whether the sheet may be played as it is: if so writes the move, if not prints the reason. */
static bool judge(const struct composer *composer, struct buffer *move)
{
    const struct sheet *sheet = &composer->steps[composer->now];
    struct fault fault = {0};
    if (!sheet->count) { /* which no move text can express */
        print(composer, "empty", NULL);
        return false;
    }
    sheet_format(sheet, move);
    CHECK(!move->cut);
    if (composer->check(composer->context, move->text, &fault))
        return true;
    char storage[512];
    struct buffer reason;
    buffer_start(&reason, storage, sizeof storage);
    complain_fault_text(composer->drawing.console, &fault, &reason);
    print(composer, "not_yet", reason.text);
    return false;
}

static void present(const struct composer *composer)
{
    const struct terminal *terminal = composer->drawing.terminal;
    const struct sheet *sheet = &composer->steps[composer->now];
    struct tile_counts left = compose_rack_left(&composer->edit, sheet);
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    fputc('\n', terminal->out);
    sheet_draw(sheet, terminal);
    fputs(sheet->count ? "\n" : "", terminal->out);
    bool empty = memcmp(&left, &(struct tile_counts){0}, sizeof left) == 0;
    print(composer, empty ? "rack_empty" : "rack", NULL);
    tiles_draw_sorted(terminal, &left);
    if (judge(composer, &move))
        print(composer, "allowed", NULL);
}

bool composer_line(struct composer *composer, const char *line, struct buffer *move)
{
    struct compose_words words;
    const struct compose_entry *command = find_command(line, &words);
    if (!command) {
        print(composer, "unknown", NULL);
        return false;
    }
    const char *complaint = run(composer, command, &words);
    if (complaint)
        print(composer, complaint, composer->edit.detail);
    if (complaint && strcmp(complaint, "unclear") == 0)
        print(composer, command->help, NULL);
    if (complaint)
        return false;
    if (command->then == ENDS)
        return judge(composer, move);
    for (int i = 0; command->then == SHOWS_HELP && i < COMMANDS; i++)
        print(composer, commands[i].help, NULL);
    if (command->then == SHOWS_SHEET)
        present(composer);
    return false;
}

struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context)
{
    struct composer *composer = alloc_new(sizeof *composer);
    *composer = (struct composer){.drawing = *drawing, .check = check, .context = context};
    composer->drawing.view = NULL;
    composer->edit.terminal = drawing->terminal;
    const struct doc *doc = drawing->view;
    const struct doc_node *player = drawing_item(drawing, "players", drawing->viewer);
    tiles_count(doc, doc_get(doc, player, "rack"), &composer->edit.rack);
    sheet_start(&composer->edit.start, doc, doc_get(doc, doc_root(doc), "table"),
                drawing->terminal);
    composer->steps[0] = composer->edit.start;
    return composer;
}

void composer_free(struct composer *composer)
{
    free(composer);
}

/* For struct face_composer, which knows a composer as a void *. */

static void *face_start(const struct drawing *drawing,
                        bool (*check)(void *context, const char *move, struct fault *fault),
                        void *context)
{
    return composer_new(drawing, check, context);
}

static bool face_line(void *composer, const char *line, struct buffer *move)
{
    return composer_line(composer, line, move);
}

static void face_end(void *composer)
{
    composer_free(composer);
}

const struct face_composer composer_face = {
    .takes = composer_takes,
    .start = face_start,
    .line = face_line,
    .end = face_end,
};
