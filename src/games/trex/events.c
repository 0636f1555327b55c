/* The events of T-Rex; events.h lists them. */
#include "games/trex/events.h"

#include "games/trex/score.h"
#include "games/trex/text.h"

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
        doc_list(story->doc, "cards");
        uint64_t known = story_tells(story, seat) ? drawn : drawn & player->seen;
        for (uint64_t cards = known; cards;)
            doc_string(story->doc, NULL, trex_card_names[bits_pop(&cards)]);
        for (int i = bits_count(drawn & ~known); i > 0; i--)
            doc_string(story->doc, NULL, "?");
        doc_end(story->doc);
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
    doc_list(story->doc, "seats");
    for (int i = 0; i < s->seats; i++)
        doc_integer(story->doc, NULL, s->ranking[i]);
    doc_end(story->doc);
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

void trex_event_egg(struct story *story, const char *type, int seat, int colour)
{
    story_event(story, type, seat);
    doc_string(story->doc, "colour", trex_colour_names[colour]);
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
