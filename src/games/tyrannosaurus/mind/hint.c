/* Explains to a person why a choice is good. A reason is given only if it is true of what the seat
 * sees; otherwise the hint explains how the player found its choice.
 *
 * Then: review of finished matches; chances; what a choice risked. */
#include "games/tyrannosaurus/mind/mind.h"

#include "games/tyrannosaurus/tyrannosaurus.h"

/* What a hint is based on. */
struct tyrannosaurus_hint {
    const struct tyrannosaurus_state *s; /* a view */
    int seat;
    uint8_t from; /* the square of the seat; TYREX_NOWHERE if it is out */
    struct buffer *detail;
};

static const char *about_square(const struct tyrannosaurus_hint *about, uint8_t square,
                                const char *hint)
{
    buffer_add_char(about->detail, (char)('a' + square % 8 - 1));
    buffer_add_char(about->detail, (char)('0' + square / 8));
    return hint;
}

static bool next_to_tyrex(const struct tyrannosaurus_hint *about, uint8_t square)
{
    return about->s->tyrex != TYREX_NOWHERE && square != TYREX_NOWHERE &&
           tyrannosaurus_distance(square, about->s->tyrex) == 1;
}

/* Whether another dinosaur is on a square and, if `certain`, is still there when this seat acts: it
 * acts later, and those who act before this seat cannot take all its trees (Y12). */
static bool is_met(const struct tyrannosaurus_hint *about, uint8_t square, bool certain)
{
    const struct tyrannosaurus_state *s = about->s;
    int before = tyrannosaurus_place(s, about->seat);
    for (int other = 0; other < s->seats; other++)
        if (other != about->seat && s->players[other].at == square &&
            (!certain ||
             (tyrannosaurus_place(s, other) > before && s->players[other].trees > before)))
            return true;
    return false;
}

static bool has_free_tree(const struct tyrannosaurus_hint *about, uint8_t square)
{
    return bits_have(about->s->trees, square) && square != about->s->tyrex &&
           !is_met(about, square, false);
}

static bool tree_in_reach(const struct tyrannosaurus_hint *about, bool safe)
{
    for (int direction = 0; direction < TYREX_DIRECTIONS; direction++) {
        uint8_t square = tyrannosaurus_square_next(about->from, direction);
        if (tyrannosaurus_square_on_board(square) && has_free_tree(about, square) &&
            !(safe && next_to_tyrex(about, square)))
            return true;
    }
    return false;
}

static bool has_trees_around(const struct tyrannosaurus_state *s, uint8_t square)
{
    for (int direction = 0; direction < TYREX_DIRECTIONS; direction++)
        if (bits_have(s->trees, tyrannosaurus_square_next(square, direction)))
            return true;
    return false;
}

static const char *move_reason(const struct tyrannosaurus_hint *about, uint8_t square)
{
    const struct tyrannosaurus_state *s = about->s;
    bool comes_home = s->tyrex == TYREX_NOWHERE && square == TYREX_DEN; /* Y17 */
    if (tyrannosaurus_is_forbidden(s, about->seat, square) || square == s->tyrex || comes_home ||
        !tyrannosaurus_square_on_board(square)) /* Y10 */
        return NULL;
    if (is_met(about, square, true))
        return about_square(about, square, "takes_tree");
    if (has_free_tree(about, square))
        return about_square(about, square,
                            next_to_tyrex(about, square) ? "risky_tree"
                            : s->tyrex == TYREX_NOWHERE  ? "quiet_tree"
                                                         : "safe_tree");
    if (square == s->lake || square == s->volcano)
        return about_square(about, square, "refuge");
    if (is_met(about, square, false))
        return about_square(about, square, "may_take_tree");
    if (next_to_tyrex(about, square))
        return NULL;
    if (next_to_tyrex(about, about->from))
        return about_square(about, square, "escapes");
    if (!tree_in_reach(about, false))
        return about_square(about, square, "no_tree");
    return has_trees_around(s, square) ? about_square(about, square, "trees_around") : NULL;
}

/* Whether the Ty-Rex, or a rival, is on the square of the seat or next to it; or the Ty-Rex returns
 * there (Y17). */
static bool is_threatened(const struct tyrannosaurus_hint *about)
{
    const struct tyrannosaurus_state *s = about->s;
    if (s->tyrex == TYREX_NOWHERE ? about->from == TYREX_DEN
                                  : tyrannosaurus_distance(about->from, s->tyrex) <= 1)
        return true;
    for (int other = 0; other < s->seats; other++)
        if (other != about->seat && s->players[other].at != TYREX_NOWHERE &&
            tyrannosaurus_distance(about->from, s->players[other].at) <= 1)
            return true;
    return false;
}

/* A player has as many cards as there are turns left (Y5), so every rest has to be played: the
 * question is when. */
static const char *rest_reason(const struct tyrannosaurus_hint *about)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t from = about->from;
    if (from == s->lake || from == s->volcano)
        return "rests_in_refuge";
    if (from == s->tyrex)
        return bits_have(s->trees, from) && !is_met(about, from, false)
                   ? about_square(about, from, "tyrex_leaves_tree")
                   : "under_tyrex";
    if (!tree_in_reach(about, true) && !next_to_tyrex(about, from))
        return "spends_rest";
    return is_threatened(about) ? NULL : "calm_rest";
}

static const char *act_reason(const struct tyrannosaurus_hint *about, const struct move *move)
{
    if (move->kind == TYREX_CHOICE_MOVE)
        return move_reason(about, tyrannosaurus_square_next(about->from, move->a));
    if (move->kind == TYREX_CHOICE_REST)
        return rest_reason(about);
    uint8_t tyrex = about->s->tyrex;
    if (tyrex == TYREX_NOWHERE)
        return "quiet_panic";
    return tyrannosaurus_distance(about->from, tyrex) <= 2 ? "flees" : "spends_panic";
}

/* Y7, Y8 */
static const char *push_reason(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t refuge = s->phase == TYREX_PHASE_LAKE ? s->lake : s->volcano;
    uint8_t square = tyrannosaurus_square_next(refuge, move->a);
    if (!tyrannosaurus_square_on_board(square) || square == TYREX_DEN || square == s->lake ||
        square == s->volcano || is_met(about, square, false) || square == about->from)
        return about_square(about, refuge, "push_ignored");
    int before = tyrannosaurus_distance(about->from, refuge);
    int after = tyrannosaurus_distance(about->from, square);
    return about_square(about, square,
                        after > before   ? "pushes_away"
                        : after < before ? "pushes_near"
                                         : "pushes_on");
}

static const char *flight_reason(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    int fleeing = tyrannosaurus_fleeing(s);
    uint8_t from = s->players[fleeing].at, square = tyrannosaurus_square_next(from, move->a);
    if (!tyrannosaurus_square_on_board(square) || tyrannosaurus_is_forbidden(s, fleeing, square))
        return "skips_step"; /* Y14 */
    if (square == s->tyrex)
        return about_square(about, square, "chases_to_tyrex");
    if (bits_have(s->trees, from) && !bits_have(s->trees, square))
        return about_square(about, from, "chases_from_tree");
    return NULL;
}

/* The distance from a square of the Ty-Rex to the nearest rival. */
static int prey_distance(const struct tyrannosaurus_hint *about, uint8_t square)
{
    int nearest = TYREX_DIRECTIONS;
    for (int other = 0; other < about->s->seats; other++) {
        uint8_t at = about->s->players[other].at;
        if (other == about->seat || at == TYREX_NOWHERE)
            continue;
        int distance = tyrannosaurus_distance(at, square);
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

static const char *tyrex_reason(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t square = tyrannosaurus_square_next(s->tyrex, move->a);
    if (!tyrannosaurus_square_on_board(square))
        return about_square(about, s->tyrex, "steer_ignored"); /* Y16 */
    if (square == s->lake || square == s->volcano)
        return next_to_tyrex(about, about->from) ? "sends_home" : "ends_hunt"; /* Y17 */
    if (square != about->from && is_met(about, square, false))
        return about_square(about, square, "bites");
    if (about->from != TYREX_NOWHERE &&
        tyrannosaurus_distance(about->from, square) > tyrannosaurus_distance(about->from, s->tyrex))
        return "leads_away";
    bool closer = prey_distance(about, square) < prey_distance(about, s->tyrex);
    return closer && square != about->from ? "closes_in" : NULL;
}

/* The reasons of a beginner (instinct.c), who always takes what looks best. */
static const char *beginner_reason(const struct tyrannosaurus_hint *about)
{
    switch ((enum tyrannosaurus_phase)about->s->phase) {
    case TYREX_PHASE_ACT:
        return "nothing_better";
    case TYREX_PHASE_PANIC:
        return "chases_worst";
    default:
        return "nearest_prey";
    }
}

const char *tyrannosaurus_reason(const struct mind_question *question, const struct move *move,
                                 struct buffer *detail)
{
    const struct tyrannosaurus_state *s = question->view;
    struct tyrannosaurus_hint about = {
        .s = s, .seat = question->seat, .from = s->players[question->seat].at, .detail = detail};
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    if (tyrannosaurus_choices(s, question->seat, codes) == 1)
        return "only_choice";
    const char *reason = s->phase == TYREX_PHASE_ACT     ? act_reason(&about, move)
                         : s->phase == TYREX_PHASE_PANIC ? flight_reason(&about, move)
                         : s->phase == TYREX_PHASE_TYREX ? tyrex_reason(&about, move)
                                                         : push_reason(&about, move);
    if (reason)
        return reason;
    if (question->way == MIND_RULES)
        return beginner_reason(&about);
    if (tyrannosaurus_is_last_turn(s))
        return "unpredictable";
    return move->kind == TYREX_CHOICE_REST ? "rest_tried_out" : "tried_out";
}

/* ---- Review of finished matches ---- */

/* Winning chances in Tyrannosaurus Rex, and what a choice risked.
 *
 * Between two players the decision is solved as the expert solves it (duel.c), so a choice is judged
 * by the table that the expert itself uses. Otherwise the others choose by the mixtures that
 * mixing.c learns for them, or by instinct; then the world is played out. A choice is compared with
 * others in the same worlds, against the same choices of the others. */

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

/* How the expert would choose, the likeliest first. The last turn it solves exactly (mind.c). */
static void expert_mixture(const struct mind_question *question, const struct forecast *forecast,
                           struct tyrannosaurus_mixture *mixture)
{
    struct tyrannosaurus_state own = *(const struct tyrannosaurus_state *)question->view;
    tyrannosaurus_choices_reset(&own);
    if (forecast->solved)
        tyrannosaurus_decision_mixture(&forecast->decision, &own, question->seat, mixture);
    else if (tyrannosaurus_is_last_turn(&own))
        tyrannosaurus_last_turn(question->view, question->seat, mixture);
    else
        tyrannosaurus_mixing(question, mixture);
    mixture_sort(mixture);
}

static void best(const struct mind_question *question, struct move *move)
{
    struct forecast forecast;
    struct tyrannosaurus_mixture mixture;
    forecast.solved = is_solved(question);
    if (forecast.solved)
        tyrannosaurus_duel_solve(question, &forecast.decision);
    expert_mixture(question, &forecast, &mixture);
    *move = tyrannosaurus_choice_unpack(mixture.codes[0]);
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
    struct rng as_the_best = *question->rng;
    struct mind_question asked = *question;
    if (view->phase < TYREX_PHASE_ACT)
        return NULL;
    forecast_make(&forecast, question);
    asked.rng = &as_the_best;
    expert_mixture(&asked, &forecast, &mixture);
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
    .best = best,
    .certain = is_solved,
    .iterations = 150,
    .note = note,
};
