/* The rules of T-Rex: dealing, and what a move does.
 *
 * Nothing is shuffled after the start, so the state has no random stream. A round goes through the
 * phases play, egg, remove and trump; each move ends by choosing the next seat.
 *
 * Then: set-up; playing a card; the end of a round; who may make which move; comparing cards; the
 * score. */
#include "games/trex/trex_internal.h"

#include "base/base.h"

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

static bool is_able(const struct trex_player *player)
{
    return player->hand || player->deck_count;
}

static uint32_t seats_able(const struct trex_state *s)
{
    uint32_t able = 0;
    for (int seat = 0; seat < s->seats; seat++)
        able |= (uint32_t)is_able(&s->players[seat]) << seat;
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
    uint8_t next = (uint8_t)(seat + 1 < s->seats ? seat + 1 : 0);
    if (!is_able(&s->players[next])) /* most often the left neighbour is */
        next = trex_next_player(s, seat, seats_able(s), s->meteor.seat);
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
    bool final_card = trex_card_ends(s, s->meteor, seat, card);
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
        trex_event_egg(story, "egg", seat, chosen, choice);
        trex_event_egg(story, "egg_other", second, other, 1 - choice);
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

static void move_apply(struct trex_state *s, int seat, const struct move *move, struct story *story)
{
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

void FLATTEN trex_apply(void *state, int seat, const struct move *move, struct story *story)
{
    if (story)
        move_apply(state, seat, move, story);
    else /* in random games: a copy of the code, without the events */
        move_apply(state, seat, move, NULL);
}

/* ---- Who may make which move ---- */

uint32_t trex_to_act(const void *state)
{
    const struct trex_state *s = state;
    return (uint32_t)(s->phase != TREX_PHASE_OVER) << s->turn;
}

static bool refuse(struct fault *fault, const char *rule, const char *text)
{
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, NULL);
}

static bool check_play(const struct trex_state *s, int seat, const struct move *move,
                       struct fault *fault)
{
    const struct trex_player *player = &s->players[seat];
    bool hand_empty = trex_hand_size(player) == 0;
    if (s->phase != TREX_PHASE_PLAY)
        return refuse(fault, "T13", "trex.round_has_ended");
    if (move->kind == TREX_FLIP)
        return hand_empty || refuse(fault, "T9", "trex.hand_not_empty");
    if (hand_empty)
        return refuse(fault, "T9", "trex.hand_empty");
    if (!bits_have(player->hand, move->a))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "T8", "trex.not_in_hand", "%s",
                         trex_card_names[move->a]);
    return true;
}

static bool check_remove(const struct trex_state *s, int seat, const struct move *move,
                         struct fault *fault)
{
    const struct trex_player *player = &s->players[seat];
    if (s->phase != TREX_PHASE_REMOVE)
        return refuse(fault, "T17", "trex.no_removal_now");
    bool shower = trex_shower_in_pile(player);
    if (shower && move->kind != TREX_REMOVE_SHOWER)
        return refuse(fault, "T17", "trex.shower_must_go");
    if (!shower && move->kind == TREX_REMOVE_SHOWER)
        return refuse(fault, "T17", "trex.no_shower");
    if (move->kind == TREX_REMOVE_DECK && player->deck_count == 0)
        return refuse(fault, "T17", "trex.deck_empty");
    return true;
}

static bool check_trump(const struct trex_state *s, const struct move *move, struct fault *fault)
{
    if (s->phase != TREX_PHASE_TRUMP)
        return refuse(fault, "T19", "trex.no_trump_now");
    if (move->kind != TREX_TRUMP_KEEP && (move->a == s->strong || move->a == s->weak))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "T19", "trex.colour_not_aside", "%s",
                         trex_colour_names[move->a]);
    return true;
}

bool trex_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct trex_state *s = state;
    switch (move->kind) {
    case TREX_PLAY:
    case TREX_FLIP:
        return check_play(s, seat, move, fault);
    case TREX_EGG:
        return s->phase == TREX_PHASE_EGG || refuse(fault, "T16", "trex.no_egg_now");
    case TREX_REMOVE_TOP:
    case TREX_REMOVE_DECK:
    case TREX_REMOVE_SHOWER:
        return check_remove(s, seat, move, fault);
    default:
        CHECK(move->kind <= TREX_TRUMP_WEAK);
        return check_trump(s, move, fault);
    }
}

static int legal_plays(const struct trex_player *player, struct move *moves)
{
    int count = 0;
    for (uint64_t hand = player->hand; hand;)
        moves[count++] = (struct move){.kind = TREX_PLAY, .a = (uint8_t)bits_pop(&hand)};
    if (count == 0)
        moves[count++] = (struct move){.kind = TREX_FLIP};
    return count;
}

static int legal_removals(const struct trex_player *player, struct move *moves)
{
    int count = 0;
    if (trex_shower_in_pile(player)) {
        moves[count++] = (struct move){.kind = TREX_REMOVE_SHOWER};
        return count;
    }
    moves[count++] = (struct move){.kind = TREX_REMOVE_TOP};
    if (player->deck_count > 0)
        moves[count++] = (struct move){.kind = TREX_REMOVE_DECK};
    return count;
}

static int legal_trumps(const struct trex_state *s, struct move *moves)
{
    int count = 0;
    moves[count++] = (struct move){.kind = TREX_TRUMP_KEEP};
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        if (colour == s->strong || colour == s->weak)
            continue;
        moves[count++] = (struct move){.kind = TREX_TRUMP_STRONG, .a = colour};
        moves[count++] = (struct move){.kind = TREX_TRUMP_WEAK, .a = colour};
    }
    return count;
}

int trex_legal(const void *state, int seat, struct move *moves)
{
    const struct trex_state *s = state;
    if (!bits_have(trex_to_act(s), seat))
        return 0;
    switch (s->phase) {
    case TREX_PHASE_PLAY:
        return legal_plays(&s->players[seat], moves);
    case TREX_PHASE_EGG:
        moves[0] = (struct move){.kind = TREX_EGG, .a = 0};
        moves[1] = (struct move){.kind = TREX_EGG, .a = 1};
        return 2;
    case TREX_PHASE_REMOVE:
        return legal_removals(&s->players[seat], moves);
    case TREX_PHASE_TRUMP:
        return legal_trumps(s, moves);
    default:
        return 0;
    }
}

void trex_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct trex_state *s = state;
    uint32_t hand = s->players[seat].hand;
    if (s->phase != TREX_PHASE_PLAY || !hand) {
        game_sample_legal(&game_trex, state, seat, rng, move);
        return;
    }
    /* By far the most frequent case, so without a list. */
    int rank = (int)rng_below(rng, (uint32_t)bits_count(hand));
    *move = (struct move){.kind = TREX_PLAY, .a = (uint8_t)bits_nth(hand, rank)};
}

/* ---- Comparing cards ---- */

bool trex_meteor_leads(const struct trex_state *s, struct trex_play leader, int card)
{
    if (leader.seat == TREX_NOBODY || card == TREX_SHOWER) /* T12 */
        return true;
    if (leader.card == TREX_SHOWER)
        return false;
    if (s->options[TREX_METEOR_COMPARE] == TREX_COMPARE_RANK)
        return trex_strength(s, card) >= trex_strength(s, leader.card);
    return card >= leader.card; /* T11: an equal one too */
}

bool trex_card_ends(const struct trex_state *s, struct trex_play leader, int seat, int card)
{
    if (leader.seat != seat)
        return false;
    return s->options[TREX_OWNER_METEOR] == TREX_OWNER_ENDS || !trex_is_meteor(s, card) ||
           !trex_meteor_leads(s, leader, card);
}

/* What the top card of each pile counts as, and when it was played; 0 where nothing was. */
static inline void tops_find(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX],
                             int latest[TREX_SEATS_MAX])
{
    memset(counted, TREX_SHOWER, TREX_SEATS_MAX);
    memset(latest, 0, TREX_SEATS_MAX * sizeof latest[0]);
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        latest[play.seat] = i;
        /* T14: the Chamaelosaurus keeps the value of the card below. */
        if (play.card != TREX_CHAMAELOSAURUS)
            counted[play.seat] = play.card;
    }
}

void trex_counted_cards(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX])
{
    int latest[TREX_SEATS_MAX];
    tops_find(s, counted, latest);
}

void trex_rank(const struct trex_state *s, uint8_t ranking[TREX_SEATS_MAX])
{
    uint8_t counted[TREX_SEATS_MAX];
    int latest[TREX_SEATS_MAX], strength[TREX_SEATS_MAX];
    tops_find(s, counted, latest);
    for (int seat = 0; seat < s->seats; seat++) { /* T15: of equal cards the later is stronger */
        strength[seat] = trex_strength(s, counted[seat]) * TREX_PLAYS_MAX + latest[seat];
        int place = seat;
        for (; place > 0 && strength[ranking[place - 1]] < strength[seat]; place--)
            ranking[place] = ranking[place - 1];
        ranking[place] = (uint8_t)seat;
    }
}

/* ---- The score ---- */

int trex_remaining(const struct trex_state *s, int seat)
{
    const struct trex_player *player = &s->players[seat];
    if (player->hidden_out)
        return -1;
    /* Cards that are neither removed nor in the pile are in hand or deck, so most views know the
     * sum too. */
    uint64_t elsewhere = player->out;
    for (int i = 0; i < s->play_count; i++)
        if (s->plays[i].seat == seat)
            elsewhere |= bit(s->plays[i].card);
    int sum = 0;
    for (int card = 0; card < TREX_NUMBERS; card++)
        if (!bits_have(elsewhere, card))
            sum += card + 1;
    return sum;
}

/* The seats of `tied` with the highest sum; all of them if a view hides a sum (T22). */
static uint32_t tie_break(const struct trex_state *s, uint32_t tied)
{
    uint32_t winners = 0;
    int best = -1;
    for (uint64_t seats = tied; seats;) {
        int seat = bits_pop(&seats);
        int sum = trex_remaining(s, seat);
        if (sum < 0)
            return tied;
        if (sum > best) {
            best = sum;
            winners = 0;
        }
        if (sum == best)
            winners |= bit32(seat);
    }
    return winners;
}

uint32_t trex_score(const struct trex_state *s, int32_t scores[TREX_SEATS_MAX])
{
    uint32_t leaders = 0;
    int32_t best = -1;
    for (int seat = 0; seat < s->seats; seat++) {
        int32_t score = 0;
        for (int colour = 0; colour < TREX_COLOURS; colour++)
            score += s->players[seat].eggs[colour] * s->players[seat].eggs[colour];
        scores[seat] = score;
        if (score > best) {
            best = score;
            leaders = 0;
        }
        if (score == best)
            leaders |= bit32(seat);
    }
    return leaders;
}

void trex_result(const void *state, struct game_result *result)
{
    const struct trex_state *s = state;
    *result = (struct game_result){.over = s->phase == TREX_PHASE_OVER};
    uint32_t tied = trex_score(s, result->scores);
    if (result->over)
        result->winners = bits_count(tied) > 1 ? tie_break(s, tied) : tied;
}

void trex_result_details(const void *state, struct doc *doc)
{
    const struct trex_state *s = state;
    doc_list(doc, "remaining");
    for (int seat = 0; seat < s->seats; seat++) {
        int sum = trex_remaining(s, seat);
        if (sum < 0)
            doc_string(doc, NULL, "?");
        else
            doc_integer(doc, NULL, sum);
    }
    doc_end(doc);
}
