/* Explains to a person why a move is good: the facts of the teacher. Each is true of what the player
 * sees: tiles that are said to fit have been placed by the solver.
 *
 * Then: what turns are worth; choices of a turn; K7: tiles to hand on; sentences; review of finished matches. */
#include "games/trakks/mind/mind.h"

#include "base/base.h"
#include "game/teaching.h"
#include "games/trakks/trakks.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 400 }; /* tables tried before giving up */

/* The ideas of the lesson, in its order. */
enum idea { NO_IDEA, IDEA_OPEN, IDEA_LAY, IDEA_TAKE, IDEA_ACTION, IDEA_WIN };

enum fact {
    FACT_GOES_OUT,
    FACT_OPENS,
    FACT_COMPLETES,
    FACT_ARROW_FIRST,
    FACT_SLOWS_DOWN,
    FACT_LAYS,
    FACT_OPENS_NEXT,
    FACT_HOLDS,
    FACT_FITS_MORE,
    FACT_OPENS_LATER,
    FACT_GOES_WITH,
    FACT_DRAWS_TO_OPEN,
    FACT_POOL_IS_POOR,
    FACT_SOONER,
    FACT_POOL_IS_EMPTY,
    FACT_BAG_IS_EMPTY,
    FACT_NOTHING_FITS,
    FACT_ARROW_ON,
    FACT_UNPLACED,
    FACT_FEWER_FRIENDS,
    FACTS
};
static_assert((int)FACTS < MIND_FACTS_MAX, "there is an end of the list");

static const struct mind_fact facts[FACTS + 1] = {
    [FACT_GOES_OUT] = {.key = "goes_out", .idea = IDEA_WIN},
    [FACT_OPENS] = {.key = "opens", .idea = IDEA_OPEN},
    [FACT_COMPLETES] = {.key = "completes", .idea = IDEA_WIN, .later = true},
    [FACT_ARROW_FIRST] = {.key = "arrow_first", .idea = IDEA_ACTION},
    [FACT_SLOWS_DOWN] = {.key = "slows_down", .idea = IDEA_ACTION},
    [FACT_LAYS] = {.key = "lays", .idea = IDEA_LAY},
    [FACT_OPENS_NEXT] = {.key = "opens_next", .idea = IDEA_OPEN, .later = true},
    [FACT_HOLDS] = {.key = "holds", .idea = NO_IDEA, .later = true, .more = true},
    [FACT_FITS_MORE] = {.key = "fits_more", .idea = IDEA_TAKE, .later = true, .more = true},
    [FACT_OPENS_LATER] = {.key = "opens_later", .idea = IDEA_OPEN, .later = true},
    [FACT_GOES_WITH] = {.key = "goes_with", .idea = IDEA_TAKE},
    [FACT_DRAWS_TO_OPEN] = {.key = "draws_to_open", .idea = IDEA_OPEN},
    [FACT_POOL_IS_POOR] = {.key = "pool_is_poor", .idea = IDEA_TAKE},
    [FACT_SOONER] = {.key = "sooner", .idea = IDEA_TAKE, .later = true, .more = true},
    [FACT_POOL_IS_EMPTY] = {.key = "pool_is_empty", .idea = NO_IDEA},
    [FACT_BAG_IS_EMPTY] = {.key = "bag_is_empty", .idea = NO_IDEA},
    [FACT_NOTHING_FITS] = {.key = "nothing_fits", .idea = NO_IDEA},
    [FACT_ARROW_ON] = {.key = "arrow_on", .idea = IDEA_ACTION},
    [FACT_UNPLACED] = {.key = "unplaced", .idea = IDEA_ACTION, .more = true},
    [FACT_FEWER_FRIENDS] = {.key = "fewer_friends", .idea = IDEA_ACTION, .more = true},
};

/* ---- What turns are worth ---- */

/* The chance to win the round. What counts is how soon a seat could place everything, since the expert plays for that
 * (plan.c). With fewer tiles in the bag, the others are nearer to that, too. The weights are a logistic
 * regression over matches of the expert against itself with two seats (training/games/trakks/chances.c). */
static const double at_the_end = -3.57, per_worth = 4, per_bag = 0.031, is_ready = 1.87;
static const double per_penalty = 0.02; /* of the rounds before, compared with the others */
enum { PER_LEFT = 5 };                  /* a rough wait for each tile left over */

/* What does not count; what laying now may cost; what a tile counts that is handed on. */
static const double EQUAL = 0.01, MARGIN = 0.03, TILE = 0.06;

/* The exponential of a small number, the same on every machine. */
static double power_of_e(double x)
{
    double y = 1 + x / 64;
    for (int i = 0; i < 6; i++)
        y *= y;
    return y;
}

static double prospect_with(const struct trakks_state *s, double worth)
{
    int bag = s->bag_count + TRAKKS_RACK_START * (s->seats - 2); /* as if with two seats */
    return at_the_end + per_worth * worth / TRAKKS_SOON + per_bag * bag;
}

static double chance_with(const struct trakks_state *s, double prospect)
{
    double odds = power_of_e(prospect);
    return odds / (odds + s->seats - 1);
}

/* ---- Choices of a turn ---- */

/* The choices, and what the player could lay. */
struct trakks_lesson {
    const struct mind_question *question;
    const struct trakks_state *view;
    int seat;
    bool opened, lays;
    const struct trakks_holding *holding; /* NULL: how soon everything fits does not decide */
    struct trakks_tiles rack;
    int numbers,
        left;        /* number tiles of the rack; those that cannot be laid, as if it had opened */
    bool pool_helps; /* some tile of the pool could be laid as well */
    struct mind_choice *choices;
    int count;
    double best; /* value */
};

static struct mind_choice *choice_add(struct trakks_lesson *lesson, const struct move *move,
                                      double value)
{
    struct mind_choice *choice = &lesson->choices[lesson->count++];
    *choice = (struct mind_choice){.value = value};
    memcpy(&choice->move, move, game_trakks.move_size);
    lesson->best = value > lesson->best ? value : lesson->best;
    return choice;
}

/* A choice that is an option of the expert; the first is to hold nothing back. A wait is a fact that counts down. */
static struct mind_choice *option_add(struct trakks_lesson *lesson, const struct move *move,
                                      int option, int left)
{
    const struct trakks_holding *holding = lesson->holding;
    double worth = trakks_wait_worth(PER_LEFT * left);
    int sooner = 0;
    if (holding) {
        worth = (double)holding->option[option].worth / holding->orders;
        sooner = TRAKKS_TILES - (int)(holding->option[option].waited / (uint64_t)holding->orders);
    }
    double prospect = prospect_with(lesson->view, worth) + is_ready * (left == 0);
    struct mind_choice *choice = choice_add(lesson, move, chance_with(lesson->view, prospect));
    choice->facts[lesson->lays ? FACT_HOLDS : FACT_SOONER] = (int16_t)(option ? sooner : -sooner);
    return choice;
}

static struct trakks_tiles laid_by(const struct trakks_state *view, const struct move *move)
{
    const struct trakks_place *place = (const struct trakks_place *)move;
    return trakks_tiles_difference(trakks_table_tiles(&place->table),
                                   trakks_table_tiles(&view->table));
}

static void place_add(struct trakks_lesson *lesson, const struct move *move)
{
    struct trakks_tiles laid = laid_by(lesson->view, move);
    bool out = !trakks_tiles_difference(lesson->rack, laid).one;
    struct mind_choice *choice = option_add(lesson, move, 0, lesson->left);
    choice->facts[FACT_GOES_OUT] = out;
    choice->facts[FACT_OPENS] = !out && !lesson->opened;
    choice->facts[FACT_LAYS] = !out && lesson->opened;
}

/* The first placing that this rack allows (K13). */
static struct trakks_tiles opening_of(const struct trakks_lesson *lesson, struct trakks_tiles rack)
{
    struct trakks_state after = *lesson->view;
    struct trakks_problem problem;
    struct trakks_solution solution;
    struct rng rng;
    rng_start(&rng, 1);
    after.rack[lesson->seat] = rack;
    trakks_problem_make(&after, lesson->seat, &problem);
    trakks_solve(&problem, &(struct mind_budget){.iterations = LOOKS}, &rng, &solution);
    return trakks_tiles_difference(trakks_tiles_numbers(rack), solution.left);
}

static struct trakks_tiles rack_with(const struct trakks_lesson *lesson, uint8_t tile)
{
    struct trakks_tiles rack = lesson->rack;
    trakks_tiles_add(&rack, tile);
    return rack;
}

static void take_add(struct trakks_lesson *lesson, const struct trakks_plan *plan, int option)
{
    const struct trakks_holding *holding = lesson->holding;
    bool proven = holding && holding->best == &holding->option[option] &&
                  holding->best->worth == (uint64_t)holding->orders * TRAKKS_SOON;
    int left = proven ? 0 : trakks_plan_left(plan), fitting = lesson->numbers + 1 - left;
    bool completes = lesson->opened && left == 0 && !(lesson->rack.one & ~TRAKKS_TILES_NUMBERS);
    bool friends = !lesson->lays && lesson->rack.one & trakks_kinds_beside(bit(plan->more));
    struct trakks_place move;
    trakks_move_set(&move.head, TRAKKS_TAKE, plan->more);
    struct mind_choice *choice = option_add(lesson, &move.head, option, completes ? 0 : left + 1);
    choice->facts[FACT_COMPLETES] = completes;
    choice->facts[FACT_OPENS_NEXT] = !lesson->opened && !lesson->lays &&
                                     opening_of(lesson, rack_with(lesson, plan->more)).one != 0;
    if (!lesson->lays)
        choice->facts[FACT_FITS_MORE] = (int16_t)(lesson->opened ? fitting : -fitting);
    choice->facts[FACT_OPENS_LATER] = !lesson->opened && friends;
    choice->facts[FACT_GOES_WITH] = lesson->opened && friends;
    choice->facts[FACT_BAG_IS_EMPTY] = !lesson->view->bag_count && !lesson->lays;
    lesson->pool_helps |= left <= lesson->left;
}

static void draw_add(struct trakks_lesson *lesson, int option)
{
    bool empty = !lesson->view->pool.one, poor = !empty && !lesson->pool_helps && !lesson->lays;
    struct trakks_place move;
    trakks_move_set(&move.head, TRAKKS_DRAW, 0);
    struct mind_choice *choice = option_add(lesson, &move.head, option, lesson->left + 1);
    choice->facts[FACT_POOL_IS_EMPTY] = empty && !lesson->lays;
    choice->facts[FACT_DRAWS_TO_OPEN] = poor && !lesson->opened;
    choice->facts[FACT_POOL_IS_POOR] = poor && lesson->opened;
    if (!lesson->lays)
        choice->facts[FACT_FITS_MORE] = (int16_t)(lesson->left - lesson->numbers);
}

/* K6: whether nobody has fewer tiles, or the +3 is the last tile (K15). */
static void plus_describe(const struct trakks_lesson *lesson, struct mind_choice *choice)
{
    const struct trakks_state *view = lesson->view;
    int size = trakks_rack_size(view, choice->move.head.a);
    bool ahead = true;
    for (int other = 0; other < view->seats; other++)
        ahead = ahead && (other == lesson->seat || trakks_rack_size(view, other) >= size);
    choice->facts[FACT_SLOWS_DOWN] = ahead;
    choice->facts[FACT_GOES_OUT] = trakks_tiles_count(lesson->rack) == 1 &&
                                   view->options[TRAKKS_OPTION_FINISH] == TRAKKS_FINISH_ANY;
}

/* A move of another kind, or of another player. */
static void other_add(struct trakks_lesson *lesson, const struct move *move, double value)
{
    if (move->kind == TRAKKS_PLACE) {
        place_add(lesson, move);
        lesson->choices[lesson->count - 1].value = value;
        return;
    }
    struct mind_choice *choice = choice_add(lesson, move, value);
    if (move->kind == TRAKKS_PLUS)
        plus_describe(lesson, choice);
    choice->facts[FACT_ARROW_FIRST] = move->kind == TRAKKS_ARROW;
    choice->facts[FACT_NOTHING_FITS] = move->kind == TRAKKS_PASS;
    choice->facts[FACT_BAG_IS_EMPTY] = move->kind == TRAKKS_TAKE && !lesson->view->bag_count;
}

static bool is_choice(const struct trakks_lesson *lesson, const struct move *move)
{
    for (int i = 0; i < lesson->count; i++)
        if (memcmp(&lesson->choices[i].move, move, game_trakks.move_size) == 0)
            return true;
    return false;
}

/* Whether an option is compared: if tiles can be laid, only what the expert would do instead, and what is asked. */
static bool is_listed(const struct trakks_lesson *lesson, int option, const struct move *asked)
{
    const struct trakks_holding *holding = lesson->holding;
    if (!lesson->lays || !holding)
        return true;
    const struct trakks_hold_option *listed = &holding->option[option];
    return listed == holding->best ||
           (asked && asked->kind == listed->kind && asked->a == listed->tile);
}

static void turn_choices(struct trakks_lesson *lesson, struct trakks_planning *planning,
                         const struct move *asked)
{
    const struct trakks_state *view = lesson->view;
    struct trakks_place move = {0};
    struct trakks_holding holding;
    bool opens = !lesson->opened && trakks_open_first(planning, &move.head);
    int option = 1;
    trakks_plans_first(planning);
    lesson->holding = trakks_hold_judge(planning, &holding) ? &holding : NULL;
    trakks_plans_more(planning);
    lesson->left = trakks_plan_left(&planning->plan[0]);
    lesson->lays = opens || trakks_place_most(planning, &move.head);
    if (lesson->lays)
        place_add(lesson, &move.head);
    for (; option < planning->plan_count && !planning->plan[option].drawn; option++)
        if (is_listed(lesson, option, asked))
            take_add(lesson, &planning->plan[option], option);
    if (view->bag_count && is_listed(lesson, option, asked))
        draw_add(lesson, option);
    /* The expert opens at once, lays what it can where it does not hold back, and plays action tiles by rules. */
    if (lesson->lays && (opens || !lesson->holding))
        lesson->choices[0].value = lesson->best += 2 * EQUAL;
    if (lesson->holding ? trakks_hold_choose(&holding, &move.head) &&
                              (move.head.kind == TRAKKS_PLUS || move.head.kind == TRAKKS_ARROW)
                        : trakks_action_play(view, lesson->seat, lesson->left, &move.head))
        other_add(lesson, &move.head, lesson->best + 2 * EQUAL);
    if (lesson->count == 0) {
        trakks_tile_draw(view, &move.head);
        other_add(lesson, &move.head, 0);
    }
    if (asked && !is_choice(lesson, asked))
        other_add(lesson, asked, asked->kind == TRAKKS_PLACE ? lesson->choices[0].value : 0);
}

/* ---- K7: tiles to hand on ---- */

static int friends_count(const struct trakks_lesson *lesson, uint8_t tile)
{
    return bits_count(trakks_kinds_beside(bit(tile)) & lesson->rack.one & ~bit(tile));
}

static void give_add(struct trakks_lesson *lesson, struct trakks_tiles left, uint8_t one,
                     uint8_t two)
{
    enum { FRIENDS_MAX = 100 };
    struct trakks_place move;
    trakks_move_set(&move.head, TRAKKS_GIVE_TILES, one);
    move.head.b = two;
    int unplaced = trakks_tiles_have(left, one) + trakks_tiles_have(left, two);
    bool arrow = one == TRAKKS_TILE_ARROW || two == TRAKKS_TILE_ARROW;
    int friends = friends_count(lesson, one) + friends_count(lesson, two);
    struct mind_choice *choice = choice_add(
        lesson, &move.head, TILE * (10 * arrow + unplaced - friends / (double)FRIENDS_MAX));
    choice->facts[FACT_ARROW_ON] = arrow;
    choice->facts[FACT_UNPLACED] = (int16_t)unplaced;
    choice->facts[FACT_FEWER_FRIENDS] = (int16_t)(FRIENDS_MAX - friends);
}

/* The two greatest burdens, and each of them with the third. */
static void give_choices(struct trakks_lesson *lesson)
{
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_plan_problem(lesson->view, lesson->seat, &problem);
    trakks_solve(&problem, &lesson->question->budget, lesson->question->rng, &solution);
    struct trakks_tiles rack = lesson->rack, left = solution.left;
    uint8_t burdens[3] = {TRAKKS_TILE_NONE, TRAKKS_TILE_NONE, TRAKKS_TILE_NONE};
    for (int i = 0; i < 3 && rack.one; i++)
        burdens[i] = trakks_burden_take(&rack, &left);
    give_add(lesson, solution.left, burdens[0], burdens[1]);
    lesson->choices[0].value += EQUAL / 2;
    if (burdens[2] == TRAKKS_TILE_NONE)
        return;
    give_add(lesson, solution.left, burdens[0], burdens[2]);
    give_add(lesson, solution.left, burdens[1], burdens[2]);
}

static int choices(const struct mind_question *question, const struct move *asked,
                   struct mind_choice choices[])
{
    const struct trakks_state *view = question->view;
    struct trakks_planning planning;
    struct trakks_lesson lesson = {.question = question,
                                   .view = view,
                                   .seat = question->seat,
                                   .opened = bits_have(view->opened, question->seat),
                                   .rack = view->rack[question->seat],
                                   .choices = choices};
    lesson.numbers = trakks_tiles_count(trakks_tiles_numbers(lesson.rack));
    if (view->phase == TRAKKS_PHASE_TURN) {
        trakks_planning_start(&planning, question);
        turn_choices(&lesson, &planning, asked);
    } else {
        give_choices(&lesson);
        if (asked && !is_choice(&lesson, asked))
            choice_add(&lesson, asked, choices[0].value - 1);
    }
    return lesson.count;
}

/* ---- Sentences ---- */

static void tiles_add(struct trakks_tiles tiles, struct buffer *detail)
{
    for (const char *comma = ""; tiles.one; comma = ", ") {
        char name[TRAKKS_TILE_TEXT_MAX];
        trakks_tile_text(trakks_tiles_pop(&tiles), name);
        buffer_add_format(detail, "%s%s", comma, name);
    }
}

static void detail(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    const struct move *move = &choice->move.head;
    const struct trakks_lesson lesson = {
        .view = view, .seat = question->seat, .rack = view->rack[question->seat]};
    switch ((enum fact)fact) {
    case FACT_OPENS:
    case FACT_LAYS:
        tiles_add(laid_by(view, move), detail);
        break;
    case FACT_OPENS_NEXT:
        tiles_add(opening_of(&lesson, rack_with(&lesson, move->a)), detail);
        break;
    case FACT_OPENS_LATER:
    case FACT_GOES_WITH:
        tiles_add((struct trakks_tiles){.one = lesson.rack.one & trakks_kinds_beside(bit(move->a))},
                  detail);
        break;
    case FACT_SLOWS_DOWN:
        buffer_add_format(detail, "%d", trakks_rack_size(view, move->a));
        break;
    case FACT_HOLDS:
    case FACT_SOONER:
        buffer_add_format(detail, "%d, %d, %d", TRAKKS_TILES - choice->facts[fact],
                          TRAKKS_TILES - abs(other->facts[fact]),
                          (int)(100 * (choice->value - other->value) + 0.5));
        break;
    default:
        buffer_add_format(detail, "%d, %d", choice->facts[fact],
                          other->facts[fact] < 0 ? -other->facts[fact] : other->facts[fact]);
    }
}

/* While tiles are left, there is a next turn. */
static bool last(const struct mind_question *question)
{
    const struct trakks_state *view = question->view;
    return !view->bag_count && !view->pool.one;
}

const struct mind_teaching trakks_teaching = {
    .facts = facts,
    .choices = choices,
    .detail = detail,
    .last = last,
    .margin = MARGIN,
    .equal = EQUAL,
};

/* ---- Review of finished matches ---- */

/* Winning chances in Trakks, and what could have been laid. The choices of a decision are compared by their
 * waits in the same orders. */

enum {
    ORDER = 500,  /* iterations that an imagined order counts as */
    GUESS = 16,   /* the wait that is tried first */
    TURN = 2,     /* tiles that appear until the next turn */
    TABLES = 800, /* that the solver tries if everything may fit */
};

/* Moves are tried in an imagined world. */
struct trial {
    struct mind_question question; /* `truth` is that world */
    struct trakks_state world;     /* before the move */
    struct trakks_outlook outlook; /* in the order of its bag */
    struct trakks_prospect latest; /* after another move */
    int wait;                      /* its */
    bool rough;                    /* it is only guessed, from the tiles left over */
};

/* How well the seat of the question is doing after a move, on the scale of the regression. */
static double prospect_of(struct trial *trial, const struct move *move,
                          const struct trakks_state *after)
{
    int seat = trial->question.seat, bag = trial->world.bag_count;
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_plan_problem(after, seat, &problem);
    struct trakks_prospect prospect = {.have = trakks_tiles_sum(problem.required, problem.optional),
                                       .pool = after->pool,
                                       .first = move && move->kind == TRAKKS_DRAW &&
                                                trakks_tile_is_number(trial->world.bag[bag - 1]),
                                       .last = trial->outlook.count};
    if (trial->rough) {
        trakks_solve(&problem, &trial->question.budget, trial->question.rng, &solution);
        trial->wait = PER_LEFT * trakks_tiles_count(solution.left);
    } else if (memcmp(&prospect, &trial->latest, sizeof prospect) != 0)
        trial->wait = trakks_outlook_wait(&trial->outlook, &prospect, trial->wait);
    trial->latest = prospect;
    int turns = trakks_tiles_count(after->rack[seat]) - trakks_tiles_count(problem.optional) +
                !bits_have(after->opened, seat); /* to open, and for action tiles */
    bool ready = trial->wait + turns == 0;
    if (ready) /* unless it still lacks a tile of the pool */
        trakks_solve(&problem, &trial->question.budget, trial->question.rng, &solution);
    return prospect_with(after, trakks_wait_worth(trial->wait + TURN * turns)) +
           is_ready * (ready && !solution.left.one);
}

/* K7: hands on tiles until the arrow is resolved. The seat of the question hands on those that it
 * cannot lay, the others any. */
static void arrow_resolve(struct trial *trial, struct trakks_state *after)
{
    while (after->phase == TRAKKS_PHASE_ARROW) {
        int seat = bits_first(trakks_to_act(after));
        struct trakks_place move = {0};
        trial->question.view = after;
        if (seat == trial->question.seat)
            trakks_mind.choose(&trial->question, &move.head);
        else
            trakks_sample(after, seat, trial->question.rng, &move.head);
        trakks_apply(after, seat, &move.head, NULL);
    }
}

/* The chance of the seat in the imagined world. */
static double chance_in_world(struct trial *trial, const struct move *move)
{
    struct trakks_state after = trial->world;
    int seat = trial->question.seat, seats = after.seats;
    if (move)
        trakks_apply(&after, seat, move, NULL);
    arrow_resolve(trial, &after);
    if (after.phase == TRAKKS_PHASE_OVER) {
        struct game_chances shares;
        game_shares(&game_trakks, &after, seats, &shares);
        return shares.of[seat];
    }
    double prospect = after.round == trial->world.round ? prospect_of(trial, move, &after) : 0;
    for (int other = 0; other < seats; other++)
        prospect +=
            per_penalty * ((double)after.penalty[other] - after.penalty[seat]) / (seats - 1);
    return chance_with(&after, prospect / (trakks_rounds(&after) - after.round + 1));
}

/* Adds up the chances of the seat of the question after each move. Every move meets the same worlds. */
static void moves_try(const struct mind_question *question, const struct move *const *moves,
                      int count, struct game_chances *chances)
{
    struct rng rng;
    struct trial trial = {.question = *question, .wait = GUESS};
    struct trakks_problem problem;
    int seat = question->seat;
    int64_t worlds = 1 + question->budget.iterations / ORDER;
    trial.rough = worlds == 1;
    trial.question.truth = &trial.world;
    trial.question.rng = &rng;
    if (!trial.rough) {
        trial.question.budget.iterations = TABLES;
        trakks_plan_problem(question->view, seat, &problem);
        trakks_outlook_start(&trial.outlook, question, problem.required, problem.groups_max);
    }
    for (int64_t world = 0; world < worlds; world++) {
        trakks_determinize(question->view, seat, question->memory, question->rng, &trial.world);
        rng = *question->rng;
        trakks_outlook_imagine(&trial.outlook, &trial.question);
        trial.latest.last = -1; /* in another order */
        for (int i = 0; i < count; i++) {
            rng = *question->rng;
            chances[i].of[seat] += chance_in_world(&trial, moves[i]) / (double)worlds;
        }
    }
}

/* The others share what the seat of the question does not have; for who has no seat, all are alike. */
static void chances(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances)
{
    const struct trakks_state *view = question->view;
    memset(chances, 0, (size_t)count * sizeof *chances);
    if (question->seat >= 0)
        moves_try(question, moves, count, chances);
    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < view->seats; seat++)
            if (question->seat < 0)
                chances[i].of[seat] = 1.0 / view->seats;
            else if (seat != question->seat)
                chances[i].of[seat] = (1 - chances[i].of[question->seat]) / (view->seats - 1);
}

/* What could have been laid at this moment: the number of tiles, out of how many, and the move that
 * lays them, for front ends that draw it. */
static const char *note(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    (void)move;
    const struct trakks_state *view = question->view;
    struct mind_solution facts;
    struct trakks_place place;
    if (view->phase != TRAKKS_PHASE_TURN)
        return NULL;
    bool lays = trakks_mind.solve(question, &place.head, &facts);
    if (facts.placed)
        buffer_add_format(detail, "%d, ", facts.placed);
    buffer_add_format(detail, "%d", facts.of);
    if (lays) {
        buffer_add(detail, ", ");
        trakks_format(view, &place.head, detail);
    }
    if (facts.placed)
        return facts.best ? "could_lay" : "could_lay_at_least";
    return facts.best ? "nothing_to_lay" : NULL;
}

const struct game_review trakks_review = {
    .chances = chances,
    .iterations = 6 * ORDER,
    .note = note,
};
