/* Tables in real time, at the pace of the clock: what players/bot_match.c does with a simulated one.
 * Every tick the computer players perform, everybody sees it, and those who want to move do. What is
 * told of a performance are three numbers; it is kept nowhere but in what players remember. */
#include "server/inside.h"

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

struct stage_room {
    uint32_t tick;
    int64_t next_ms;      /* when the next tick is due */
    int64_t version;      /* that the views are of */
    uint32_t quiet_until; /* the tick before which no computer player moves */
    struct stage_seat seat[GAME_SEATS_MAX];
};

static struct stage_room *stage_room_new(struct hall *hall)
{
    struct stage_room *stage = calloc(1, sizeof *stage);
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

void stage_room_free(struct seating *seating)
{
    free(seating->stage);
    seating->stage = NULL;
}

static uint32_t bot_seats(const struct room *room)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < room->seats; seat++)
        if (room->seat[seat].bot)
            seats |= UINT32_C(1) << seat;
    return seats;
}

static void witness_all(struct room *room, int seat, const struct stage_gesture *gesture)
{
    for (int viewer = 0; viewer < room->seats; viewer++)
        room->game->stage->witness(room->match.memories[viewer].bytes, viewer, seat, gesture);
}

void bots_witness(struct seating *seating, int seat, const struct stage_gesture *gesture)
{
    struct room *room = seating->room;
    if (room->stage != ROOM_PLAYING || !room->game->stage || !bot_seats(room))
        return;
    witness_all(room, seat, gesture);
}

static void show(struct stage_room *stage, const struct room *room, uint64_t bots)
{
    if (stage->version == room->version)
        return;
    stage->version = room->version;
    while (bots) {
        int seat = bits_pop(&bots);
        room->game->view(room->match.state.bytes, seat, stage->seat[seat].view.bytes);
    }
}

static void perform_all(struct seating *seating, uint64_t bots)
{
    struct room *room = seating->room;
    while (bots) {
        int seat = bits_pop(&bots);
        struct stage_seat *at = &seating->stage->seat[seat];
        struct stage_gesture gesture = {0};
        room->game->stage->perform(&(struct stage_performance){.view = at->view.bytes,
                                                               .seat = seat,
                                                               .manner = at->manner,
                                                               .tick = seating->stage->tick,
                                                               .rng = &at->rng},
                                   &gesture);
        witness_all(room, seat, &gesture);
        /* Those who stand still are not told again and again. */
        if (seating->watches && memcmp(&gesture, &at->latest, sizeof gesture) != 0)
            talk_tell_gesture(seating, seat, &gesture, NULL);
        at->latest = gesture;
    }
}

static bool wants_to_move(struct seating *seating, int seat, struct move *move)
{
    const struct room *room = seating->room;
    struct stage_seat *at = &seating->stage->seat[seat];
    return stage_wants_to_move(room->seat[seat].bot,
                               &(struct player_question){.game = room->game,
                                                         .seat = seat,
                                                         .view = at->view.bytes,
                                                         .memory = room->match.memories[seat].bytes,
                                                         .rng = &at->rng},
                               move);
}

/* Whether computer players may move at this tick. */
static bool is_time_to_act(const struct stage_room *stage, const struct room *room)
{
    return room->pace != ROOM_PACE_CALM ||
           (stage->tick >= stage->quiet_until && stage->tick % CALM_THINK_TICKS == 0);
}

static void act_all(struct hall *hall, struct seating *seating, uint64_t bots)
{
    const struct room *room = seating->room;
    struct stage_room *stage = seating->stage;
    uint32_t to_act = room->game->to_act(room->match.state.bytes);
    for (int i = 0; i < room->seats; i++) {
        /* Nobody is always first. */
        int seat = (int)((stage->tick + (uint32_t)i) % (uint32_t)room->seats);
        union game_move_storage move = {0};
        if (!is_time_to_act(stage, room) || !bits_have(bots & to_act & ~seating->thinking, seat) ||
            !wants_to_move(seating, seat, &move.head))
            continue;
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        room->game->format(room->match.state.bytes, &move.head, &text);
        seating->thinking |= UINT32_C(1) << seat;
        stage->quiet_until = stage->tick + CALM_GAP_TICKS;
        tables_wish(hall, seating, wish_new(ROOM_MOVE_BOT, seat, text.text, NULL, NULL, NULL));
    }
}

void stage_room_tick(struct hall *hall, struct seating *seating)
{
    const struct room *room = seating->room;
    uint32_t bots = bot_seats(room);
    if (!bots)
        return;
    if (!seating->stage)
        seating->stage = stage_room_new(hall);
    struct stage_room *stage = seating->stage;
    bool is_due = hall->now_ms >= stage->next_ms;
    if (is_due) /* late ticks are made up for, but not many */
        stage->next_ms = stage->next_ms > hall->now_ms - LATE_MS_MAX
                             ? stage->next_ms + STAGE_TICK_MS
                             : hall->now_ms + STAGE_TICK_MS;
    tables_due(seating, stage->next_ms);
    if (!is_due)
        return; /* a step, between two ticks */
    show(stage, room, bots);
    perform_all(seating, bots);
    act_all(hall, seating, bots);
    stage->tick++;
}
