/* Shares the threads that think between addresses. Decisions: what these threads are asked. */
#include "hall/play/play.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIME_MS_MIN = 5,
    LOAD_AT_EASE = 4,    /* decisions that may wait before all get less time */
    LEASE_LEFT_MS = 100, /* leases must last this much longer than a decision may take */
    HINT_MS = 1000,      /* what a hint counts for: it ends after a number of steps, not a time */
};

struct thinker {
    char address[ADDRESS_BYTES];
    struct decision *first, **end;
    int waiting, under_way;
    int64_t given_ms;
    struct thinker *next;
};

void thinking_start(struct thinking *thinking, struct leases *leases)
{
    *thinking = (struct thinking){.environment = leases->environment, .leases = leases};
}

/* A new one starts where the others are: time that it did not use before is not saved up. */
static struct thinker *thinker_get(struct thinking *thinking, const char *address)
{
    struct thinker *thinker = thinking->thinkers;
    while (thinker && strcmp(thinker->address, address) != 0)
        thinker = thinker->next;
    if (thinker)
        return thinker;
    thinker = alloc_new(sizeof *thinker);
    snprintf(thinker->address, sizeof thinker->address, "%s", address);
    thinker->end = &thinker->first;
    thinker->given_ms = thinking->given_ms;
    thinker->next = thinking->thinkers;
    thinking->thinkers = thinker;
    return thinker;
}

static void forget_if_unused(struct thinking *thinking, struct thinker *thinker)
{
    if (thinker->waiting > 0 || thinker->under_way > 0)
        return;
    struct thinker **at = &thinking->thinkers;
    while (*at != thinker)
        at = &(*at)->next;
    *at = thinker->next;
    free(thinker);
}

int thinking_time_ms(const struct thinking *thinking, const char *address,
                     const struct player *player)
{
    int64_t load = 0;
    for (const struct thinker *thinker = thinking->thinkers; thinker; thinker = thinker->next)
        load += strcmp(thinker->address, address) == 0 ? thinker->waiting + thinker->under_way : 1;
    int64_t share = 1 + load / LOAD_AT_EASE;
    if (share == 1 || player->ms <= TIME_MS_MIN)
        return player->ms;
    int ms = (int)(player->ms / share);
    return ms < TIME_MS_MIN ? TIME_MS_MIN : ms;
}

static struct decision *take_first(struct thinker *thinker)
{
    struct decision *decision = thinker->first;
    thinker->first = decision->next;
    if (!thinker->first)
        thinker->end = &thinker->first;
    thinker->waiting--;
    return decision;
}

static struct thinker *next_thinker(const struct thinking *thinking)
{
    struct thinker *next = NULL;
    for (struct thinker *thinker = thinking->thinkers; thinker; thinker = thinker->next)
        if (thinker->waiting > 0 && (!next || thinker->given_ms < next->given_ms))
            next = thinker;
    return next;
}

/* Hints are for people who are here; no lease is needed. */
static bool may_begin(const struct thinking *thinking, const struct decision *decision)
{
    return decision->with_reason || leases_last(thinking->leases, decision->ms + LEASE_LEFT_MS);
}

static void give_back(struct thinking *thinking, struct thinker *thinker, struct decision *decision)
{
    decision->undone = true;
    forget_if_unused(thinking, thinker);
    decision->done(decision);
}

static void hand_over(struct thinking *thinking)
{
    const struct environment *environment = thinking->environment;
    int threads = environment->settings.thinkers;
    struct thinker *thinker;
    while ((threads == 0 || thinking->under_way < threads) && !environment->stopping &&
           (thinker = next_thinker(thinking))) {
        struct decision *decision = take_first(thinker);
        if (!may_begin(thinking, decision)) {
            give_back(thinking, thinker, decision);
            continue;
        }
        thinking->given_ms = thinker->given_ms;
        thinker->given_ms += decision->with_reason ? HINT_MS : decision->ms;
        thinker->under_way++;
        thinking->under_way++;
        environment->platform.think(environment->platform.context, decision);
    }
}

void thinking_add(struct thinking *thinking, const char *address, struct decision *decision)
{
    struct thinker *thinker = thinker_get(thinking, address);
    decision->thinker = thinker;
    *thinker->end = decision;
    thinker->end = &decision->next;
    thinker->waiting++;
    hand_over(thinking);
}

void thinking_done(struct thinking *thinking, struct decision *decision)
{
    thinking->under_way--;
    decision->thinker->under_way--;
    forget_if_unused(thinking, decision->thinker);
    hand_over(thinking);
    decision->done(decision);
}

void thinking_free(struct thinking *thinking)
{
    while (thinking->thinkers) {
        struct thinker *thinker = thinking->thinkers;
        while (thinker->waiting > 0) {
            struct decision *decision = take_first(thinker);
            decision->undone = true;
            decision->done(decision);
        }
        thinking->thinkers = thinker->next;
        free(thinker);
    }
}

/* ---- Decisions ---- */

void decision_think(struct decision *decision)
{
    struct player_question question = {.game = decision->game,
                                       .seat = decision->seat,
                                       .view = decision->view.bytes,
                                       .memory = decision->memory.bytes,
                                       .rng = &decision->rng,
                                       .ms = decision->ms,
                                       .iterations = decision->iterations};
    struct buffer detail;
    buffer_start(&detail, decision->detail, sizeof decision->detail);
    if (!decision->with_reason) {
        player_choose(decision->player, &question, &decision->move.head);
    } else if (!decision->player) {
        player_advise(&question, &decision->move.head, &detail, &decision->advice);
    } else {
        bool waits = decision->advice.waits = player_waits(decision->player, &question);
        if (!waits)
            player_choose(decision->player, &question, &decision->move.head);
        decision->advice.key = player_reason(decision->player, &question,
                                             waits ? NULL : &decision->move.head, &detail);
    }
}

void decision_start(struct decision *decision, const struct live_table *live, int seat,
                    const struct player *player)
{
    const struct table *table = live->table;
    decision->hall = live->environment->hall;
    memcpy(decision->table, live->id, sizeof decision->table);
    decision->version = table->version;
    decision->seat = seat;
    decision->game = table->settings.game;
    decision->player = player;
    decision->rng = environment_rng(live->environment);
    game_view(table->settings.game, table->match.state.bytes, seat, decision->view.bytes);
    decision->memory = table->match.memories[seat];
}

char *decision_move_text(const struct decision *decision, const void *state)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    decision->game->format(state, &decision->move.head, &text);
    CHECK(!text.cut);
    return alloc_text(storage);
}

char *decision_at_once(const struct live_table *live, int seat)
{
    struct decision *decision = alloc_new(sizeof *decision);
    decision_start(decision, live, seat, player_find("easy"));
    decision_think(decision);
    char *text = decision_move_text(decision, live->table->match.state.bytes);
    free(decision);
    return text;
}
