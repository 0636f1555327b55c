/* Tables in real time. */
#include "players/stage.h"

#include "base/bits.h"
#include "base/clock.h"

enum { RANDOM_BEAT = 20 }; /* the random player moves once a second */

static void perform_all(struct table *table, uint32_t tick)
{
    const struct game_stage *stage = table->game->stage;
    for (int seat = 0; seat < table->seats; seat++) {
        struct table_seat *at = &table->seat[seat];
        struct stage_gesture gesture;
        stage->perform(&(struct stage_performance){.view = at->view.bytes,
                                                   .seat = seat,
                                                   .manner = at->manner,
                                                   .tick = tick,
                                                   .rng = &at->rng},
                       &gesture);
        for (int viewer = 0; viewer < table->seats; viewer++)
            stage->witness(table->seat[viewer].memory.bytes, viewer, seat, &gesture);
    }
}

bool stage_wants_to_move(const struct player *player, const struct player_question *question,
                         struct move *move)
{
    const struct game *game = question->game;
    if (player->level == 0) {
        if (rng_below(question->rng, RANDOM_BEAT) != 0)
            return false;
        game->sample(question->view, question->seat, question->rng, move);
        return true;
    }
    return game->stage->act(&(struct mind_question){.seat = question->seat,
                                                    .view = question->view,
                                                    .memory = question->memory,
                                                    .rng = question->rng,
                                                    .level = player->level},
                            move);
}

static bool asked(struct table *table, int seat, struct move *move)
{
    struct table_seat *at = &table->seat[seat];
    int64_t begin = clock_ns();
    bool moves = stage_wants_to_move(at->player,
                                     &(struct player_question){.game = table->game,
                                                               .seat = seat,
                                                               .view = at->view.bytes,
                                                               .memory = at->memory.bytes,
                                                               .rng = &at->rng},
                                     move);
    at->thinking_ns += clock_ns() - begin;
    return moves;
}

int stage_tick(struct table *table, uint32_t tick)
{
    int moves = 0;
    perform_all(table, tick);
    for (int i = 0; i < table->seats; i++) {
        int seat =
            (int)((tick + (uint32_t)i) % (uint32_t)table->seats); /* nobody is always first */
        union game_move_storage move = {0};
        if (bits_have(table->game->to_act(table->state.bytes), seat) &&
            asked(table, seat, &move.head)) {
            table_move(table, seat, &move.head);
            moves++;
        }
    }
    return moves;
}

int64_t stage_play(struct table *table)
{
    int64_t moves = 0;
    for (uint32_t tick = 0; tick < STAGE_TICKS_MAX && table->game->to_act(table->state.bytes);
         tick++)
        moves += stage_tick(table, tick);
    return moves;
}
