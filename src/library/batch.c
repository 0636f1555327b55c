/* Many matches at once. A slot holds a match and its random numbers; threads share the slots, and no two
 * of them touch the same one, so nothing depends on how many threads there are.
 *
 * Then: the matches of a seed, by number. */
#include "library/library_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "library/ludosaure.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MAX = 1 << 24, NOBODY = NUMBERED_NOBODY };

struct slot {
    struct rng rng;
    int64_t number;
    int acting; /* with LUDOSAURE_TURNS: the seat; NOBODY before the reset */
    int32_t scores[GAME_SEATS_MAX];
    _Alignas(16) unsigned char state[]; /* state_size bytes */
};

/* What a computer player has seen of the match of its slot. */
struct opponent {
    size_t moves; /* that it has made */
    struct game_memory_storage memory;
};

struct ludosaure_batch {
    struct numbered numbered;
    const struct game *game;
    int seats, count, agents;
    size_t observation_size, action_count;
    size_t slot_size;
    unsigned char *slots;
    struct pool *pool;
    struct library_player players[GAME_SEATS_MAX]; /* without a player: a seat of the caller */
    struct opponent *opponents;                    /* [count][seats]; NULL: none */
};

/* The arrays of a call; NULL: not wanted. */
struct arrays {
    struct ludosaure_batch *batch;
    const int32_t *actions;
    int8_t *seats;
    uint8_t *observations, *masks;
    float *rewards;
    uint8_t *ended;
    atomic_int first_bad; /* the first slot with an illegal action */
};

static struct slot *slot_at(const struct ludosaure_batch *batch, int index)
{
    return (struct slot *)(batch->slots + (size_t)index * batch->slot_size);
}

static struct opponent *opponent_at(const struct ludosaure_batch *batch, int index, int seat)
{
    return &batch->opponents[(size_t)index * (size_t)batch->seats + (size_t)seat];
}

/* Makes a legal move, which opponents see. */
static void slot_move(const struct ludosaure_batch *batch, int index, int seat,
                      const struct move *move)
{
    const struct game *game = batch->game;
    void *state = slot_at(batch, index)->state;
    for (int viewer = 0; batch->opponents && viewer < batch->seats; viewer++) {
        struct opponent *opponent = opponent_at(batch, index, viewer);
        if (!batch->players[viewer].player)
            continue;
        opponent->moves += viewer == seat;
        if (game->memory_size)
            game_move_remember(game, state, seat, move, viewer, opponent->memory.bytes,
                               &scratch_get()->doc);
    }
    game->apply(state, seat, move, NULL);
}

static void opponent_move(const struct ludosaure_batch *batch, int index, int seat)
{
    struct opponent *opponent = opponent_at(batch, index, seat);
    union game_move_storage move = {0};
    library_player_choose(&batch->players[seat], batch->game, seat, slot_at(batch, index)->state,
                          opponent->memory.bytes, opponent->moves, &move.head);
    slot_move(batch, index, seat, &move.head);
}

/* In turns: who acts now. Opponents have moved before; nobody acts after the end. */
static void slot_turn(const struct ludosaure_batch *batch, int index)
{
    struct slot *slot = slot_at(batch, index);
    while ((slot->acting = numbered_seat(batch->game->to_act(slot->state), &slot->rng)) != NOBODY &&
           batch->players[slot->acting].player)
        opponent_move(batch, index, slot->acting);
}

static void slot_deal(const struct ludosaure_batch *batch, int index)
{
    struct slot *slot = slot_at(batch, index);
    numbered_deal(&batch->numbered, slot->number, slot->state, &slot->rng);
    if (batch->opponents)
        memset(opponent_at(batch, index, 0), 0, (size_t)batch->seats * sizeof *batch->opponents);
    if (batch->agents == 1)
        slot_turn(batch, index);
}

/* The seat that an agent acts for now, or NOBODY. */
static int agent_seat(const struct ludosaure_batch *batch, const struct slot *slot, int agent)
{
    if (batch->agents == 1)
        return slot->acting;
    return !batch->players[agent].player && bits_have(batch->game->to_act(slot->state), agent)
               ? agent
               : NOBODY;
}

/* What the agents of a slot see. */
static void slot_show(const struct arrays *arrays, int index, struct move *moves)
{
    const struct ludosaure_batch *batch = arrays->batch;
    const struct game *game = batch->game;
    const struct slot *slot = slot_at(batch, index);
    for (int agent = 0; agent < batch->agents; agent++) {
        size_t at = (size_t)index * (size_t)batch->agents + (size_t)agent;
        int seat = agent_seat(batch, slot, agent);
        if (arrays->seats)
            arrays->seats[at] = (int8_t)seat;
        if (arrays->observations) {
            struct game_state_storage view;
            int viewer = batch->agents == 1 ? seat : agent;
            uint8_t *observation = arrays->observations + at * batch->observation_size;
            if (viewer == NOBODY) {
                memset(observation, 0, batch->observation_size);
            } else {
                game_view(game, slot->state, viewer, view.bytes);
                game_observe(game, view.bytes, viewer, observation, batch->observation_size);
            }
        }
        if (arrays->masks && seat != NOBODY)
            game_mask(game, slot->state, seat, moves, arrays->masks + at * batch->action_count,
                      batch->action_count);
        else if (arrays->masks)
            memset(arrays->masks + at * batch->action_count, 0, batch->action_count);
    }
}

static void work_show(void *argument, int first, int last)
{
    struct move moves[GAME_MOVES_MAX];
    for (int index = first; index < last; index++)
        slot_show(argument, index, moves);
}

void ludosaure_batch_show(struct ludosaure_batch *batch, int8_t *seats, uint8_t *observations,
                          uint8_t *masks)
{
    struct arrays arrays = {
        .batch = batch, .seats = seats, .observations = observations, .masks = masks};
    pool_run(batch->pool, batch->count, work_show, &arrays);
}

static void work_reset(void *argument, int first, int last)
{
    struct ludosaure_batch *batch = argument;
    for (int index = first; index < last; index++) {
        struct slot *slot = slot_at(batch, index);
        slot->number = index;
        memset(slot->scores, 0, sizeof slot->scores);
        slot_deal(batch, index);
    }
}

void ludosaure_batch_reset(struct ludosaure_batch *batch, int8_t *seats, uint8_t *observations,
                           uint8_t *masks)
{
    pool_run(batch->pool, batch->count, work_reset, batch);
    ludosaure_batch_show(batch, seats, observations, masks);
}

/* Whether an action is a legal move of the seat, which `move` then is. */
static bool action_move(const struct ludosaure_batch *batch, const struct slot *slot, int seat,
                        int32_t action, union game_move_storage *move)
{
    const struct game *game = batch->game;
    struct fault fault;
    return action >= 0 && action < (int32_t)batch->action_count &&
           game->encoding->decode(slot->state, seat, action, &move->head) &&
           game->check(slot->state, seat, &move->head, &fault);
}

static void work_check(void *argument, int first, int last)
{
    struct arrays *arrays = argument;
    const struct ludosaure_batch *batch = arrays->batch;
    union game_move_storage move;
    for (int index = first; index < last; index++)
        for (int agent = 0; agent < batch->agents; agent++) {
            const struct slot *slot = slot_at(batch, index);
            int32_t action = arrays->actions[(size_t)index * (size_t)batch->agents + (size_t)agent];
            int seat = agent_seat(batch, slot, agent);
            if (seat == NOBODY || action == LUDOSAURE_ACTION_RANDOM ||
                action_move(batch, slot, seat, action, &move))
                continue;
            int bad = atomic_load(&arrays->first_bad);
            while (index < bad && !atomic_compare_exchange_weak(&arrays->first_bad, &bad, index))
                ;
        }
}

/* The match of a slot is over: its rewards, and the next one begins. */
static void slot_end(const struct arrays *arrays, int index)
{
    struct ludosaure_batch *batch = arrays->batch;
    struct slot *slot = slot_at(batch, index);
    int seats = batch->seats;
    struct game_result result;
    batch->game->result(slot->state, &result);
    memcpy(slot->scores, result.scores, sizeof slot->scores);
    if (arrays->rewards)
        rewards_write(batch->game, seats, &result, arrays->rewards + (size_t)index * (size_t)seats);
    slot->number += batch->count;
    slot_deal(batch, index);
}

/* One seat moves; an action that is no longer legal is left out. */
static void seat_move(const struct arrays *arrays, int index, int seat, int32_t action)
{
    struct slot *slot = slot_at(arrays->batch, index);
    union game_move_storage move;
    if (action == LUDOSAURE_ACTION_RANDOM)
        game_sample(arrays->batch->game, slot->state, seat, &slot->rng, &move.head);
    else if (!action_move(arrays->batch, slot, seat, action, &move))
        return;
    slot_move(arrays->batch, index, seat, &move.head);
}

static void slot_step(const struct arrays *arrays, int index)
{
    const struct ludosaure_batch *batch = arrays->batch;
    const struct game *game = batch->game;
    struct slot *slot = slot_at(batch, index);
    const int32_t *actions =
        arrays->actions ? arrays->actions + (size_t)index * (size_t)batch->agents : NULL;
    if (batch->agents == 1) {
        if (slot->acting != NOBODY)
            seat_move(arrays, index, slot->acting, actions ? *actions : LUDOSAURE_ACTION_RANDOM);
        slot_turn(batch, index);
        return;
    }
    uint32_t acting = game->to_act(slot->state);
    int seat = (int)rng_below(&slot->rng, (uint32_t)batch->agents);
    for (int i = 0; i < batch->agents; i++, seat = (seat + 1) % batch->agents) {
        if (!bits_have(acting & game->to_act(slot->state), seat))
            continue;
        if (batch->players[seat].player)
            opponent_move(batch, index, seat);
        else
            seat_move(arrays, index, seat, actions ? actions[seat] : LUDOSAURE_ACTION_RANDOM);
    }
}

static void work_step(void *argument, int first, int last)
{
    struct arrays *arrays = argument;
    struct ludosaure_batch *batch = arrays->batch;
    struct move moves[GAME_MOVES_MAX];
    for (int index = first; index < last; index++) {
        size_t seats = (size_t)batch->seats;
        if (arrays->rewards)
            memset(arrays->rewards + (size_t)index * seats, 0, seats * sizeof *arrays->rewards);
        slot_step(arrays, index);
        bool over = batch->game->to_act(slot_at(batch, index)->state) == 0;
        if (over)
            slot_end(arrays, index);
        if (arrays->ended)
            arrays->ended[index] = over;
        slot_show(arrays, index, moves);
    }
}

bool ludosaure_batch_step(struct ludosaure_batch *batch, const int32_t *actions, int8_t *seats,
                          uint8_t *observations, uint8_t *masks, float *rewards, uint8_t *ended)
{
    struct arrays arrays = {.batch = batch,
                            .actions = actions,
                            .seats = seats,
                            .observations = observations,
                            .masks = masks,
                            .rewards = rewards,
                            .ended = ended,
                            .first_bad = INT_MAX};
    if (actions)
        pool_run(batch->pool, batch->count, work_check, &arrays);
    int bad = atomic_load(&arrays.first_bad);
    if (bad != INT_MAX)
        return fault_set(scratch_fault(), FAULT_ILLEGAL_MOVE, NULL, "core.illegal_action",
                         "actions[%d]", bad);
    pool_run(batch->pool, batch->count, work_step, &arrays);
    return true;
}

struct ludosaure_batch *ludosaure_batch_new(const char *game, int seats, const char *options,
                                            const char *seed, const char *folder, int count,
                                            int threads, enum ludosaure_mode mode)
{
    struct numbered numbered;
    if (!numbered_read(&numbered, game, seats, options, seed, folder, &threads) ||
        !start_encoded_game(game))
        return NULL;
    if (count < 1 || count > SLOTS_MAX) {
        scratch_bad_range("count", 1, SLOTS_MAX);
        return NULL;
    }
    struct ludosaure_batch *batch = alloc_new(sizeof *batch);
    batch->numbered = numbered;
    batch->game = numbered.start.game;
    batch->seats = seats;
    batch->count = count;
    batch->agents = mode == LUDOSAURE_TOGETHER ? seats : 1;
    batch->observation_size = (size_t)game_observation_size(batch->game);
    batch->action_count = (size_t)game_action_count(batch->game);
    batch->slot_size = (sizeof(struct slot) + batch->game->state_size + 63) / 64 * 64;
    batch->slots = alloc_array((size_t)count, batch->slot_size);
    batch->pool = pool_new(threads < count ? threads : count);
    ludosaure_batch_reset(batch, NULL, NULL, NULL);
    return batch;
}

void ludosaure_batch_free(struct ludosaure_batch *batch)
{
    if (!batch)
        return;
    pool_free(batch->pool);
    free(batch->opponents);
    free(batch->slots);
    free(batch);
}

bool ludosaure_batch_opponents(struct ludosaure_batch *batch, const char *const *players)
{
    struct library_player read[GAME_SEATS_MAX] = {0};
    for (int seat = 0; seat < batch->seats; seat++)
        if (players[seat] && !library_player_read(&read[seat], batch->game,
                                                  batch->numbered.start.options, players[seat]))
            return false;
    memcpy(batch->players, read, sizeof read);
    if (!batch->opponents)
        batch->opponents =
            alloc_array((size_t)batch->count * (size_t)batch->seats, sizeof *batch->opponents);
    ludosaure_batch_reset(batch, NULL, NULL, NULL);
    return true;
}

static bool is_slot(const struct ludosaure_batch *batch, int slot)
{
    return (slot >= 0 && slot < batch->count) || scratch_bad_range("slot", 0, batch->count - 1);
}

struct ludosaure_match *ludosaure_batch_match(const struct ludosaure_batch *batch, int slot)
{
    const struct start *start = &batch->numbered.start;
    if (!is_slot(batch, slot))
        return NULL;
    struct ludosaure_match *match =
        library_match_of(batch->game, &start->components, batch->seats, start->options);
    memcpy(match->match.state.bytes, slot_at(batch, slot)->state, batch->game->state_size);
    for (int seat = 0; batch->opponents && seat < batch->seats; seat++)
        match->match.memories[seat] = opponent_at(batch, slot, seat)->memory;
    return match;
}

bool ludosaure_batch_set_match(struct ludosaure_batch *batch, int index,
                               const struct ludosaure_match *match)
{
    uint32_t to_act = ludosaure_match_to_act(match);
    if (!is_slot(batch, index))
        return false;
    if (match->match.game != batch->game || match->match.seats != batch->seats || !to_act)
        return scratch_bad_argument("match");
    struct slot *slot = slot_at(batch, index);
    memcpy(slot->state, match->match.state.bytes, batch->game->state_size);
    for (int seat = 0; batch->opponents && seat < batch->seats; seat++)
        *opponent_at(batch, index, seat) = (struct opponent){.moves = library_moves_of(match, seat),
                                                             .memory = match->match.memories[seat]};
    if (batch->agents == 1)
        slot_turn(batch, index);
    return true;
}

int ludosaure_batch_agents(const struct ludosaure_batch *batch)
{
    return batch->agents;
}

void ludosaure_batch_numbers(const struct ludosaure_batch *batch, int64_t *numbers)
{
    for (int index = 0; index < batch->count; index++)
        numbers[index] = slot_at(batch, index)->number;
}

void ludosaure_batch_scores(const struct ludosaure_batch *batch, int32_t *scores)
{
    size_t seats = (size_t)batch->seats;
    for (int index = 0; index < batch->count; index++)
        memcpy(scores + (size_t)index * seats, slot_at(batch, index)->scores,
               seats * sizeof *scores);
}

/* ---- The matches of a seed, by number ---- */

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
    return (*threads >= 1 && *threads <= POOL_THREADS_MAX) ||
           scratch_bad_range("threads", 0, POOL_THREADS_MAX);
}

void numbered_text(const struct numbered *numbered, int64_t number, char text[NUMBERED_TEXT])
{
    snprintf(text, NUMBERED_TEXT, "%s/%lld", numbered->seed, (long long)number);
}

void numbered_deal(const struct numbered *numbered, int64_t number, void *state, struct rng *rng)
{
    char text[NUMBERED_TEXT];
    numbered_text(numbered, number, text);
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

/* The arrays of ludosaure_play; NULL: not wanted. */
struct whole {
    struct numbered numbered;
    struct library_player players[GAME_SEATS_MAX];
    bool is_random;
    int64_t first;
    int32_t *scores;
    uint8_t *winners;
    int32_t *moves;
};

/* Random moves of all seats, which need no views. Returns how many. */
static int play_random(const struct whole *whole, int64_t number, struct game_result *result)
{
    const struct game *game = whole->numbered.start.game;
    struct game_state_storage state;
    struct rng rng;
    int seat, moves = 0;
    numbered_deal(&whole->numbered, number, state.bytes, &rng);
    for (; (seat = numbered_seat(game->to_act(state.bytes), &rng)) >= 0; moves++) {
        union game_move_storage move;
        game_sample(game, state.bytes, seat, &rng, &move.head);
        game->apply(state.bytes, seat, &move.head, NULL);
    }
    game->result(state.bytes, result);
    return moves;
}

static int play_players(const struct whole *whole, int64_t number, struct game_result *result)
{
    const struct start *start = &whole->numbered.start;
    const struct player *players[GAME_SEATS_MAX];
    struct bot_match match;
    char text[NUMBERED_TEXT];
    numbered_text(&whole->numbered, number, text);
    struct game_setup setup = start_setup(start, text);
    for (int seat = 0; seat < start->seats; seat++)
        players[seat] = whole->players[seat].player;
    bot_match_start(&match, start->game, &setup, players, hash_text(HASH_START, text));
    for (int seat = 0; seat < start->seats; seat++) {
        match.seat[seat].ms = whole->players[seat].ms;
        match.seat[seat].iterations = whole->players[seat].iterations;
    }
    int64_t moves = bot_match_play(&match, result);
    bot_match_end(&match);
    return (int)moves;
}

static void work(void *argument, int first, int last)
{
    const struct whole *whole = argument;
    size_t seats = (size_t)whole->numbered.start.seats;
    for (size_t index = (size_t)first; index < (size_t)last; index++) {
        struct game_result result;
        int moves = (whole->is_random ? play_random : play_players)(
            whole, whole->first + (int64_t)index, &result);
        if (whole->scores)
            memcpy(whole->scores + index * seats, result.scores, seats * sizeof *whole->scores);
        if (whole->winners)
            whole->winners[index] = (uint8_t)result.winners;
        if (whole->moves)
            whole->moves[index] = moves;
    }
}

bool ludosaure_play(const char *game, int seats, const char *options, const char *const *players,
                    const char *seed, const char *folder, int64_t first, int64_t count, int threads,
                    int32_t *scores, uint8_t *winners, int32_t *moves)
{
    struct whole whole = {
        .is_random = true, .first = first, .scores = scores, .winners = winners, .moves = moves};
    if (!numbered_read(&whole.numbered, game, seats, options, seed, folder, &threads))
        return false;
    for (int seat = 0; seat < seats; seat++) {
        struct library_player *player = &whole.players[seat];
        if (!library_player_read(player, whole.numbered.start.game, whole.numbered.start.options,
                                 players ? players[seat] : "random"))
            return false;
        whole.is_random = whole.is_random && player->player->way == MIND_RANDOM;
    }
    if (first < 0 || first > INT64_MAX - INT_MAX)
        return scratch_bad_range("first", 0, INT64_MAX - INT_MAX);
    if (count < 0 || count > INT_MAX / 2)
        return scratch_bad_range("count", 0, INT_MAX / 2);
    struct pool *pool = pool_new(threads);
    pool_run(pool, (int)count, work, &whole);
    pool_free(pool);
    return true;
}

bool ludosaure_play_random(const char *game, int seats, const char *options, const char *seed,
                           const char *folder, int64_t first, int64_t count, int threads,
                           int32_t *scores, uint8_t *winners, int32_t *moves)
{
    return ludosaure_play(game, seats, options, NULL, seed, folder, first, count, threads, scores,
                          winners, moves);
}
