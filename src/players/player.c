/* The levels, and which search or mind each of them uses; which level suits a person; moves in real time; ratings. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Those on the ladder are at its rungs because they were tuned so; `easy` is near this one. */
enum { BEFORE_LADDER = 2 };
const struct player players_all[] = {
    {.name = "random", .rung = -2},
    {.name = "easy", .way = MIND_RULES, .rung = MIND_CASUAL},
    {.name = "child", .way = MIND_RULES, .is_step = true, .rung = MIND_CHILD},
    {.name = "beginner", .way = MIND_RULES, .is_step = true, .rung = MIND_BEGINNER},
    {.name = "casual", .way = MIND_RULES, .is_step = true, .rung = MIND_CASUAL},
    {.name = "regular", .way = MIND_RULES, .is_step = true, .rung = MIND_REGULAR},
    {.name = "skilled", .way = MIND_RULES, .is_step = true, .rung = MIND_SKILLED},
    {.name = "strong", .way = MIND_RULES, .is_step = true, .rung = MIND_STRONG},
    {.name = "expert", .way = MIND_FULL, .ms = 1000, .rung = MIND_STEPS},
    {.name = NULL},
};

/* Levels of earlier versions. Each stands for the step of a game that names it (struct mind_step), or
 * else for the expert. */
static const struct player players_earlier[] = {
    {.name = "medium", .is_step = true, .is_earlier = true, .rung = MIND_STEPS},
    {.name = "hard", .is_step = true, .is_earlier = true, .rung = MIND_STEPS},
    {.name = NULL},
};

const struct player player_auto = {.name = "auto", .way = MIND_RULES};

/* For games whose minds have no ladder of their own. */
static const struct mind_step ladder_usual[MIND_STEPS] = {
    {.way = MIND_PLAIN, .iterations = 100, .softness = 200},
    {.way = MIND_PLAIN, .iterations = 100, .softness = 100},
    {.way = MIND_PLAIN, .iterations = 200, .softness = 60},
    {.way = MIND_PLAIN, .iterations = 400, .softness = 30},
    {.way = MIND_PLAIN, .iterations = 800, .softness = 15},
    {.way = MIND_CAREFUL, .iterations = 2000, .earlier = "medium"},
};

static const struct player *find_in(const struct player *player, const char *name)
{
    while (player->name && strcmp(player->name, name) != 0)
        player++;
    return player->name ? player : NULL;
}

const struct player *player_find(const char *name)
{
    const struct player *player = find_in(players_all, name);
    return player ? player : find_in(players_earlier, name);
}

const struct player *player_find_for_table(const char *name)
{
    return strcmp(name, player_auto.name) == 0 ? &player_auto : player_find(name);
}

static const struct mind_step *ladder_of(const struct game *game)
{
    return game->mind && game->mind->ladder ? game->mind->ladder : ladder_usual;
}

static bool has_rung(const struct game *game, int rung)
{
    return rung == MIND_STEPS || ladder_of(game)[rung].way;
}

const struct player *player_on_ladder(const struct game *game, int index)
{
    for (int rung = 0; rung <= MIND_STEPS; rung++)
        if (has_rung(game, rung) && index-- == 0)
            return &players_all[BEFORE_LADDER + rung];
    return NULL;
}

/* The rung of a step, also of an earlier name; the game may leave it out. */
static int rung_of(const struct game *game, const struct player *player)
{
    const struct mind_step *ladder = ladder_of(game);
    for (int rung = 0; rung < MIND_STEPS; rung++)
        if (ladder[rung].earlier && strcmp(ladder[rung].earlier, player->name) == 0)
            return rung;
    return player->rung;
}

const struct player *player_in_game(const struct game *game, const struct player *player)
{
    if (!player->is_step)
        return player;
    int rung = rung_of(game, player);
    while (rung >= 0 && !has_rung(game, rung))
        rung--;
    return rung >= 0 ? &players_all[BEFORE_LADDER + rung] : player_on_ladder(game, 0);
}

const struct player *player_find_in_game(const struct game *game, const char *name)
{
    const struct player *player = player_find(name);
    const struct player *there = player ? player_in_game(game, player) : NULL;
    return there == player || player->is_earlier ? there : NULL;
}

const char *player_name_in_game(const struct game *game, const char *name)
{
    const struct player *player = player_find(name);
    return player ? player_in_game(game, player)->name : name;
}

int player_rung(const struct game *game, const struct player *player)
{
    int top = player_in_game(game, player)->rung, count = top < 0 ? top : 0;
    for (int rung = 1; rung <= top; rung++)
        count += has_rung(game, rung);
    return count * PLAYER_RUNG;
}

bool player_is_arena_only(const char *name)
{
    return strcmp(name, PLAYER_CLAIRVOYANT) == 0 || strchr(name, '@') ||
           strncmp(name, PLAYER_PROGRAM, strlen(PLAYER_PROGRAM)) == 0;
}

bool player_fault_arena_only(const char *name, struct fault *fault)
{
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.only_in_arena", "%s", name);
}

static bool time_is_up(void *clock)
{
    return clock_ns() >= *(const int64_t *)clock;
}

struct mind_step player_manner(const struct player *player, const struct player_question *question)
{
    const struct game_mind *mind = question->game->mind;
    player = player_in_game(question->game, player);
    if (player->is_step && mind)
        return ladder_of(question->game)[player->rung];
    return (struct mind_step){.way = mind ? player->way : MIND_RANDOM,
                              .iterations = question->iterations,
                              .softness = question->softness};
}

static int ms_of(const struct player *player, const struct player_question *question)
{
    return question->ms ? question->ms : player_in_game(question->game, player)->ms;
}

/* The question as the mind of the game gets it. `end` becomes the deadline. Nobody asks for it if
 * iterations are counted, and reading the clock is slow in a browser. */
static struct mind_question mind_question_of(const struct player_question *question,
                                             const struct mind_step *manner, int ms, int64_t *end)
{
    *end = manner->iterations ? 0 : clock_ns() + (int64_t)ms * 1000000;
    return (struct mind_question){.seat = question->seat,
                                  .view = question->view,
                                  .memory = question->memory,
                                  .rng = question->rng,
                                  .way = manner->way,
                                  .softness = manner->softness / 1000.0,
                                  .weights = weights_of(question->game),
                                  .budget = {.iterations = manner->iterations,
                                             .time_is_up = time_is_up,
                                             .clock = manner->iterations ? NULL : end},
                                  .ticks_skipped = question->ticks_skipped,
                                  .truth = question->truth};
}

void player_choose(const struct player *player, const struct player_question *question,
                   struct move *move)
{
    const struct game *game = question->game;
    const struct game_mind *mind = game->mind;
    struct mind_step manner = player_manner(player, question);
    if (manner.way == MIND_RANDOM) {
        game_sample(game, question->view, question->seat, question->rng, move);
        return;
    }
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, ms_of(player, question), &end);
    if (manner.way == MIND_RULES)
        mind->beginner(&asked, move);
    else if (mind->choose)
        mind->choose(&asked, move);
    else
        search_choose(game, &asked, move);
}

bool player_waits(const struct player *player, const struct player_question *question)
{
    const struct game_mind *mind = question->game->mind;
    struct mind_step manner = player_manner(player, question);
    if (manner.way == MIND_RANDOM || !mind->waits)
        return false;
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, ms_of(player, question), &end);
    return mind->waits(&asked);
}

const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail)
{
    const struct game_mind *mind = question->game->mind;
    struct mind_step manner = player_manner(player, question);
    if (manner.way == MIND_RANDOM || manner.softness > 0 || !mind->reason)
        return NULL;
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, ms_of(player, question), &end);
    return mind->reason(&asked, move, detail);
}

bool players_take_part(const struct game *game, const uint8_t *options, struct fault *fault)
{
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    if (!need || options[need->option] == need->value)
        return true;
    return fault_set(fault, FAULT_BAD_OPTION, need->rule, need->text, NULL);
}

bool player_solve(const struct player_question *question, struct move *move,
                  struct mind_solution *solution)
{
    struct mind_step manner = {.iterations = question->iterations};
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, question->ms, &end);
    return question->game->mind->solve(&asked, move, solution);
}

struct rng player_rng(const struct game *game, const void *view, size_t move_count)
{
    struct rng rng;
    rng_start(&rng, hash_bytes(HASH_START, view, game->state_size) + move_count);
    return rng;
}

/* ---- Adapting ---- */

/* The level `auto`: which step of the ladder suits a person, by their results against computer
 * players. A person starts in the lower middle; at first a match against equals moves them by up to
 * a step, later by less. The result is the same on every machine. */

enum {
    PROVISIONAL = 5, /* matches that count more than the later ones */
    GAIN_FIRST =
        2 * PLAYER_RUNG, /* for a result that was not expected at all; half of it between equals */
    GAIN_LATER = 600,
};
/* The chances are e to 1 after this many steps: a step is 200 Elo, so that two are 10 to 1. */
static const double STEPS_A_POWER = 0.8685889638065036;

struct adapting adapting_new(const struct game *game)
{
    return (struct adapting){.game = game, .rung = player_rung(game, player_find("casual"))};
}

void adapting_meet(struct adapting_match *match, const struct game *game,
                   const struct player *player, int order)
{
    match->count++;
    match->rungs += player_rung(game, player);
    match->beaten_halves += order > 0 ? 2 : order == 0;
}

/* The share of matches that one player wins against another who is so much weaker. */
static double expected(double rungs)
{
    double odds = softmax_exp(-(rungs < 0 ? -rungs : rungs) / PLAYER_RUNG / STEPS_A_POWER);
    return (rungs < 0 ? odds : 1) / (1 + odds);
}

void adapting_add(struct adapting *person, const struct adapting_match *match)
{
    if (match->count == 0)
        return;
    double others = (double)match->rungs / match->count;
    double score = match->beaten_halves / (2.0 * match->count);
    int gain = person->matches < PROVISIONAL ? GAIN_FIRST : GAIN_LATER;
    double rung = person->rung + gain * (score - expected(person->rung - others));
    int top = player_rung(person->game, player_find("expert"));
    person->rung = rung < 0 ? 0 : rung > top ? top : (int)(rung + 0.5);
    person->matches++;
}

const struct player *adapting_player(const struct adapting *person)
{
    return player_on_ladder(person->game, (person->rung + PLAYER_RUNG / 2) / PLAYER_RUNG);
}

/* ---- Computer players in real-time games ---- */

enum { RANDOM_BEAT = 20 }; /* the random player moves once a second */

bool player_wants_to_move(const struct player *player, const struct player_question *question,
                          struct move *move)
{
    const struct game *game = question->game;
    struct mind_step manner = player_manner(player, question);
    if (manner.way == MIND_RANDOM) {
        if (rng_below(question->rng, RANDOM_BEAT) != 0)
            return false;
        game_sample(game, question->view, question->seat, question->rng, move);
        return true;
    }
    return game->realtime->act(&(struct mind_question){.seat = question->seat,
                                                       .view = question->view,
                                                       .memory = question->memory,
                                                       .rng = question->rng,
                                                       .way = manner.way,
                                                       .softness = manner.softness / 1000.0,
                                                       .ticks_skipped = question->ticks_skipped,
                                                       .truth = question->truth},
                               move);
}

/* ---- Rating ---- */

/* Ratings: how strong players are, as the results of their matches suggest.
 *
 * The method is Algorithm 4 (Plackett–Luce) of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
 * Method for Online Ranking", Journal of Machine Learning Research 12 (2011), with the ties of the
 * OpenSkill libraries. All numbers are 60 times those of the paper, so that ratings look like those
 * of chess. docs/statistics.md explains the choice.
 *
 * Every result is the same on every machine: only operations that IEEE 754 rounds correctly are used
 * (+ − × ÷ and square roots), always in the same order. */

static_assert(FLT_EVAL_METHOD == 0, "intermediate results are rounded to double everywhere");

/* What is left of a variance after a match at least, as a share. */
static const double variance_kept = 0.0001;

struct rating rating_new(void)
{
    return (struct rating){.mean = RATING_MEAN, .deviation = RATING_DEVIATION};
}

void rating_drift(struct rating *rating)
{
    double variance = rating->deviation * rating->deviation;
    rating->deviation = sqrt(variance + (double)RATING_DRIFT * RATING_DRIFT);
}

/* The match as Plackett–Luce sees it: places are filled one after the other, by players whose chances
 * are in proportion to their weights. */
struct contest {
    int count;
    double spread;                    /* c in the paper */
    double weight[RATING_SEATS_MAX];  /* exp(mean / spread), up to a common factor */
    double rivals[RATING_SEATS_MAX];  /* sum of the weights of those not placed better */
    double sharing[RATING_SEATS_MAX]; /* how many have the same place */
};

static void contest_start(struct contest *contest, const struct rating *ratings, const int *places,
                          int count)
{
    double variance = 0, best = ratings[0].mean;
    for (int i = 0; i < count; i++) {
        variance += ratings[i].deviation * ratings[i].deviation + (double)RATING_LUCK * RATING_LUCK;
        best = ratings[i].mean > best ? ratings[i].mean : best;
    }
    *contest = (struct contest){.count = count, .spread = sqrt(variance)};
    for (int i = 0; i < count; i++)
        contest->weight[i] = softmax_exp((ratings[i].mean - best) / contest->spread);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            contest->rivals[i] += places[k] >= places[i] ? contest->weight[k] : 0;
            contest->sharing[i] += places[k] == places[i];
        }
}

static struct rating updated(const struct contest *contest, const struct rating *before,
                             const int *places, int seat)
{
    double gain = 0, information = 0;
    for (int i = 0; i < contest->count; i++) {
        if (places[i] > places[seat])
            continue;
        double chance = contest->weight[seat] / contest->rivals[i];
        gain += ((i == seat) - chance) / contest->sharing[i];
        information += chance * (1 - chance) / contest->sharing[i];
    }
    double share = before->deviation / contest->spread;
    double kept = 1 - information * share * share * share;
    return (struct rating){
        .mean = before->mean + gain * before->deviation * share,
        .deviation = before->deviation * sqrt(kept > variance_kept ? kept : variance_kept),
    };
}

void rating_update(struct rating *ratings, const int *places, int count)
{
    CHECK(count >= 2 && count <= RATING_SEATS_MAX);
    struct contest contest;
    struct rating after[RATING_SEATS_MAX];
    contest_start(&contest, ratings, places, count);
    for (int i = 0; i < count; i++)
        after[i] = updated(&contest, &ratings[i], places, i);
    for (int i = 0; i < count; i++)
        ratings[i] = after[i];
}
