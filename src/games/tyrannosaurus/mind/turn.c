/* One turn between two players, solved by backward induction.
 *
 * Each knows their own cards. The other sees which cards were not discarded, one of which was removed
 * at the start (Y5), and considers each of them equally likely to be that one. Once the cards of
 * this turn are revealed, nothing that matters in it is hidden any more: a flight is a single
 * decision, the Ty-Rex an 8×8 table, and their values fill the table of actions.
 *
 * In the last turn the end of the match is worth what it is, so the solution is exact. Before, it
 * is as good as the values of the positions in which the next turn begins.
 *
 * Then: values computed before; from the end of a turn to its beginning; the actions; what a
 * decision says; the last turn, in trees; the choices of a seat; equilibrium. */
#include "games/tyrannosaurus/mind/mind.h"

#include "base/base.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <string.h>

bool tyrannosaurus_is_duel(const struct tyrannosaurus_state *view)
{
    return view->seats == 2 && view->phase >= TYREX_PHASE_ACT && view->phase < TYREX_PHASE_OVER;
}

bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view)
{
    return tyrannosaurus_is_duel(view) && view->turn == tyrannosaurus_turns_in_all(view);
}

/* ---- Values computed before ---- */

/* Within a turn everything else follows from these: squares, trees, and the cards played. */
static uint64_t key_of(const struct tyrannosaurus_state *s)
{
    uint64_t key = (uint64_t)s->tyrex << 1 | 1;
    for (int seat = 0; seat < 2; seat++) {
        const struct tyrannosaurus_player *player = &s->players[seat];
        key = key << 16 | (uint64_t)player->at << 10 | (uint64_t)player->trees << 4 |
              (uint64_t)player->discards[TYREX_CARD_REST] << 1 | player->discards[TYREX_CARD_PANIC];
    }
    return key;
}

/* The place of a key: there if it was stored, or where it may be stored. */
static size_t place_of(uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 52);
}

void tyrannosaurus_turn_forget(struct tyrannosaurus_turn *turn)
{
    memset(turn->steered.keys, 0, sizeof turn->steered.keys);
    memset(turn->ended.keys, 0, sizeof turn->ended.keys);
}

/* ---- From the end of a turn to its beginning ---- */

static double end_value(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s)
{
    uint64_t key = key_of(s);
    size_t place = place_of(key);
    struct tyrannosaurus_memo *memo = &turn->ended;
    if (s->phase == TYREX_PHASE_OVER)
        return turn->stakes.value(turn->stakes.context, s);
    if (memo->keys[place] != key) {
        memo->values[place] = turn->stakes.value(turn->stakes.context, s);
        memo->keys[place] = key;
    }
    return memo->values[place];
}

/* The habit of a seat is its instinct. */
static void habit_set(const struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                      int seat, struct tyrannosaurus_equilibrium_side *side, const uint8_t *codes)
{
    int weights[TYREX_CHOICES_LISTED_MAX];
    double sum = 0;
    side->bound = turn->instinct[seat];
    if (side->bound == 0)
        return;
    tyrannosaurus_instinct(s, seat, side->count, codes, weights);
    for (int i = 0; i < side->count; i++)
        sum += weights[i];
    for (int i = 0; i < side->count; i++)
        side->habit[i] = weights[i] / sum;
}

/* A side without secrets. */
static struct tyrannosaurus_equilibrium_side side_open(int count)
{
    return (struct tyrannosaurus_equilibrium_side){
        .count = count, .hands = 1, .allowed = {(1u << count) - 1}, .chance = {1}};
}

/* The Ty-Rex: both choose at the same time, and the turn ends. */
static double tyrex_solve(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                          struct tyrannosaurus_decision *decision)
{
    struct tyrannosaurus_equilibrium *game = &decision->game;
    for (int seat = 0; seat < 2; seat++) {
        int count = tyrannosaurus_choices(s, seat, decision->codes[seat]);
        game->sides[seat] = side_open(count);
        habit_set(turn, s, seat, &game->sides[seat], decision->codes[seat]);
    }
    for (int row = 0; row < TYREX_DIRECTIONS; row++)
        for (int column = 0; column < TYREX_DIRECTIONS; column++) {
            struct tyrannosaurus_state after = *s;
            tyrannosaurus_choose_all(
                &after,
                (uint8_t[TYREX_SEATS_MAX]){decision->codes[0][row], decision->codes[1][column]});
            game->payoff[row][column] = end_value(turn, &after);
        }
    return tyrannosaurus_equilibrium_find(game, turn->stakes.tolerance);
}

static double tyrex_value(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s)
{
    uint64_t key = key_of(s);
    size_t place = place_of(key);
    struct tyrannosaurus_memo *memo = &turn->steered;
    if (memo->keys[place] != key) {
        struct tyrannosaurus_decision decision;
        memo->values[place] = tyrex_solve(turn, s, &decision);
        memo->keys[place] = key;
    }
    return memo->values[place];
}

/* A flight: only the opponent chooses, and the dinosaur that flees has a single "choice", code 0. */
static double flight_solve(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                           struct tyrannosaurus_decision *decision)
{
    int fleeing = tyrannosaurus_fleeing(s), chooser = !fleeing, best = 0;
    double *values[TYREX_CHOICES_LISTED_MAX];
    int count = tyrannosaurus_choices(s, chooser, decision->codes[chooser]);
    decision->codes[fleeing][0] = 0;
    decision->game.sides[fleeing] = side_open(1);
    decision->game.sides[chooser] = side_open(count);
    for (int i = 0; i < count; i++) {
        struct tyrannosaurus_state after = *s;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        codes[chooser] = decision->codes[chooser][i];
        tyrannosaurus_choose_all(&after, codes);
        values[i] = chooser == 0 ? &decision->game.payoff[i][0] : &decision->game.payoff[0][i];
        *values[i] = tyrannosaurus_turn_value(turn, &after);
        if (chooser == 0 ? *values[i] > *values[best] : *values[i] < *values[best])
            best = i;
    }
    decision->game.sides[fleeing].mixture[0][0] = 1;
    decision->game.sides[chooser].mixture[0][best] = 1;
    return *values[best];
}

double tyrannosaurus_turn_value(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s)
{
    struct tyrannosaurus_decision decision;
    switch ((enum tyrannosaurus_phase)s->phase) {
    case TYREX_PHASE_PANIC:
        return flight_solve(turn, s, &decision);
    case TYREX_PHASE_TYREX:
        return tyrex_value(turn, s);
    default:
        CHECK(s->phase == TYREX_PHASE_OVER || s->phase == TYREX_PHASE_ACT);
        return end_value(turn, s);
    }
}

/* ---- The actions ---- */

/* Hands that allow the same choices count as one. */
static void hand_add(struct tyrannosaurus_equilibrium_side *side, uint32_t allowed, double chance)
{
    int hand = 0;
    while (hand < side->hands && side->allowed[hand] != allowed)
        hand++;
    side->hands += hand == side->hands;
    side->allowed[hand] = allowed;
    side->chance[hand] += chance;
}

/* The choices of a seat with every card that it may still have, and the hands that it may have. */
static void act_side(const struct tyrannosaurus_state *s, int seat, bool open,
                     struct tyrannosaurus_equilibrium_side *side,
                     uint8_t codes[TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    int unseen[TYREX_CARDS], unseen_in_all = 0;
    uint32_t needs[TYREX_CARDS] = {0}; /* the choices that need a card */
    *side = (struct tyrannosaurus_equilibrium_side){0};
    for (int card = 0; card < TYREX_CARDS; card++) {
        unseen[card] = s->components.cards[player->dino][card] - player->discards[card];
        unseen_in_all += unseen[card];
        uint64_t directions = unseen[card] == 0 ? 0
                              : card == TYREX_CARD_REST
                                  ? 1
                                  : tyrannosaurus_step_directions(s, player->at);
        while (directions) {
            struct move move = {.kind = (uint8_t)card, .a = (uint8_t)bits_pop(&directions)};
            needs[card] |= 1u << side->count;
            codes[side->count++] = tyrannosaurus_choice_pack(&move);
        }
    }
    for (int removed = 0; removed < TYREX_CARDS; removed++)
        if (unseen[removed] > 0 && (!open || removed == player->removed)) {
            uint32_t allowed = 0;
            for (int card = 0; card < TYREX_CARDS; card++)
                allowed |= unseen[card] > (card == removed) ? needs[card] : 0;
            hand_add(side, allowed, open ? 1 : (double)unseen[removed] / unseen_in_all); /* Y5 */
        }
}

static double act_solve(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                        struct tyrannosaurus_decision *decision)
{
    struct tyrannosaurus_equilibrium *game = &decision->game;
    for (int seat = 0; seat < 2; seat++) {
        act_side(s, seat, turn->open, &game->sides[seat], decision->codes[seat]);
        habit_set(turn, s, seat, &game->sides[seat], decision->codes[seat]);
    }
    for (int row = 0; row < game->sides[0].count; row++)
        for (int column = 0; column < game->sides[1].count; column++) {
            struct tyrannosaurus_state after = *s;
            tyrannosaurus_choose_all(
                &after,
                (uint8_t[TYREX_SEATS_MAX]){decision->codes[0][row], decision->codes[1][column]});
            game->payoff[row][column] = tyrannosaurus_turn_value(turn, &after);
        }
    return tyrannosaurus_equilibrium_find(game, turn->stakes.tolerance);
}

double tyrannosaurus_turn_solve(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s,
                                struct tyrannosaurus_decision *decision)
{
    CHECK(tyrannosaurus_is_duel(s));
    return s->phase == TYREX_PHASE_ACT     ? act_solve(turn, s, decision)
           : s->phase == TYREX_PHASE_PANIC ? flight_solve(turn, s, decision)
                                           : tyrex_solve(turn, s, decision);
}

/* ---- What a decision says ---- */

/* The hand of a seat that sees `view`. */
static int hand_of(const struct tyrannosaurus_decision *decision,
                   const struct tyrannosaurus_state *view, int seat)
{
    const struct tyrannosaurus_equilibrium_side *side = &decision->game.sides[seat];
    uint8_t own[TYREX_CHOICES_LISTED_MAX];
    uint32_t held = 0;
    int count = tyrannosaurus_choices(view, seat, own), hand = 0;
    if (side->hands == 1)
        return 0;
    for (int i = 0; i < side->count; i++)
        for (int j = 0; j < count; j++)
            held |= (uint32_t)(decision->codes[seat][i] == own[j]) << i;
    while (side->allowed[hand] != held)
        CHECK(++hand < side->hands);
    return hand;
}

void tyrannosaurus_decision_mixture(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat,
                                    struct tyrannosaurus_mixture *mixture)
{
    const struct tyrannosaurus_equilibrium_side *side = &decision->game.sides[seat];
    int hand = hand_of(decision, view, seat);
    mixture->count = 0;
    for (uint64_t allowed = side->allowed[hand]; allowed;) {
        int i = bits_pop(&allowed);
        mixture->codes[mixture->count] = decision->codes[seat][i];
        mixture->chances[mixture->count++] = side->mixture[hand][i];
    }
}

double tyrannosaurus_decision_value(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat, uint8_t code)
{
    const struct tyrannosaurus_equilibrium_side *side = &decision->game.sides[seat];
    const double *mixture = side->mixture[hand_of(decision, view, seat)];
    double won[TYREX_CHOICES_LISTED_MAX], value = 0;
    tyrannosaurus_equilibrium_winnings(&decision->game, seat, won);
    for (int i = 0; i < side->count; i++) {
        if (code && decision->codes[seat][i] == code)
            return won[i];
        value += mixture[i] * won[i];
    }
    return value;
}

void tyrannosaurus_turn_mixture(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *view, int seat,
                                struct tyrannosaurus_mixture *mixture)
{
    struct tyrannosaurus_decision decision;
    struct tyrannosaurus_state s = *view;
    tyrannosaurus_choices_reset(&s);
    tyrannosaurus_turn_solve(turn, &s, &decision);
    tyrannosaurus_decision_mixture(&decision, view, seat, mixture);
}

/* ---- The last turn, in trees ---- */

/* A win weighs so little that no mixture gives away more than a fiftieth of a tree for it. */
static double trees_value(const void *context, const struct tyrannosaurus_state *s)
{
    static const double WIN_BONUS = 1.0 / 128;
    (void)context;
    CHECK(s->phase == TYREX_PHASE_OVER);
    int difference = s->players[0].trees - s->players[1].trees;
    double win = (double)bits_have(s->winners, 0) - (double)bits_have(s->winners, 1);
    return difference + WIN_BONUS * win;
}

const struct tyrannosaurus_stakes tyrannosaurus_stakes_trees = {.value = trees_value,
                                                                .tolerance = 1.0 / 128};

void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture)
{
    struct tyrannosaurus_turn turn = {.stakes = tyrannosaurus_stakes_trees};
    tyrannosaurus_turn_mixture(&turn, view, seat, mixture);
}

/* The payoff of one choice if the opponent's answer, with each hand, is the worst. */
static double worst_payoff(const struct tyrannosaurus_equilibrium *game, int seat, int choice)
{
    const struct tyrannosaurus_equilibrium_side *other = &game->sides[!seat];
    double all = 0;
    for (int hand = 0; hand < other->hands; hand++) {
        double worst = 0;
        bool met = false;
        for (uint64_t answers = other->allowed[hand]; answers; met = true) {
            int answer = bits_pop(&answers);
            double won = seat == 0 ? game->payoff[choice][answer] : -game->payoff[answer][choice];
            worst = !met || won < worst ? won : worst;
        }
        all += worst * other->chance[hand];
    }
    return all;
}

void tyrannosaurus_last_turn_worst(const struct tyrannosaurus_state *view, int seat,
                                   struct tyrannosaurus_worst *worst)
{
    struct tyrannosaurus_turn turn = {.stakes = tyrannosaurus_stakes_trees};
    struct tyrannosaurus_decision decision;
    struct tyrannosaurus_state s = *view;
    CHECK(s.phase != TYREX_PHASE_PANIC);
    tyrannosaurus_choices_reset(&s);
    tyrannosaurus_turn_solve(&turn, &s, &decision);
    worst->count = decision.game.sides[seat].count;
    for (int i = 0; i < worst->count; i++) {
        worst->codes[i] = decision.codes[seat][i];
        worst->values[i] = worst_payoff(&decision.game, seat, i);
    }
}

/* ---- The choices of a seat ---- */

int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[TYREX_CHOICES_LISTED_MAX])
{
    int count = 0;
    for (uint8_t kind = 0; kind < TYREX_CHOICES; kind++)
        for (uint64_t directions = tyrannosaurus_directions(s, seat, kind); directions;) {
            struct move move = {.kind = kind, .a = (uint8_t)bits_pop(&directions)};
            codes[count++] = tyrannosaurus_choice_pack(&move);
        }
    return count;
}

void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].chosen = 0;
    s->waiting = tyrannosaurus_choosers(s);
}

void tyrannosaurus_choose_all(struct tyrannosaurus_state *s, const uint8_t codes[TYREX_SEATS_MAX])
{
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].chosen = codes[seat];
    s->waiting = 0;
    tyrannosaurus_resolve(s, NULL);
}

double tyrannosaurus_chance(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* ---- Equilibrium ---- */

/* Finds equilibria by regret matching. Each side tracks, for every choice, how much it regrets not
 * having made it, and chooses in proportion to its regrets; the average mixtures of both sides
 * approach an equilibrium. With regrets clipped at zero, alternating updates and more weight on
 * later mixtures ("CFR+"), a few dozen rounds suffice for our small tables. */

enum { ROUNDS_MAX = 20000, ROUNDS_BETWEEN_CHECKS = 16 };

struct learner {
    double regret[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX];
    double now[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX];   /* the mixtures of this round */
    double total[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX]; /* weighted sums over all rounds */
};

/* Normalises the weights of each hand to 1; equal weights if all are zero. */
static void mixtures_from(const struct tyrannosaurus_equilibrium_side *side,
                          double weights[][TYREX_CHOICES_LISTED_MAX],
                          double mixtures[][TYREX_CHOICES_LISTED_MAX])
{
    for (int hand = 0; hand < side->hands; hand++) {
        double sum = 0;
        for (int i = 0; i < side->count; i++)
            sum += weights[hand][i];
        double scale = sum > 0 ? 1 / sum : 0, equal = 1.0 / bits_count(side->allowed[hand]);
        for (int i = 0; i < side->count; i++)
            mixtures[hand][i] = sum > 0                             ? weights[hand][i] * scale
                                : bits_have(side->allowed[hand], i) ? equal
                                                                    : 0;
    }
}

static void seen_of(const struct tyrannosaurus_equilibrium_side *side,
                    const double mixtures[][TYREX_CHOICES_LISTED_MAX], double *chances)
{
    for (int i = 0; i < side->count; i++)
        chances[i] = side->bound * side->habit[i];
    for (int hand = 0; hand < side->hands; hand++)
        for (int i = 0; i < side->count; i++)
            chances[i] += (1 - side->bound) * side->chance[hand] * mixtures[hand][i];
}

void tyrannosaurus_equilibrium_seen(const struct tyrannosaurus_equilibrium_side *side,
                                    double chances[TYREX_CHOICES_LISTED_MAX])
{
    seen_of(side, side->mixture, chances);
}

/* The payoff of each choice of a side against the mixtures of the other. */
static void winnings(const struct tyrannosaurus_equilibrium *game, int which,
                     const double against[][TYREX_CHOICES_LISTED_MAX],
                     double won[TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_equilibrium_side *own = &game->sides[which],
                                                *other = &game->sides[!which];
    double seen[TYREX_CHOICES_LISTED_MAX];
    seen_of(other, against, seen);
    for (int i = 0; i < own->count; i++)
        won[i] = 0;
    if (which == 0) {
        for (int i = 0; i < own->count; i++)
            for (int j = 0; j < other->count; j++)
                won[i] += seen[j] * game->payoff[i][j];
        return;
    }
    for (int j = 0; j < other->count; j++)
        for (int i = 0; i < own->count; i++)
            won[i] -= seen[j] * game->payoff[j][i];
}

void tyrannosaurus_equilibrium_winnings(const struct tyrannosaurus_equilibrium *game, int which,
                                        double won[TYREX_CHOICES_LISTED_MAX])
{
    winnings(game, which, game->sides[!which].mixture, won);
}

/* The best payoff of a side against mixtures of the other. */
static double best_answer(const struct tyrannosaurus_equilibrium *game, int which,
                          const double against[][TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    double won[TYREX_CHOICES_LISTED_MAX], all = 0;
    winnings(game, which, against, won);
    for (int hand = 0; hand < side->hands; hand++) {
        double best = won[bits_first(side->allowed[hand])];
        for (uint64_t left = side->allowed[hand]; left;) {
            int i = bits_pop(&left);
            best = won[i] > best ? won[i] : best;
        }
        all += (1 - side->bound) * side->chance[hand] * best;
    }
    for (int i = 0; i < side->count; i++)
        all += side->bound * side->habit[i] * won[i];
    return all;
}

static void side_learn(const struct tyrannosaurus_equilibrium *game, int which,
                       struct learner learners[2], int round)
{
    const struct tyrannosaurus_equilibrium_side *side = &game->sides[which];
    struct learner *own = &learners[which];
    double won[TYREX_CHOICES_LISTED_MAX];
    winnings(game, which, learners[!which].now, won);
    for (int hand = 0; hand < side->hands; hand++) {
        double average = 0;
        for (int i = 0; i < side->count; i++)
            average += own->now[hand][i] * won[i];
        for (int i = 0; i < side->count; i++) {
            double regret = own->regret[hand][i] + won[i] - average;
            own->regret[hand][i] = regret > 0 && bits_have(side->allowed[hand], i) ? regret : 0;
        }
    }
    mixtures_from(side, own->regret, own->now);
    for (int hand = 0; hand < side->hands; hand++)
        for (int i = 0; i < side->count; i++)
            own->total[hand][i] += round * own->now[hand][i];
}

double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance)
{
    struct learner learners[2] = {0};
    double high = 0, low = 0; /* the value lies between */
    for (int which = 0; which < 2; which++)
        mixtures_from(&game->sides[which], learners[which].regret, learners[which].now);
    for (int round = 1; round <= ROUNDS_MAX; round++) {
        side_learn(game, 0, learners, round);
        side_learn(game, 1, learners, round);
        if (round % ROUNDS_BETWEEN_CHECKS)
            continue;
        for (int which = 0; which < 2; which++)
            mixtures_from(&game->sides[which], learners[which].total, game->sides[which].mixture);
        high = best_answer(game, 0, game->sides[1].mixture);
        low = -best_answer(game, 1, game->sides[0].mixture);
        if (high - low <= tolerance)
            break;
    }
    return (high + low) / 2;
}
