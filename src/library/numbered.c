/* The matches of a seed, by number. */
#include "library/numbered.h"

#include "base/bits.h"
#include "base/hash.h"
#include "library/ludosaure.h"
#include "library/pool.h"
#include "library/scratch.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

bool numbered_read(struct numbered *numbered, const char *game, int seats, const char *options,
                   const char *seed, const char *folder, int *threads)
{
    *numbered = (struct numbered){0};
    if (!start_read(&numbered->start, game, seats, options, folder) || !start_seed(seed))
        return false;
    if (strlen(seed) > NUMBERED_SEED_MAX)
        return scratch_bad_argument("seed");
    memcpy(numbered->seed, seed, strlen(seed));
    if (*threads == 0)
        *threads = pool_processors();
    return (*threads >= 1 && *threads <= POOL_THREADS_MAX) || scratch_bad_argument("threads");
}

void numbered_deal(const struct numbered *numbered, int64_t number, void *state, struct rng *rng)
{
    char text[NUMBERED_SEED_MAX + 32];
    snprintf(text, sizeof text, "%s/%lld", numbered->seed, (long long)number);
    start_deal(&numbered->start, text, state);
    rng_start(rng, hash_text(HASH_START, text));
}

int numbered_seat(uint32_t to_act, struct rng *rng)
{
    if (!to_act)
        return NUMBERED_NOBODY;
    if (!(to_act & (to_act - 1)))
        return bits_first(to_act);
    return bits_nth(to_act, (int)rng_below(rng, (uint32_t)bits_count(to_act)));
}

/* The arrays of ludosaure_play_random; NULL: not wanted. */
struct whole {
    struct numbered numbered;
    int64_t first;
    int32_t *scores;
    uint8_t *winners;
    int32_t *moves;
};

static void match_play_whole(const struct whole *whole, size_t index)
{
    const struct game *game = whole->numbered.start.game;
    size_t seats = (size_t)whole->numbered.start.seats;
    struct game_state_storage state;
    struct game_result result;
    struct rng rng;
    int seat, moves = 0;
    numbered_deal(&whole->numbered, whole->first + (int64_t)index, state.bytes, &rng);
    for (; (seat = numbered_seat(game->to_act(state.bytes), &rng)) >= 0; moves++) {
        union game_move_storage move;
        game->sample(state.bytes, seat, &rng, &move.head);
        game->apply(state.bytes, seat, &move.head, NULL);
    }
    game->result(state.bytes, &result);
    if (whole->scores)
        memcpy(whole->scores + index * seats, result.scores, seats * sizeof *whole->scores);
    if (whole->winners)
        whole->winners[index] = (uint8_t)result.winners;
    if (whole->moves)
        whole->moves[index] = moves;
}

static void work(void *argument, int first, int last)
{
    for (int index = first; index < last; index++)
        match_play_whole(argument, (size_t)index);
}

bool ludosaure_play_random(const char *game, int seats, const char *options, const char *seed,
                           const char *folder, int64_t first, int64_t count, int threads,
                           int32_t *scores, uint8_t *winners, int32_t *moves)
{
    struct whole whole = {.first = first, .scores = scores, .winners = winners, .moves = moves};
    if (!numbered_read(&whole.numbered, game, seats, options, seed, folder, &threads))
        return false;
    if (first < 0 || first > INT64_MAX - INT_MAX)
        return scratch_bad_argument("first");
    if (count < 0 || count > INT_MAX / 2)
        return scratch_bad_argument("count");
    struct pool *pool = pool_new(threads);
    pool_run(pool, (int)count, work, &whole);
    pool_free(pool);
    return true;
}
