/* The table of Fossils: the pile, and a line for each player. */
#include "terminal/screen/screen.h"

#include <string.h>

enum { NAME_WIDTH = 18, LIST_WIDTH = 14, NUMBER_WIDTH = 8 };

static const char *text(const struct drawing *drawing, const char *key)
{
    return drawing_text(drawing, "draw", key);
}

/* The fossils of a list, those that the viewer may not know as question marks. */
static void draw_fossils(const struct drawing *drawing, const struct doc_node *fossils)
{
    char storage[64];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    DOC_EACH (drawing->view, fossils, fossil) {
        if (line.length)
            buffer_add_char(&line, ' ');
        if (fossil->type == DOC_INTEGER)
            buffer_add_format(&line, "%d", (int)fossil->integer);
        else
            buffer_add_char(&line, '?');
    }
    terminal_column(drawing->terminal, line.text, LIST_WIDTH);
}

static void draw_player(const struct drawing *drawing, int seat)
{
    const struct terminal *terminal = drawing->terminal;
    const struct doc *view = drawing->view;
    const struct doc_node *player = drawing_item(drawing, "players", seat);
    int points = 0, turn = -1;
    doc_number(drawing_aid(drawing, "points", seat), 0, 999, &points);
    doc_number(doc_get(view, doc_root(view), "turn"), 0, GAME_SEATS_MAX - 1, &turn);
    fputs("  ", terminal->out);
    terminal_column(terminal, drawing->names[seat], NAME_WIDTH);
    draw_fossils(drawing, doc_get(view, player, "hand"));
    draw_fossils(drawing, doc_get(view, player, "open"));
    terminal_column(terminal, SAY_NUMBER(points), NUMBER_WIDTH);
    if (!doc_is(doc_get(view, player, "buried"), DOC_NULL))
        fprintf(terminal->out, "%s  ", text(drawing, "buried"));
    if (seat == turn)
        fputs(text(drawing, "turn"), terminal->out);
    fputc('\n', terminal->out);
}

static void draw_table(const struct drawing *drawing)
{
    const struct terminal *terminal = drawing->terminal;
    const struct doc_node *root = doc_root(drawing->view);
    int pile = doc_count(doc_get(drawing->view, root, "pile"));
    drawing_say(drawing, "draw", "head", SAY_NUMBER(pile), NULL);
    terminal_style(terminal, "4");
    fputs("  ", terminal->out);
    terminal_column(terminal, "", NAME_WIDTH);
    terminal_column(terminal, text(drawing, "hand"), LIST_WIDTH);
    terminal_column(terminal, text(drawing, "open"), LIST_WIDTH);
    terminal_column(terminal, text(drawing, "points"), NUMBER_WIDTH);
    terminal_style(terminal, "0");
    fputc('\n', terminal->out);
    int seats = doc_count(doc_get(drawing->view, root, "players"));
    for (int seat = 0; seat < seats; seat++)
        draw_player(drawing, seat);
}

/* "play 3": the number is a fossil, not a seat. */
static bool move_words(const struct drawing *drawing, const char *move, struct buffer *words)
{
    bool bury = strncmp(move, "bury ", 5) == 0;
    drawing_say_into(words, drawing, "moves", bury ? "bury" : "play", move + 5, NULL);
    return true;
}

const struct face face_template = {
    .game = "template",
    .table = draw_table,
    .move = move_words,
};
