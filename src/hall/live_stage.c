/* Tables in real time, at the pace of the clock: what players/bot_match.c does with a simulated one.
 * Every tick the computer players perform, everybody sees it, and those who want to move do. What is
 * told of a performance are three numbers; it is kept nowhere but in what players remember. */
#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"
#include "players/player.h"
#include "players/stage.h"

#include <stdlib.h>
#include <string.h>

enum {
    LATE_MS_MAX = 4 * STAGE_TICK_MS,
    /* At a calm table computer players think a third as often, and after a move of one of them
     * none of them moves for a while: so that a beginner sees what has happened. */
    CALM_THINK_TICKS = 3,
    CALM_GAP_TICKS = 3000 / STAGE_TICK_MS,
};

struct stage_seat {
    struct rng rng;
    uint64_t manner;
    struct stage_gesture latest;
    struct game_state_storage view;
};

struct live_stage {
    uint32_t tick;
    int64_t next_ms;      /* when the next tick is due */
    int64_t version;      /* that the views are of */
    uint32_t quiet_until; /* the tick before which no computer player moves */
    struct stage_seat seat[GAME_SEATS_MAX];
};

static struct live_stage *live_stage_new(struct hall *hall)
{
    struct live_stage *stage = calloc(1, sizeof *stage);
    CHECK(stage);
    stage->version = -1;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        uint64_t chance[2];
        hall->outside.entropy(hall->outside.context, chance, sizeof chance);
        rng_start(&stage->seat[seat].rng, chance[0]);
        stage->seat[seat].manner = chance[1];
    }
    return stage;
}

void live_stage_free(struct live_table *live)
{
    free(live->stage);
    live->stage = NULL;
}

static uint32_t bot_seats(const struct table *table)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].bot)
            seats |= UINT32_C(1) << seat;
    return seats;
}

static void witness_all(struct table *table, int seat, const struct stage_gesture *gesture)
{
    for (int viewer = 0; viewer < table->seats; viewer++)
        table->game->stage->witness(table->match.memories[viewer].bytes, viewer, seat, gesture);
}

void bots_witness(struct live_table *live, int seat, const struct stage_gesture *gesture)
{
    struct table *table = live->table;
    if (table->state != TABLE_PLAYING || !table->game->stage || !bot_seats(table))
        return;
    witness_all(table, seat, gesture);
}

static void show(struct live_stage *stage, const struct table *table, uint64_t bots)
{
    if (stage->version == table->version)
        return;
    stage->version = table->version;
    while (bots) {
        int seat = bits_pop(&bots);
        table->game->view(table->match.state.bytes, seat, stage->seat[seat].view.bytes);
    }
}

static void perform_all(struct live_table *live, uint64_t bots)
{
    struct table *table = live->table;
    while (bots) {
        int seat = bits_pop(&bots);
        struct stage_seat *at = &live->stage->seat[seat];
        struct stage_gesture gesture = {0};
        table->game->stage->perform(&(struct stage_performance){.view = at->view.bytes,
                                                                .seat = seat,
                                                                .manner = at->manner,
                                                                .tick = live->stage->tick,
                                                                .rng = &at->rng},
                                    &gesture);
        witness_all(table, seat, &gesture);
        /* Those who stand still are not told again and again. */
        if (live->watches && memcmp(&gesture, &at->latest, sizeof gesture) != 0)
            chat_tell_gesture(live, seat, &gesture, NULL);
        at->latest = gesture;
    }
}

static bool wants_to_move(struct live_table *live, int seat, struct move *move)
{
    const struct table *table = live->table;
    struct stage_seat *at = &live->stage->seat[seat];
    return stage_wants_to_move(
        table->seat[seat].bot,
        &(struct player_question){.game = table->game,
                                  .seat = seat,
                                  .view = at->view.bytes,
                                  .memory = table->match.memories[seat].bytes,
                                  .rng = &at->rng},
        move);
}

/* Whether computer players may move at this tick. */
static bool is_time_to_act(const struct live_stage *stage, const struct table *table)
{
    return table->pace != TABLE_PACE_CALM ||
           (stage->tick >= stage->quiet_until && stage->tick % CALM_THINK_TICKS == 0);
}

static void act_all(struct hall *hall, struct live_table *live, uint64_t bots)
{
    const struct table *table = live->table;
    struct live_stage *stage = live->stage;
    uint32_t to_act = table->game->to_act(table->match.state.bytes);
    for (int i = 0; i < table->seats; i++) {
        /* Nobody is always first. */
        int seat = (int)((stage->tick + (uint32_t)i) % (uint32_t)table->seats);
        union game_move_storage move = {0};
        if (!is_time_to_act(stage, table) || !bits_have(bots & to_act & ~live->thinking, seat) ||
            !wants_to_move(live, seat, &move.head))
            continue;
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        table->game->format(table->match.state.bytes, &move.head, &text);
        live->thinking |= UINT32_C(1) << seat;
        stage->quiet_until = stage->tick + CALM_GAP_TICKS;
        change_submit(hall, live, change_new(ENTRY_MOVE_BOT, seat, text.text, NULL, NULL, NULL));
    }
}

void live_stage_tick(struct hall *hall, struct live_table *live)
{
    const struct table *table = live->table;
    uint32_t bots = bot_seats(table);
    if (!bots)
        return;
    if (!live->stage)
        live->stage = live_stage_new(hall);
    struct live_stage *stage = live->stage;
    bool is_due = hall->now_ms >= stage->next_ms;
    if (is_due) /* late ticks are made up for, but not many */
        stage->next_ms = stage->next_ms > hall->now_ms - LATE_MS_MAX
                             ? stage->next_ms + STAGE_TICK_MS
                             : hall->now_ms + STAGE_TICK_MS;
    live_due(live, stage->next_ms);
    if (!is_due)
        return; /* a step, between two ticks */
    show(stage, table, bots);
    perform_all(live, bots);
    act_all(hall, live, bots);
    stage->tick++;
}
