/* Looks two turns ahead. The turn of the question is solved with the network's values at its end
 * (turn.c). Then the positions that the mixtures found so far reach most often are valued again, by
 * solving the turn that begins there, and the first turn is solved again; and so on, while time is
 * left. In the turn before the last those values are exact.
 *
 * Then: values by looking ahead; which positions to value; the decision. */
#include "games/tyrannosaurus/mind/mind.h"

#include "base/base.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

enum {
    AHEAD_SIZE = 4096, /* a power of two */
    AHEAD_MAX = AHEAD_SIZE * 3 / 4,
    BATCH = 48,           /* positions valued before the first turn is solved again */
    ITERATIONS_EACH = 64, /* of the budget, for each of them: about as long */
};

/* The other seat is expected to follow its instinct this often, as people do. Not in the last turn,
 * which is solved exactly. */
static const double INSTINCT = 0.5;
/* Every choice counts as if it were made now and then, so that one is not missed because it looked
 * bad at first. */
static const double CURIOSITY = 0.15;
static const double REACH_MIN = 1.0 / 4096;
/* How exact equilibria are: of the decision, of those ahead, and of the last turn, in which a tree
 * is worth little beside a win but still counts. */
static const double TOLERANCE = 1.0 / 256, TOLERANCE_AHEAD = 1.0 / 64, TOLERANCE_LAST = 1.0 / 4096;

/* The start of the next turn, and how often it is reached. */
struct prospect {
    struct tyrannosaurus_state s;
    double reach;
};

struct duel {
    const struct tyrannosaurus_weights *weights;
    struct tyrannosaurus_turn turn, next;
    /* The positions valued by looking ahead: open addressing by hash; 0 is free. */
    uint64_t keys[AHEAD_SIZE];
    double values[AHEAD_SIZE];
    int ahead;
    /* The most likely positions that are not among them. */
    struct prospect prospects[BATCH];
    int prospect_count;
};

static double stakes_value(const void *context, const struct tyrannosaurus_state *s)
{
    return tyrannosaurus_value(context, s, 0);
}

struct tyrannosaurus_stakes tyrannosaurus_stakes_by(const struct tyrannosaurus_weights *weights)
{
    return (struct tyrannosaurus_stakes){
        .value = stakes_value, .context = weights, .tolerance = TOLERANCE_AHEAD};
}

/* ---- Values by looking ahead ---- */

/* Where the position is, or where it can be added; `key` gets its hash. */
static size_t ahead_find(const struct duel *duel, const struct tyrannosaurus_state *s,
                         uint64_t *key)
{
    *key = hash_bytes(HASH_START, s, sizeof *s) | 1;
    size_t at = *key >> 32 & (AHEAD_SIZE - 1);
    while (duel->keys[at] && duel->keys[at] != *key)
        at = (at + 1) & (AHEAD_SIZE - 1);
    return at;
}

static double ahead_value(const void *context, const struct tyrannosaurus_state *s)
{
    const struct duel *duel = context;
    if (s->phase == TYREX_PHASE_OVER)
        return tyrannosaurus_result_value(s, 0);
    uint64_t key;
    size_t at = ahead_find(duel, s, &key);
    return duel->keys[at] ? duel->values[at] : tyrannosaurus_value(duel->weights, s, 0);
}

static void ahead_add(struct duel *duel, const struct tyrannosaurus_state *s)
{
    struct tyrannosaurus_decision decision;
    uint64_t key;
    size_t at = ahead_find(duel, s, &key);
    tyrannosaurus_turn_forget(&duel->next);
    duel->values[at] = tyrannosaurus_turn_solve(&duel->next, s, &decision);
    duel->keys[at] = key;
    duel->ahead++;
}

/* ---- Which positions to value ---- */

static void prospect_add(struct duel *duel, const struct tyrannosaurus_state *s, double reach)
{
    uint64_t key;
    struct prospect *all = duel->prospects;
    int at = duel->prospect_count;
    if (reach < REACH_MIN || duel->keys[ahead_find(duel, s, &key)])
        return;
    if (at == BATCH && reach <= all[--at].reach)
        return;
    duel->prospect_count = at + 1;
    for (; at > 0 && all[at - 1].reach < reach; at--)
        all[at] = all[at - 1];
    all[at] = (struct prospect){*s, reach};
}

/* How likely each choice is, with some curiosity. */
static void chances_of(const struct tyrannosaurus_equilibrium_side *side,
                       double chances[TYREX_CHOICES_LISTED_MAX])
{
    tyrannosaurus_equilibrium_seen(side, chances);
    for (int i = 0; i < side->count; i++)
        chances[i] = (1 - CURIOSITY) * chances[i] + CURIOSITY / side->count;
}

static struct tyrannosaurus_state after_choices(const struct tyrannosaurus_state *s,
                                                const struct tyrannosaurus_decision *decision,
                                                int row, int column)
{
    struct tyrannosaurus_state after = *s;
    uint8_t codes[TYREX_SEATS_MAX] = {decision->codes[0][row], decision->codes[1][column]};
    tyrannosaurus_choose_all(&after, codes);
    return after;
}

/* Within a phase 4 nothing else changes. */
static bool same_end(const struct tyrannosaurus_state *a, const struct tyrannosaurus_state *b)
{
    return a->tyrex == b->tyrex && a->players[0].trees == b->players[0].trees &&
           a->players[1].trees == b->players[1].trees;
}

/* Follows the choices for the Ty-Rex from a position that is reached this often. */
static void tyrex_follow(struct duel *duel, const struct tyrannosaurus_state *s, double reach)
{
    struct tyrannosaurus_decision decision;
    struct prospect ends[TYREX_DIRECTIONS * TYREX_DIRECTIONS];
    double chances[2][TYREX_CHOICES_LISTED_MAX];
    int count = 0;
    tyrannosaurus_turn_solve(&duel->turn, s, &decision);
    for (int seat = 0; seat < 2; seat++)
        chances_of(&decision.game.sides[seat], chances[seat]);
    for (int row = 0; row < TYREX_DIRECTIONS; row++)
        for (int column = 0; column < TYREX_DIRECTIONS; column++) {
            struct tyrannosaurus_state after = after_choices(s, &decision, row, column);
            int same = 0;
            if (after.phase == TYREX_PHASE_OVER)
                continue;
            while (same < count && !same_end(&ends[same].s, &after))
                same++;
            if (same == count)
                ends[count++] = (struct prospect){.s = after};
            ends[same].reach += reach * chances[0][row] * chances[1][column];
        }
    for (int i = 0; i < count; i++)
        prospect_add(duel, &ends[i].s, ends[i].reach);
}

/* Follows the rest of a turn from a position after the actions. In a flight the best choice is
 * made. */
static void turn_follow(struct duel *duel, const struct tyrannosaurus_state *s, double reach)
{
    struct tyrannosaurus_state now = *s;
    while (now.phase == TYREX_PHASE_PANIC) {
        struct tyrannosaurus_decision decision;
        int best[2] = {0};
        tyrannosaurus_turn_solve(&duel->turn, &now, &decision);
        for (int seat = 0; seat < 2; seat++)
            while (decision.game.sides[seat].mixture[0][best[seat]] == 0)
                best[seat]++;
        now = after_choices(&now, &decision, best[0], best[1]);
    }
    if (now.phase == TYREX_PHASE_TYREX)
        tyrex_follow(duel, &now, reach);
    else if (now.phase == TYREX_PHASE_ACT)
        prospect_add(duel, &now, reach);
}

/* Follows the choices of a decision, which is not phase 4. */
static void choices_follow(struct duel *duel, const struct tyrannosaurus_state *s,
                           const struct tyrannosaurus_decision *decision)
{
    double chances[2][TYREX_CHOICES_LISTED_MAX];
    for (int seat = 0; seat < 2; seat++)
        chances_of(&decision->game.sides[seat], chances[seat]);
    for (int row = 0; row < decision->game.sides[0].count; row++)
        for (int column = 0; column < decision->game.sides[1].count; column++) {
            double reach = chances[0][row] * chances[1][column];
            if (reach < REACH_MIN)
                continue;
            struct tyrannosaurus_state after = after_choices(s, decision, row, column);
            turn_follow(duel, &after, reach);
        }
}

static void prospects_find(struct duel *duel, const struct tyrannosaurus_state *s,
                           const struct tyrannosaurus_decision *decision)
{
    duel->prospect_count = 0;
    if (s->phase == TYREX_PHASE_TYREX)
        tyrex_follow(duel, s, 1);
    else
        choices_follow(duel, s, decision);
}

/* ---- The decision ---- */

static bool may_look_ahead(const struct duel *duel, const struct mind_budget *budget)
{
    int64_t iterations = (int64_t)(duel->ahead + 1) * ITERATIONS_EACH;
    return duel->ahead < AHEAD_MAX && mind_goes_on(budget, iterations - 1);
}

/* Looks ahead from the positions found, as far as the budget allows. */
static void look_ahead(struct duel *duel, const struct mind_budget *budget)
{
    for (int i = 0; i < duel->prospect_count && may_look_ahead(duel, budget); i++)
        ahead_add(duel, &duel->prospects[i].s);
}

bool tyrannosaurus_duel_solves(const struct mind_question *question)
{
    return tyrannosaurus_is_duel(question->view) && tyrannosaurus_weights_for(question->weights, 2);
}

/* Whether the same seat wins after all choices, so that only trees are left to play for. */
static bool is_decided(const struct tyrannosaurus_equilibrium *game)
{
    double first = tyrannosaurus_value_chance(game->payoff[0][0]);
    bool same = first == 0 || first == 1;
    for (int row = 0; row < game->sides[0].count; row++)
        for (int column = 0; column < game->sides[1].count; column++)
            same = same && tyrannosaurus_value_chance(game->payoff[row][column]) == first;
    return same;
}

/* Solves the first turn with what is known of its ends. */
static void turn_solve(struct duel *duel, const struct tyrannosaurus_state *s,
                       struct tyrannosaurus_decision *decision)
{
    tyrannosaurus_turn_forget(&duel->turn);
    tyrannosaurus_turn_solve(&duel->turn, s, decision);
}

void tyrannosaurus_duel_solve(const struct mind_question *question,
                              struct tyrannosaurus_decision *decision)
{
    const struct tyrannosaurus_weights *weights = tyrannosaurus_weights_for(question->weights, 2);
    struct duel duel = {.weights = weights};
    struct tyrannosaurus_state s =
        *(const struct tyrannosaurus_state *)(question->truth ? question->truth : question->view);
    bool last = tyrannosaurus_is_last_turn(&s);
    duel.turn.stakes = duel.next.stakes = tyrannosaurus_stakes_by(weights);
    duel.turn.stakes.value = ahead_value;
    duel.turn.stakes.context = &duel;
    duel.turn.stakes.tolerance = last ? TOLERANCE_LAST : TOLERANCE;
    duel.turn.open = duel.next.open = question->truth;
    duel.turn.instinct[!question->seat] = last ? 0 : INSTINCT;
    tyrannosaurus_choices_reset(&s);
    turn_solve(&duel, &s, decision);
    if (last && is_decided(&decision->game)) {
        duel.turn.stakes = tyrannosaurus_stakes_trees;
        turn_solve(&duel, &s, decision);
    }
    while (!last && may_look_ahead(&duel, &question->budget)) {
        prospects_find(&duel, &s, decision);
        if (duel.prospect_count == 0)
            break;
        look_ahead(&duel, &question->budget);
        turn_solve(&duel, &s, decision);
    }
}

void tyrannosaurus_duel(const struct mind_question *question, struct tyrannosaurus_mixture *mixture)
{
    struct tyrannosaurus_decision decision;
    tyrannosaurus_duel_solve(question, &decision);
    tyrannosaurus_decision_mixture(&decision, question->view, question->seat, mixture);
}
