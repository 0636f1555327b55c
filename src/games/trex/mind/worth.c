/* The value of a world of T-Rex: the probability of each seat to win from here.
 *
 * If a round has ended, its eggs, extinctions and trumps are first decided as good players would. The
 * prospects of a seat are points (squares of eggs, and how well future eggs fit those it has) and
 * cards (those in its hand, and those it still owns). Prospects become probabilities in proportion
 * to their exponentials. */
#include "games/trex/mind/worth.h"

#include "games/trex/mind/outlook.h"
#include "games/trex/score.h"

#define LEVEL(card, strong, weak) \
    ((card) >= TREX_NUMBERS       \
         ? 0                      \
         : 1 + 3 * (1 + ((card) % 5 == (strong)) - ((card) % 5 == (weak))) + (card) / 5)
#define FIVE(card, strong, weak)                                                             \
    LEVEL(card, strong, weak), LEVEL(card + 1, strong, weak), LEVEL(card + 2, strong, weak), \
        LEVEL(card + 3, strong, weak), LEVEL(card + 4, strong, weak)
#define TRUMPS(strong, weak) \
    [strong][weak] = {FIVE(0, strong, weak), FIVE(5, strong, weak), FIVE(10, strong, weak)}
#define STRONG(strong) \
    TRUMPS(strong, 0), TRUMPS(strong, 1), TRUMPS(strong, 2), TRUMPS(strong, 3), TRUMPS(strong, 4)

const uint8_t trex_levels[TREX_COLOURS][TREX_COLOURS][TREX_CARDS] = {
    STRONG(0), STRONG(1), STRONG(2), STRONG(3), STRONG(4)}; /* all other cards count 0 */

/* In hand, by level and by symbol: meteor, draw 1, 2, 3. */
enum { WEAK_LEVEL = 1, MIDDLE_LEVEL = 4, STRONG_LEVEL = 7 }; /* the lowest of each trump class */
static const float hand_levels[TREX_LEVELS] = {0,      -0.01f, -0.04f, 0.03f, -0.02f,
                                               -0.03f, 0.01f,  0.03f,  0.15f, 0.17f};
static const float hand_symbols[TREX_DRAW_MAX + 1] = {0.05f, 0.03f, 0.07f, 0.11f};
static const float hand_chamaelosaurus = 0.12f, hand_shower = 0.03f;
/* A hand this small leaves no choice. */
static const float hand_small[] = {-0.41f, -0.88f, -0.55f};
enum { HAND_SMALL = sizeof hand_small / sizeof hand_small[0] };

/* The value of a card in hand. */
static inline float hand_worth(const struct trex_components *components, const uint8_t *levels,
                               int card)
{
    if (card == TREX_CHAMAELOSAURUS)
        return hand_chamaelosaurus;
    if (card == TREX_SHOWER)
        return hand_shower;
    return hand_levels[levels[card]] + hand_symbols[components->symbols[card]];
}

/* By the square of the number and by symbol, for cards still in the game; trumps change, numbers
 * stay. */
static const float keep_number = 0.0037f;
static const float keep_symbols[TREX_DRAW_MAX + 1] = {-0.11f, -0.22f, 0.03f, 0.15f};
static const float keep_chamaelosaurus = 0.07f, keep_shower = 0.44f;

static inline float keep_worth(const struct trex_components *components, int card)
{
    if (card == TREX_CHAMAELOSAURUS)
        return keep_chamaelosaurus;
    if (card == TREX_SHOWER)
        return keep_shower;
    return keep_number * (float)(card * card) + keep_symbols[components->symbols[card]];
}

float trex_keep_worth(const struct trex_state *s, int card)
{
    return keep_worth(&s->components, card);
}

/* Rounds whose eggs are not yet taken. */
static int rounds_left(const struct trex_state *s)
{
    return TREX_ROUNDS - s->round + trex_eggs_face_up(s);
}

/* The number of eggs of a colour that nobody has yet. */
static int eggs_left(const struct trex_state *s, int colour)
{
    int left = s->components.eggs[colour];
    for (int seat = 0; seat < s->seats; seat++)
        left -= s->players[seat].eggs[colour];
    return left;
}

/* The number of eggs that a seat will still get, on average. */
static float eggs_to_come(const struct trex_state *s)
{
    return (float)(2 * rounds_left(s)) / (float)s->seats;
}

/* The number of eggs that nobody has yet; some will never be turned up. */
static float eggs_unowned(const struct trex_state *s)
{
    return (float)(TREX_EGGS - 2 * (TREX_ROUNDS - rounds_left(s)));
}

float trex_egg_worth(const struct trex_state *s, int seat, int colour)
{
    return (float)(2 * s->players[seat].eggs[colour] + 1) +
           eggs_to_come(s) * (float)eggs_left(s, colour) / eggs_unowned(s);
}

float trex_egg_liking(const struct trex_state *s, int choice)
{
    static const float egg_weight = 2.0f, deny_weight = 0.8f;
    return egg_weight * trex_egg_worth(s, s->ranking[0], s->eggs[choice]) +
           deny_weight * trex_egg_worth(s, s->ranking[1], s->eggs[choice]);
}

/* Adds the prospects of every seat that come from eggs. */
static void add_points(const struct trex_state *s, float prospects[])
{
    int left[TREX_COLOURS];
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        left[colour] = eggs_left(s, colour);
    float to_come = eggs_to_come(s);
    float pace = 1.0f / (1.5f + 0.9f * to_come); /* a late point counts for more */
    float freedom =
        (float)(s->seats - 2); /* with two players each limits the choice of the other */
    float fit_weight = freedom * (0.08f + 0.2f * pace) * 2 * to_come / eggs_unowned(s);
    for (int seat = 0; seat < s->seats; seat++) {
        int points = 0, fit = 0;
        for (int colour = 0; colour < TREX_COLOURS; colour++) {
            int eggs = s->players[seat].eggs[colour];
            points += eggs * eggs;
            fit += eggs * left[colour];
        }
        prospects[seat] += 1.1f * pace * (float)points + fit_weight * (float)fit;
    }
}

/* The seat that starts a round chose its trumps. */
static const float beginning = 0.12f;

/* Everyone has the same cards at first, so only the removed ones make a difference. */
static float cards_prospect(const struct trex_state *s, const struct trex_player *player)
{
    int cards = 0;
    float sum = 0;
    const struct trex_components *components = &s->components;
    const uint8_t *levels = trex_levels_of(s);
    for (uint64_t hand = player->hand; hand; cards++)
        sum += hand_worth(components, levels, bits_pop(&hand));
    for (uint64_t out = player->out; out;)
        sum -= keep_worth(components, bits_pop(&out));
    return cards < HAND_SMALL ? sum + hand_small[cards] : sum;
}

float trex_deck_top_worth(const struct trex_state *s, const struct trex_player *player)
{
    int top = player->deck[0];
    if (top != TREX_HIDDEN && bits_have(player->seen, top))
        return trex_keep_worth(s, top);
    float sum = 0;
    uint64_t unseen = TREX_CARDS_ALL & ~player->seen & ~player->hand;
    int count = bits_count(unseen);
    while (unseen)
        sum += keep_worth(&s->components, bits_pop(&unseen));
    return sum / (float)count;
}

float trex_hand_worth_with(const struct trex_state *s, const struct move *move, uint64_t hand)
{
    int strong = move->kind == TREX_TRUMP_STRONG ? move->a : s->strong;
    int weak = move->kind == TREX_TRUMP_WEAK ? move->a : s->weak;
    float sum = 0;
    while (hand)
        sum += hand_worth(&s->components, trex_levels[strong][weak], bits_pop(&hand));
    return sum;
}

/* ---- The end of a round ---- */

static void eggs_take(struct trex_state *s)
{
    int choice = trex_egg_liking(s, 1) > trex_egg_liking(s, 0);
    s->players[s->ranking[0]].eggs[s->eggs[choice]]++;
    s->players[s->ranking[1]].eggs[s->eggs[1 - choice]]++;
}

static void cards_remove(struct trex_state *s)
{
    int place = 0;
    while (s->phase == TREX_PHASE_REMOVE && s->ranking[place] != s->turn)
        place++;
    for (; place < s->seats; place++) {
        int seat = s->ranking[place], card = TREX_SHOWER;
        struct trex_player *player = &s->players[seat];
        if (!trex_shower_in_pile(player)) {
            card = trex_pile_top(s, seat);
            if (player->deck_count && trex_keep_worth(s, card) > trex_deck_top_worth(s, player))
                card = player->deck[0];
        }
        player->out |= trex_card_bit(card);
    }
}

/* Replaces the trump that adds most to the value of this hand, if any does. */
static void trump_choose(struct trex_state *s, uint64_t hand)
{
    float strong[TREX_COLOURS] = {0}, weak[TREX_COLOURS] = {0}, best = 0;
    for (hand &= bit(TREX_NUMBERS) - 1; hand;) {
        int card = bits_pop(&hand), colour = card % TREX_COLOURS, rank = card / TREX_COLOURS;
        strong[colour] += hand_levels[STRONG_LEVEL + rank] - hand_levels[MIDDLE_LEVEL + rank];
        weak[colour] += hand_levels[WEAK_LEVEL + rank] - hand_levels[MIDDLE_LEVEL + rank];
    }
    uint8_t old_strong = s->strong, old_weak = s->weak;
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        if (colour == old_strong || colour == old_weak)
            continue;
        if (strong[colour] - strong[old_strong] > best) {
            best = strong[colour] - strong[old_strong];
            s->strong = colour;
            s->weak = old_weak;
        }
        if (weak[colour] - weak[old_weak] > best) {
            best = weak[colour] - weak[old_weak];
            s->strong = old_strong;
            s->weak = colour;
        }
    }
}

/* Ends the round as good players would, in everything that the value depends on. Piles stay where
 * they are. */
static void round_end(struct trex_state *s)
{
    if (s->phase == TREX_PHASE_EGG)
        eggs_take(s);
    if (s->phase != TREX_PHASE_TRUMP)
        cards_remove(s);
    s->turn = s->ranking[s->seats - 1];
    s->play_count = 0;
    s->phase = TREX_PHASE_OVER;
    if (s->round < TREX_ROUNDS) {
        trump_choose(s, s->players[s->turn].hand);
        s->phase = TREX_PHASE_PLAY;
        s->round++;
    }
}

/* ---- Whole worlds ---- */

static void value_over(const struct trex_state *s, float values[])
{
    struct game_result result;
    trex_result(s, &result);
    float share = 1.0f / (float)bits_count(result.winners);
    for (int seat = 0; seat < s->seats; seat++)
        values[seat] = bits_have(result.winners, seat) ? share : 0;
}

void trex_value(const void *state, float values[])
{
    struct trex_state ended;
    const struct trex_state *s = state;
    if (s->phase != TREX_PHASE_PLAY && s->phase != TREX_PHASE_OVER) {
        ended = *s;
        round_end(&ended);
        s = &ended;
    }
    if (s->phase == TREX_PHASE_OVER) {
        value_over(s, values);
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        values[seat] = cards_prospect(s, &s->players[seat]) + (seat == s->turn ? beginning : 0);
    add_points(s, values);
    float best = -1e9f;
    for (int seat = 0; seat < s->seats; seat++)
        best = values[seat] > best ? values[seat] : best;
    float sum = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        values[seat] = trex_exp(values[seat] - best);
        sum += values[seat];
    }
    for (int seat = 0; seat < s->seats; seat++)
        values[seat] /= sum;
}
