/* The levels, and which search or mind each of them uses; moves in real time. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"

#include <assert.h>
#include <string.h>

/* The ladder begins at BEFORE_LADDER: its steps in their order, and the expert. `easy` is not on it, but
 * about as strong as `casual`. */
enum { BEFORE_LADDER = 2 };
const struct player players_all[] = {
    {.name = "random", .step = -2},
    {.name = "easy", .way = MIND_RULES, .step = MIND_CASUAL},
    {.name = "child", .way = MIND_RULES, .is_step = true, .step = MIND_CHILD},
    {.name = "beginner", .way = MIND_RULES, .is_step = true, .step = MIND_BEGINNER},
    {.name = "casual", .way = MIND_RULES, .is_step = true, .step = MIND_CASUAL},
    {.name = "regular", .way = MIND_RULES, .is_step = true, .step = MIND_REGULAR},
    {.name = "skilled", .way = MIND_RULES, .is_step = true, .step = MIND_SKILLED},
    {.name = "strong", .way = MIND_RULES, .is_step = true, .step = MIND_STRONG},
    {.name = "expert", .way = MIND_FULL, .ms = 1000, .step = MIND_STEPS},
    {.name = NULL},
};
static_assert(sizeof players_all / sizeof *players_all == BEFORE_LADDER + MIND_STEPS + 2,
              "after the ladder come the expert and the end");

/* Levels of earlier versions. Each stands for the step of a game that names it (struct mind_step), or
 * else for the expert. */
static const struct player players_earlier[] = {
    {.name = "medium", .is_step = true, .is_earlier = true, .step = MIND_STEPS},
    {.name = "hard", .is_step = true, .is_earlier = true, .step = MIND_STEPS},
    {.name = NULL},
};

const struct player player_auto = {.name = "auto", .way = MIND_RULES};

/* For games whose minds have no ladder of their own. */
static const struct mind_step ladder_usual[MIND_STEPS] = {
    [MIND_CHILD] = {.way = MIND_PLAIN, .iterations = 100, .softness = 200},
    [MIND_BEGINNER] = {.way = MIND_PLAIN, .iterations = 100, .softness = 100},
    [MIND_CASUAL] = {.way = MIND_PLAIN, .iterations = 200, .softness = 60},
    [MIND_REGULAR] = {.way = MIND_PLAIN, .iterations = 400, .softness = 30},
    [MIND_SKILLED] = {.way = MIND_PLAIN, .iterations = 800, .softness = 15},
    [MIND_STRONG] = {.way = MIND_CAREFUL, .iterations = 2000, .earlier = "medium"},
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

static bool has_step(const struct game *game, int step)
{
    return step == MIND_STEPS || ladder_of(game)[step].way;
}

const struct player *player_on_ladder(const struct game *game, int index)
{
    for (int step = 0; step <= MIND_STEPS; step++)
        if (has_step(game, step) && index-- == 0)
            return &players_all[BEFORE_LADDER + step];
    return NULL;
}

/* The index of a step, also of an earlier name; the game may leave it out. */
static int step_of(const struct game *game, const struct player *player)
{
    const struct mind_step *ladder = ladder_of(game);
    for (int step = 0; step < MIND_STEPS; step++)
        if (ladder[step].earlier && strcmp(ladder[step].earlier, player->name) == 0)
            return step;
    return player->step;
}

const struct player *player_in_game(const struct game *game, const struct player *player)
{
    if (!player->is_step)
        return player;
    int step = step_of(game, player);
    while (step >= 0 && !has_step(game, step))
        step--;
    return step >= 0 ? &players_all[BEFORE_LADDER + step] : player_on_ladder(game, 0);
}

const struct player *player_find_in_game(const struct game *game, const char *name)
{
    const struct player *player = player_find(name);
    const struct player *there = player ? player_in_game(game, player) : NULL;
    return there == player || player->is_earlier ? there : NULL;
}

bool player_fault_unknown(const struct game *game, struct fault *fault)
{
    char storage[sizeof fault->detail];
    struct buffer names;
    buffer_start(&names, storage, sizeof storage);
    for (const struct player *player = players_all; player->name; player++)
        if (player_in_game(game, player) == player)
            buffer_add_format(&names, "%s%s", player == players_all ? "" : ", ", player->name);
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.no_such_level", "%s", names.text);
}

const char *player_name_in_game(const struct game *game, const char *name)
{
    const struct player *player = player_find(name);
    return player ? player_in_game(game, player)->name : name;
}

int player_step(const struct game *game, const struct player *player)
{
    int top = player_in_game(game, player)->step, count = top < 0 ? top : 0;
    for (int step = 1; step <= top; step++)
        count += has_step(game, step);
    return count * PLAYER_STEP;
}

bool player_is_arena_only(const char *name)
{
    return strcmp(name, PLAYER_CLAIRVOYANT) == 0 || strcmp(name, PLAYER_TEACHER) == 0 ||
           strchr(name, '@') || strncmp(name, PLAYER_PROGRAM, strlen(PLAYER_PROGRAM)) == 0;
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
        return ladder_of(question->game)[player->step];
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
    if (manner.way == MIND_RANDOM || manner.softness > 0 || !mind->teaching)
        return NULL;
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, ms_of(player, question), &end);
    return teach_reason(question->game, &asked, move, detail);
}

void player_advise(const struct player_question *question, struct move *move, struct buffer *detail,
                   struct player_advice *advice)
{
    const struct player *expert = player_find("expert");
    const struct game_mind *mind = question->game->mind;
    if (!mind || !mind->teaching) {
        *advice = (struct player_advice){.waits = player_waits(expert, question)};
        player_choose(expert, question, move);
        return;
    }
    int64_t end;
    struct mind_step manner = player_manner(expert, question);
    struct mind_question asked = mind_question_of(question, &manner, ms_of(expert, question), &end);
    teach_choose(question->game, &asked, move, detail, advice);
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

/* ---- Moves in real time ---- */

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
