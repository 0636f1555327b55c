/* The levels, and which search or mind each of them uses. */
#include "players/player.h"

#include "base/clock.h"
#include "base/hash.h"
#include "players/search.h"
#include "players/weights.h"

#include <string.h>

/* Those on the ladder are at its rungs because they were tuned so; the others are near these. */
const struct player players_all[] = {
    {.name = "random", .rung = -2},
    {.name = "easy", .level = 1, .rung = 2},
    {.name = "medium", .level = 2, .ms = 20, .rung = 5},
    {.name = "hard", .level = 3, .ms = 200, .rung = 5},
    {.name = "expert", .level = 4, .ms = 1000, .rung = 6},
    {.name = "child", .level = 1, .is_step = true, .rung = MIND_CHILD},
    {.name = "beginner", .level = 1, .is_step = true, .rung = MIND_BEGINNER},
    {.name = "casual", .level = 1, .is_step = true, .rung = MIND_CASUAL},
    {.name = "regular", .level = 1, .is_step = true, .rung = MIND_REGULAR},
    {.name = "skilled", .level = 1, .is_step = true, .rung = MIND_SKILLED},
    {.name = "strong", .level = 1, .is_step = true, .rung = MIND_STRONG},
    {.name = NULL},
};

const struct player player_auto = {.name = "auto", .level = 1};

/* For games whose minds have no ladder of their own. */
static const struct mind_step ladder_usual[MIND_STEPS] = {
    {.level = 2, .iterations = 100, .softness = 200},
    {.level = 2, .iterations = 100, .softness = 100},
    {.level = 2, .iterations = 200, .softness = 60},
    {.level = 2, .iterations = 400, .softness = 30},
    {.level = 2, .iterations = 800, .softness = 15},
    {.level = 3, .iterations = 2000},
};

const struct player *player_find(const char *name)
{
    for (const struct player *player = players_all; player->name; player++)
        if (strcmp(player->name, name) == 0)
            return player;
    return NULL;
}

const struct player *player_find_for_table(const char *name)
{
    return strcmp(name, player_auto.name) == 0 ? &player_auto : player_find(name);
}

static const struct mind_step *ladder_of(const struct game *game)
{
    return game->mind && game->mind->ladder ? game->mind->ladder : ladder_usual;
}

const struct player *player_on_ladder(const struct game *game, int index)
{
    for (const struct player *player = players_all; player->name; player++)
        if (player->is_step && ladder_of(game)[player->rung].level && index-- == 0)
            return player;
    return index == 0 ? player_find("expert") : NULL;
}

const struct player *player_in_game(const struct game *game, const struct player *player)
{
    if (!player->is_step || ladder_of(game)[player->rung].level)
        return player;
    for (int rung = player->rung - 1; rung >= 0; rung--)
        if (ladder_of(game)[rung].level)
            return player - (player->rung - rung); /* the steps follow each other */
    return player_on_ladder(game, 0);
}

int player_rung(const struct game *game, const struct player *player)
{
    int count = player->rung < 0 ? player->rung : 0;
    for (int rung = 1; rung <= player->rung; rung++)
        count += rung == MIND_STEPS || ladder_of(game)[rung].level;
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
    if (player->is_step && mind)
        return ladder_of(question->game)[player_in_game(question->game, player)->rung];
    return (struct mind_step){.level = mind ? player->level : 0,
                              .iterations = question->iterations,
                              .softness = question->softness};
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
                                  .level = manner->level,
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
    if (manner.level == 0) {
        game->sample(question->view, question->seat, question->rng, move);
        return;
    }
    int64_t end;
    struct mind_question asked =
        mind_question_of(question, &manner, question->ms ? question->ms : player->ms, &end);
    if (manner.level == 1)
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
    if (manner.level == 0 || !mind->waits)
        return false;
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, player->ms, &end);
    return mind->waits(&asked);
}

const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail)
{
    const struct game_mind *mind = question->game->mind;
    struct mind_step manner = player_manner(player, question);
    if (manner.level == 0 || manner.softness > 0 || !mind->reason)
        return NULL;
    int64_t end;
    struct mind_question asked = mind_question_of(question, &manner, player->ms, &end);
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
