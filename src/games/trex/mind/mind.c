/* Computer players of T-Rex: what the general search uses.
 *
 * Then: the rules of thumb of a sensible beginner; which decisions of T-Rex may be puzzles; habits. */
#include "games/trex/mind/mind.h"

#include "base/base.h"
#include "game/mind.h"
#include "games/trex/trex.h"

/* Winning chances are easiest to estimate between rounds, so worlds are played out until then. */
static bool settled(const void *state)
{
    const struct trex_state *s = state;
    return s->phase != TREX_PHASE_PLAY || s->play_count == 0;
}

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.way = MIND_PLAIN, .iterations = 100, .softness = 800},
    [MIND_CASUAL] = {.way = MIND_PLAIN, .iterations = 100, .softness = 120},
    [MIND_REGULAR] = {.way = MIND_PLAIN, .iterations = 100, .softness = 50},
    [MIND_STRONG] = {.way = MIND_PLAIN, .iterations = 200, .softness = 15, .earlier = "medium"},
};

const struct game_mind trex_mind = {
    .beginner = trex_beginner,
    .prior = trex_prior,
    .rollout = trex_rollout,
    .value = trex_value,
    .settled = settled,
    .teaching = &trex_teaching,
    .ladder = ladder,
    .weights_size = sizeof(struct trex_weights),
    .weights_read = trex_weights_read,
};

/* ---- The rules of thumb of a sensible beginner ---- */

/* If it plays last or nearly last: the cheapest card that still gets an egg, otherwise the lowest.
 * If another player's meteor leads: the strongest card. Before the first meteor: a card that draws,
 * then a meteor. */
static float beginner_play(const struct trex_state *s, const struct trex_outlook *outlook, int seat,
                           int card)
{
    int strength = trex_strength(s, trex_outlook_counts_as(outlook, card));
    if (trex_card_ends(s, s->meteor, seat, card))
        return (float)(trex_outlook_beaten_by(outlook, s, card) < 2 ? 100 - strength : -strength);
    if (s->meteor.seat != TREX_NOBODY)
        return (float)strength;
    if (trex_is_meteor(s, card))
        return card == TREX_SHOWER ? 20 : (float)card;
    int drawn = card < TREX_NUMBERS ? s->components.symbols[card] : 0;
    return (float)(drawn * (trex_hand_size(&s->players[seat]) < 5 ? 10 : 3));
}

static int hand_sum(const struct trex_player *player, int colour)
{
    int sum = 0;
    for (int card = colour; card < TREX_NUMBERS; card += TREX_COLOURS)
        if (bits_have(player->hand, card))
            sum += card + 1;
    return sum;
}

static float beginner_liking(const struct trex_state *s, const struct trex_outlook *outlook,
                             int seat, const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    switch (move->kind) {
    case TREX_PLAY:
        return beginner_play(s, outlook, seat, move->a);
    case TREX_EGG:
        return player->eggs[s->eggs[move->a]];
    case TREX_REMOVE_TOP:
        return (float)(TREX_NUMBERS / 2 - trex_pile_top(s, seat));
    case TREX_TRUMP_STRONG: /* the most frequent colour in hand */
        return (float)(hand_sum(player, move->a) - hand_sum(player, s->strong));
    case TREX_TRUMP_WEAK:
        return (float)(hand_sum(player, s->weak) - hand_sum(player, move->a));
    default:
        return 0;
    }
}

void trex_beginner(const struct mind_question *question, struct move *move)
{
    const struct trex_state *s = question->view;
    struct move moves[TREX_CARDS];
    int count = trex_legal(s, question->seat, moves), best = 0;
    CHECK(count > 0);
    struct trex_outlook outlook;
    trex_outlook_see(&outlook, s, question->seat);
    float best_liking = 0;
    for (int i = 0; i < count; i++) {
        float liking = beginner_liking(s, &outlook, question->seat, &moves[i]);
        if (i == 0 || liking > best_liking) {
            best_liking = liking;
            best = i;
        }
    }
    *move = moves[best];
}

/* ---- Which decisions of T-Rex may be puzzles: those between several cards of the hand ---- */

enum { HAND_MIN = 3, HAND_MAX = 8, SEATS = 3 };

static bool suits(const struct mind_question *question)
{
    const struct trex_state *view = question->view;
    int hand = bits_count(view->players[question->seat].hand);
    return view->phase == TREX_PHASE_PLAY && hand >= HAND_MIN && hand <= HAND_MAX;
}

const struct game_puzzle trex_puzzle = {
    .seats_max = SEATS,
    .suits = PUZZLE_MAKING(suits),
    .margin = 0.06,
    .answers_max = 1,
    .iterations_per_ms = 1,
};

/* ---- Habits ---- */

enum trex_habit { HAND, DRAWS, LAST_CARD_WINS, MATCHES_EGG, HABITS };
static const struct game_habit habit_list[HABITS + 1] = {
    [HAND] = {.name = "hand"},
    [DRAWS] = {.name = "draws", .is_share = true},
    [LAST_CARD_WINS] = {.name = "last_card_wins", .is_share = true},
    [MATCHES_EGG] = {.name = "matches_egg", .is_share = true},
};

static bool draws(const struct trex_state *s, int card)
{
    return card < TREX_NUMBERS && s->components.symbols[card] != TREX_SYMBOL_METEOR;
}

/* Cards that are played: those that draw while no meteor leads and the hand is small; the one that ends the round, if
 * some card of the hand would win an egg. */
static void play_count(const struct trex_state *s, int seat, int card, struct habit_tally tallies[])
{
    enum { SMALL = 4 };
    const struct trex_player *player = &s->players[seat];
    bool could_draw = false, could_win = false;
    struct trex_outlook outlook;
    trex_outlook_see(&outlook, s, seat);
    for (uint64_t hand = player->hand; hand;) {
        int other = bits_pop(&hand);
        could_draw |= draws(s, other);
        could_win |= trex_outlook_beaten_by(&outlook, s, other) < 2;
    }
    if (s->meteor.seat == TREX_NOBODY && trex_hand_size(player) <= SMALL &&
        player->deck_count > 0 && could_draw)
        habit_add(&tallies[DRAWS], draws(s, card));
    if (could_win && trex_card_ends(s, s->meteor, seat, card))
        habit_add(&tallies[LAST_CARD_WINS], trex_outlook_beaten_by(&outlook, s, card) < 2);
}

static void habits_count(const void *before, int seat, const struct move *move, const void *after,
                         struct habit_tally tallies[])
{
    const struct trex_state *from = before, *to = after;
    const struct trex_player *player = &from->players[seat];
    if (from->phase == TREX_PHASE_PLAY)
        habit_add(&tallies[HAND], trex_hand_size(&to->players[seat]));
    if (move->kind == TREX_PLAY)
        play_count(from, seat, move->a, tallies);
    if (move->kind == TREX_EGG) {
        int own = player->eggs[from->eggs[move->a]], other = player->eggs[from->eggs[1 - move->a]];
        if (own != other)
            habit_add(&tallies[MATCHES_EGG], own > other);
    }
}

const struct game_habits trex_habits = {.list = habit_list, .count = habits_count};
