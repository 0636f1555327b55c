/* Computer players at the tables: when they decide, and when they move. Seats whose time is up.
 *
 * Then: the time of a move; deciding; moving; timeouts. */
#include "hall/play/play.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    /* A move comes this long after the one before, so that people can follow. */
    PACE_MS = 700,
    PACE_SPREAD_MS = 900,
    PACE_CALM_TIMES = 2,
    LATE_MS = 50,           /* thinking ends at most this long after its time is up */
    AFTER_REFUSAL_MS = 500, /* a move that was not stored is not made again before */
    ANSWER_MS = 30 * 1000,  /* how long people have to answer a proposal */
};

struct bot_seat {
    struct table_bots *bots;
    bool thinking;             /* from the start of a decision until its move is made or refused */
    int64_t not_before_ms;     /* when its move is made; 0: not set yet */
    struct decision *decision; /* with another thread; NULL: none, or no longer wanted */
    char *move;                /* decided, and waiting for its time */
};

struct table_bots {
    struct live_table *live;
    int64_t rest_ms; /* no bot does anything before this time: a move was refused */
    struct bot_seat seat[GAME_SEATS_MAX];
};

void bots_start(struct bots *bots, struct changes *changes, struct thinking *thinking)
{
    *bots = (struct bots){.changes = changes, .thinking = thinking, .leases = thinking->leases};
}

static struct table_bots *bots_of(struct live_table *live)
{
    if (!live->bots) {
        live->bots = alloc_new(sizeof *live->bots);
        live->bots->live = live;
        for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
            live->bots->seat[seat].bots = live->bots;
    }
    return live->bots;
}

void bots_forget(struct live_table *live)
{
    for (int seat = 0; live->bots && seat < GAME_SEATS_MAX; seat++)
        free(live->bots->seat[seat].move);
    free(live->bots);
    live->bots = NULL;
}

int bots_thinking(const struct live_table *live)
{
    int count = 0;
    for (int seat = 0; live->bots && seat < GAME_SEATS_MAX; seat++)
        count += live->bots->seat[seat].thinking;
    return count;
}

static bool is_to_act(const struct table *table, int seat)
{
    return table->state == TABLE_PLAYING && table->seat[seat].bot &&
           bits_have(table->settings.game->to_act(table->match.state.bytes), seat);
}

/* ---- The time of a move ---- */

static int64_t pace_ms(const struct live_table *live)
{
    struct rng rng = environment_rng(live->environment);
    int64_t ms = PACE_MS + rng_below(&rng, PACE_SPREAD_MS);
    switch (live->table->settings.pace) {
    case TABLE_PACE_FAST:
        return 0;
    case TABLE_PACE_CALM:
        return PACE_CALM_TIMES * ms;
    case TABLE_PACE_HUMAN:
        break;
    }
    return ms;
}

static void delay_until(struct bot_seat *bot, int64_t at_ms)
{
    if (bot->not_before_ms < at_ms)
        bot->not_before_ms = at_ms;
}

/* With a single thread, all seats of the table need their time one after the other. */
static int64_t whole_time_ms(const struct live_table *live, const struct bot_seat *bot, int ms)
{
    int seats = bots_thinking(live) + !bot->thinking;
    return (int64_t)seats * (ms + LATE_MS);
}

/* When many decisions wait, the thinking begins late; its time counts from then. */
static void note_begun(struct bot_seat *bot, const struct decision *decision)
{
    int64_t begun_ms = atomic_load(&decision->begun_ms);
    if (begun_ms)
        delay_until(bot, begun_ms + decision->ms + LATE_MS);
}

/* ---- Deciding ---- */

static void forget_decision(struct bot_seat *bot)
{
    bot->thinking = false;
    bot->decision = NULL;
    free(bot->move);
    bot->move = NULL;
}

static void decide_again(struct bot_seat *bot)
{
    bot->not_before_ms = 0;
    if (bot->decision || bot->move)
        forget_decision(bot);
}

/* Another server may have moved for the seat. If a move was taken back, every thought is about a match that
 * has not happened. */
void bots_stepped(struct live_table *live, const struct store_entry *entry)
{
    if (live->bots && entry_is_move(entry->kind))
        decide_again(&live->bots->seat[entry->seat]);
    else if (entry->kind == ENTRY_TAKE_BACK)
        bots_started_over(live);
}

void bots_started_over(struct live_table *live)
{
    for (int seat = 0; live->bots && seat < GAME_SEATS_MAX; seat++)
        decide_again(&live->bots->seat[seat]);
}

/* Keeps the move until its time comes. */
static void decided(struct bots *bots, struct live_table *live, const struct decision *decision)
{
    const struct table *table = live->table;
    const void *state = table->match.state.bytes;
    struct bot_seat *bot = &live->bots->seat[decision->seat];
    struct fault fault;
    /* Meanwhile others may have moved, or someone may have taken the seat. */
    if (!is_to_act(table, decision->seat) || table->seat[decision->seat].bot != decision->player ||
        !table->settings.game->check(state, decision->seat, &decision->move.head, &fault)) {
        forget_decision(bot);
        bots_tick(bots, live);
        return;
    }
    note_begun(bot, decision);
    bot->decision = NULL;
    bot->move = decision_move_text(decision, state);
    live_table_due(live, bot->not_before_ms);
}

static void decision_done(struct decision *decision)
{
    struct bots *bots = decision->context;
    struct live_table *live = live_tables_find(bots->changes->tables, decision->table);
    bool is_wanted = live && live->bots && live->bots->seat[decision->seat].decision == decision;
    if (is_wanted && decision->undone)
        forget_decision(&live->bots->seat[decision->seat]);
    else if (is_wanted)
        decided(bots, live, decision);
    free(decision);
}

static void decide(struct bots *bots, struct live_table *live, int seat)
{
    const struct player *player = live->table->seat[seat].bot;
    struct bot_seat *bot = &bots_of(live)->seat[seat];
    int64_t now_ms = live->environment->now_ms;
    struct decision *decision = alloc_new(sizeof *decision);
    decision_start(decision, live, seat, player);
    decision->ms = thinking_time_ms(bots->thinking, live->address, player);
    decision->done = decision_done;
    decision->context = bots;
    if (!bot->not_before_ms)
        delay_until(bot, now_ms + pace_ms(live));
    delay_until(bot, now_ms + whole_time_ms(live, bot, decision->ms));
    bot->thinking = true;
    bot->decision = decision;
    live_table_due(live, bot->not_before_ms);
    thinking_add(bots->thinking, live->address, decision);
}

/* ---- Moving ---- */

/* If another move came first, the computer player decides again, but not at once. */
static void moved(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct bot_seat *bot = context;
    struct live_table *live = bot->bots->live;
    bot->thinking = false;
    if (outcome == CHANGE_REFUSED) {
        bot->bots->rest_ms = live->environment->now_ms + AFTER_REFUSAL_MS;
        live_table_due(live, bot->bots->rest_ms);
    }
}

/* Makes the move, if its time has come. */
static void move_if_due(struct bots *bots, struct live_table *live, int seat)
{
    struct bot_seat *bot = &live->bots->seat[seat];
    const struct decision *decision = bot->decision;
    int64_t now_ms = live->environment->now_ms;
    if (decision)
        note_begun(bot, decision);
    if (bot->not_before_ms > now_ms) {
        live_table_due(live, bot->not_before_ms);
        return;
    }
    if (!is_to_act(live->table, seat)) { /* it was removed */
        forget_decision(bot);
        return;
    }
    if (decision && !atomic_load(&decision->begun_ms)) {
        live_table_due(live, now_ms + HALL_TICK_MS);
        return;
    }
    char *text = decision ? decision_at_once(live, seat) : bot->move;
    bot->move = NULL;
    bot->decision = NULL;
    live->environment->figures.thoughts_done++;
    change_submit(
        bots->changes, live,
        &(struct change){
            .kind = ENTRY_MOVE_BOT, .seat = seat, .text = text, .done = moved, .context = bot});
    free(text);
}

/* While people decide whether a move is taken back, computer players do not end that by a move, for a while. */
static bool waits_for_answer(struct live_table *live)
{
    const struct table_proposal *proposal = &live->table->proposal;
    int64_t until_ms = proposal->at_ms + ANSWER_MS;
    if (!proposal->version || proposal->is_vote || live->environment->now_ms >= until_ms)
        return false;
    live_table_due(live, until_ms);
    return true;
}

void bots_tick(struct bots *bots, struct live_table *live)
{
    const struct table *table = live->table;
    if (table->state != TABLE_PLAYING || live->environment->stopping || !watch_has_audience(live) ||
        !lease_is_held(bots->leases, live))
        return;
    if (table->settings.game->realtime) {
        live_realtime_tick(bots->changes, live);
        return;
    }
    if (table_origin_is_exercise(&table->settings.origin) || waits_for_answer(live))
        return;
    const struct table_bots *own = bots_of(live);
    if (own->rest_ms > live->environment->now_ms) {
        live_table_due(live, own->rest_ms);
        return;
    }
    uint32_t to_act = table->settings.game->to_act(table->match.state.bytes);
    for (int seat = 0; seat < table->settings.seats; seat++) {
        const struct bot_seat *bot = &own->seat[seat];
        if (bot->move || bot->decision)
            move_if_due(bots, live, seat);
        else if (bits_have(to_act, seat) && !bot->thinking && table->seat[seat].bot)
            decide(bots, live, seat);
    }
}

/* ---- Timeouts ---- */

void timeouts_done(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct live_seat *seat = context;
    struct live_table *live = seat->live;
    seat->timing_out = false;
    if (outcome == CHANGE_REFUSED)
        live_table_due(live, live->environment->now_ms + AFTER_REFUSAL_MS);
}

static void move_for(struct changes *changes, struct live_seat *seat)
{
    char *text = decision_at_once(seat->live, seat->seat);
    seat->timing_out = true;
    change_submit(changes, seat->live,
                  &(struct change){.kind = ENTRY_MOVE_TIMEOUT,
                                   .seat = seat->seat,
                                   .text = text,
                                   .done = timeouts_done,
                                   .context = seat});
    free(text);
}

void timeouts_tick(struct changes *changes, struct leases *leases, struct days *days,
                   struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = live->environment->now_ms;
    if (table->settings.clock == TABLE_CLOCK_NONE || live->environment->stopping ||
        !lease_is_held(leases, live))
        return;
    for (uint64_t running = table_running(table); running;) {
        int seat = bits_pop(&running);
        int64_t left_ms = table_left_ms(table, seat, now_ms);
        if (live->seat[seat].timing_out)
            continue;
        if (left_ms <= 0 && table->settings.clock == TABLE_CLOCK_DAYS)
            days_time_up(days, &live->seat[seat]);
        else if (left_ms <= 0)
            move_for(changes, &live->seat[seat]);
        else if (left_ms < INT64_MAX)
            live_table_due(live, now_ms + left_ms);
    }
}
