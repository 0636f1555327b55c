/* The table of T-Rex: trumps, eggs and the meteor to beat; a line for each player; the known cards
 * in hands and decks, so that nobody depends on memory (T18); and the hand of the viewer, by
 * strength. A card is its letter and number, with "!" for a meteor and "+2" for drawing two;
 * colours only repeat the letter.
 *
 * Then: reading the view; cards; the table, from top to bottom; moves in words. */
#include "terminal/screen/screen.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEATS_MAX = 5,
    COLOURS = 5,
    NAME_WIDTH = 17,
    TOP_WIDTH = 11,
    NUMBER_WIDTH = 9,
    TEXT_MAX = 1024,
};

static const struct {
    char letter;
    const char *name, *style;
} colours[COLOURS] = {
    {'y', "yellow", "30;43"}, {'b', "blue", "97;44"}, {'n', "brown", "97;48;5;94"},
    {'g', "green", "30;42"},  {'r', "red", "97;41"},
};

struct trex_picture {
    const struct drawing *drawing;
    const struct terminal *terminal;
    const struct doc *doc;
    const struct doc_node *root;
    int seats, turn; /* turn: -1 when over */
    const char *phase, *strong, *weak;
    json_t *components;
    int ranks[SEATS_MAX]; /* 1 is the strongest; 0: no card yet */
};

static const char *text(const struct trex_picture *t, const char *key)
{
    return drawing_text(t->drawing, "draw", key);
}

static const struct doc_node *player(const struct trex_picture *t, int seat)
{
    return drawing_item(t->drawing, "players", seat);
}

/* ---- Reading the view ---- */

/* The colour of a card such as "n13"; COLOURS if it has none. */
static int colour_of(const char *card)
{
    int colour = 0;
    while (colour < COLOURS && !(card[0] == colours[colour].letter && card[1] < 'a'))
        colour++;
    return colour;
}

enum strength { SPECIAL, WEAK, MIDDLE, STRONG };
static enum strength strength_of(const struct trex_picture *t, const char *card)
{
    int colour = colour_of(card);
    if (colour == COLOURS)
        return SPECIAL;
    if (strcmp(colours[colour].name, t->strong) == 0)
        return STRONG;
    return strcmp(colours[colour].name, t->weak) == 0 ? WEAK : MIDDLE;
}

/* The top card of a pile ("top"), or what it counts as ("counts"); NULL: no card, or 0. */
static const char *top_of(const struct trex_picture *t, int seat, const char *key)
{
    const struct doc *aids = t->drawing->aids;
    return doc_text(aids, doc_get(aids, drawing_aid(t->drawing, "piles", seat), key));
}

static void read_ranks(struct trex_picture *t)
{
    const struct doc *aids = t->drawing->aids;
    int rank = 0, seat;
    DOC_EACH (aids, doc_get(aids, doc_root(aids), "standings"), standing)
        if (doc_number(doc_get(aids, standing, "seat"), 0, t->seats - 1, &seat))
            t->ranks[seat] = ++rank;
}

static void picture_read(struct trex_picture *t, const struct drawing *drawing)
{
    *t = (struct trex_picture){
        .drawing = drawing, .terminal = drawing->terminal, .doc = drawing->view};
    t->root = doc_root(t->doc);
    t->seats = doc_count(doc_get(t->doc, t->root, "players"));
    if (!doc_number(doc_get(t->doc, t->root, "turn"), 0, t->seats - 1, &t->turn))
        t->turn = -1;
    t->phase = drawing_field(t->drawing, t->root, "phase");
    t->strong = drawing_field(t->drawing, t->root, "strong");
    t->weak = drawing_field(t->drawing, t->root, "weak");
    t->components = wire_components_json(drawing->game, drawing->console->data_folder);
    read_ranks(t);
}

static void picture_free(struct trex_picture *t)
{
    json_decref(t->components);
}

/* ---- Cards ---- */

/* "meteor", "draw 2" or "" (T2). */
static const char *symbol(const struct trex_picture *t, const char *card)
{
    if (strcmp(card, "ms") == 0)
        return "meteor"; /* T12 */
    const char *found =
        json_string_value(json_object_get(json_object_get(t->components, "symbols"), card));
    return found ? found : "";
}

/* "y6+2", "n3!" */
static void add_card(const struct trex_picture *t, const char *card, struct buffer *line)
{
    const char *on_it = symbol(t, card);
    buffer_add(line, card);
    if (strcmp(on_it, "meteor") == 0)
        buffer_add_char(line, '!');
    else if (strncmp(on_it, "draw ", 5) == 0)
        buffer_add_format(line, "+%s", on_it + 5);
}

static void print_styled(const struct trex_picture *t, int colour, const char *words)
{
    terminal_style(t->terminal, colour < COLOURS ? colours[colour].style : "7");
    fprintf(t->terminal->out, " %s ", words);
    terminal_style(t->terminal, "0");
}

static void print_colour(const struct trex_picture *t, const char *name)
{
    int colour = 0;
    while (colour < COLOURS && strcmp(colours[colour].name, name) != 0)
        colour++;
    print_styled(t, colour, drawing_word(t->drawing, name));
}

/* ---- The table, from top to bottom ---- */

static void draw_head(const struct trex_picture *t)
{
    FILE *out = t->terminal->out;
    const struct doc *aids = t->drawing->aids;
    int round = 0, rounds = 0;
    doc_number(doc_get(t->doc, t->root, "round"), 0, INT16_MAX, &round);
    doc_number(doc_get(aids, doc_root(aids), "rounds"), 0, INT16_MAX, &rounds);
    drawing_say(t->drawing, "draw", "head", SAY_NUMBER(round), SAY_NUMBER(rounds),
                drawing_word(t->drawing, t->phase), NULL);
    fprintf(out, "%s %s", text(t, "trumps"), text(t, "strong"));
    print_colour(t, t->strong);
    fprintf(out, "  %s", text(t, "weak"));
    print_colour(t, t->weak);
    fprintf(out, "  %s", text(t, "aside"));
    DOC_EACH (t->doc, doc_get(t->doc, t->root, "aside"), colour)
        print_colour(t, doc_text(t->doc, colour));
    fputc('\n', out);
    const struct doc_node *eggs = doc_get(t->doc, t->root, "eggs");
    if (!doc_is(doc_first(t->doc, eggs), DOC_STRING))
        return;
    fputs(text(t, "on_offer"), out);
    for (int i = 0; i < 2; i++) {
        fprintf(out, " %d", i + 1);
        print_colour(t, doc_text(t->doc, drawing_item(t->drawing, "eggs", i)));
    }
    fputc('\n', out);
}

/* The state of the round: who leads, which meteor to beat, who plays last. */
static void draw_round(const struct trex_picture *t)
{
    const char *const *names = t->drawing->names;
    const struct doc_node *meteor = doc_get(t->doc, t->root, "meteor");
    char storage[TEXT_MAX];
    struct buffer line;
    int owner;
    if (strcmp(t->phase, "play") != 0)
        return;
    buffer_start(&line, storage, sizeof storage);
    for (int seat = 0; seat < t->seats; seat++) {
        if (t->ranks[seat] != 1)
            continue;
        const char *counts = top_of(t, seat, "counts");
        drawing_say_into(&line, t->drawing, "draw", "leads", names[seat],
                         counts ? drawing_word(t->drawing, counts) : "0", NULL);
        buffer_add_char(&line, ' ');
    }
    if (doc_number(doc_get(t->doc, meteor, "seat"), 0, t->seats - 1, &owner))
        drawing_say_into(&line, t->drawing, "draw", "meteor",
                         drawing_word(t->drawing, drawing_field(t->drawing, meteor, "card")),
                         names[owner], NULL);
    else
        drawing_say_into(&line, t->drawing, "draw", "no_meteor", NULL);
    terminal_paragraph(t->terminal, line.text, line.length, 0, 0);
}

/* "y2 b1 = 5": the eggs of a player, and their value so far. */
static void add_eggs(const struct trex_picture *t, int seat, struct buffer *line)
{
    int points = 0;
    doc_number(drawing_aid(t->drawing, "points", seat), 0, INT16_MAX, &points);
    for (int colour = 0; colour < COLOURS; colour++) {
        int count = 0;
        DOC_EACH (t->doc, doc_get(t->doc, player(t, seat), "eggs"), egg)
            count += strcmp(doc_text(t->doc, egg), colours[colour].name) == 0;
        if (count > 0)
            buffer_add_format(line, "%c%d ", colours[colour].letter, count);
    }
    buffer_add_format(line, "%s%d", points ? "= " : "", points);
}

static void print_number(const struct trex_picture *t, int number)
{
    char storage[16];
    snprintf(storage, sizeof storage, "%d", number);
    terminal_column(t->terminal, number > 0 ? storage : "–", NUMBER_WIDTH);
}

static void draw_player(const struct trex_picture *t, int seat)
{
    const char *top = top_of(t, seat, "top"), *counts = top_of(t, seat, "counts");
    char storage[TEXT_MAX];
    struct buffer line;
    fputs(seat == t->turn ? "> " : "  ", t->terminal->out);
    drawing_name(t->drawing, seat, NAME_WIDTH);
    buffer_start(&line, storage, sizeof storage);
    if (top)
        add_card(t, top, &line);
    else
        buffer_add(&line, "–");
    if (top && (!counts || strcmp(top, counts) != 0))
        buffer_add_format(&line, " = %s", counts ? counts : "0");
    terminal_column(t->terminal, line.text, TOP_WIDTH);
    print_number(t, t->ranks[seat]);
    print_number(t, doc_count(doc_get(t->doc, player(t, seat), "hand")));
    print_number(t, doc_count(doc_get(t->doc, player(t, seat), "deck")));
    buffer_start(&line, storage, sizeof storage);
    add_eggs(t, seat, &line);
    fprintf(t->terminal->out, "%s\n", line.text);
}

static void draw_players(const struct trex_picture *t)
{
    fputc('\n', t->terminal->out);
    terminal_style(t->terminal, "4");
    fputs("  ", t->terminal->out);
    terminal_column(t->terminal, text(t, "player"), NAME_WIDTH);
    terminal_column(t->terminal, text(t, "top"), TOP_WIDTH);
    terminal_column(t->terminal, text(t, "rank"), NUMBER_WIDTH);
    terminal_column(t->terminal, text(t, "hand"), NUMBER_WIDTH);
    terminal_column(t->terminal, text(t, "deck"), NUMBER_WIDTH);
    fputs(text(t, "eggs"), t->terminal->out);
    terminal_style(t->terminal, "0");
    fputc('\n', t->terminal->out);
    for (int seat = 0; seat < t->seats; seat++)
        draw_player(t, seat);
}

/* Adds a list of cards in which hidden ones are only counted: "3×? n3! b8+3". Adds nothing and
 * returns false if all of them are hidden. */
static bool add_seen(const struct trex_picture *t, const struct doc_node *cards, const char *title,
                     struct buffer *line)
{
    int hidden = 0, known = 0;
    DOC_EACH (t->doc, cards, card)
        known += strcmp(doc_text(t->doc, card), "?") != 0;
    if (known == 0)
        return false;
    buffer_add_format(line, "%s%s", line->length ? " · " : "", title);
    DOC_EACH (t->doc, cards, card) {
        const struct doc_node *next = doc_next(t->doc, card);
        if (strcmp(doc_text(t->doc, card), "?") != 0) {
            buffer_add_char(line, ' ');
            add_card(t, doc_text(t->doc, card), line);
            continue;
        }
        hidden++;
        if (!next || strcmp(doc_text(t->doc, next), "?") != 0) {
            buffer_add_format(line, " %d×?", hidden);
            hidden = 0;
        }
    }
    return true;
}

/* Cards that were played are public knowledge from then on (T18). False if there are none yet. */
static bool draw_seen(const struct trex_picture *t)
{
    bool any = false;
    for (int seat = 0; seat < t->seats; seat++) {
        char storage[TEXT_MAX];
        struct buffer line;
        buffer_start(&line, storage, sizeof storage);
        if (seat != t->drawing->viewer)
            add_seen(t, doc_get(t->doc, player(t, seat), "hand"), text(t, "seen_hand"), &line);
        add_seen(t, doc_get(t->doc, player(t, seat), "deck"), text(t, "seen_deck"), &line);
        add_seen(t, doc_get(t->doc, player(t, seat), "out"), text(t, "seen_out"), &line);
        if (!line.length)
            continue;
        if (!any) {
            fputc('\n', t->terminal->out);
            drawing_say(t->drawing, "draw", "seen", NULL);
        }
        any = true;
        fputs("  ", t->terminal->out);
        terminal_column(t->terminal, t->drawing->names[seat], NAME_WIDTH);
        terminal_paragraph(t->terminal, line.text, line.length, NAME_WIDTH + 2, NAME_WIDTH + 2);
    }
    return any;
}

static void draw_hand(const struct trex_picture *t)
{
    static const char *const titles[] = {
        [STRONG] = "strong", [MIDDLE] = "middle", [WEAK] = "weak", [SPECIAL] = "special"};
    if (t->drawing->viewer == GAME_SPECTATOR)
        return;
    const struct doc_node *hand = doc_get(t->doc, player(t, t->drawing->viewer), "hand");
    fputc('\n', t->terminal->out);
    drawing_say(t->drawing, "draw", doc_count(hand) ? "your_hand" : "empty_hand", NULL);
    for (int grade = STRONG; grade >= SPECIAL; grade--) {
        int count = 0;
        DOC_EACH (t->doc, hand, node) {
            const char *card = doc_text(t->doc, node);
            char storage[16];
            struct buffer line;
            if ((int)strength_of(t, card) != grade)
                continue;
            if (count++ == 0) {
                fputs("  ", t->terminal->out);
                terminal_column(t->terminal, text(t, titles[grade]), 10);
            }
            buffer_start(&line, storage, sizeof storage);
            add_card(t, card, &line);
            print_styled(t, colour_of(card), line.text);
        }
        if (count > 0)
            fputc('\n', t->terminal->out);
    }
}

static void draw_table(const struct drawing *drawing)
{
    struct trex_picture picture;
    picture_read(&picture, drawing);
    bool low = terminal_is_low(drawing->terminal);
    if (low && draw_seen(&picture)) /* it is long, and may scroll away first */
        fputc('\n', drawing->terminal->out);
    draw_head(&picture);
    draw_round(&picture);
    draw_players(&picture);
    if (!low)
        draw_seen(&picture);
    draw_hand(&picture);
    picture_free(&picture);
}

/* ---- Moves in words ---- */

static void add_card_words(const struct trex_picture *t, const char *card, struct buffer *words)
{
    const char *on_it = symbol(t, card);
    buffer_add(words, drawing_word(t->drawing, card));
    if (strcmp(on_it, "meteor") == 0 && strcmp(card, "ms") != 0)
        buffer_add_format(words, ", %s", text(t, "a_meteor"));
    else if (strncmp(on_it, "draw ", 5) == 0)
        buffer_add_format(words, ", %s %s", text(t, "draws"), on_it + 5);
}

static bool move_words(const struct drawing *drawing, const char *move, struct buffer *words)
{
    struct trex_picture picture;
    picture_read(&picture, drawing);
    const struct doc_node *egg = NULL;
    const char *top = drawing->viewer >= 0 ? top_of(&picture, drawing->viewer, "top") : NULL;
    bool described = true;
    if (strncmp(move, "egg ", 4) == 0)
        egg = drawing_item(drawing, "eggs", move[4] - '1');
    if (strncmp(move, "play ", 5) == 0)
        add_card_words(&picture, move + 5, words);
    else if (doc_is(egg, DOC_STRING))
        buffer_add(words, drawing_word(drawing, doc_text(picture.doc, egg)));
    else if (strcmp(move, "remove top") == 0 && top)
        add_card_words(&picture, top, words);
    else
        described = false;
    picture_free(&picture);
    return described;
}

const struct face face_trex = {
    .game = "trex",
    .table = draw_table,
    .move = move_words,
};
