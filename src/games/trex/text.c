/* T-Rex in texts: names, moves, and positions and views as documents.
 *
 * Then: moves; positions and views; events. */
#include "games/trex/trex_internal.h"

#include "base/base.h"
#include "game/reading.h"

#include <string.h>

const char *const trex_card_names[TREX_CARDS] = {"y1",  "b2",  "n3",  "g4",  "r5",  "y6",
                                                 "b7",  "n8",  "g9",  "r10", "y11", "b12",
                                                 "n13", "g14", "r15", "ch",  "ms"};

const char *const trex_colour_names[TREX_COLOURS] = {"yellow", "blue", "brown", "green", "red"};

const char *const trex_phase_names[TREX_PHASES] = {[TREX_PHASE_PLAY] = "play",
                                                   [TREX_PHASE_EGG] = "egg",
                                                   [TREX_PHASE_REMOVE] = "remove",
                                                   [TREX_PHASE_TRUMP] = "trump",
                                                   [TREX_PHASE_OVER] = "over"};

const char *trex_phase(const void *state)
{
    return trex_phase_names[((const struct trex_state *)state)->phase];
}

/* ---- Moves: fixed words, some followed by a name ---- */

static const char *const egg_names[2] = {"1", "2"};

static const struct move_form {
    const char *words;
    const char *const *names; /* of what move.a is, or NULL */
    int name_count;
} forms[] = {
    [TREX_PLAY] = {"play ", trex_card_names, TREX_CARDS},
    [TREX_FLIP] = {"flip", NULL, 0},
    [TREX_EGG] = {"egg ", egg_names, 2},
    [TREX_REMOVE_TOP] = {"remove top", NULL, 0},
    [TREX_REMOVE_DECK] = {"remove deck", NULL, 0},
    [TREX_REMOVE_SHOWER] = {"remove shower", NULL, 0},
    [TREX_TRUMP_KEEP] = {"trump keep", NULL, 0},
    [TREX_TRUMP_STRONG] = {"trump strong ", trex_colour_names, TREX_COLOURS},
    [TREX_TRUMP_WEAK] = {"trump weak ", trex_colour_names, TREX_COLOURS},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

bool trex_parse(const void *state, const char *text, struct move *move)
{
    (void)state; /* all matches have the same cards and colours */
    for (uint8_t kind = 0; kind < FORMS; kind++) {
        const struct move_form *form = &forms[kind];
        size_t length = strlen(form->words);
        if (strncmp(text, form->words, length) != 0)
            continue;
        int name = 0;
        if (form->names)
            name = game_name_find(form->names, form->name_count, text + length);
        else if (text[length] != '\0')
            name = -1;
        if (name < 0)
            return false; /* no form is a prefix of another */
        *move = (struct move){.kind = kind, .a = (uint8_t)name};
        return true;
    }
    return false;
}

void trex_format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    CHECK(move->kind < FORMS);
    const struct move_form *form = &forms[move->kind];
    buffer_add(text, form->words);
    if (form->names) {
        CHECK(move->a < form->name_count);
        buffer_add(text, form->names[move->a]);
    }
}

/* ---- Positions and views ---- */

static void name_save(struct doc *doc, const char *const *names, uint8_t index)
{
    doc_string(doc, NULL, index == TREX_HIDDEN ? "?" : names[index]);
}

void trex_card_set_save(struct doc *doc, const char *key, uint64_t cards, int hidden)
{
    doc_list(doc, key);
    while (cards)
        name_save(doc, trex_card_names, (uint8_t)bits_pop(&cards));
    while (hidden-- > 0)
        name_save(doc, trex_card_names, TREX_HIDDEN);
    doc_end(doc);
}

static void play_save(struct doc *doc, const char *key, struct trex_play play)
{
    doc_object(doc, key);
    doc_integer(doc, "seat", play.seat);
    doc_string(doc, "card", trex_card_names[play.card]);
    doc_end(doc);
}

static void trumps_save(const struct trex_state *s, struct doc *doc)
{
    doc_string(doc, "strong", trex_colour_names[s->strong]);
    doc_string(doc, "weak", trex_colour_names[s->weak]);
    doc_list(doc, "aside");
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        if (colour != s->strong && colour != s->weak)
            doc_string(doc, NULL, trex_colour_names[colour]);
    doc_end(doc);
}

static void eggs_save(const struct trex_state *s, struct doc *doc)
{
    doc_list(doc, "eggs");
    for (int i = 0; i < 2; i++) {
        if (trex_eggs_face_up(s))
            doc_string(doc, NULL, trex_colour_names[s->eggs[i]]);
        else
            doc_null(doc, NULL);
    }
    doc_end(doc);
    doc_list(doc, "egg_piles");
    for (int pile = 0; pile < 2; pile++) {
        doc_list(doc, NULL);
        for (int i = 0; i < trex_egg_pile_count(s); i++)
            name_save(doc, trex_colour_names, s->egg_piles[pile][i]);
        doc_end(doc);
    }
    doc_end(doc);
}

static void ranking_save(const struct trex_state *s, struct doc *doc, const char *key)
{
    doc_list(doc, key);
    for (int i = 0; i < s->seats; i++)
        doc_integer(doc, NULL, s->ranking[i]);
    doc_end(doc);
}

static void round_save(const struct trex_state *s, struct doc *doc)
{
    if (s->meteor.seat == TREX_NOBODY)
        doc_null(doc, "meteor");
    else
        play_save(doc, "meteor", s->meteor);
    doc_list(doc, "plays");
    for (int i = 0; i < s->play_count; i++)
        play_save(doc, NULL, s->plays[i]);
    doc_end(doc);
    if (s->phase == TREX_PHASE_PLAY) {
        doc_null(doc, "ranking");
        return;
    }
    ranking_save(s, doc, "ranking");
}

static void player_save(const struct trex_player *player, struct doc *doc)
{
    doc_object(doc, NULL);
    trex_card_set_save(doc, "hand", player->hand, player->hidden_hand);
    doc_list(doc, "deck");
    for (int i = 0; i < player->deck_count; i++)
        name_save(doc, trex_card_names, player->deck[i]);
    doc_end(doc);
    trex_card_set_save(doc, "out", player->out, player->hidden_out);
    doc_list(doc, "eggs");
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        for (int i = 0; i < player->eggs[colour]; i++)
            doc_string(doc, NULL, trex_colour_names[colour]);
    doc_end(doc);
    trex_card_set_save(doc, "seen", player->seen, 0);
    doc_end(doc);
}

void trex_save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct trex_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_integer(doc, "round", s->round);
    doc_string(doc, "phase", trex_phase(s));
    if (s->phase == TREX_PHASE_OVER)
        doc_null(doc, "turn");
    else
        doc_integer(doc, "turn", s->turn);
    trumps_save(s, doc);
    eggs_save(s, doc);
    round_save(s, doc);
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++)
        player_save(&s->players[seat], doc);
    doc_end(doc);
    doc_end(doc);
}

/* ---- Events ---- */

static void card_save(struct story *story, const char *key, int card)
{
    doc_string(story->doc, key, trex_card_names[card]);
}

/* The card that the Chamaelosaurus on top of a pile counts as. */
static void event_copy(struct story *story, const struct trex_state *s, int seat)
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    bool nothing = counted[seat] == TREX_SHOWER;
    story_event(story, nothing ? "copy_nothing" : "copy", seat);
    if (!nothing)
        card_save(story, "card", counted[seat]);
    story_event_end(story);
}

void trex_event_play(struct story *story, const struct trex_state *s, int seat, bool flipped)
{
    int card = s->plays[s->play_count - 1].card;
    story_event(story, flipped ? "flip" : "play", seat);
    card_save(story, "card", card);
    story_event_end(story);
    if (card == TREX_CHAMAELOSAURUS)
        event_copy(story, s, seat);
}

void trex_event_draw(struct story *story, const struct trex_player *player, int seat, int symbol,
                     uint32_t drawn)
{
    story_event(story, drawn ? "draw" : "draw_none", seat);
    doc_integer(story->doc, "symbol", symbol);
    if (drawn) {
        uint32_t known = story_tells(story, seat) ? drawn : drawn & player->seen;
        trex_card_set_save(story->doc, "cards", known, bits_count(drawn & ~known));
    }
    story_event_end(story);
}

void trex_event_meteor(struct story *story, struct trex_play before, struct trex_play meteor,
                       bool leads)
{
    bool first = before.seat == TREX_NOBODY;
    story_event(story, first ? "meteor" : leads ? "meteor_higher" : "meteor_lower", meteor.seat);
    card_save(story, "card", meteor.card);
    if (!first) {
        doc_integer(story->doc, leads ? "from" : "owner", before.seat);
        card_save(story, leads ? "beaten" : "leader", before.card);
    }
    story_event_end(story);
}

void trex_event_skips(struct story *story, const struct trex_state *s, int from, int to)
{
    if (to == TREX_NOBODY)
        return; /* nobody is left to play */
    for (int seat = (from + 1) % s->seats; seat != to; seat = (seat + 1) % s->seats) {
        story_event(story, "skip", seat);
        story_event_end(story);
    }
}

static void event_ranking(struct story *story, const struct trex_state *s)
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    story_event(story, "ranking", -1);
    ranking_save(s, story->doc, "seats");
    doc_list(story->doc, "cards");
    for (int i = 0; i < s->seats; i++) {
        int card = counted[s->ranking[i]];
        doc_string(story->doc, NULL, card == TREX_SHOWER ? "0" : trex_card_names[card]);
    }
    doc_end(story->doc);
    story_event_end(story);
}

void trex_event_round_end(struct story *story, const struct trex_state *s, bool owner_played)
{
    if (s->meteor.seat == TREX_NOBODY) {
        story_event(story, "round_end_empty", -1);
    } else {
        story_event(story, owner_played ? "round_end" : "round_end_stuck", s->meteor.seat);
        card_save(story, "card", s->meteor.card);
    }
    story_event_end(story);
    event_ranking(story, s);
}

void trex_event_egg(struct story *story, const char *type, int seat, int colour, int egg)
{
    story_event(story, type, seat);
    doc_string(story->doc, "colour", trex_colour_names[colour]);
    doc_integer(story->doc, "egg", egg + 1);
    story_event_end(story);
}

void trex_event_remove(struct story *story, const struct trex_player *player, int seat,
                       enum trex_move kind, int card)
{
    static const char *const types[] = {[TREX_REMOVE_TOP] = "remove_top",
                                        [TREX_REMOVE_DECK] = "remove_deck",
                                        [TREX_REMOVE_SHOWER] = "remove_shower"};
    story_event(story, types[kind], seat);
    /* A card that was never played leaves the deck unseen, even by its owner. */
    bool known = bits_have(player->seen, card) || story->viewer == STORY_ALL;
    doc_string(story->doc, "card", known ? trex_card_names[card] : "?");
    story_event_end(story);
}

void trex_event_under(struct story *story, const struct trex_state *s)
{
    uint64_t seats = 0; /* whose pile has cards left */
    for (int i = 0; i < s->play_count; i++)
        seats |= bit(s->plays[i].seat);
    while (seats) {
        int seat = bits_pop(&seats);
        story_event(story, "under", seat);
        doc_list(story->doc, "cards");
        for (int i = 0; i < s->play_count; i++)
            if (s->plays[i].seat == seat)
                card_save(story, NULL, s->plays[i].card);
        doc_end(story->doc);
        story_event_end(story);
    }
}

void trex_event_trump(struct story *story, int seat, const struct move *move, int replaced)
{
    bool keep = move->kind == TREX_TRUMP_KEEP;
    bool strong = move->kind == TREX_TRUMP_STRONG;
    story_event(story, keep ? "trump_keep" : strong ? "trump_strong" : "trump_weak", seat);
    if (!keep) {
        doc_string(story->doc, "colour", trex_colour_names[move->a]);
        doc_string(story->doc, "replaced", trex_colour_names[replaced]);
    }
    story_event_end(story);
}

void trex_event_round(struct story *story, const struct trex_state *s)
{
    story_event(story, "round", s->turn);
    doc_integer(story->doc, "round", s->round);
    doc_list(story->doc, "eggs");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, trex_colour_names[s->eggs[i]]);
    doc_end(story->doc);
    story_event_end(story);
}

void trex_event_over(struct story *story, const struct trex_state *s)
{
    struct game_result result;
    trex_result(s, &result);
    game_event_end(story, "over", &result, s->seats);
}
