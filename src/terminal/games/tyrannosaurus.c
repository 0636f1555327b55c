/* The table of Tyrannosaurus Rex: the board with a compass, and the players in order of play.
 *
 * The upper line of a square shows what it is (tree, Lake, Volcano, den), the lower line who is
 * there: dinosaurs by their first letter, the same in both languages, and REX. If the terminal has
 * few rows, both share one line, so that the whole board stays visible while choosing. Colours only
 * repeat the letters. */
#include "base/base.h"
#include "terminal/screen/screen.h"

#include <string.h>

enum {
    SIDE = 5,
    SQUARE_WIDTH = 9, /* a tree, all four dinosaurs and the Ty-Rex: "♣TPDS REX" */
    NAME_WIDTH = 16,
    DINO_WIDTH = 12,
    COLUMNS_WITH_COMPASS = 70,
};

enum { TRICERATOPS, PTERANODON, DIPLODOCUS, STEGOSAURUS, DINOS };

static const struct {
    const char *name;
    char letter;
    const char *style;
} dinos[DINOS] = {
    [TRICERATOPS] = {"triceratops", 'T', "1;31"},
    [PTERANODON] = {"pteranodon", 'P', "1;35"},
    [DIPLODOCUS] = {"diplodocus", 'D', "1;36"},
    [STEGOSAURUS] = {"stegosaurus", 'S', "1;34"},
};

struct square {
    bool tree, tyrex, lake, volcano, den;
    uint8_t dinos; /* a bit each */
};

struct tyrannosaurus_picture {
    const struct drawing *drawing;
    const struct terminal *terminal;
    const struct doc *doc;
    const struct doc_node *root;
    int seats, turn, turns, bone;
    const char *phase;
    struct square squares[SIDE][SIDE]; /* rank, file */
    struct square nowhere;             /* for pieces off the board */
};

static const char *text(const struct tyrannosaurus_picture *t, const char *key)
{
    return drawing_text(t->drawing, "draw", key);
}

static int dino_of(const struct tyrannosaurus_picture *t, int seat)
{
    const char *name = drawing_field(t->drawing, drawing_item(t->drawing, "players", seat), "dino");
    int dino = TRICERATOPS;
    while (dino + 1 < DINOS && strcmp(dinos[dino].name, name) != 0)
        dino++;
    return dino;
}

static bool is_out(const struct tyrannosaurus_picture *t, int seat)
{
    bool out = false;
    doc_truth(doc_get(t->doc, drawing_item(t->drawing, "players", seat), "out"), &out);
    return out;
}

/* The square of a text such as "c3"; `nowhere` for anything else. */
static struct square *square_at(struct tyrannosaurus_picture *t, const struct doc_node *node)
{
    const char *name = doc_text(t->doc, node);
    if (!name || name[0] < 'a' || name[0] >= 'a' + SIDE || name[1] < '1' || name[1] >= '1' + SIDE)
        return &t->nowhere;
    return &t->squares[name[1] - '1'][name[0] - 'a'];
}

static void read_board(struct tyrannosaurus_picture *t)
{
    square_at(t, doc_get(t->doc, t->root, "lake"))->lake = true;
    square_at(t, doc_get(t->doc, t->root, "volcano"))->volcano = true;
    square_at(t, doc_get(t->doc, t->root, "tyrex"))->tyrex = true;
    t->squares[SIDE / 2][SIDE / 2].den = true; /* Y1 */
    DOC_EACH (t->doc, doc_get(t->doc, t->root, "trees"), tree)
        square_at(t, tree)->tree = true;
    for (int seat = 0; seat < t->seats; seat++)
        square_at(t, doc_get(t->doc, drawing_item(t->drawing, "players", seat), "at"))->dinos |=
            (uint8_t)bit(dino_of(t, seat));
}

static void picture_read(struct tyrannosaurus_picture *t, const struct drawing *drawing)
{
    *t = (struct tyrannosaurus_picture){
        .drawing = drawing, .terminal = drawing->terminal, .doc = drawing->view};
    t->root = doc_root(t->doc);
    t->phase = drawing_field(t->drawing, t->root, "phase");
    doc_number(doc_get(t->doc, t->root, "seats"), 1, GAME_SEATS_MAX, &t->seats);
    doc_number(doc_get(t->doc, t->root, "turn"), 0, 99, &t->turn);
    doc_number(doc_get(t->doc, t->root, "turns"), 0, 99, &t->turns);
    doc_number(doc_get(t->doc, t->root, "bone"), 0, t->seats - 1, &t->bone);
    read_board(t);
}

/* The board ------------------------------------------------------------------------------- */

static void spaces(const struct tyrannosaurus_picture *t, int count)
{
    fprintf(t->terminal->out, "%*s", count, "");
}

/* The background of both lines of a square. */
static void ground_style(const struct tyrannosaurus_picture *t, const struct square *square)
{
    if (square->lake)
        terminal_style(t->terminal, "44;97");
    else if (square->volcano)
        terminal_style(t->terminal, "41;97");
    else if (square->den)
        terminal_style(t->terminal, "100;97");
}

static const char *ground_name(const struct tyrannosaurus_picture *t, const struct square *square)
{
    return square->lake      ? drawing_word(t->drawing, "lake")
           : square->volcano ? drawing_word(t->drawing, "volcano")
           : square->den     ? drawing_word(t->drawing, "den")
           : square->tree    ? "♣"
                             : "";
}

static void draw_ground(const struct tyrannosaurus_picture *t, const struct square *square)
{
    const char *name = ground_name(t, square);
    int width = terminal_width(name, strlen(name));
    int left = width < SQUARE_WIDTH ? (SQUARE_WIDTH - width) / 2 : 0;
    ground_style(t, square);
    if (square->tree)
        terminal_style(t->terminal, "32");
    spaces(t, left);
    terminal_column(t->terminal, name, SQUARE_WIDTH - left);
    terminal_style(t->terminal, "0");
}

static int creatures_width(const struct square *square)
{
    return bits_count(square->dinos) + (square->tyrex ? 3 : 0) + (square->dinos && square->tyrex);
}

static void print_creatures(const struct tyrannosaurus_picture *t, const struct square *square)
{
    bool plain = !square->lake && !square->volcano && !square->den; /* so colours are readable */
    for (uint64_t left_over = square->dinos; left_over;) {
        int dino = bits_pop(&left_over);
        terminal_style(t->terminal, plain ? dinos[dino].style : "1");
        fputc(dinos[dino].letter, t->terminal->out);
    }
    spaces(t, square->dinos && square->tyrex);
    if (square->tyrex) {
        terminal_style(t->terminal, "1;97;45");
        fputs("REX", t->terminal->out);
        terminal_style(t->terminal, "0");
        ground_style(t, square);
    }
}

static void draw_creatures(const struct tyrannosaurus_picture *t, const struct square *square)
{
    int width = creatures_width(square), left = (SQUARE_WIDTH - width) / 2;
    ground_style(t, square);
    spaces(t, left);
    print_creatures(t, square);
    spaces(t, SQUARE_WIDTH - width - left);
    terminal_style(t->terminal, "0");
}

/* Both in one line. The den is always in the middle, so its name may be omitted if someone is
 * there. */
static void draw_low_square(const struct tyrannosaurus_picture *t, const struct square *square)
{
    int creatures = creatures_width(square);
    const char *name = square->den && creatures ? "" : ground_name(t, square);
    int ground = terminal_width(name, strlen(name));
    int gap = ground && creatures && ground + creatures < SQUARE_WIDTH;
    int left = (SQUARE_WIDTH - ground - gap - creatures) / 2;
    ground_style(t, square);
    spaces(t, left);
    if (square->tree)
        terminal_style(t->terminal, "32");
    fputs(name, t->terminal->out);
    spaces(t, gap);
    print_creatures(t, square);
    spaces(t, SQUARE_WIDTH - left - ground - gap - creatures);
    terminal_style(t->terminal, "0");
}

static void draw_rule(const struct tyrannosaurus_picture *t, const char *left, const char *cross,
                      const char *right)
{
    fprintf(t->terminal->out, "   %s", left);
    for (int file = 0; file < SIDE; file++) {
        for (int i = 0; i < SQUARE_WIDTH; i++)
            fputs("─", t->terminal->out);
        fputs(file + 1 < SIDE ? cross : right, t->terminal->out);
    }
}

/* Prints what is to the right of the board, line by line. */
static void end_line(const struct tyrannosaurus_picture *t, int line)
{
    static const struct {
        const char *west, *rest;
    } compass[] = {{"NW", "  N  NE"},
                   {"  \\ | /", ""},
                   {"W", "  -+-  E"},
                   {"  / | \\", ""},
                   {"SW", "  S  SE"}};
    int from = line - (terminal_is_low(t->terminal) ? 2 : 5);
    if (t->terminal->columns >= COLUMNS_WITH_COMPASS && from >= 0 && from < 5)
        fprintf(t->terminal->out, "      %s%s",
                move_word(t->drawing->console, t->drawing->game, compass[from].west),
                compass[from].rest);
    fputc('\n', t->terminal->out);
}

/* One line of a rank: a part of each of its squares. */
static void draw_rank(const struct tyrannosaurus_picture *t, int rank,
                      void (*draw_part)(const struct tyrannosaurus_picture *t,
                                        const struct square *square))
{
    for (int file = 0; file < SIDE; file++) {
        fputs("│", t->terminal->out);
        draw_part(t, &t->squares[rank][file]);
    }
    fputs("│", t->terminal->out);
}

static void draw_board(const struct tyrannosaurus_picture *t)
{
    FILE *out = t->terminal->out;
    int line = 0;
    fputs("   ", out);
    for (char file = 'a'; file < 'a' + SIDE; file++)
        fprintf(out, "%*s%c", file == 'a' ? 5 : SQUARE_WIDTH, "", file);
    end_line(t, line++);
    draw_rule(t, "┌", "┬", "┐");
    end_line(t, line++);
    for (int rank = SIDE - 1; rank >= 0; rank--) {
        fprintf(out, " %d ", rank + 1);
        draw_rank(t, rank, terminal_is_low(t->terminal) ? draw_low_square : draw_ground);
        end_line(t, line++);
        if (terminal_is_low(t->terminal))
            continue;
        fputs("   ", out);
        draw_rank(t, rank, draw_creatures);
        end_line(t, line++);
        draw_rule(t, rank ? "├" : "└", rank ? "┼" : "┴", rank ? "┤" : "┘");
        end_line(t, line++);
    }
    if (terminal_is_low(t->terminal)) {
        draw_rule(t, "└", "┴", "┘");
        fputc('\n', out);
    }
    fprintf(out, "   %s\n", text(t, "legend"));
}

/* Around it ------------------------------------------------------------------------------- */

static void draw_head(const struct tyrannosaurus_picture *t)
{
    const char *const *names = t->drawing->names;
    char storage[512];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    int fleeing = 0;
    doc_number(drawing_item(t->drawing, "panicking", 0), 0, t->seats - 1, &fleeing);
    int round, rounds;
    if (doc_number(doc_get(t->doc, t->root, "round"), 1, 99, &round) &&
        doc_number(doc_get(t->doc, t->root, "rounds"), 1, 99, &rounds)) {
        drawing_say_into(&line, t->drawing, "draw", "round", SAY_NUMBER(round), SAY_NUMBER(rounds),
                         NULL);
        buffer_add_char(&line, ' ');
    }
    bool set_up = strcmp(t->phase, "lake") == 0 || strcmp(t->phase, "volcano") == 0;
    drawing_say_into(&line, t->drawing, "draw", set_up ? "set_up" : "turn", SAY_NUMBER(t->turn),
                     SAY_NUMBER(t->turns), NULL);
    buffer_add_char(&line, ' ');
    drawing_say_into(&line, t->drawing, "draw", "bone", names[t->bone], NULL);
    buffer_add_char(&line, ' ');
    drawing_say_into(&line, t->drawing, "draw", t->phase, names[fleeing], NULL);
    if (doc_is(doc_get(t->doc, t->root, "tyrex"), DOC_NULL)) {
        buffer_add_char(&line, ' ');
        drawing_say_into(&line, t->drawing, "draw", "tyrex_away", NULL);
    }
    terminal_paragraph(t->terminal, line.text, line.length, 0, 0);
    fputc('\n', t->terminal->out);
}

static void add_state(const struct tyrannosaurus_picture *t, struct buffer *states, const char *key)
{
    if (states->length)
        buffer_add(states, ", ");
    buffer_add(states, text(t, key));
}

/* Such as "out, to choose". */
static void player_states(const struct tyrannosaurus_picture *t, int seat, struct buffer *states)
{
    int fleeing = -1;
    doc_number(drawing_item(t->drawing, "panicking", 0), 0, t->seats - 1, &fleeing);
    int total;
    if (doc_number(drawing_aid(t->drawing, "totals", seat), 0, 999, &total))
        drawing_say_into(states, t->drawing, "draw", "total", SAY_NUMBER(total), NULL);
    if (is_out(t, seat))
        add_state(t, states, "out");
    if (drawing_lists(t->drawing, "winners", seat))
        add_state(t, states, "winner");
    if (drawing_lists(t->drawing, "panicking", seat))
        add_state(t, states, seat == fleeing ? "flees" : "will_flee");
    if (drawing_aid_lists(t->drawing, "choosers", seat))
        add_state(t, states,
                  doc_is(drawing_item(t->drawing, "chosen", seat), DOC_STRING) ? "has_chosen"
                                                                               : "to_choose");
}

/* "6/1/1": movement, rest, panic; "?" if it is hidden. */
static void format_cards(const struct tyrannosaurus_picture *t, const struct doc_node *cards,
                         struct buffer *out)
{
    static const char *const kinds[] = {"move", "rest", "panic"};
    int count;
    for (int kind = 0; kind < 3 && doc_is(cards, DOC_OBJECT); kind++) {
        if (kind)
            buffer_add_char(out, '/');
        if (doc_number(doc_get(t->doc, cards, kinds[kind]), 0, 99, &count))
            buffer_add_format(out, "%d", count);
        else
            buffer_add_char(out, '?');
    }
    if (!out->length)
        buffer_add_char(out, '?');
}

static void draw_cards(const struct tyrannosaurus_picture *t, const struct doc_node *cards,
                       int width)
{
    char storage[16];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    format_cards(t, cards, &line);
    terminal_column(t->terminal, line.text, width);
}

static int heading_width(const struct tyrannosaurus_picture *t, const char *key)
{
    const char *heading = text(t, key);
    return terminal_width(heading, strlen(heading)) + 2;
}

static void draw_player(const struct tyrannosaurus_picture *t, int place, int seat)
{
    const struct doc_node *player = drawing_item(t->drawing, "players", seat);
    int dino = dino_of(t, seat);
    char storage[128];
    struct buffer states;
    int trees = 0;
    buffer_start(&states, storage, sizeof storage);
    player_states(t, seat, &states);
    doc_number(doc_get(t->doc, player, "trees"), 0, 999, &trees);
    fprintf(t->terminal->out, "%c%d ", seat == t->drawing->viewer ? '>' : ' ', place);
    terminal_style(t->terminal, dinos[dino].style);
    fprintf(t->terminal->out, "%c ", dinos[dino].letter);
    terminal_column(t->terminal, drawing_word(t->drawing, dinos[dino].name), DINO_WIDTH);
    terminal_style(t->terminal, "0");
    drawing_name(t->drawing, seat, NAME_WIDTH);
    fprintf(t->terminal->out, "%*d   ", heading_width(t, "trees") - 2, trees);
    draw_cards(t, doc_get(t->doc, player, "cards"), heading_width(t, "in_hand"));
    draw_cards(t, doc_get(t->doc, player, "discards"), heading_width(t, "played"));
    fprintf(t->terminal->out, "%s\n", states.text);
}

static void draw_players(const struct tyrannosaurus_picture *t)
{
    spaces(t, 5);
    terminal_style(t->terminal, "4");
    terminal_column(t->terminal, text(t, "order"), DINO_WIDTH + NAME_WIDTH);
    fprintf(t->terminal->out, "%s   ", text(t, "trees"));
    terminal_column(t->terminal, text(t, "in_hand"), heading_width(t, "in_hand"));
    terminal_column(t->terminal, text(t, "played"), heading_width(t, "played"));
    fputs(text(t, "kinds"), t->terminal->out);
    terminal_style(t->terminal, "0");
    fputc('\n', t->terminal->out);
    for (int i = 0, seat; i < t->seats; i++)
        if (doc_number(drawing_aid(t->drawing, "order", i), 0, t->seats - 1, &seat))
            draw_player(t, i + 1, seat);
}

/* The visible choices and removed cards: those of the viewer, or all of them. */
static void draw_secrets(const struct tyrannosaurus_picture *t)
{
    static const char *const keys[] = {"choice", "removed"};
    for (int seat = 0; seat < t->seats; seat++) {
        const char *secrets[] = {
            doc_text(t->doc, drawing_item(t->drawing, "chosen", seat)),
            doc_text(t->doc,
                     doc_get(t->doc, drawing_item(t->drawing, "players", seat), "removed"))};
        for (int i = 0; i < 2; i++) {
            if (!secrets[i] || strcmp(secrets[i], "?") == 0)
                continue;
            drawing_say(t->drawing, "draw", keys[i], t->drawing->names[seat],
                        drawing_word(t->drawing, secrets[i]), NULL);
        }
    }
}

static void draw_table(const struct drawing *drawing)
{
    struct tyrannosaurus_picture picture;
    picture_read(&picture, drawing);
    draw_head(&picture);
    draw_board(&picture);
    if (!terminal_is_low(drawing->terminal))
        fputc('\n', drawing->terminal->out);
    draw_players(&picture);
    draw_secrets(&picture);
}

const struct face face_tyrannosaurus = {
    .game = "tyrannosaurus",
    .table = draw_table,
};
