/* The events of T-Rex, in the order in which a move can tell them. Cards are their texts, colours
 * their words, "?" is a card that the listener may not know.
 *
 * play             seat, card                 a card of the hand is laid on the own pile (T8)
 * flip             seat, card                 the same with the top of the deck, the hand being empty (T9)
 * copy             seat, card                 the Chamaelosaurus just laid counts as this card (T14)
 * copy_nothing     seat                       it counts 0 (T14)
 * meteor           seat, card                 the first meteor: the final lap begins (T11)
 * meteor_higher    seat, card, from, beaten   takes the lead from `from` and their card `beaten` (T11)
 * meteor_lower     seat, card, owner, leader  stays below the card `leader` of `owner` (T11)
 * draw             seat, symbol, cards        cards come into the hand, perhaps fewer than the symbol says (T10)
 * draw_none        seat, symbol               the deck is empty (T10)
 * skip             seat                       no cards left to play (T9)
 * round_end        seat, card                 the owner of the leading meteor `card` has played on (T13)
 * round_end_stuck  seat, card                 that owner has nothing left to play (T13)
 * round_end_empty                             nobody has anything left to play (T13)
 * ranking          seats, cards               strongest first, and what their top cards count as, "0" for no value (T15)
 * egg              seat, colour               the strongest takes an egg (T16)
 * egg_other        seat, colour               the second takes the other (T16)
 * remove_top       seat, card                 the top of the pile leaves the game (T17)
 * remove_deck      seat, card                 the top of the deck does, face down (T17)
 * remove_shower    seat, card                 the shower does, as it must (T17)
 * under            seat, cards                the pile goes under the deck, oldest card first (T18)
 * trump_keep       seat                       both trumps stay (T19)
 * trump_strong     seat, colour, replaced     a new strong colour (T19)
 * trump_weak       seat, colour, replaced     a new weak colour (T19)
 * round            seat, round, eggs          two new eggs lie face up; `seat` begins the round (T20)
 * over             seats, scores              the winners, and the score of every seat (T21, T22) */
#include "games/trex/trex.h"

static void tell_card(struct story *story, const char *key, int card)
{
    doc_string(story->doc, key, trex_card_names[card]);
}

/* What the Chamaelosaurus on top of a pile has become. */
static void tell_copy(struct story *story, const struct trex_state *s, int seat)
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    bool nothing = counted[seat] == TREX_SHOWER;
    story_event(story, nothing ? "copy_nothing" : "copy", seat);
    if (!nothing)
        tell_card(story, "card", counted[seat]);
    story_event_end(story);
}

void trex_tell_play(struct story *story, const struct trex_state *s, int seat, bool flipped)
{
    int card = s->plays[s->play_count - 1].card;
    story_event(story, flipped ? "flip" : "play", seat);
    tell_card(story, "card", card);
    story_event_end(story);
    if (card == TREX_CHAMAELOSAURUS)
        tell_copy(story, s, seat);
}

void trex_tell_draw(struct story *story, const struct trex_player *player, int seat, int symbol,
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

void trex_tell_meteor(struct story *story, struct trex_play before, struct trex_play meteor,
                      bool leads)
{
    bool first = before.seat == TREX_NOBODY;
    story_event(story, first ? "meteor" : leads ? "meteor_higher" : "meteor_lower", meteor.seat);
    tell_card(story, "card", meteor.card);
    if (!first) {
        doc_integer(story->doc, leads ? "from" : "owner", before.seat);
        tell_card(story, leads ? "beaten" : "leader", before.card);
    }
    story_event_end(story);
}

void trex_tell_skips(struct story *story, const struct trex_state *s, int from, int to)
{
    if (to == TREX_NOBODY)
        return; /* nobody is left to be passed over for */
    for (int seat = (from + 1) % s->seats; seat != to; seat = (seat + 1) % s->seats) {
        story_event(story, "skip", seat);
        story_event_end(story);
    }
}

static void tell_ranking(struct story *story, const struct trex_state *s)
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

void trex_tell_round_end(struct story *story, const struct trex_state *s, bool owner_played)
{
    if (s->meteor.seat == TREX_NOBODY) {
        story_event(story, "round_end_empty", -1);
    } else {
        story_event(story, owner_played ? "round_end" : "round_end_stuck", s->meteor.seat);
        tell_card(story, "card", s->meteor.card);
    }
    story_event_end(story);
    tell_ranking(story, s);
}

void trex_tell_egg(struct story *story, const char *type, int seat, int colour)
{
    story_event(story, type, seat);
    doc_string(story->doc, "colour", trex_colour_names[colour]);
    story_event_end(story);
}

void trex_tell_remove(struct story *story, const struct trex_player *player, int seat,
                      enum trex_move kind, int card)
{
    static const char *const types[] = {[TREX_REMOVE_TOP] = "remove_top",
                                        [TREX_REMOVE_DECK] = "remove_deck",
                                        [TREX_REMOVE_SHOWER] = "remove_shower"};
    story_event(story, types[kind], seat);
    /* A card that was never played leaves the deck unseen by its owner too. */
    bool known = bits_have(player->seen, card) || story->viewer == STORY_ALL;
    doc_string(story->doc, "card", known ? trex_card_names[card] : "?");
    story_event_end(story);
}

void trex_tell_under(struct story *story, const struct trex_state *s)
{
    uint64_t seats = 0; /* that have something left of their pile */
    for (int i = 0; i < s->play_count; i++)
        seats |= bit(s->plays[i].seat);
    while (seats) {
        int seat = bits_pop(&seats);
        story_event(story, "under", seat);
        doc_list(story->doc, "cards");
        for (int i = 0; i < s->play_count; i++)
            if (s->plays[i].seat == seat)
                tell_card(story, NULL, s->plays[i].card);
        doc_end(story->doc);
        story_event_end(story);
    }
}

void trex_tell_trump(struct story *story, int seat, const struct move *move, int replaced)
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

void trex_tell_round(struct story *story, const struct trex_state *s)
{
    story_event(story, "round", s->turn);
    doc_integer(story->doc, "round", s->round);
    doc_list(story->doc, "eggs");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, trex_colour_names[s->eggs[i]]);
    doc_end(story->doc);
    story_event_end(story);
}

void trex_tell_over(struct story *story, const struct trex_state *s)
{
    struct game_result result;
    trex_result(s, &result);
    story_event(story, "over", -1);
    doc_bits(story->doc, "seats", result.winners);
    doc_list(story->doc, "scores");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(story->doc, NULL, result.scores[seat]);
    doc_end(story->doc);
    story_event_end(story);
}
