/* The rules of T-Rex: dealing, and what a move does. legal.c decides which moves are legal.
 *
 * Nothing is shuffled after the start, so the state has no random stream. A round goes through the
 * phases play, egg, remove and trump; each move ends by choosing the next seat. */
#include "games/trex/rules.h"

#include "base/check.h"
#include "games/trex/events.h"
#include "games/trex/score.h"

#include <string.h>

/* Removes the first of `size` items; the others move up and a zero fills the end. The whole array
 * moves, used or not, because a constant size is cheap. */
static inline uint8_t take_first(uint8_t *items, size_t size)
{
    uint8_t first = items[0];
    memmove(items, items + 1, size - 1);
    items[size - 1] = 0;
    return first;
}

static uint8_t deck_take(struct trex_player *player)
{
    CHECK(player->deck_count > 0);
    player->deck_count--;
    return take_first(player->deck, sizeof player->deck);
}

/* Returns the cards drawn: `count`, or as many as there are. */
static uint32_t deck_draw(struct trex_player *player, int count)
{
    uint32_t drawn = 0;
    for (; count > 0 && player->deck_count > 0; count--)
        drawn |= trex_card_bit(deck_take(player));
    player->hand |= drawn;
    return drawn;
}

/* ---- Set-up ---- */

static void eggs_deal(struct trex_state *s, struct deal *deal)
{
    uint8_t eggs[TREX_EGGS];
    int count = 0;
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        for (int i = 0; i < s->components.eggs[colour]; i++)
            eggs[count++] = (uint8_t)colour;
    CHECK(count == TREX_EGGS);
    deal_shuffle(deal, eggs, sizeof eggs);
    for (int pile = 0; pile < 2; pile++) { /* T4 */
        const uint8_t *top = eggs + pile * TREX_EGG_PILE;
        s->eggs[pile] = top[0];
        memcpy(s->egg_piles[pile], top + 1, TREX_EGG_PILE - 1);
    }
}

static void player_deal(struct trex_player *player, struct deal *deal)
{
    for (uint8_t card = 0; card < TREX_CARDS; card++)
        player->deck[card] = card;
    player->deck_count = TREX_CARDS;
    deal_shuffle(deal, player->deck, TREX_CARDS);
    deck_draw(player, TREX_HAND_SIZE); /* T6 */
}

bool trex_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* all combinations of options are valid */
    struct trex_state *s = state;
    *s = (struct trex_state){.components = *(const struct trex_components *)setup->components,
                             .seats = (uint8_t)setup->seats,
                             .round = 1,
                             .phase = TREX_PHASE_PLAY,
                             .turn = 0, /* T7 */
                             .meteor.seat = TREX_NOBODY};
    memcpy(s->options, setup->options, sizeof s->options);
    struct deal deal;
    deal_start(&deal, setup->seed, setup->seed_length);
    eggs_deal(s, &deal);
    uint8_t trumps[TREX_COLOURS] = {TREX_YELLOW, TREX_BLUE, TREX_BROWN, TREX_GREEN, TREX_RED};
    deal_shuffle(&deal, trumps, sizeof trumps);
    s->strong = trumps[0]; /* T5 */
    s->weak = trumps[1];
    for (int seat = 0; seat < s->seats; seat++)
        player_deal(&s->players[seat], &deal);
    return true;
}

/* ---- Playing a card ---- */

uint8_t trex_next_player(const struct trex_state *s, int seat, uint32_t able, int meteor_seat)
{
    for (int i = 0; i < s->seats; i++) {
        seat = seat + 1 < s->seats ? seat + 1 : 0;
        if (bits_have(able, seat))
            return (uint8_t)seat;
        if (seat == meteor_seat) /* T13: the owner's turn comes, and the owner cannot play */
            return TREX_NOBODY;
    }
    return TREX_NOBODY; /* T13: nobody can play */
}

static uint32_t seats_able(const struct trex_state *s)
{
    uint32_t able = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->players[seat].hand || s->players[seat].deck_count)
            able |= (uint32_t)bit(seat);
    return able;
}

static void round_end(struct trex_state *s, bool owner_played, struct story *story)
{
    trex_rank(s, s->ranking);
    s->phase = TREX_PHASE_EGG;
    s->turn = s->ranking[0];
    if (story)
        trex_event_round_end(story, s, owner_played);
}

static void next_player(struct trex_state *s, int seat, struct story *story)
{
    uint8_t next = trex_next_player(s, seat, seats_able(s), s->meteor.seat);
    if (story)
        trex_event_skips(story, s, seat, next != TREX_NOBODY ? next : s->meteor.seat);
    if (next == TREX_NOBODY)
        round_end(s, false, story);
    else
        s->turn = next;
}

/* Carries out the symbol of a card that was just played (T10, T11). */
static void symbol_act(struct trex_state *s, int seat, uint8_t card, bool final_card,
                       struct story *story)
{
    if (trex_is_meteor(s, card)) {
        struct trex_play before = s->meteor, meteor = {(uint8_t)seat, card};
        bool leads = !final_card && trex_meteor_leads(s, before, card); /* T13 */
        if (leads)
            s->meteor = meteor;
        if (story && !final_card)
            trex_event_meteor(story, before, meteor, leads);
    } else if (card < TREX_NUMBERS) {
        struct trex_player *player = &s->players[seat];
        uint8_t symbol = s->components.symbols[card];
        uint32_t drawn = deck_draw(player, symbol);
        if (story)
            trex_event_draw(story, player, seat, symbol, drawn);
    }
}

static void card_play(struct trex_state *s, int seat, const struct move *move, struct story *story)
{
    struct trex_player *player = &s->players[seat];
    bool flipped = move->kind == TREX_FLIP; /* T9 */
    uint8_t card = flipped ? deck_take(player) : move->a;
    bool final_card = s->meteor.seat == seat; /* T13 */
    player->hand &= ~trex_card_bit(card);
    player->seen |= trex_card_bit(card);
    s->plays[s->play_count++] = (struct trex_play){(uint8_t)seat, card};
    if (story)
        trex_event_play(story, s, seat, flipped);
    symbol_act(s, seat, card, final_card, story);
    if (final_card)
        round_end(s, true, story);
    else
        next_player(s, seat, story);
}

/* ---- The end of a round ---- */

static void egg_take(struct trex_state *s, int seat, int choice, struct story *story)
{
    int second = s->ranking[1]; /* T16 */
    uint8_t chosen = s->eggs[choice], other = s->eggs[1 - choice];
    s->players[seat].eggs[chosen]++;
    s->players[second].eggs[other]++;
    s->eggs[0] = s->eggs[1] = 0;
    s->phase = TREX_PHASE_REMOVE; /* the strongest begins again */
    if (story) {
        trex_event_egg(story, "egg", seat, chosen);
        trex_event_egg(story, "egg_other", second, other);
    }
}

/* Removes the latest play of `seat`, or with `shower` that of its shower, from the plays. */
static uint8_t pile_take(struct trex_state *s, int seat, bool shower)
{
    int at = s->play_count - 1;
    while (at >= 0 && (s->plays[at].seat != seat || (shower && s->plays[at].card != TREX_SHOWER)))
        at--;
    CHECK(at >= 0);
    uint8_t card = s->plays[at].card;
    s->play_count--;
    for (; at < s->play_count; at++)
        s->plays[at] = s->plays[at + 1];
    s->plays[at] = (struct trex_play){0};
    return card;
}

static void piles_under_decks(struct trex_state *s)
{
    for (int i = 0; i < s->play_count; i++) { /* T18: the order is kept */
        struct trex_player *player = &s->players[s->plays[i].seat];
        player->deck[player->deck_count++] = s->plays[i].card;
    }
    memset(s->plays, 0, sizeof s->plays);
    s->play_count = 0;
}

static void card_remove(struct trex_state *s, int seat, enum trex_move kind, struct story *story)
{
    struct trex_player *player = &s->players[seat];
    uint8_t card = kind == TREX_REMOVE_DECK ? deck_take(player)
                                            : pile_take(s, seat, kind == TREX_REMOVE_SHOWER);
    player->out |= trex_card_bit(card);
    if (story)
        trex_event_remove(story, player, seat, kind, card);
    if (seat != s->ranking[s->seats - 1]) { /* T17: on to the next weaker */
        int place = 0;
        while (s->ranking[place] != seat)
            place++;
        s->turn = s->ranking[place + 1];
        return;
    }
    if (story)
        trex_event_under(story, s);
    piles_under_decks(s);
    if (s->round < TREX_ROUNDS) {
        s->phase = TREX_PHASE_TRUMP; /* the weakest goes on */
        return;
    }
    s->phase = TREX_PHASE_OVER; /* T21 */
    s->turn = 0;
    if (story)
        trex_event_over(story, s);
}

/* T20: the turn stays with the weakest. */
static void round_begin(struct trex_state *s, struct story *story)
{
    s->round++;
    for (int pile = 0; pile < 2; pile++)
        s->eggs[pile] = take_first(s->egg_piles[pile], sizeof s->egg_piles[pile]);
    s->meteor = (struct trex_play){.seat = TREX_NOBODY};
    memset(s->ranking, 0, sizeof s->ranking);
    s->phase = TREX_PHASE_PLAY;
    if (story)
        trex_event_round(story, s);
}

static void trump_choose(struct trex_state *s, int seat, const struct move *move,
                         struct story *story)
{
    uint8_t *trump = move->kind == TREX_TRUMP_WEAK ? &s->weak : &s->strong; /* T19 */
    uint8_t replaced = *trump;
    if (move->kind != TREX_TRUMP_KEEP)
        *trump = move->a;
    if (story)
        trex_event_trump(story, seat, move, replaced);
    round_begin(s, story);
}

void trex_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct trex_state *s = state;
    switch (s->phase) {
    case TREX_PHASE_PLAY:
        card_play(s, seat, move, story);
        break;
    case TREX_PHASE_EGG:
        egg_take(s, seat, move->a, story);
        break;
    case TREX_PHASE_REMOVE:
        card_remove(s, seat, (enum trex_move)move->kind, story);
        break;
    default:
        CHECK(s->phase == TREX_PHASE_TRUMP);
        trump_choose(s, seat, move, story);
    }
}
