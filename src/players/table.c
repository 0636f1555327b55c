/* Matches among computer players. */
#include "players/table.h"

#include "base/bits.h"
#include "base/check.h"

#include <stdlib.h>
#include <time.h>

void table_start(struct table *table, const struct game *game, const struct game_setup *setup,
                 const struct player *const *players, uint64_t chance)
{
    *table = (struct table){.game = game, .seats = setup->seats};
    struct fault fault;
    CHECK(game->start(table->state.bytes, setup, &fault));
    for (int seat = 0; seat < setup->seats; seat++) {
        table->seat[seat].player = players[seat];
        rng_start(&table->seat[seat].rng, chance + (uint64_t)seat);
    }
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

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void choose(struct table *table, int seat, union game_move_room *move)
{
    struct table_seat *at = &table->seat[seat];
    struct game_state_room view;
    int64_t begin = now_ns();
    table->game->view(table->state.bytes, seat, view.bytes);
    player_choose(at->player,
                  &(struct player_question){.game = table->game,
                                            .seat = seat,
                                            .view = view.bytes,
                                            .memory = at->memory.bytes,
                                            .rng = &at->rng,
                                            .ms = table->ms,
                                            .iterations = table->iterations},
                  &move->head);
    at->thinking_ns += now_ns() - begin;
    at->moves++;
}

/* Every seat remembers what it is told of the move that is about to be made. */
static void remember(struct table *table, int seat, const struct move *move)
{
    for (int viewer = 0; table->doc && viewer < table->seats; viewer++) {
        struct game_state_room after = table->state;
        doc_start(table->doc);
        doc_list(table->doc, NULL);
        table->game->apply(after.bytes, seat, move,
                           &(struct story){.doc = table->doc, .viewer = viewer});
        doc_end(table->doc);
        DOC_EACH (table->doc, doc_root(table->doc), event)
            table->game->observe(table->seat[viewer].memory.bytes, viewer, table->doc, event);
    }
}

int64_t table_play(struct table *table, struct game_result *result)
{
    int64_t moves = 0;
    for (uint32_t to_act; (to_act = table->game->to_act(table->state.bytes)); moves++) {
        /* Where several may move, their choices are secret or the order is open: any will do. */
        int rank = (int)((uint64_t)moves % (uint64_t)bits_count(to_act));
        int seat = bits_nth(to_act, rank);
        union game_move_room move = {0};
        struct fault fault;
        choose(table, seat, &move);
        CHECK(table->game->check(table->state.bytes, seat, &move.head, &fault));
        remember(table, seat, &move.head);
        table->game->apply(table->state.bytes, seat, &move.head, NULL);
    }
    table->game->result(table->state.bytes, result);
    return moves;
}
