/* Winning chances in Tyrannosaurus Rex, and what a choice risked.
 *
 * Between two players the decision is solved as the expert solves it (duel.c), so a choice is judged
 * by the table that the expert itself uses. Otherwise the others choose by the mixtures that
 * mixing.c learns for them, or by instinct; then the world is played out. A choice is compared with
 * others in the same worlds, against the same choices of the others. */
#include "games/tyrannosaurus/mind/review.h"

#include "games/tyrannosaurus/mind/duel.h"
#include "games/tyrannosaurus/mind/instinct.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/text.h"
#include "games/tyrannosaurus/view.h"

/* As in mixing.c: people sometimes follow their instinct. */
static const double INSTINCT = 0.3;
enum { WORLDS_PER_ITERATION = 4, RISK_WORLDS = 400, PERCENT = 100 };

/* How everyone is expected to choose. */
struct forecast {
    bool solved; /* the decision is valid, otherwise the mixing */
    struct tyrannosaurus_decision decision;
    struct tyrannosaurus_mixing mixing;
};

static bool is_solved(const struct mind_question *question)
{
    return question->seat >= 0 && tyrannosaurus_duel_solves(question);
}

static void forecast_make(struct forecast *forecast, const struct mind_question *question)
{
    forecast->solved = is_solved(question);
    if (forecast->solved)
        tyrannosaurus_duel_solve(question, &forecast->decision);
    else
        tyrannosaurus_mixing_learn(&forecast->mixing, question, NULL);
}

/* The mixture of a seat with the cards that it has in this world. */
static void forecast_mixture(const struct forecast *forecast,
                             const struct tyrannosaurus_state *world, int seat,
                             struct tyrannosaurus_mixture *mixture)
{
    if (forecast->solved)
        tyrannosaurus_decision_mixture(&forecast->decision, world, seat, mixture);
    else
        tyrannosaurus_mixing_learned(&forecast->mixing, world, seat, mixture);
}

/* ---- Chances ---- */

/* Imagines a world with the choices of the others; that of the seat of the question is the one it
 * has made, or one from its mixture. */
static void world_imagine(const struct mind_question *question, const struct forecast *forecast,
                          struct tyrannosaurus_state *world, uint8_t codes[TYREX_SEATS_MAX])
{
    struct rng *rng = question->rng;
    tyrannosaurus_determinize(question->view, question->seat, NULL, rng, world);
    uint8_t made = question->seat >= 0 ? world->players[question->seat].chosen : 0;
    tyrannosaurus_choices_reset(world);
    for (uint64_t seats = world->waiting; seats;) {
        int seat = bits_pop(&seats);
        struct tyrannosaurus_mixture mixture;
        forecast_mixture(forecast, world, seat, &mixture);
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

static void chances_by_playing(const struct mind_question *question,
                               const struct forecast *forecast, const struct move *const *moves,
                               int count, struct game_chances *chances)
{
    int64_t worlds = WORLDS_PER_ITERATION * question->budget.iterations;
    for (int i = 0; i < count; i++)
        chances[i] = (struct game_chances){0};
    for (int64_t done = 0; done < worlds; done++) {
        struct tyrannosaurus_state world;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        world_imagine(question, forecast, &world, codes);
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

static void chances_by_solving(const struct mind_question *question,
                               const struct tyrannosaurus_decision *decision,
                               const struct move *const *moves, int count,
                               struct game_chances *chances)
{
    const struct tyrannosaurus_state *view = question->view;
    int seat = question->seat;
    for (int i = 0; i < count; i++) {
        uint8_t code = moves[i] ? tyrannosaurus_choice_pack(moves[i]) : view->players[seat].chosen;
        double chance =
            tyrannosaurus_value_chance(tyrannosaurus_decision_value(decision, view, seat, code));
        chances[i] = (struct game_chances){0};
        chances[i].of[seat] = chance;
        chances[i].of[!seat] = 1 - chance;
    }
}

static void chances(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances)
{
    struct forecast forecast;
    forecast_make(&forecast, question);
    if (forecast.solved)
        chances_by_solving(question, &forecast.decision, moves, count, chances);
    else
        chances_by_playing(question, &forecast, moves, count, chances);
}

/* ---- What a choice risked ---- */

/* In how many of a hundred worlds the seat loses a tree before the turn ends. */
static int risk_of(const struct mind_question *question, const struct forecast *forecast,
                   const struct move *move)
{
    int lost = 0;
    for (int i = 0; i < RISK_WORLDS; i++) {
        struct tyrannosaurus_state world;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        world_imagine(question, forecast, &world, codes);
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
    struct forecast forecast;
    struct tyrannosaurus_mixture mixture;
    struct tyrannosaurus_state own = *view;
    if (view->phase < TYREX_PHASE_ACT)
        return NULL;
    tyrannosaurus_choices_reset(&own);
    forecast_make(&forecast, question);
    forecast_mixture(&forecast, &own, question->seat, &mixture);
    mixture_sort(&mixture);
    double made = 0;
    for (int i = 0; i < mixture.count; i++)
        if (mixture.codes[i] == tyrannosaurus_choice_pack(move))
            made = mixture.chances[i];
    buffer_add_format(detail, "%d, %d", percent(made), risk_of(question, &forecast, move));
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
    .certain = is_solved,
    .iterations = 150,
    .note = note,
};
