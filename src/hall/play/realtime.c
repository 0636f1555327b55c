/* Real-time games at the pace of the clock. Then: gestures; ticks. */
#include "hall/play/play.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "players/players.h"

#include <stdlib.h>
#include <string.h>

enum {
    LATE_MS_MAX = 4 * REALTIME_TICK_MS,
    /* At a calm table computer players think a third as often, and none of them moves for a while
     * after a move of one of them, so that a beginner can follow. */
    CALM_THINK_TICKS = 3,
    CALM_GAP_TICKS = 3000 / REALTIME_TICK_MS,
    CALM_SKIPPED_TICKS = 4, /* between two thoughts of a player, on average, with these gaps */
};

struct realtime_seat {
    bool moving; /* its move is under way */
    struct rng rng;
    uint64_t manner;
    struct realtime_gesture latest;
    struct game_state_storage view;
};

struct live_realtime {
    uint32_t tick;
    int64_t next_ms;      /* when the next tick is due */
    int64_t version;      /* of the views */
    uint32_t quiet_until; /* no computer player moves before this tick */
    struct realtime_seat seat[GAME_SEATS_MAX];
};

static struct live_realtime *realtime_new(const struct environment *environment)
{
    struct live_realtime *realtime = alloc_new(sizeof *realtime);
    realtime->version = -1;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        uint64_t chance[2];
        environment_entropy(environment, chance, sizeof chance);
        rng_start(&realtime->seat[seat].rng, chance[0]);
        realtime->seat[seat].manner = chance[1];
    }
    return realtime;
}

void live_realtime_forget(struct live_table *live)
{
    free(live->realtime);
    live->realtime = NULL;
}

void live_realtime_started_over(struct live_table *live)
{
    if (live->realtime)
        live->realtime->version = -1;
}

static uint32_t bot_seats(const struct table *table)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table->seat[seat].bot)
            seats |= UINT32_C(1) << seat;
    return seats;
}

/* ---- Gestures ---- */

static void send_gesture(struct live_table *live, int seat, const struct realtime_gesture *gesture,
                         const struct client *except)
{
    char text[160];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    buffer_add_format(
        &out, "{\"push\":\"gesture\",\"table\":\"%s\",\"seat\":%d,\"x\":%d,\"y\":%d,\"power\":%d}",
        live->id, seat, gesture->x, gesture->y, gesture->power);
    struct message *message = message_new(out.text, out.length);
    watch_send_all(live, message, except);
    message_drop(message);
}

static void witness_all(struct table *table, int seat, const struct realtime_gesture *gesture)
{
    for (int viewer = 0; viewer < table->settings.seats; viewer++)
        table->settings.game->realtime->witness(table->match.memories[viewer].bytes, viewer, seat,
                                                gesture);
}

static void tell_gesture(const struct live_table *live, int seat,
                         const struct realtime_gesture *gesture)
{
    peers_say(live->environment, PEER_GESTURE, "%s %d %d %d %d", live->id, seat, gesture->x,
              gesture->y, gesture->power);
}

static void show(struct live_table *live, int seat, const struct realtime_gesture *gesture,
                 const struct client *except)
{
    send_gesture(live, seat, gesture, except);
    if (bot_seats(live->table))
        witness_all(live->table, seat, gesture);
}

void live_realtime_gesture(struct live_table *live, int seat,
                           const struct realtime_gesture *gesture, const struct client *except)
{
    show(live, seat, gesture, except);
    bool bots_are_at_peer = bot_seats(live->table) && !live->lease.is_held;
    if (live->peer_watchers || bots_are_at_peer)
        tell_gesture(live, seat, gesture);
}

/* The hall has already counted this client's gestures. This limit is for the seat, so that a person
 * with two connections has no more than one. Gestures beyond it are dropped. */
void gesture_ask(struct watch *watch, const struct request *request)
{
    struct live_table *live = watch->table;
    const struct environment *environment = live->environment;
    int per_second = environment->settings.limits.gestures_per_second;
    if (live->table->state != TABLE_PLAYING || !live->table->settings.game->realtime) {
        client_refuse_text(watch->client, request->id, FAULT_FORBIDDEN, "server.no_gestures");
        return;
    }
    if (!bucket_take(&live->seat[watch->seat].gestures, 60 * per_second, per_second,
                     environment->now_ms))
        return;
    struct realtime_gesture gesture = {
        .x = (uint8_t)request->x, .y = (uint8_t)request->y, .power = (uint8_t)request->power};
    live_realtime_gesture(live, watch->seat, &gesture, watch->client);
}

/* The limit of the seat counts at all servers together. Computer players keep it by themselves. */
void live_realtime_heard(struct live_table *live, int seat, const struct realtime_gesture *gesture)
{
    const struct environment *environment = live->environment;
    int per_second = environment->settings.limits.gestures_per_second;
    if (live->table->state == TABLE_PLAYING && live->table->settings.game->realtime &&
        (live->table->seat[seat].bot ||
         bucket_take(&live->seat[seat].gestures, 60 * per_second, per_second, environment->now_ms)))
        show(live, seat, gesture, NULL);
}

/* ---- Ticks ---- */

static void update_views(struct live_realtime *realtime, const struct table *table, uint64_t bots)
{
    if (realtime->version == table->version)
        return;
    realtime->version = table->version;
    while (bots) {
        int seat = bits_pop(&bots);
        game_view(table->settings.game, table->match.state.bytes, seat,
                  realtime->seat[seat].view.bytes);
    }
}

static void perform_all(struct live_table *live, uint64_t bots)
{
    struct table *table = live->table;
    while (bots) {
        int seat = bits_pop(&bots);
        struct realtime_seat *at = &live->realtime->seat[seat];
        struct realtime_gesture gesture = {0};
        table->settings.game->realtime->perform(
            &(struct realtime_performance){.view = at->view.bytes,
                                           .seat = seat,
                                           .manner = at->manner,
                                           .tick = live->realtime->tick,
                                           .rng = &at->rng},
            &gesture);
        witness_all(table, seat, &gesture);
        /* Those who stand still are not sent again and again. */
        bool has_changed = memcmp(&gesture, &at->latest, sizeof gesture) != 0;
        if (live->watches && has_changed)
            send_gesture(live, seat, &gesture, NULL);
        if (live->peer_watchers && has_changed)
            tell_gesture(live, seat, &gesture);
        at->latest = gesture;
    }
}

static bool is_calm(const struct table *table)
{
    return table->settings.pace == TABLE_PACE_CALM;
}

static bool wants_to_move(struct live_table *live, int seat, struct move *move)
{
    const struct table *table = live->table;
    struct realtime_seat *at = &live->realtime->seat[seat];
    return player_wants_to_move(
        table->seat[seat].bot,
        &(struct player_question){.game = table->settings.game,
                                  .seat = seat,
                                  .view = at->view.bytes,
                                  .memory = table->match.memories[seat].bytes,
                                  .rng = &at->rng,
                                  .ticks_skipped = is_calm(table) ? CALM_SKIPPED_TICKS : 0},
        move);
}

/* Whether computer players may move at this tick. */
static bool is_time_to_act(const struct live_realtime *realtime, const struct table *table)
{
    return !is_calm(table) ||
           (realtime->tick >= realtime->quiet_until && realtime->tick % CALM_THINK_TICKS == 0);
}

static void moved(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)outcome, (void)fault;
    struct realtime_seat *at = context;
    at->moving = false;
}

static void act_all(struct changes *changes, struct live_table *live, uint64_t bots)
{
    const struct table *table = live->table;
    struct live_realtime *realtime = live->realtime;
    uint32_t to_act = table->settings.game->to_act(table->match.state.bytes);
    for (int i = 0; i < table->settings.seats; i++) {
        /* A different seat is first at each tick. */
        int seat = (int)((realtime->tick + (uint32_t)i) % (uint32_t)table->settings.seats);
        struct realtime_seat *at = &realtime->seat[seat];
        union game_move_storage move = {0};
        if (!is_time_to_act(realtime, table) || at->moving || !bits_have(bots & to_act, seat) ||
            !wants_to_move(live, seat, &move.head))
            continue;
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        table->settings.game->format(table->match.state.bytes, &move.head, &text);
        at->moving = true;
        realtime->quiet_until = realtime->tick + CALM_GAP_TICKS;
        change_submit(changes, live,
                      &(struct change){.kind = ENTRY_MOVE_BOT,
                                       .seat = seat,
                                       .text = text.text,
                                       .done = moved,
                                       .context = at});
    }
}

void live_realtime_tick(struct changes *changes, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = live->environment->now_ms;
    uint32_t bots = bot_seats(table);
    if (!bots)
        return;
    if (!live->realtime)
        live->realtime = realtime_new(live->environment);
    struct live_realtime *realtime = live->realtime;
    bool is_due = now_ms >= realtime->next_ms;
    if (is_due) /* late ticks are made up for, but not many */
        realtime->next_ms = realtime->next_ms > now_ms - LATE_MS_MAX
                                ? realtime->next_ms + REALTIME_TICK_MS
                                : now_ms + REALTIME_TICK_MS;
    live_table_due(live, realtime->next_ms);
    if (!is_due)
        return; /* a step between two ticks */
    update_views(realtime, table, bots);
    perform_all(live, bots);
    if (!table_origin_is_exercise(&table->settings.origin))
        act_all(changes, live, bots);
    realtime->tick++;
}
