/* The levels, and which search or mind each of them uses. */
#include "players/player.h"

#include "base/clock.h"
#include "base/hash.h"
#include "players/search.h"

#include <string.h>

const struct player players_all[] = {
    {.name = "random"},
    {.name = "easy", .level = 1},
    {.name = "medium", .level = 2, .ms = 20},
    {.name = "hard", .level = 3, .ms = 200},
    {.name = "expert", .level = 4, .ms = 1000},
    {.name = NULL},
};

const struct player *player_find(const char *name)
{
    for (const struct player *player = players_all; player->name; player++)
        if (strcmp(player->name, name) == 0)
            return player;
    return NULL;
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

/* When the time of a decision is over. Nobody asks if iterations are counted, and reading the clock is slow in a
 * browser. */
static int64_t deadline_of(const struct player_question *question, int ms)
{
    return question->iterations ? 0 : clock_ns() + (int64_t)ms * 1000000;
}

/* `end` is the deadline, unless iterations are counted. */
static struct mind_question mind_question_of(const struct player_question *question, int level,
                                             int64_t *end)
{
    return (struct mind_question){.seat = question->seat,
                                  .view = question->view,
                                  .memory = question->memory,
                                  .rng = question->rng,
                                  .level = level,
                                  .budget = {.iterations = question->iterations,
                                             .time_is_up = time_is_up,
                                             .clock = question->iterations ? NULL : end},
                                  .truth = question->truth};
}

void player_choose(const struct player *player, const struct player_question *question,
                   struct move *move)
{
    const struct game *game = question->game;
    const struct game_mind *mind = game->mind;
    if (player->level == 0 || !mind) {
        game->sample(question->view, question->seat, question->rng, move);
        return;
    }
    int ms = question->ms ? question->ms : player->ms;
    int64_t end = deadline_of(question, ms);
    struct mind_question asked = mind_question_of(question, player->level, &end);
    if (player->level == 1)
        mind->beginner(&asked, move);
    else if (mind->choose)
        mind->choose(&asked, move);
    else
        search_choose(game, &asked, move);
}

bool player_waits(const struct player *player, const struct player_question *question)
{
    const struct game_mind *mind = question->game->mind;
    if (player->level == 0 || !mind || !mind->waits)
        return false;
    int64_t end = deadline_of(question, player->ms);
    struct mind_question asked = mind_question_of(question, player->level, &end);
    return mind->waits(&asked);
}

const char *player_reason(const struct player *player, const struct player_question *question,
                          const struct move *move, struct buffer *detail)
{
    const struct game_mind *mind = question->game->mind;
    if (player->level == 0 || !mind || !mind->reason)
        return NULL;
    int64_t end = deadline_of(question, player->ms);
    struct mind_question asked = mind_question_of(question, player->level, &end);
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
    int64_t end = deadline_of(question, question->ms);
    struct mind_question asked = mind_question_of(question, 0, &end);
    return question->game->mind->solve(&asked, move, solution);
}

struct rng player_rng(const struct game *game, const void *view, size_t move_count)
{
    struct rng rng;
    rng_start(&rng, hash_bytes(HASH_START, view, game->state_size) + move_count);
    return rng;
}
