/* Draws a table with the face of its game, or as a plain list; puts moves into words; prints rulebooks. */
#include "terminal/terminal_internal.h"

#include "base/system/system.h"
#include "data/data.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"
#include "terminal_faces.h" /* generated: TERMINAL_FACES */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DECLARE(id) extern const struct face face_##id;
TERMINAL_FACES(DECLARE)

#define LIST(id) &face_##id,
static const struct face *const faces[] = {TERMINAL_FACES(LIST) NULL};

const struct face *draw_face(const struct game *game)
{
    static const struct face plain = {.game = "", .table = plain_draw};
    for (const struct face *const *face = faces; *face; face++)
        if (strcmp((*face)->game, game->id) == 0)
            return *face;
    return &plain;
}

void draw_table(const struct drawing *drawing)
{
    draw_face(drawing->game)->table(drawing);
}

void table_draw(const struct console *console, const struct terminal *terminal,
                const struct match *match, int viewer, const char *const *names)
{
    struct game_state_storage state;
    struct doc *view = doc_new(), *aids = doc_new();
    game_view(match->game, match->state.bytes, viewer, state.bytes);
    doc_start(view);
    match->game->save(match->game, state.bytes, view, NULL);
    doc_start(aids);
    game_aids_save(match->game, state.bytes, viewer, aids, NULL);
    draw_table(&(struct drawing){.console = console,
                                 .terminal = terminal,
                                 .game = match->game,
                                 .view = view,
                                 .aids = aids,
                                 .viewer = viewer,
                                 .names = names});
    free(aids);
    free(view);
}

/* A word of a move in plain language; a number stands for a seat. */
static const char *spoken(const struct drawing *drawing, const char *word)
{
    int seats = doc_count(doc_get(drawing->view, doc_root(drawing->view), "players"));
    if (strspn(word, "0123456789") == 1 && !word[1] && word[0] - '0' < seats)
        return drawing->names[word[0] - '0'];
    return drawing_word(drawing, word);
}

/* The section "moves" of the game texts explains moves by their first words; {1} and {2} are the
 * words that follow. The longest match counts. Otherwise the whole move may be a word of the game.
 */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words)
{
    const struct console *console = drawing->console;
    const char *id = drawing->game->id, *following[2] = {"", ""};
    const struct face *face = draw_face(drawing->game);
    if (face->move && face->move(drawing, move, words))
        return;
    char beginning[64];
    snprintf(beginning, sizeof beginning, "%s", move);
    for (char *space = beginning; space;) {
        if (texts_get(console->texts, console->language, id, "moves", beginning)) {
            drawing_say_into(words, drawing, "moves", beginning, following[0], following[1], NULL);
            return;
        }
        space = strrchr(beginning, ' ');
        if (space) {
            *space = '\0';
            following[1] = following[0];
            following[0] = spoken(drawing, space + 1);
        }
    }
    const char *whole = texts_get(console->texts, console->language, id, "words", move);
    buffer_add(words, whole ? whole : "");
}

/* ---- The plain face ---- */

/* Draws any table in plain words: every value of the view under its name. For games without a
 * drawing. */

enum { TEXT_MAX = 2048 };

static void add_value(const struct drawing *drawing, const struct doc_node *value,
                      struct buffer *line);

/* "y6 b7 3×?": names as in moves; hidden ones are only counted. */
static void add_list(const struct drawing *drawing, const struct doc_node *list,
                     struct buffer *line)
{
    const struct doc *doc = drawing->view;
    int hidden = 0;
    DOC_EACH (doc, list, item) {
        const char *text = doc_text(doc, item), *next = doc_text(doc, doc_next(doc, item));
        bool is_hidden = text && strcmp(text, "?") == 0;
        hidden = is_hidden ? hidden + 1 : 0;
        if (is_hidden && next && strcmp(next, "?") == 0)
            continue;
        if (hidden > 1)
            buffer_add_format(line, "%d×", hidden);
        if (text)
            buffer_add(line, text);
        else
            add_value(drawing, item, line);
        if (doc_next(doc, item))
            buffer_add(line, doc_count(item) ? "; " : " ");
    }
    if (doc_count(list) == 0)
        buffer_add(line, "–");
}

static void add_value(const struct drawing *drawing, const struct doc_node *value,
                      struct buffer *line)
{
    const struct doc *doc = drawing->view;
    switch (value->type) {
    case DOC_NULL:
    case DOC_REAL:
        buffer_add(line, "–");
        break;
    case DOC_BOOL:
        buffer_add(line, drawing_word(drawing, value->integer ? "true" : "false"));
        break;
    case DOC_INTEGER:
        buffer_add_format(line, "%lld", (long long)value->integer);
        break;
    case DOC_STRING:
        buffer_add(line, drawing_word(drawing, doc_text(doc, value)));
        break;
    case DOC_LIST:
        add_list(drawing, value, line);
        break;
    case DOC_OBJECT:
        DOC_EACH (doc, value, item) {
            buffer_add_format(line, "%s%s ", item == doc_first(doc, value) ? "" : " · ",
                              drawing_word(drawing, doc_key(doc, item)));
            add_value(drawing, item, line);
        }
        break;
    }
}

static void print_value(const struct drawing *drawing, const char *name,
                        const struct doc_node *value)
{
    char storage[TEXT_MAX];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    buffer_add_format(&line, "**%s**  ", name);
    add_value(drawing, value, &line);
    terminal_paragraph(drawing->terminal, line.text, line.length, 0, 4);
}

void plain_draw(const struct drawing *drawing)
{
    static const char *const known[] = {"game", "seats", "options", "players"};
    const struct doc *doc = drawing->view;
    const struct doc_node *root = doc_root(doc);
    DOC_EACH (doc, root, value) {
        bool skipped = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            skipped = skipped || strcmp(doc_key(doc, value), known[i]) == 0;
        if (!skipped)
            print_value(drawing, drawing_word(drawing, doc_key(doc, value)), value);
    }
    int seat = 0;
    DOC_EACH (doc, doc_get(doc, root, "players"), player)
        print_value(drawing, drawing->names[seat++], player);
}

/* ---- Rulebooks ---- */

/* The rulebook of a game, from data/rules/<game>.<language>.md. It uses a subset of Markdown:
 * headings, paragraphs, list items, **bold** and `code`. A numbered rule is a paragraph that begins
 * with its number in bold. A line --- starts the appendix (options, files, notation), which the
 * page does not show. */

static char *read_rulebook(const struct console *console, const struct game *game)
{
    char path[64];
    size_t size;
    snprintf(path, sizeof path, "rules/%s.%s.md", game->id, language_code(console->language));
    return data_read(console->data_folder, path, &size);
}

/* The next paragraph, heading or list item from *at on; NULL at the end. */
static const char *next_block(const char **at, size_t *length)
{
    const char *start = *at + strspn(*at, "\n");
    if (!*start)
        return NULL;
    const char *end = start;
    do {
        end += strcspn(end, "\n");
        if (*end)
            end++;
    } while (*end && *end != '\n' && *start != '#' && strncmp(end, "- ", 2) != 0 && *end != '#');
    *at = end;
    *length = (size_t)(end - start);
    while (*length && start[*length - 1] == '\n')
        --*length;
    return start;
}

static void print_heading(const struct terminal *terminal, const char *text, size_t length)
{
    size_t level = strspn(text, "#");
    const char *title = text + level + strspn(text + level, " ");
    int width = terminal_width(title, (size_t)(text + length - title));
    terminal_style(terminal, "1");
    fprintf(terminal->out, "%.*s\n", (int)(text + length - title), title);
    for (int i = 0; i < width; i++)
        fputs(level == 1 ? "═" : "─", terminal->out);
    terminal_style(terminal, "0");
    fputs("\n\n", terminal->out);
}

static void print_block(const struct terminal *terminal, const char *block, size_t length)
{
    if (*block == '#') {
        print_heading(terminal, block, length);
        return;
    }
    if (length == 3 && strncmp(block, "---", 3) == 0)
        return;
    bool item = strncmp(block, "- ", 2) == 0;
    terminal_paragraph(terminal, block, length, 0, item ? 2 : 0);
    fputc('\n', terminal->out);
}

bool rulebook_print_all(const struct console *console, const struct game *game,
                        const struct terminal *terminal)
{
    char *book = read_rulebook(console, game);
    if (!book)
        return false;
    const char *at = book, *block;
    size_t length;
    while ((block = next_block(&at, &length)))
        print_block(terminal, block, length);
    free(book);
    return true;
}

/* Whether a block begins with the number of this rule, whose letter may be left out. */
static bool is_rule(const char *block, const char *rule)
{
    size_t length = strlen(rule);
    if (strncmp(block, "**", 2) != 0)
        return false;
    block += 2;
    if (isdigit((unsigned char)*rule) && isalpha((unsigned char)*block))
        block++;
    return length > 0 && strncasecmp(block, rule, length) == 0 &&
           strncmp(block + length, "**", 2) == 0;
}

bool rulebook_print_one(const struct console *console, const struct game *game, const char *rule,
                        const struct terminal *terminal)
{
    char *book = read_rulebook(console, game);
    const char *at = book, *block;
    size_t length;
    bool found = false;
    while (book && !found && (block = next_block(&at, &length))) {
        found = is_rule(block, rule);
        if (found)
            terminal_paragraph(terminal, block, length, 0, 0);
    }
    free(book);
    return found;
}
