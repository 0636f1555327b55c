/* Winning chances in Tyrannosaurus Rex, and what a choice risked.
 *
 * The others choose by the mixtures that the mind learns for them, or by instinct; then the world is
 * played out. A choice is compared with others in the same worlds, against the same choices of the
 * others. */
#include "games/tyrannosaurus/mind/review.h"

#include "games/tyrannosaurus/mind/instinct.h"
#include "games/tyrannosaurus/mind/last_turn.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/text.h"
#include "games/tyrannosaurus/view.h"

/* As in mixing.c: people sometimes follow their instinct. */
static const double INSTINCT = 0.3;
enum { WORLDS_PER_ITERATION = 4, RISK_WORLDS = 400, PERCENT = 100 };

/* Imagines a world with the choices of the others; that of the seat of the question is the one it
 * has made, or one from its mixture. */
static void world_imagine(const struct mind_question *question,
                          const struct tyrannosaurus_mixing *mixing,
                          struct tyrannosaurus_state *world, uint8_t codes[TYREX_SEATS_MAX])
{
    struct rng *rng = question->rng;
    tyrannosaurus_determinize(question->view, question->seat, NULL, rng, world);
    uint8_t made = question->seat >= 0 ? world->players[question->seat].chosen : 0;
    tyrannosaurus_choices_reset(world);
    for (uint64_t seats = world->waiting; seats;) {
        int seat = bits_pop(&seats);
        struct tyrannosaurus_mixture mixture;
        tyrannosaurus_mixing_learned(mixing, world, seat, &mixture);
        bool instinct = seat != question->seat && tyrannosaurus_chance(rng) < INSTINCT;
        codes[seat] = instinct ? tyrannosaurus_instinct_choose(world, seat, rng)
                               : tyrannosaurus_mixture_draw(&mixture, rng);
    }
    if (made)
        codes[question->seat] = made;
}

static void shares_add(const struct tyrannosaurus_state *world, struct game_chances *chances)
{
    for (int seat = 0; seat < world->seats; seat++)
        if (bits_have(world->winners, seat))
            chances->of[seat] += 1.0 / bits_count(world->winners);
}

static void chances(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances)
{
    struct tyrannosaurus_mixing mixing;
    tyrannosaurus_mixing_learn(&mixing, question, NULL);
    int64_t worlds = WORLDS_PER_ITERATION * question->budget.iterations;
    for (int i = 0; i < count; i++)
        chances[i] = (struct game_chances){0};
    for (int64_t done = 0; done < worlds; done++) {
        struct tyrannosaurus_state world;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        world_imagine(question, &mixing, &world, codes);
        uint64_t chance = rng_next(question->rng);
        for (int i = 0; i < count; i++) {
            struct tyrannosaurus_state after = world;
            struct rng rng;
            rng_start(&rng, chance);
            if (moves[i])
                codes[question->seat] = tyrannosaurus_choice_pack(moves[i]);
            tyrannosaurus_choose_all(&after, codes);
            tyrannosaurus_play_out(&after, &rng);
            shares_add(&after, &chances[i]);
        }
    }
    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
            chances[i].of[seat] /= (double)worlds;
}

/* ---- What a choice risked ---- */

/* In how many of a hundred worlds the seat loses a tree before the turn ends. */
static int risk_of(const struct mind_question *question, const struct tyrannosaurus_mixing *mixing,
                   const struct move *move)
{
    int lost = 0;
    for (int i = 0; i < RISK_WORLDS; i++) {
        struct tyrannosaurus_state world;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        world_imagine(question, mixing, &world, codes);
        codes[question->seat] = tyrannosaurus_choice_pack(move);
        int turn = world.turn, trees = world.players[question->seat].trees;
        bool loses = false;
        do {
            tyrannosaurus_choose_all(&world, codes);
            loses |= world.players[question->seat].trees < trees;
            for (int seat = 0; seat < world.seats; seat++)
                codes[seat] = bits_have(world.waiting, seat)
                                  ? tyrannosaurus_instinct_choose(&world, seat, question->rng)
                                  : 0;
        } while (world.turn == turn && world.phase != TYREX_PHASE_OVER && !loses);
        lost += loses;
    }
    return lost * PERCENT / RISK_WORLDS;
}

static void mixture_sort(struct tyrannosaurus_mixture *mixture)
{
    for (int i = 1; i < mixture->count; i++)
        for (int at = i; at > 0 && mixture->chances[at] > mixture->chances[at - 1]; at--) {
            double chance = mixture->chances[at];
            uint8_t code = mixture->codes[at];
            mixture->chances[at] = mixture->chances[at - 1];
            mixture->codes[at] = mixture->codes[at - 1];
            mixture->chances[at - 1] = chance;
            mixture->codes[at - 1] = code;
        }
}

static int percent(double chance)
{
    return (int)(PERCENT * chance + 0.5);
}

/* The mixture's likeliest choices, how likely the choice that was made is, and what it risks. */
static const char *note(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    static const char *const keys[] = {"mixture_one", "mixture_two", "mixture_three"};
    enum { SHOWN = 3, LEAST = 10 };
    const struct tyrannosaurus_state *view = question->view;
    struct tyrannosaurus_mixing mixing;
    struct tyrannosaurus_mixture mixture;
    struct tyrannosaurus_state own = *view;
    if (view->phase < TYREX_PHASE_ACT)
        return NULL;
    tyrannosaurus_choices_reset(&own);
    tyrannosaurus_mixing_learn(&mixing, question, NULL);
    if (tyrannosaurus_is_last_turn(view))
        tyrannosaurus_last_turn(view, question->seat, &mixture);
    else
        tyrannosaurus_mixing_learned(&mixing, &own, question->seat, &mixture);
    mixture_sort(&mixture);
    double made = 0;
    for (int i = 0; i < mixture.count; i++)
        if (mixture.codes[i] == tyrannosaurus_choice_pack(move))
            made = mixture.chances[i];
    buffer_add_format(detail, "%d, %d", percent(made), risk_of(question, &mixing, move));
    int shown = 0;
    for (; shown < mixture.count && shown < SHOWN; shown++) {
        struct move choice = tyrannosaurus_choice_unpack(mixture.codes[shown]);
        if (shown > 0 && percent(mixture.chances[shown]) < LEAST)
            break;
        buffer_add(detail, ", ");
        tyrannosaurus_format(view, &choice, detail);
        buffer_add_format(detail, ", %d", percent(mixture.chances[shown]));
    }
    return keys[shown - 1];
}

const struct game_review tyrannosaurus_review = {
    .chances = chances,
    .iterations = 150,
    .note = note,
};
