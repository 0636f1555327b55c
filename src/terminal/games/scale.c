/* The table of On a Scale of One to T-Rex: the three actions, the tokens, a line for each player,
 * and the card of the viewer: what to perform, and at which level. */
#include "terminal/screen/screen.h"

#include <string.h>

enum { NAME_WIDTH = 17, NUMBER_WIDTH = 10, COLOUR_WIDTH = 10, LEVELS = 10, TEXT_MAX = 512 };

static const struct {
    const char *name, *symbol, *style;
} colours[] = {
    {"orange", "o", "30;48;5;208"},
    {"blue", "b", "97;44"},
    {"yellow", "y", "30;43"},
};
enum { COLOURS = sizeof colours / sizeof *colours };

struct scale_picture {
    const struct drawing *drawing;
    const struct terminal *terminal;
    const struct doc *doc;
    const struct doc_node *root;
    int seats;
};

static const char *text(const struct scale_picture *t, const char *key)
{
    return drawing_text(t->drawing, "draw", key);
}

static int number(const struct scale_picture *t, const struct doc_node *object, const char *key)
{
    int value = 0;
    doc_number(doc_get(t->doc, object, key), 0, 999, &value);
    return value;
}

/* The text of the face-up action card of a colour. */
static const char *action(const struct scale_picture *t, const char *colour)
{
    const char *card =
        doc_text(t->doc, doc_get(t->doc, doc_get(t->doc, t->root, "actions"), colour));
    return drawing_text(t->drawing, "actions", card ? card : "?");
}

static bool is_picked(const struct scale_picture *t, int colour)
{
    DOC_EACH (t->doc, doc_get(t->doc, t->root, "picked"), node)
        if (strcmp(doc_text(t->doc, node), colours[colour].name) == 0)
            return true;
    return false;
}

static void draw_actions(const struct scale_picture *t)
{
    for (int colour = 0; colour < COLOURS; colour++) {
        fputs(is_picked(t, colour) ? "> " : "  ", t->terminal->out);
        terminal_style(t->terminal, colours[colour].style);
        fprintf(t->terminal->out, " %s ", colours[colour].symbol);
        terminal_column(t->terminal, drawing_word(t->drawing, colours[colour].name), COLOUR_WIDTH);
        terminal_style(t->terminal, "0");
        fprintf(t->terminal->out, " %s\n", action(t, colours[colour].name));
    }
}

static void draw_piles(const struct scale_picture *t)
{
    int pile = doc_count(doc_get(t->doc, t->root, "number_pile"));
    int discards = doc_count(doc_get(t->doc, t->root, "number_discards"));
    if (t->seats == 2) /* S13 */
        drawing_say(t->drawing, "draw", "tokens_two", SAY_NUMBER(number(t, t->root, "lid")),
                    SAY_NUMBER(number(t, t->root, "good")), NULL);
    else
        drawing_say(t->drawing, "draw", "tokens", SAY_NUMBER(number(t, t->root, "good")),
                    SAY_NUMBER(number(t, t->root, "bad")), NULL);
    drawing_say(t->drawing, "draw", "piles", SAY_NUMBER(pile), SAY_NUMBER(discards), NULL);
}

static void add_state(const struct scale_picture *t, struct buffer *states, const char *key,
                      const char *detail)
{
    if (states->length)
        buffer_add(states, ", ");
    drawing_say_into(states, t->drawing, "draw", key, detail, NULL);
}

/* The current actions of a player: "offers a card to Luc". */
static void add_states(const struct scale_picture *t, int seat, struct buffer *states)
{
    const struct doc_node *player = drawing_item(t->drawing, "players", seat);
    const char *const *names = t->drawing->names;
    const char *answer = doc_text(t->doc, doc_get(t->doc, player, "answer"));
    const char *card = doc_text(t->doc, doc_get(t->doc, player, "card"));
    int other;
    bool swapping = false;
    bool playing = strcmp(doc_text(t->doc, doc_get(t->doc, t->root, "phase")), "play") == 0;
    if (playing && doc_number(doc_get(t->doc, player, "offer"), 0, t->seats - 1, &other))
        add_state(t, states, "offers", names[other]);
    if (answer)
        add_state(t, states, "answers", drawing_word(t->drawing, answer));
    doc_truth(doc_get(t->doc, player, "swapping"), &swapping);
    if (playing && swapping)
        add_state(t, states, "swapping", "");
    if (drawing_lists(t->drawing, "tied", seat))
        add_state(t, states, "tied", "");
    if (doc_number(drawing_item(t->drawing, "votes", seat), 0, t->seats - 1, &other))
        add_state(t, states, "votes", names[other]);
    if (card && strcmp(card, "?") != 0 && seat != t->drawing->viewer)
        add_state(t, states, "holds", drawing_word(t->drawing, card));
}

static void print_number(const struct scale_picture *t, int value)
{
    terminal_column(t->terminal, SAY_NUMBER(value), NUMBER_WIDTH);
}

static void draw_player(const struct scale_picture *t, int seat)
{
    const struct doc_node *player = drawing_item(t->drawing, "players", seat);
    char storage[TEXT_MAX];
    struct buffer states;
    fprintf(t->terminal->out, "  %d  ", seat);
    drawing_name(t->drawing, seat, NAME_WIDTH);
    if (t->seats > 2) {
        int total = 0;
        doc_number(drawing_aid(t->drawing, "totals", seat), INT16_MIN, INT16_MAX, &total);
        print_number(t, number(t, player, "good"));
        print_number(t, number(t, player, "bad"));
        print_number(t, total);
    }
    buffer_start(&states, storage, sizeof storage);
    add_states(t, seat, &states);
    int used = 5 + NAME_WIDTH + (t->seats > 2 ? 3 * NUMBER_WIDTH : 0);
    terminal_paragraph(t->terminal, states.text, states.length, used, used);
}

static void draw_players(const struct scale_picture *t)
{
    fputc('\n', t->terminal->out);
    terminal_style(t->terminal, "4");
    fputs("     ", t->terminal->out);
    terminal_column(t->terminal, text(t, "player"), NAME_WIDTH);
    if (t->seats > 2) {
        terminal_column(t->terminal, text(t, "good"), NUMBER_WIDTH);
        terminal_column(t->terminal, text(t, "bad"), NUMBER_WIDTH);
        terminal_column(t->terminal, text(t, "total"), NUMBER_WIDTH);
    }
    terminal_style(t->terminal, "0");
    fputc('\n', t->terminal->out);
    for (int seat = 0; seat < t->seats; seat++)
        draw_player(t, seat);
}

/* What the viewer performs: the colour of a card says what, its number how much; in a tie-break,
 * both actions that were picked. */
static void draw_part(const struct scale_picture *t)
{
    const struct doc *aids = t->drawing->aids;
    const struct doc_node *part = doc_get(aids, doc_root(aids), "part");
    const struct doc_node *performed = doc_get(aids, part, "colours");
    int level;
    if (!doc_number(doc_get(aids, part, "level"), 1, LEVELS, &level))
        return;
    char bar[LEVELS + 1];
    for (int i = 0; i < LEVELS; i++)
        bar[i] = i < level ? '#' : '.';
    bar[LEVELS] = '\0';
    fputc('\n', t->terminal->out);
    if (doc_count(performed) > 1) {
        drawing_say(t->drawing, "draw", "your_tie", SAY_NUMBER(level), SAY_NUMBER(LEVELS), bar,
                    NULL);
        return;
    }
    const struct doc_node *own = drawing_item(t->drawing, "players", t->drawing->viewer);
    const char *card = doc_text(t->doc, doc_get(t->doc, own, "card"));
    drawing_say(t->drawing, "draw", "your_card", drawing_word(t->drawing, card),
                action(t, doc_text(aids, doc_first(aids, performed))), SAY_NUMBER(level),
                SAY_NUMBER(LEVELS), bar, NULL);
}

static void draw_table(const struct drawing *drawing)
{
    struct scale_picture picture = {
        .drawing = drawing, .terminal = drawing->terminal, .doc = drawing->view};
    picture.root = doc_root(picture.doc);
    picture.seats = doc_count(doc_get(picture.doc, picture.root, "players"));
    const char *phase = doc_text(picture.doc, doc_get(picture.doc, picture.root, "phase"));
    drawing_say(drawing, "draw", phase, NULL);
    draw_actions(&picture);
    draw_piles(&picture);
    draw_players(&picture);
    draw_part(&picture);
}

const struct face face_scale = {
    .game = "scale",
    .table = draw_table,
};
