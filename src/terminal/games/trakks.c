/* The table of Trakks: the sheet with all groups, the pool and the bag, the players, and the tiles
 * of the viewer. A tile is a letter and a number on its colour; colour only repeats the letter. */
#include "terminal/games/trakks/sheet/sheet.h"
#include "terminal/screen/screen.h"

#include <string.h>

enum { NAME_WIDTH = 20 };

static const char *text(const struct drawing *drawing, const char *key)
{
    return drawing_text(drawing, "draw", key);
}

static const struct doc_node *field(const struct drawing *drawing, const char *key)
{
    return doc_get(drawing->view, doc_root(drawing->view), key);
}

static int number(const struct doc_node *node)
{
    int value = 0;
    doc_number(node, 0, 1000000, &value);
    return value;
}

static bool in_phase(const struct drawing *drawing, const char *phase)
{
    const char *now = doc_text(drawing->view, field(drawing, "phase"));
    return now && strcmp(now, phase) == 0;
}

static void draw_head(const struct drawing *drawing)
{
    char storage[256];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    const struct doc_node *turn = field(drawing, "turn");
    const char *player = doc_is(turn, DOC_INTEGER) ? drawing->names[turn->integer] : "";
    const char *phase = doc_text(drawing->view, field(drawing, "phase"));
    drawing_say_into(&line, drawing, "draw", "round", SAY_NUMBER(number(field(drawing, "round"))),
                     SAY_NUMBER(number(field(drawing, "rounds"))), NULL);
    buffer_add_char(&line, ' ');
    drawing_say_into(&line, drawing, "draw", phase ? phase : "over", player, NULL);
    terminal_paragraph(drawing->terminal, line.text, line.length, 0, 0);
    fputc('\n', drawing->terminal->out);
}

static void draw_sheet(const struct drawing *drawing)
{
    struct sheet sheet;
    sheet_start(&sheet, drawing->view, field(drawing, "table"), drawing->terminal);
    if (sheet.count)
        sheet_draw(&sheet, drawing->terminal);
    else
        fprintf(drawing->terminal->out, "%s\n", text(drawing, "empty"));
    drawing_say(drawing, "draw", "legend", NULL);
    fputc('\n', drawing->terminal->out);
}

static void draw_supply(const struct drawing *drawing)
{
    const struct terminal *terminal = drawing->terminal;
    struct tile_counts pool;
    tiles_count(drawing->view, field(drawing, "pool"), &pool);
    fputs(text(drawing, "pool"), terminal->out);
    if (!tiles_draw(terminal, &pool))
        fprintf(terminal->out, " %s", text(drawing, "none"));
    fprintf(terminal->out, "   %s %d", text(drawing, "bag"), doc_count(field(drawing, "bag")));
    int passes = number(field(drawing, "passes"));
    if (passes)
        fprintf(terminal->out, "   %s %d", text(drawing, "passes"), passes);
    fputs("\n\n", terminal->out);
}

/* What the match is waiting for this player to do, if anything. */
static const char *player_state(const struct drawing *drawing, int seat)
{
    const struct doc_node *turn = field(drawing, "turn");
    const struct doc_node *player = drawing_item(drawing, "players", seat);
    if (in_phase(drawing, "arrow")) { /* K7 */
        if (!doc_is(drawing_item(drawing, "giving", seat), DOC_NULL))
            return text(drawing, "has_given");
        return doc_count(doc_get(drawing->view, player, "rack")) ? text(drawing, "to_give") : "";
    }
    bool moves = in_phase(drawing, "turn") && doc_is(turn, DOC_INTEGER) && turn->integer == seat;
    return moves ? text(drawing, "to_move") : "";
}

/* A number, right-aligned under its heading. */
static void draw_number(const struct drawing *drawing, const char *heading, int value)
{
    const char *title = text(drawing, heading);
    fprintf(drawing->terminal->out, "%*d", terminal_width(title, strlen(title)) + 2, value);
}

static void draw_player(const struct drawing *drawing, int seat)
{
    FILE *out = drawing->terminal->out;
    const struct doc_node *player = drawing_item(drawing, "players", seat);
    bool opened = false;
    doc_truth(doc_get(drawing->view, player, "opened"), &opened);
    const char *word = text(drawing, opened ? "yes" : "no"), *title = text(drawing, "opened");
    bool own = seat == drawing->viewer;
    fputc(own ? '>' : ' ', out);
    drawing_name(drawing, seat, NAME_WIDTH);
    draw_number(drawing, "tiles", doc_count(doc_get(drawing->view, player, "rack")));
    fprintf(out, "%*s%s",
            2 + terminal_width(title, strlen(title)) - terminal_width(word, strlen(word)), "",
            word);
    draw_number(drawing, "penalty", number(doc_get(drawing->view, player, "penalty")));
    const char *state = player_state(drawing, seat);
    fprintf(out, "%s%s\n", *state ? "  " : "", state);
}

static void draw_players(const struct drawing *drawing)
{
    FILE *out = drawing->terminal->out;
    fputc(' ', out);
    terminal_style(drawing->terminal, "4");
    terminal_column(drawing->terminal, text(drawing, "players"), NAME_WIDTH);
    fprintf(out, "  %s  %s  %s", text(drawing, "tiles"), text(drawing, "opened"),
            text(drawing, "penalty"));
    terminal_style(drawing->terminal, "0");
    fputc('\n', out);
    for (int seat = 0; seat < doc_count(field(drawing, "players")); seat++)
        draw_player(drawing, seat);
    fputc('\n', out);
}

static void draw_rack(const struct drawing *drawing, int seat, const struct tile_counts *rack)
{
    const char *key = seat == drawing->viewer ? "own_tiles" : "tiles_of";
    drawing_say(drawing, "draw", key, drawing->names[seat], NULL);
    if (!tiles_draw_sorted(drawing->terminal, rack))
        fprintf(drawing->terminal->out, "  %s\n", text(drawing, "none"));
}

static void draw_giving(const struct drawing *drawing, int seat, const struct tile_counts *giving)
{
    const char *key = seat == drawing->viewer ? "own_giving" : "giving_of";
    char storage[256];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    drawing_say_into(&line, drawing, "draw", key, drawing->names[seat], NULL);
    fputs(line.text, drawing->terminal->out);
    tiles_draw(drawing->terminal, giving);
    fputc('\n', drawing->terminal->out);
}

/* The visible racks: that of the viewer, or all of them in an open position. */
static void draw_racks(const struct drawing *drawing)
{
    for (int seat = 0; seat < doc_count(field(drawing, "players")); seat++) {
        const struct doc_node *player = drawing_item(drawing, "players", seat);
        const struct doc_node *given = drawing_item(drawing, "giving", seat);
        struct tile_counts rack, giving;
        int known = tiles_count(drawing->view, doc_get(drawing->view, player, "rack"), &rack);
        if (known || seat == drawing->viewer)
            draw_rack(drawing, seat, &rack);
        if (tiles_count(drawing->view, given, &giving))
            draw_giving(drawing, seat, &giving);
    }
}

static void draw_table(const struct drawing *drawing)
{
    draw_head(drawing);
    draw_sheet(drawing);
    draw_supply(drawing);
    draw_players(drawing);
    draw_racks(drawing);
}

const struct face face_trakks = {
    .game = "trakks",
    .table = draw_table,
    .composer = &composer_face,
};
