/* The last turn between two players, solved exactly by backward induction.
 *
 * Each has one card left and knows it. The other sees two cards that were not discarded, one of
 * which was removed at the start (Y5), and considers both equally likely. Once the cards are
 * revealed nothing is hidden any more: a flight is a single decision, the Ty-Rex an 8×8 table, and
 * their values fill the table of actions, whose rows and columns are grouped by card.
 *
 * The payoff is the difference of trees. Among equally good choices winning decides: its weight is
 * so small that no mixture gives away more than a fiftieth of a tree for it. */
#include "games/tyrannosaurus/mind/last_turn.h"

#include "base/check.h"
#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/mind/equilibrium.h"

enum { MEMO_SIZE = 4096 }; /* a power of two */
static const double WIN_BONUS = 1.0 / 128;
static const double TOLERANCE = 1.0 / 128;

/* Cache of phase 4 values: many paths lead to the same squares and trees. */
struct memo {
    uint64_t keys[MEMO_SIZE];
    double values[MEMO_SIZE];
};

bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view)
{
    return view->seats == 2 && view->turn == tyrannosaurus_turns_in_all(view) &&
           view->phase >= TYREX_PHASE_ACT;
}

/* For seat 0; seat 1 has the opposite. */
static double payoff(const struct tyrannosaurus_state *s)
{
    int difference = s->players[0].trees - s->players[1].trees;
    double win = (double)bits_have(s->winners, 0) - (double)bits_have(s->winners, 1);
    return difference + WIN_BONUS * win;
}

static void sides_of_eight(struct tyrannosaurus_equilibrium *game)
{
    for (int which = 0; which < 2; which++) {
        game->sides[which] = (struct tyrannosaurus_equilibrium_side){
            .count = TYREX_DIRECTIONS, .groups = 1, .group_chance = {1}};
    }
}

/* The Ty-Rex: both choose at the same time, and the match ends. */
static double tyrex_solve(const struct tyrannosaurus_state *s,
                          struct tyrannosaurus_equilibrium *game)
{
    sides_of_eight(game);
    for (uint8_t row = 0; row < TYREX_DIRECTIONS; row++)
        for (uint8_t column = 0; column < TYREX_DIRECTIONS; column++) {
            struct tyrannosaurus_state after = *s;
            tyrannosaurus_choose_all(
                &after,
                (uint8_t[TYREX_SEATS_MAX]){
                    tyrannosaurus_choice_pack(&(struct move){.kind = TYREX_CHOICE_STEER, .a = row}),
                    tyrannosaurus_choice_pack(
                        &(struct move){.kind = TYREX_CHOICE_STEER, .a = column})});
            CHECK(after.phase == TYREX_PHASE_OVER);
            game->payoff[row][column] = payoff(&after);
        }
    return tyrannosaurus_equilibrium_find(game, TOLERANCE);
}

/* Within a turn, phase 4 depends on the dinosaurs' squares and trees only. */
static double tyrex_value(const struct tyrannosaurus_state *s, struct memo *memo)
{
    const struct tyrannosaurus_player *a = &s->players[0], *b = &s->players[1];
    uint64_t key = (uint64_t)a->at | (uint64_t)b->at << 8 | (uint64_t)a->trees << 16 |
                   (uint64_t)b->trees << 24;
    size_t slot = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 52;
    if (memo->keys[slot] != key) {
        struct tyrannosaurus_equilibrium game;
        memo->values[slot] = tyrex_solve(s, &game);
        memo->keys[slot] = key;
    }
    return memo->values[slot];
}

static double value(const struct tyrannosaurus_state *s, struct memo *memo);

/* A flight: only the opponent chooses. Stores the best choice in `code`. */
static double flight_value(const struct tyrannosaurus_state *s, struct memo *memo, uint8_t *code)
{
    int chooser = !tyrannosaurus_fleeing(s);
    double best = 0;
    *code = 0;
    for (uint8_t direction = 0; direction < TYREX_DIRECTIONS; direction++) {
        struct tyrannosaurus_state after = *s;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        codes[chooser] =
            tyrannosaurus_choice_pack(&(struct move){.kind = TYREX_CHOICE_STEER, .a = direction});
        tyrannosaurus_choose_all(&after, codes);
        double reached = value(&after, memo);
        if (*code == 0 || (chooser == 0 ? reached > best : reached < best)) {
            best = reached;
            *code = codes[chooser];
        }
    }
    return best;
}

/* The value of a position after the actions, for seat 0. */
static double value(const struct tyrannosaurus_state *s, struct memo *memo)
{
    uint8_t code;
    switch ((enum tyrannosaurus_phase)s->phase) {
    case TYREX_PHASE_PANIC:
        return flight_value(s, memo, &code);
    case TYREX_PHASE_TYREX:
        return tyrex_value(s, memo);
    default:
        CHECK(s->phase == TYREX_PHASE_OVER);
        return payoff(s);
    }
}

/* The choices of a seat with each card it may still have, grouped by card. */
static void act_side(const struct tyrannosaurus_state *s, int seat,
                     struct tyrannosaurus_equilibrium_side *side,
                     uint8_t codes[TYREX_CHOICES_LISTED_MAX])
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    *side = (struct tyrannosaurus_equilibrium_side){0};
    for (int card = 0; card < TYREX_CARDS; card++) {
        int unseen = s->components.cards[player->dino][card] - player->discards[card];
        if (unseen == 0)
            continue;
        uint64_t directions =
            card == TYREX_CARD_REST ? 1 : tyrannosaurus_directions_on_board(player->at);
        while (directions) {
            struct move move = {.kind = (uint8_t)card, .a = (uint8_t)bits_pop(&directions)};
            side->group[side->count] = (uint8_t)side->groups;
            codes[side->count++] = tyrannosaurus_choice_pack(&move);
        }
        side->group_chance[side->groups++] = unseen / 2.0; /* Y5: two are unseen */
    }
}

static void act_solve(const struct tyrannosaurus_state *s, struct tyrannosaurus_equilibrium *game,
                      uint8_t codes[2][TYREX_CHOICES_LISTED_MAX], struct memo *memo)
{
    for (int seat = 0; seat < 2; seat++)
        act_side(s, seat, &game->sides[seat], codes[seat]);
    for (int row = 0; row < game->sides[0].count; row++)
        for (int column = 0; column < game->sides[1].count; column++) {
            struct tyrannosaurus_state after = *s;
            tyrannosaurus_choose_all(&after,
                                     (uint8_t[TYREX_SEATS_MAX]){codes[0][row], codes[1][column]});
            game->payoff[row][column] = value(&after, memo);
        }
    tyrannosaurus_equilibrium_find(game, TOLERANCE);
}

/* The part of a mixture for the card that this seat actually holds. */
static void mixture_take(const struct tyrannosaurus_state *view, int seat,
                         const struct tyrannosaurus_equilibrium_side *side, const uint8_t *codes,
                         struct tyrannosaurus_mixture *mixture)
{
    mixture->count = 0;
    for (int i = 0; i < side->count; i++) {
        struct move move = tyrannosaurus_choice_unpack(codes[i]);
        if (move.kind < TYREX_CARDS && tyrannosaurus_cards_in_hand(view, seat, move.kind) == 0)
            continue;
        mixture->codes[mixture->count] = codes[i];
        mixture->chances[mixture->count++] = side->mixture[i];
    }
}

/* Solves a phase in which both choose at the same time. */
static void phase_solve(const struct tyrannosaurus_state *s, struct tyrannosaurus_equilibrium *game,
                        uint8_t codes[2][TYREX_CHOICES_LISTED_MAX], struct memo *memo)
{
    if (s->phase == TYREX_PHASE_TYREX) {
        tyrex_solve(s, game);
        for (int seat = 0; seat < 2; seat++)
            tyrannosaurus_choices(s, seat, codes[seat]);
    } else {
        act_solve(s, game, codes, memo);
    }
}

void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture)
{
    struct memo memo = {0};
    struct tyrannosaurus_equilibrium game;
    uint8_t codes[2][TYREX_CHOICES_LISTED_MAX];
    struct tyrannosaurus_state s = *view;
    tyrannosaurus_choices_reset(&s);
    if (s.phase == TYREX_PHASE_PANIC) {
        mixture->count = 1;
        mixture->chances[0] = 1;
        flight_value(&s, &memo, &mixture->codes[0]);
        return;
    }
    phase_solve(&s, &game, codes, &memo);
    mixture_take(view, seat, &game.sides[seat], codes[seat], mixture);
}

/* The payoff of one choice if the opponent's answer, with each card, is the worst. */
static double worst_payoff(const struct tyrannosaurus_equilibrium *game, int seat, int choice)
{
    const struct tyrannosaurus_equilibrium_side *other = &game->sides[!seat];
    double worst[TYREX_EQUILIBRIUM_GROUPS_MAX], all = 0;
    bool met[TYREX_EQUILIBRIUM_GROUPS_MAX] = {false};
    for (int j = 0; j < other->count; j++) {
        int group = other->group[j];
        double won = seat == 0 ? game->payoff[choice][j] : -game->payoff[j][choice];
        if (!met[group] || won < worst[group])
            worst[group] = won;
        met[group] = true;
    }
    for (int group = 0; group < other->groups; group++)
        all += worst[group] * other->group_chance[group];
    return all;
}

void tyrannosaurus_last_turn_worst(const struct tyrannosaurus_state *view, int seat,
                                   struct tyrannosaurus_worst *worst)
{
    struct memo memo = {0};
    struct tyrannosaurus_equilibrium game;
    uint8_t codes[2][TYREX_CHOICES_LISTED_MAX];
    struct tyrannosaurus_state s = *view;
    CHECK(s.phase == TYREX_PHASE_ACT || s.phase == TYREX_PHASE_TYREX);
    tyrannosaurus_choices_reset(&s);
    phase_solve(&s, &game, codes, &memo);
    worst->count = game.sides[seat].count;
    for (int i = 0; i < worst->count; i++) {
        worst->codes[i] = codes[seat][i];
        worst->values[i] = worst_payoff(&game, seat, i);
    }
}
