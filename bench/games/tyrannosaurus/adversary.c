/* The best answer to the mixtures of experts.
 *
 * Between two, the mixture of the expert is known exactly in every phase of the turn, and values at
 * the end of the turn come from a network fitted against the expert. Among more, the mixtures are
 * those of the decision at hand; the turn is finished by instinct. */
#include "adversary.h"

#include "base/check.h"
#include "base/hash.h"
#include "games/tyrannosaurus/mind/duel.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "players/weights.h"

#include <string.h>

static double start_value(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                          int seat)
{
    return adversary->fitted ? tyrannosaurus_value_one_sided(&adversary->weights, s, seat)
                             : tyrannosaurus_value(&adversary->weights, s, seat);
}

/* ---- Against one expert ---- */

struct answers {
    const struct adversary *adversary;
    int seat;
    struct tyrannosaurus_turn turn; /* as the expert solves it */
    struct tyrannosaurus_memo memo;
};

static double answer_to(struct answers *a, const struct tyrannosaurus_state *s,
                        const struct tyrannosaurus_decision *expected, uint8_t *code);

/* The value of a position after the actions. */
static double answer_value(struct answers *a, const struct tyrannosaurus_state *s)
{
    if (s->phase == TYREX_PHASE_OVER || s->phase == TYREX_PHASE_ACT)
        return start_value(a->adversary, s, a->seat);
    uint64_t key = hash_bytes(HASH_START, s, sizeof *s);
    size_t place = key % TYREX_MEMO_SIZE;
    if (a->memo.keys[place] != key) {
        struct tyrannosaurus_decision expected;
        uint8_t code;
        tyrannosaurus_turn_solve(&a->turn, s, &expected);
        a->memo.values[place] = answer_to(a, s, &expected, &code);
        a->memo.keys[place] = key;
    }
    return a->memo.values[place];
}

/* The value of a choice if the expert chooses as expected. */
static double answer_worth(struct answers *a, const struct tyrannosaurus_state *s,
                           const struct tyrannosaurus_decision *expected, const double *chances,
                           uint8_t own)
{
    static const double NEVER = 1e-4;
    double value = 0;
    for (int j = 0; j < expected->game.sides[!a->seat].count; j++) {
        if (chances[j] < NEVER)
            continue;
        struct tyrannosaurus_state after = *s;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        codes[a->seat] = own;
        codes[!a->seat] = expected->codes[!a->seat][j];
        tyrannosaurus_choose_all(&after, codes);
        value += chances[j] * answer_value(a, &after);
    }
    return value;
}

static double answer_to(struct answers *a, const struct tyrannosaurus_state *s,
                        const struct tyrannosaurus_decision *expected, uint8_t *code)
{
    double chances[TYREX_CHOICES_LISTED_MAX], best = 0;
    uint8_t own[TYREX_CHOICES_LISTED_MAX] = {0};
    int count = bits_have(s->waiting, a->seat) ? tyrannosaurus_choices(s, a->seat, own) : 1;
    tyrannosaurus_equilibrium_seen(&expected->game.sides[!a->seat], chances);
    for (int i = 0; i < count; i++) {
        double value = answer_worth(a, s, expected, chances, own[i]);
        if (i == 0 || value > best) {
            best = value;
            *code = own[i];
        }
    }
    return best;
}

static double answer_one(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                         int seat, bool sketch, uint8_t *code)
{
    static struct answers a;
    struct tyrannosaurus_decision expected;
    struct tyrannosaurus_state view;
    a.adversary = adversary;
    a.seat = seat;
    a.turn.stakes =
        tyrannosaurus_stakes_by(tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), 2));
    tyrannosaurus_turn_forget(&a.turn);
    memset(a.memo.keys, 0, sizeof a.memo.keys);
    game_tyrannosaurus.view(s, !seat, &view);
    struct mind_question question = {.seat = !seat,
                                     .weights = weights_of(&game_tyrannosaurus),
                                     .view = &view,
                                     .budget = {.iterations = sketch ? 1 : adversary->iterations}};
    tyrannosaurus_duel_solve(&question, &expected);
    return answer_to(&a, s, &expected, code);
}

/* ---- Against several ---- */

enum { SKETCH_ITERATIONS = 160, WORLDS = 400 };

typedef struct tyrannosaurus_mixture mixtures[TYREX_SEATS_MAX][TYREX_CARDS + 1];

/* The mixtures of all others, by the card that they removed. */
static void mixtures_ask(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                         int seat, struct rng *rng, mixtures all)
{
    for (uint64_t others = s->waiting & ~bit(seat); others;) {
        int other = bits_pop(&others);
        for (uint8_t removed = 0; removed <= TYREX_CARDS; removed++) {
            const struct tyrannosaurus_player *player = &s->players[other];
            bool possible = s->seats == 3 ? removed == TYREX_CARD_NONE
                                          : removed < TYREX_CARDS &&
                                                s->components.cards[player->dino][removed] >
                                                    player->discards[removed];
            if (!possible)
                continue;
            struct tyrannosaurus_state world = *s, view;
            world.players[other].removed = removed;
            game_tyrannosaurus.view(&world, other, &view);
            struct mind_question question = {.seat = other,
                                             .level = TYREX_EXPERT,
                                             .weights = weights_of(&game_tyrannosaurus),
                                             .view = &view,
                                             .rng = rng,
                                             .budget = {.iterations = adversary->iterations}};
            tyrannosaurus_mixing(&question, &all[other][removed]);
        }
    }
}

static void mixtures_sketch(const struct tyrannosaurus_state *s, struct rng *rng,
                            struct tyrannosaurus_mixing *mixing)
{
    struct tyrannosaurus_state view;
    game_tyrannosaurus.view(s, GAME_SPECTATOR, &view);
    struct mind_question question = {.seat = GAME_SPECTATOR,
                                     .weights = weights_of(&game_tyrannosaurus),
                                     .view = &view,
                                     .rng = rng,
                                     .budget = {.iterations = SKETCH_ITERATIONS}};
    tyrannosaurus_mixing_learn(
        mixing, &question, tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), s->seats));
}

static double answer_several(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                             int seat, bool sketch, struct rng *rng, uint8_t *code)
{
    static struct tyrannosaurus_mixing mixing;
    static mixtures asked;
    struct tyrannosaurus_state view;
    uint8_t own[TYREX_CHOICES_LISTED_MAX];
    double values[2][TYREX_CHOICES_LISTED_MAX] = {{0}};
    int count = tyrannosaurus_choices(s, seat, own), best = 0;
    if (sketch)
        mixtures_sketch(s, rng, &mixing);
    else
        mixtures_ask(adversary, s, seat, rng, asked);
    game_tyrannosaurus.view(s, seat, &view);
    for (int i = 0; i < WORLDS; i++) {
        struct tyrannosaurus_state world;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        game_tyrannosaurus.determinize(&view, seat, NULL, rng, &world);
        for (uint64_t others = s->waiting & ~bit(seat); others;) {
            int other = bits_pop(&others);
            struct tyrannosaurus_mixture mixture;
            if (sketch)
                tyrannosaurus_mixing_learned(&mixing, &world, other, &mixture);
            else
                mixture = asked[other][world.players[other].removed];
            codes[other] = tyrannosaurus_mixture_draw(&mixture, rng);
        }
        for (int choice = 0; choice < count; choice++) {
            struct tyrannosaurus_state after = world;
            codes[seat] = own[choice];
            tyrannosaurus_choose_all(&after, codes);
            tyrannosaurus_play_turn(&after, rng);
            values[i % 2][choice] += start_value(adversary, &after, seat);
        }
    }
    /* The choice that is best in half of the worlds is valued by the other half. */
    for (int choice = 1; choice < count; choice++)
        if (values[0][choice] + (sketch ? 0 : values[1][choice]) >
            values[0][best] + (sketch ? 0 : values[1][best]))
            best = choice;
    *code = own[best];
    return values[1][best] / (WORLDS / 2);
}

double adversary_answer(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                        int seat, bool sketch, struct rng *rng, uint8_t *code)
{
    return tyrannosaurus_is_duel(s) ? answer_one(adversary, s, seat, sketch, code)
                                    : answer_several(adversary, s, seat, sketch, rng, code);
}
