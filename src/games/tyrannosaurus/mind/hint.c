/* Explains to a person why a choice is good: the facts of the teacher. Each is true of what the seat
 * sees, and of some choices only.
 *
 * Then: sentences; what choices are worth; the lesson; review of finished matches; chances; what a choice risked. */
#include "games/tyrannosaurus/mind/mind.h"

#include "game/teaching.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <stdlib.h>

/* The ideas of the lesson, in its order. */
enum idea { NO_IDEA, IDEA_TREE, IDEA_TAKE, IDEA_SAFE, IDEA_TYREX, IDEA_PANIC, IDEA_PLACES };

enum fact {
    FACT_TAKES_TREE,
    FACT_SAFE_TREE,
    FACT_QUIET_TREE,
    FACT_TYREX_LEAVES_TREE,
    FACT_RESTS_IN_REFUGE,
    FACT_REFUGE,
    FACT_ESCAPES,
    FACT_UNDER_TYREX,
    FACT_MAY_TAKE_TREE,
    FACT_RISKY_TREE,
    FACT_SPENDS_REST,
    FACT_CALM_REST,
    FACT_OUT_OF_REACH,
    FACT_UNFOLLOWED,
    FACT_TREES_AROUND,
    FACT_FLEES,
    FACT_QUIET_PANIC,
    FACT_SPENDS_PANIC,
    FACT_CHASES_TO_TYREX,
    FACT_CHASES_FROM_TREE,
    FACT_SKIPS_STEP,
    FACT_BITES,
    FACT_SENDS_HOME,
    FACT_LEADS_AWAY,
    FACT_CLOSES_IN,
    FACT_ENDS_HUNT,
    FACT_STEER_IGNORED,
    FACT_PUSHES_AWAY,
    FACT_PUSHES_NEAR,
    FACT_PUSH_IGNORED,
    FACTS
};
static_assert((int)FACTS < MIND_FACTS_MAX, "there is an end of the list");

static const struct mind_fact facts[FACTS + 1] = {
    [FACT_TAKES_TREE] = {.key = "takes_tree", .idea = IDEA_TAKE},
    [FACT_SAFE_TREE] = {.key = "safe_tree", .idea = IDEA_TREE},
    [FACT_QUIET_TREE] = {.key = "quiet_tree", .idea = IDEA_TREE},
    [FACT_TYREX_LEAVES_TREE] = {.key = "tyrex_leaves_tree", .idea = IDEA_TREE},
    [FACT_RESTS_IN_REFUGE] = {.key = "rests_in_refuge", .idea = IDEA_SAFE},
    [FACT_REFUGE] = {.key = "refuge", .idea = IDEA_SAFE},
    [FACT_ESCAPES] = {.key = "escapes", .idea = IDEA_SAFE},
    [FACT_UNDER_TYREX] = {.key = "under_tyrex", .idea = IDEA_SAFE},
    [FACT_MAY_TAKE_TREE] = {.key = "may_take_tree", .idea = IDEA_TAKE},
    [FACT_RISKY_TREE] = {.key = "risky_tree", .idea = IDEA_TREE},
    [FACT_OUT_OF_REACH] = {.key = "out_of_reach", .idea = IDEA_SAFE},
    [FACT_UNFOLLOWED] = {.key = "unfollowed", .idea = IDEA_SAFE},
    [FACT_TREES_AROUND] = {.key = "trees_around", .idea = IDEA_TREE, .later = true, .more = true},
    [FACT_FLEES] = {.key = "flees", .idea = IDEA_PANIC},
    [FACT_SPENDS_REST] = {.key = "spends_rest", .idea = NO_IDEA, .later = true},
    [FACT_CALM_REST] = {.key = "calm_rest", .idea = NO_IDEA, .later = true},
    [FACT_QUIET_PANIC] = {.key = "quiet_panic", .idea = NO_IDEA, .later = true},
    [FACT_SPENDS_PANIC] = {.key = "spends_panic", .idea = NO_IDEA, .later = true},
    [FACT_CHASES_TO_TYREX] = {.key = "chases_to_tyrex", .idea = IDEA_PANIC},
    [FACT_CHASES_FROM_TREE] = {.key = "chases_from_tree", .idea = IDEA_PANIC},
    [FACT_SKIPS_STEP] = {.key = "skips_step", .idea = IDEA_PANIC},
    [FACT_BITES] = {.key = "bites", .idea = IDEA_TYREX},
    [FACT_SENDS_HOME] = {.key = "sends_home", .idea = IDEA_SAFE, .later = true},
    [FACT_LEADS_AWAY] = {.key = "leads_away", .idea = IDEA_SAFE},
    [FACT_CLOSES_IN] = {.key = "closes_in", .idea = IDEA_TYREX},
    [FACT_ENDS_HUNT] = {.key = "ends_hunt", .idea = IDEA_TYREX},
    [FACT_STEER_IGNORED] = {.key = "steer_ignored", .idea = NO_IDEA},
    [FACT_PUSHES_AWAY] = {.key = "pushes_away", .idea = IDEA_PLACES},
    [FACT_PUSHES_NEAR] = {.key = "pushes_near", .idea = IDEA_PLACES},
    [FACT_PUSH_IGNORED] = {.key = "push_ignored", .idea = NO_IDEA},
};

/* A choice and where its seat is. */
struct tyrannosaurus_hint {
    const struct tyrannosaurus_state *s; /* a view */
    int seat;
    uint8_t from; /* the square of the seat; TYREX_NOWHERE if it is out */
    int16_t *is;  /* the facts of the choice */
};

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

static bool safe_tree_in_reach(const struct tyrannosaurus_hint *about)
{
    for (int direction = 0; direction < TYREX_DIRECTIONS; direction++) {
        uint8_t square = tyrannosaurus_square_next(about->from, direction);
        if (tyrannosaurus_square_on_board(square) && has_free_tree(about, square) &&
            !next_to_tyrex(about, square))
            return true;
    }
    return false;
}

static int trees_around(const struct tyrannosaurus_state *s, uint8_t square)
{
    int count = 0;
    for (int direction = 0; direction < TYREX_DIRECTIONS; direction++)
        count += bits_have(s->trees, tyrannosaurus_square_next(square, direction));
    return count;
}

/* Whether a rival who acts after this seat can step onto the square, and take a tree. */
static bool is_followed(const struct tyrannosaurus_hint *about, uint8_t square)
{
    const struct tyrannosaurus_state *s = about->s;
    int before = tyrannosaurus_place(s, about->seat);
    for (int other = 0; other < s->seats; other++)
        if (other != about->seat && s->players[other].at != TYREX_NOWHERE &&
            tyrannosaurus_place(s, other) > before &&
            tyrannosaurus_distance(square, s->players[other].at) <= 1 &&
            !tyrannosaurus_is_forbidden(s, other, square))
            return true;
    return false;
}

/* The measure that squares are compared by. */
static int16_t outlook_of(const struct tyrannosaurus_hint *about, uint8_t square)
{
    enum { AROUND_MIN = 2 };
    int around = trees_around(about->s, square);
    return (int16_t)(around >= AROUND_MIN ? around : -around);
}

/* What is true of being on a square after the cards, by a movement or a rest. */
static void facts_of_square(const struct tyrannosaurus_hint *about, uint8_t square)
{
    const struct tyrannosaurus_state *s = about->s;
    bool refuge = square == s->lake || square == s->volcano;
    about->is[FACT_OUT_OF_REACH] = s->tyrex != TYREX_NOWHERE && square != s->tyrex &&
                                   (refuge || !next_to_tyrex(about, square));
    about->is[FACT_UNFOLLOWED] = !is_followed(about, square);
    about->is[FACT_TREES_AROUND] = outlook_of(about, square);
}

static void facts_of_move(const struct tyrannosaurus_hint *about, uint8_t square)
{
    const struct tyrannosaurus_state *s = about->s;
    int16_t *is = about->is;
    bool comes_home = s->tyrex == TYREX_NOWHERE && square == TYREX_DEN; /* Y17 */
    if (!tyrannosaurus_square_on_board(square)) {                       /* Y10 */
        facts_of_square(about, about->from);
        return;
    }
    if (tyrannosaurus_is_forbidden(s, about->seat, square) || square == s->tyrex || comes_home) {
        is[FACT_TREES_AROUND] = (int16_t)-trees_around(s, square);
        return;
    }
    facts_of_square(about, square);
    bool near = next_to_tyrex(about, square);
    is[FACT_TAKES_TREE] = is_met(about, square, true);
    is[FACT_MAY_TAKE_TREE] = is_met(about, square, false) && !is[FACT_TAKES_TREE];
    is[FACT_SAFE_TREE] = has_free_tree(about, square) && !near && s->tyrex != TYREX_NOWHERE;
    is[FACT_QUIET_TREE] = has_free_tree(about, square) && s->tyrex == TYREX_NOWHERE;
    is[FACT_RISKY_TREE] = has_free_tree(about, square) && near;
    is[FACT_REFUGE] = square == s->lake || square == s->volcano;
    is[FACT_ESCAPES] = next_to_tyrex(about, about->from) && !near;
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
static void facts_of_rest(const struct tyrannosaurus_hint *about)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t from = about->from;
    int16_t *is = about->is;
    bool refuge = from == s->lake || from == s->volcano, tyrex = from == s->tyrex;
    bool tree = bits_have(s->trees, from) && !is_met(about, from, false);
    facts_of_square(about, from);
    for (int fact = FACT_OUT_OF_REACH; fact <= FACT_TREES_AROUND; fact++)
        is[fact] = (int16_t)-abs(is[fact]); /* no reasons to spend a card that does nothing */
    is[FACT_RESTS_IN_REFUGE] = refuge;
    is[FACT_TYREX_LEAVES_TREE] = tyrex && tree;
    is[FACT_UNDER_TYREX] = tyrex && !tree;
    is[FACT_SPENDS_REST] =
        !refuge && !tyrex && !safe_tree_in_reach(about) && !next_to_tyrex(about, from);
    is[FACT_CALM_REST] = !refuge && !is_threatened(about);
}

static void facts_of_panic(const struct tyrannosaurus_hint *about, uint8_t square)
{
    uint8_t tyrex = about->s->tyrex;
    about->is[FACT_TREES_AROUND] = (int16_t)-trees_around(about->s, square);
    bool close = tyrex != TYREX_NOWHERE && tyrannosaurus_distance(about->from, tyrex) <= 2;
    about->is[FACT_QUIET_PANIC] = tyrex == TYREX_NOWHERE;
    about->is[FACT_FLEES] = close;
    about->is[FACT_SPENDS_PANIC] = tyrex != TYREX_NOWHERE && !close;
}

/* Y7, Y8 */
static void facts_of_push(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t refuge = s->phase == TYREX_PHASE_LAKE ? s->lake : s->volcano;
    uint8_t square = tyrannosaurus_square_next(refuge, move->a);
    bool ignored = !tyrannosaurus_square_on_board(square) || square == TYREX_DEN ||
                   square == s->lake || square == s->volcano || is_met(about, square, false) ||
                   square == about->from;
    int before = tyrannosaurus_distance(about->from, refuge);
    int after = tyrannosaurus_distance(about->from, square);
    about->is[FACT_PUSH_IGNORED] = ignored;
    about->is[FACT_PUSHES_AWAY] = !ignored && after > before;
    about->is[FACT_PUSHES_NEAR] = !ignored && after < before;
}

static void facts_of_flight(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    int fleeing = tyrannosaurus_fleeing(s);
    uint8_t from = s->players[fleeing].at, square = tyrannosaurus_square_next(from, move->a);
    if (!tyrannosaurus_square_on_board(square) || tyrannosaurus_is_forbidden(s, fleeing, square))
        about->is[FACT_SKIPS_STEP] = 1; /* Y14 */
    else if (square == s->tyrex)
        about->is[FACT_CHASES_TO_TYREX] = 1;
    else
        about->is[FACT_CHASES_FROM_TREE] =
            bits_have(s->trees, from) && !bits_have(s->trees, square);
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

static void facts_of_tyrex(const struct tyrannosaurus_hint *about, const struct move *move)
{
    const struct tyrannosaurus_state *s = about->s;
    uint8_t square = tyrannosaurus_square_next(s->tyrex, move->a), from = about->from;
    int16_t *is = about->is;
    if (!tyrannosaurus_square_on_board(square)) {
        is[FACT_STEER_IGNORED] = 1; /* Y16 */
        return;
    }
    if (square == s->lake || square == s->volcano) { /* Y17 */
        is[FACT_SENDS_HOME] = next_to_tyrex(about, from);
        is[FACT_ENDS_HUNT] = 1;
        return;
    }
    is[FACT_BITES] = square != from && is_met(about, square, false);
    is[FACT_LEADS_AWAY] = from != TYREX_NOWHERE && tyrannosaurus_distance(from, square) >
                                                       tyrannosaurus_distance(from, s->tyrex);
    is[FACT_CLOSES_IN] =
        square != from && prey_distance(about, square) < prey_distance(about, s->tyrex);
}

/* The square that a choice is about, from where everything is now. */
static uint8_t square_of(const struct mind_question *question, const struct move *move)
{
    const struct tyrannosaurus_state *s = question->view;
    uint8_t from = s->phase == TYREX_PHASE_ACT       ? s->players[question->seat].at
                   : s->phase == TYREX_PHASE_PANIC   ? s->players[tyrannosaurus_fleeing(s)].at
                   : s->phase == TYREX_PHASE_TYREX   ? s->tyrex
                   : s->phase == TYREX_PHASE_VOLCANO ? s->volcano
                                                     : s->lake;
    uint8_t square =
        move->kind == TYREX_CHOICE_REST ? from : tyrannosaurus_square_next(from, move->a);
    return tyrannosaurus_square_on_board(square) ? square : from;
}

static void describe(const struct mind_question *question, struct mind_choice *choice)
{
    const struct tyrannosaurus_state *s = question->view;
    const struct tyrannosaurus_hint about = {
        .s = s, .seat = question->seat, .from = s->players[question->seat].at, .is = choice->facts};
    const struct move *move = &choice->move.head;
    if (s->phase == TYREX_PHASE_PANIC)
        facts_of_flight(&about, move);
    else if (s->phase == TYREX_PHASE_TYREX)
        facts_of_tyrex(&about, move);
    else if (s->phase != TYREX_PHASE_ACT)
        facts_of_push(&about, move);
    else if (move->kind == TYREX_CHOICE_MOVE)
        facts_of_move(&about, tyrannosaurus_square_next(about.from, move->a));
    else if (move->kind == TYREX_CHOICE_REST)
        facts_of_rest(&about);
    else
        facts_of_panic(&about, square_of(question, move));
}

/* ---- Sentences ---- */

static void square_add(uint8_t square, struct buffer *detail)
{
    buffer_add_char(detail, (char)('a' + square % 8 - 1));
    buffer_add_char(detail, (char)('0' + square / 8));
}

static void detail(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail)
{
    const struct tyrannosaurus_state *view = question->view;
    square_add(square_of(question, &choice->move.head), detail);
    if (fact >= FACT_PUSHES_AWAY && fact <= FACT_PUSH_IGNORED)
        buffer_add(detail, view->phase == TYREX_PHASE_LAKE ? ", lake" : ", volcano");
    if (fact != FACT_TREES_AROUND)
        return;
    buffer_add_format(detail, ", %d, ", choice->facts[fact]);
    square_add(square_of(question, &other->move.head), detail);
}

/* ---- What choices are worth ---- */

/* Trees at the end count if the win does not depend on the choice. */
static const double PER_TREE = 0.001;

static double value_solved(const struct tyrannosaurus_decision *decision,
                           const struct tyrannosaurus_state *view, int seat, uint8_t code)
{
    double value = tyrannosaurus_decision_value(decision, view, seat, code);
    return tyrannosaurus_value_chance(value) + PER_TREE * value;
}

static int choices(const struct mind_question *question, const struct move *asked,
                   struct mind_choice choices[])
{
    (void)asked; /* all are listed */
    int seat = question->seat;
    struct tyrannosaurus_state own = *(const struct tyrannosaurus_state *)question->view;
    struct tyrannosaurus_decision decision;
    struct tyrannosaurus_mixing mixing;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    tyrannosaurus_choices_reset(&own);
    int count = tyrannosaurus_choices(&own, seat, codes);
    bool solved = count > 1 && tyrannosaurus_duel_solves(question);
    if (solved)
        tyrannosaurus_duel_solve(question, &decision);
    else if (count > 1)
        tyrannosaurus_mixing_learn(&mixing, question,
                                   tyrannosaurus_weights_for(question->weights, own.seats));
    for (int i = 0; i < count; i++) {
        choices[i] = (struct mind_choice){.value = 0};
        choices[i].move.head = tyrannosaurus_choice_unpack(codes[i]);
        if (solved)
            choices[i].value = value_solved(&decision, &own, seat, codes[i]);
        else if (count > 1)
            choices[i].value = tyrannosaurus_mixing_chance(&mixing, &own, seat, codes[i]);
    }
    return count;
}

/* ---- The lesson ---- */

/* Trees, those of others, safety: one after the other in the first turns. */
static int idea(const struct mind_question *question)
{
    const struct tyrannosaurus_state *s = question->view;
    bool early = s->phase == TYREX_PHASE_ACT && s->turn <= IDEA_SAFE;
    return early ? s->turn : NO_IDEA;
}

static bool last(const struct mind_question *question)
{
    const struct tyrannosaurus_state *s = question->view;
    return s->turn == tyrannosaurus_turns_in_all(s);
}

const struct mind_teaching tyrannosaurus_teaching = {
    .facts = facts,
    .choices = choices,
    .describe = describe,
    .detail = detail,
    .last = last,
    .idea = idea,
    .margin = 0.04,
    .equal = 0.015,
    .are_chances = true,
};

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
