/* The secrets of T-Rex. A card that was played is public knowledge from then on. A card that was
 * never played is known only to the player who holds it in hand (T6, T17, T18). Since cards leave a
 * hand only by being played, a view shows everything that a careful player could remember.
 *
 * Then: aids; views as bytes. */
#include "games/trex/trex_internal.h"

#include "base/base.h"

#include <string.h>

/* What the others know of a player. `v` is zero beforehand. */
static void player_view(const struct trex_player *player, struct trex_player *v)
{
    uint32_t unseen = TREX_CARDS_ALL & ~player->seen;
    uint32_t hidden_hand = player->hand & unseen, hidden_out = player->out & unseen;
    v->hand = player->hand & ~hidden_hand;
    v->hidden_hand = (uint8_t)bits_count(hidden_hand);
    v->out = player->out & ~hidden_out;
    v->hidden_out = (uint8_t)bits_count(hidden_out);
    v->seen = player->seen;
    v->deck_count = player->deck_count;
    memcpy(v->eggs, player->eggs, sizeof v->eggs);
    bool hidden_deck = unseen & ~(player->hand | player->out);
    if (!hidden_deck) { /* nearly always in the later rounds, and much faster */
        memcpy(v->deck, player->deck, sizeof v->deck);
        return;
    }
    for (int i = 0; i < player->deck_count; i++)
        v->deck[i] = bits_have(unseen, player->deck[i]) ? TREX_HIDDEN : player->deck[i];
}

void trex_view(const void *state, int viewer, void *view)
{
    const struct trex_state *s = state;
    struct trex_state *v = view;
    *v = (struct trex_state){.components = s->components,
                             .seats = s->seats,
                             .round = s->round,
                             .phase = s->phase,
                             .turn = s->turn,
                             .strong = s->strong,
                             .weak = s->weak,
                             .eggs = {s->eggs[0], s->eggs[1]},
                             .meteor = s->meteor,
                             .play_count = s->play_count};
    memcpy(v->options, s->options, sizeof v->options);
    memcpy(v->ranking, s->ranking, sizeof v->ranking);
    memcpy(v->plays, s->plays, sizeof v->plays);
    for (int pile = 0; pile < 2; pile++)
        memset(v->egg_piles[pile], TREX_HIDDEN, (size_t)trex_egg_pile_count(s));
    for (int seat = 0; seat < s->seats; seat++)
        player_view(&s->players[seat], &v->players[seat]);
    if (viewer >= 0) {
        v->players[viewer].hand = s->players[viewer].hand;
        v->players[viewer].hidden_hand = 0;
    }
}

/* Fills the hidden places of a player with the cards that are not visible anywhere, in random
 * order. All orders are equally likely, because chance alone decided where an unplayed card went.
 */
static void player_determinize(struct trex_player *player, uint32_t pile, struct rng *rng)
{
    uint32_t known = player->hand | player->out | pile;
    for (int i = 0; i < player->deck_count; i++)
        if (player->deck[i] != TREX_HIDDEN)
            known |= trex_card_bit(player->deck[i]);
    uint8_t unknown[TREX_CARDS];
    size_t count = 0;
    for (uint64_t cards = TREX_CARDS_ALL & ~known; cards;)
        unknown[count++] = (uint8_t)bits_pop(&cards);
    rng_shuffle(rng, unknown, count);
    for (; player->hidden_hand; player->hidden_hand--)
        player->hand |= trex_card_bit(unknown[--count]);
    for (; player->hidden_out; player->hidden_out--)
        player->out |= trex_card_bit(unknown[--count]);
    for (int i = 0; i < player->deck_count; i++)
        if (player->deck[i] == TREX_HIDDEN)
            player->deck[i] = unknown[--count];
    CHECK(count == 0);
}

static void eggs_determinize(struct trex_state *s, struct rng *rng)
{
    uint8_t eggs[TREX_EGGS];
    size_t count = 0, pile_count = (size_t)trex_egg_pile_count(s);
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        int left = s->components.eggs[colour];
        for (int seat = 0; seat < s->seats; seat++)
            left -= s->players[seat].eggs[colour];
        for (int i = 0; i < 2; i++)
            left -= trex_eggs_face_up(s) && s->eggs[i] == colour;
        for (; left > 0; left--)
            eggs[count++] = colour;
    }
    CHECK(count == 2 * pile_count);
    rng_shuffle(rng, eggs, count);
    memcpy(s->egg_piles[0], eggs, pile_count);
    memcpy(s->egg_piles[1], eggs + pile_count, pile_count);
}

void trex_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                      void *state)
{
    (void)viewer, (void)memory;
    struct trex_state *s = state;
    *s = *(const struct trex_state *)view;
    uint32_t piles[TREX_SEATS_MAX] = {0};
    for (int i = 0; i < s->play_count; i++)
        piles[s->plays[i].seat] |= trex_card_bit(s->plays[i].card);
    for (int seat = 0; seat < s->seats; seat++)
        player_determinize(&s->players[seat], piles[seat], rng);
    eggs_determinize(s, rng);
}

/* Whether a card that was never played is among the next ones of the deck. */
static bool draws_unseen(const struct trex_player *player, int first, int count)
{
    bool unseen = false;
    for (int i = first; i < first + count && i < player->deck_count; i++)
        unseen |= !bits_have(player->seen, player->deck[i]);
    return unseen;
}

/* A card that was never played is a secret of its player in the hand, and of chance in the deck. */
static enum game_reveals play_reveals(const struct trex_state *s, int seat, const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    bool flipped = move->kind == TREX_FLIP;
    int card = flipped ? player->deck[0] : move->a;
    int drawn = card < TREX_NUMBERS && !trex_is_meteor(s, card) ? s->components.symbols[card] : 0;
    if (draws_unseen(player, 0, flipped + drawn))
        return GAME_REVEALS_MORE;
    return bits_have(player->seen, card) ? GAME_REVEALS_NOTHING : GAME_REVEALS_OWN;
}

/* Nobody sees a card that is removed from a deck; but the remaining cards may decide who wins (T22). */
enum game_reveals trex_reveals(const void *state, int seat, const struct move *move)
{
    const struct trex_state *s = state;
    bool ends = s->phase == TREX_PHASE_REMOVE && s->round == TREX_ROUNDS &&
                seat == s->ranking[s->seats - 1];
    if (s->phase == TREX_PHASE_PLAY)
        return play_reveals(s, seat, move);
    return ends || s->phase == TREX_PHASE_TRUMP ? GAME_REVEALS_MORE
                                                : GAME_REVEALS_NOTHING; /* T20 */
}

/* ---- Aids ---- */

enum { NOT_PLAYED = -1 };

/* The value of each pile in this round. */
struct piles {
    uint8_t top[TREX_SEATS_MAX];
    uint8_t counted[TREX_SEATS_MAX];
    int latest[TREX_SEATS_MAX]; /* when the top card was played, or NOT_PLAYED */
};

static struct piles piles_of(const struct trex_state *s)
{
    struct piles piles = {0};
    trex_counted_cards(s, piles.counted);
    for (int seat = 0; seat < s->seats; seat++)
        piles.latest[seat] = NOT_PLAYED;
    for (int i = 0; i < s->play_count; i++) {
        piles.top[s->plays[i].seat] = s->plays[i].card;
        piles.latest[s->plays[i].seat] = i;
    }
    return piles;
}

static void piles_save(const struct trex_state *s, const struct piles *piles, struct doc *doc)
{
    doc_list(doc, "piles");
    for (int seat = 0; seat < s->seats; seat++) {
        if (piles->latest[seat] == NOT_PLAYED) {
            doc_null(doc, NULL);
            continue;
        }
        doc_object(doc, NULL);
        doc_string(doc, "top", trex_card_names[piles->top[seat]]);
        if (piles->counted[seat] < TREX_NUMBERS)
            doc_string(doc, "counts", trex_card_names[piles->counted[seat]]);
        else
            doc_null(doc, "counts"); /* T12, T14: 0 */
        doc_end(doc);
    }
    doc_end(doc);
}

static const char *rank_name(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return "nothing";
    int colour = card % TREX_COLOURS;
    return colour == s->strong ? "strong" : colour == s->weak ? "weak" : "middle";
}

/* Who leads: the seats that have played, from the strongest to the weakest (T15). */
static void standings_save(const struct trex_state *s, const struct piles *piles, struct doc *doc)
{
    uint8_t order[TREX_SEATS_MAX];
    int count = 0;
    if (s->phase == TREX_PHASE_PLAY) {
        uint8_t ranking[TREX_SEATS_MAX];
        trex_rank(s, ranking);
        for (int i = 0; i < s->seats; i++)
            if (piles->latest[ranking[i]] != NOT_PLAYED)
                order[count++] = ranking[i];
    } else { /* the round is over: its ranking */
        for (; count < s->seats; count++)
            order[count] = s->ranking[count];
    }
    doc_list(doc, "standings");
    for (int i = 0; i < count; i++) {
        int card = piles->counted[order[i]];
        doc_object(doc, NULL);
        doc_integer(doc, "seat", order[i]);
        doc_string(doc, "rank", rank_name(s, card));
        /* Equally strong, and ahead only because it was played later. */
        doc_bool(doc, "later",
                 i + 1 < count &&
                     trex_strength(s, card) == trex_strength(s, piles->counted[order[i + 1]]));
        doc_end(doc);
    }
    doc_end(doc);
}

/* How often each seat has played since the leading meteor, or in the whole round. */
static void plays_count(const struct trex_state *s, int plays[TREX_SEATS_MAX])
{
    bool counts = s->meteor.seat == TREX_NOBODY;
    for (int i = 0; i < s->play_count; i++) {
        struct trex_play play = s->plays[i];
        plays[play.seat] += counts;
        counts |= play.seat == s->meteor.seat && play.card == s->meteor.card;
    }
}

static const char *lap_state(const struct trex_state *s, int seat, int plays, int needed)
{
    const struct trex_player *player = &s->players[seat];
    if (s->phase == TREX_PHASE_PLAY && s->turn == seat)
        return "now";
    if (plays > needed)
        return "done";
    return trex_hand_size(player) + player->deck_count ? "waiting" : "passed"; /* T9 */
}

/* The seats in playing order: from the first of the round or, once a meteor leads, of the final
 * lap, which its owner ends (T11). */
static void lap_save(const struct trex_state *s, struct doc *doc)
{
    bool final = s->meteor.seat != TREX_NOBODY;
    int plays[TREX_SEATS_MAX] = {0};
    plays_count(s, plays);
    int first = final ? s->meteor.seat + 1 : s->play_count ? s->plays[0].seat : s->turn;
    int needed = final ? 0 : plays[s->turn];
    doc_list(doc, "lap");
    for (int i = 0; i < s->seats; i++) {
        int seat = (first + i) % s->seats;
        doc_object(doc, NULL);
        doc_integer(doc, "seat", seat);
        doc_string(doc, "state", lap_state(s, seat, plays[seat], needed));
        doc_bool(doc, "last", final && seat == s->meteor.seat);
        doc_end(doc);
    }
    doc_end(doc);
}

/* The points so far and the seats with the most of them (T21), and what each egg on offer would add
 * for each seat. If not all leaders win, their remaining cards have decided (T22). */
static void eggs_save(const struct trex_state *s, struct doc *doc)
{
    int32_t points[TREX_SEATS_MAX];
    doc_bits(doc, "leaders", trex_score(s, points));
    doc_list(doc, "points");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, points[seat]);
    doc_end(doc);
    doc_list(doc, "gains");
    for (int seat = 0; seat < s->seats && trex_eggs_face_up(s); seat++) {
        doc_list(doc, NULL);
        for (int i = 0; i < 2; i++)
            doc_integer(doc, NULL, 2 * s->players[seat].eggs[s->eggs[i]] + 1);
        doc_end(doc);
    }
    doc_end(doc);
}

/* The meteors in the viewer's hand that would take the lead now (T11, T12, T13). */
static void leading_save(const struct trex_state *s, int viewer, struct doc *doc)
{
    bool plays = viewer >= 0 && s->phase == TREX_PHASE_PLAY;
    doc_list(doc, "leading");
    for (uint64_t hand = plays ? s->players[viewer].hand : 0; hand;) {
        int card = bits_pop(&hand);
        if (trex_is_meteor(s, card) && trex_meteor_leads(s, s->meteor, card) &&
            !trex_card_ends(s, s->meteor, viewer, card))
            doc_string(doc, NULL, trex_card_names[card]);
    }
    doc_end(doc);
}

/* What a meteor needs to take the lead: to be a shower itself (T12), to be as strong, or at least this
 * number (T11). Null while no meteor leads. */
static void to_beat_save(const struct trex_state *s, struct doc *doc)
{
    int card = s->meteor.card;
    bool by_rank = s->options[TREX_METEOR_COMPARE] == TREX_COMPARE_RANK;
    if (s->meteor.seat == TREX_NOBODY) {
        doc_null(doc, "to_beat");
        return;
    }
    bool by_number = card != TREX_SHOWER && !by_rank;
    doc_object(doc, "to_beat");
    doc_string(doc, "by", card == TREX_SHOWER ? "shower" : by_rank ? "rank" : "number");
    if (by_number)
        doc_integer(doc, "number", card + 1);
    else
        doc_null(doc, "number");
    doc_end(doc);
}

/* Who still has to remove a card, the next first: from the strongest to the weakest (T17). */
static void removing_save(const struct trex_state *s, struct doc *doc)
{
    bool left = false;
    doc_list(doc, "removing");
    for (int i = 0; i < s->seats && s->phase == TREX_PHASE_REMOVE; i++) {
        left |= s->ranking[i] == s->turn;
        if (left)
            doc_integer(doc, NULL, s->ranking[i]);
    }
    doc_end(doc);
}

/* What everybody may remember of each player: the hand, with a "?" for a card that was never
 * played, and the cards that were never played, wherever they are (T18). */
static void memory_save(const struct trex_state *s, struct doc *doc)
{
    doc_list(doc, "memory");
    for (int seat = 0; seat < s->seats; seat++) {
        const struct trex_player *player = &s->players[seat];
        uint32_t known = player->hand & player->seen;
        doc_object(doc, NULL);
        trex_card_set_save(doc, "hand", known, trex_hand_size(player) - bits_count(known));
        trex_card_set_save(doc, "unplayed", TREX_CARDS_ALL & ~player->seen, 0);
        doc_end(doc);
    }
    doc_end(doc);
}

void trex_aids(const void *view, int viewer, struct doc *doc)
{
    const struct trex_state *s = view;
    struct piles piles = piles_of(s);
    piles_save(s, &piles, doc);
    standings_save(s, &piles, doc);
    lap_save(s, doc);
    eggs_save(s, doc);
    leading_save(s, viewer, doc);
    to_beat_save(s, doc);
    removing_save(s, doc);
    memory_save(s, doc);
    doc_integer(doc, "rounds", TREX_ROUNDS); /* T21 */
}

/* ---- Views as bytes ---- */

/* Views of T-Rex as bytes and moves as numbers. The components are left out: they are the same in
 * every match. */

static const struct encoding_part observation[] = {
    {.name = "meteors compare by rank", .size = 1},
    {.name = "a meteor of the leader extends the round", .size = 1},
    {.name = "round", .size = 1},
    {.name = "phase", .size = TREX_PHASES},
    {.name = "strong trump", .size = TREX_COLOURS},
    {.name = "weak trump", .size = TREX_COLOURS},
    {.name = "first egg", .size = TREX_COLOURS},
    {.name = "second egg", .size = TREX_COLOURS},
    {.name = "leading meteor", .size = TREX_CARDS},
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "has the turn", .size = 1, .each_seat = true},
    {.name = "has the leading meteor", .size = 1, .each_seat = true},
    {.name = "place in the ranking", .size = 1, .each_seat = true}, /* from 1; 0: none yet */
    {.name = "eggs", .size = TREX_COLOURS, .each_seat = true},
    {.name = "cards in hand", .size = 1, .each_seat = true},
    {.name = "cards in deck", .size = 1, .each_seat = true},
    {.name = "unknown cards removed", .size = 1, .each_seat = true},
    {.name = "hand", .size = TREX_CARDS, .each_seat = true}, /* as far as the viewer knows it */
    {.name = "removed", .size = TREX_CARDS, .each_seat = true},
    {.name = "seen", .size = TREX_CARDS, .each_seat = true},
    /* Where a card is known to be, counted from 1; 0: not there. */
    {.name = "place in deck", .size = TREX_CARDS, .each_seat = true},
    {.name = "place among the plays", .size = TREX_CARDS, .each_seat = true},
    {.name = NULL},
};
enum { SEAT_BYTES = 7 + TREX_COLOURS + 5 * TREX_CARDS };

enum {
    ACTION_PLAY,
    ACTION_FLIP = ACTION_PLAY + TREX_CARDS,
    ACTION_EGG,
    ACTION_REMOVE = ACTION_EGG + 2,
    ACTION_KEEP = ACTION_REMOVE + 3,
    ACTION_STRONG,
    ACTION_WEAK = ACTION_STRONG + TREX_COLOURS,
};
static const struct encoding_part actions[] = {
    {.name = "play", .size = TREX_CARDS},
    {.name = "flip", .size = 1},
    {.name = "egg", .size = 2},
    {.name = "remove top, deck, shower", .size = 3},
    {.name = "trump keep", .size = 1},
    {.name = "trump strong", .size = TREX_COLOURS},
    {.name = "trump weak", .size = TREX_COLOURS},
    {.name = NULL},
};

static void seat_observe(const struct trex_state *v, int seat, int place, struct encoder *out)
{
    const struct trex_player *player = &v->players[seat];
    struct encoder here = *out,
                   *to = &here; /* in a register: no byte that is written can change it */
    encode_number(to, 1);
    encode_number(to, v->phase != TREX_PHASE_OVER && v->turn == seat);
    encode_number(to, v->meteor.seat == seat);
    encode_number(to, place);
    encode_numbers(to, player->eggs, TREX_COLOURS);
    encode_number(to, trex_hand_size(player));
    encode_number(to, player->deck_count);
    encode_number(to, player->hidden_out);
    encode_set(to, player->hand, TREX_CARDS);
    encode_set(to, player->out, TREX_CARDS);
    encode_set(to, player->seen, TREX_CARDS);
    for (int i = 0; i < player->deck_count; i++)
        if (player->deck[i] != TREX_HIDDEN)
            to->at[player->deck[i]] = (uint8_t)(i + 1);
    encode_nothing(to, 2 * TREX_CARDS); /* the second of them: plays_observe */
    *out = here;
}

/* The last part of every seat. `seats` is where the first seat begins. */
static void plays_observe(const struct trex_state *v, int viewer, uint8_t *seats)
{
    for (int i = 0; i < v->play_count; i++) {
        int distance = encoding_distance(v->plays[i].seat, viewer, v->seats);
        uint8_t *places = seats + (distance + 1) * SEAT_BYTES - TREX_CARDS;
        places[v->plays[i].card] = (uint8_t)(i + 1);
    }
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct trex_state *v = view;
    bool eggs = trex_eggs_face_up(v);
    encode_number(to, v->options[TREX_METEOR_COMPARE] == TREX_COMPARE_RANK);
    encode_number(to, v->options[TREX_OWNER_METEOR] == TREX_OWNER_EXTENDS);
    encode_number(to, v->round);
    encode_choice(to, v->phase, TREX_PHASES);
    encode_choice(to, v->strong, TREX_COLOURS);
    encode_choice(to, v->weak, TREX_COLOURS);
    encode_choice(to, eggs ? v->eggs[0] : -1, TREX_COLOURS);
    encode_choice(to, eggs ? v->eggs[1] : -1, TREX_COLOURS);
    encode_choice(to, v->meteor.seat == TREX_NOBODY ? -1 : v->meteor.card, TREX_CARDS);
    int places[TREX_SEATS_MAX] = {0};
    for (int i = 0; i < v->seats && v->phase != TREX_PHASE_PLAY; i++)
        places[v->ranking[i]] = i + 1;
    uint8_t *seats = to->at;
    for (int distance = 0; distance < v->seats; distance++) {
        int seat = encoding_seat(distance, viewer, v->seats);
        seat_observe(v, seat, places[seat], to);
    }
    plays_observe(v, viewer, seats);
    encode_nothing(to, (TREX_SEATS_MAX - v->seats) * SEAT_BYTES);
}

static const uint8_t first_action[] = {
    [TREX_PLAY] = ACTION_PLAY,
    [TREX_FLIP] = ACTION_FLIP,
    [TREX_EGG] = ACTION_EGG,
    [TREX_REMOVE_TOP] = ACTION_REMOVE,
    [TREX_REMOVE_DECK] = ACTION_REMOVE + 1,
    [TREX_REMOVE_SHOWER] = ACTION_REMOVE + 2,
    [TREX_TRUMP_KEEP] = ACTION_KEEP,
    [TREX_TRUMP_STRONG] = ACTION_STRONG,
    [TREX_TRUMP_WEAK] = ACTION_WEAK,
};

static int number(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return first_action[move->kind] + move->a;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    (void)state, (void)seat;
    uint8_t kind = TREX_TRUMP_WEAK;
    while (first_action[kind] > number)
        kind--;
    *move = (struct move){.kind = kind, .a = (uint8_t)(number - first_action[kind])};
    return true;
}

const struct game_encoding trex_encoding = {.observation = observation,
                                            .actions = actions,
                                            .observe = observe,
                                            .number = number,
                                            .decode = decode};
