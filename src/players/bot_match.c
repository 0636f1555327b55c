/* Matches among computer players. */
#include "players/bot_match.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/clock.h"
#include "players/stage.h"

#include <stdlib.h>

static void show(struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        table->game->view(table->state.bytes, seat, table->seat[seat].view.bytes);
}

void table_start(struct table *table, const struct game *game, const struct game_setup *setup,
                 const struct player *const *players, uint64_t chance)
{
    *table = (struct table){.game = game, .seats = setup->seats};
    struct fault fault;
    CHECK(game->start(table->state.bytes, setup, &fault));
    for (int seat = 0; seat < setup->seats; seat++) {
        table->seat[seat].player = players[seat];
        rng_start(&table->seat[seat].rng, chance + (uint64_t)seat);
        table->seat[seat].manner = rng_next(&table->seat[seat].rng);
    }
    show(table);
    if (game->memory_size) {
        table->doc = malloc(sizeof *table->doc);
        CHECK(table->doc);
    }
}

void table_end(struct table *table)
{
    free(table->doc);
    table->doc = NULL;
}

static void choose(struct table *table, int seat, union game_move_storage *move)
{
    struct table_seat *at = &table->seat[seat];
    int64_t begin = clock_ns();
    player_choose(at->player,
                  &(struct player_question){.game = table->game,
                                            .seat = seat,
                                            .view = at->view.bytes,
                                            .memory = at->memory.bytes,
                                            .rng = &at->rng,
                                            .ms = table->ms,
                                            .iterations = table->iterations},
                  &move->head);
    at->thinking_ns += clock_ns() - begin;
}

void table_move(struct table *table, int seat, const struct move *move)
{
    struct fault fault;
    CHECK(table->game->check(table->state.bytes, seat, move, &fault));
    for (int viewer = 0; table->doc && viewer < table->seats; viewer++)
        game_remember(table->game, table->state.bytes, seat, move, viewer,
                      table->seat[viewer].memory.bytes, table->doc);
    table->game->apply(table->state.bytes, seat, move, NULL);
    table->seat[seat].moves++;
    show(table);
}

static int64_t play_in_turns(struct table *table)
{
    int64_t moves = 0;
    for (uint32_t to_act; (to_act = table->game->to_act(table->state.bytes)); moves++) {
        /* Where several may move, their choices are secret or the order is open: any will do. */
        int rank = (int)((uint64_t)moves % (uint64_t)bits_count(to_act));
        int seat = bits_nth(to_act, rank);
        union game_move_storage move = {0};
        choose(table, seat, &move);
        table_move(table, seat, &move.head);
    }
    return moves;
}

int64_t table_play(struct table *table, struct game_result *result)
{
    int64_t moves = table->game->stage ? stage_play(table) : play_in_turns(table);
    table->game->result(table->state.bytes, result);
    return moves;
}
