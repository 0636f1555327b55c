/* Whose computer players think next, and for how long. Threads are shared between addresses, not
 * between decisions: however many tables one address has, another one's turn comes as if it had few.
 *
 * A table's thinking counts for the address of its host, or of whoever came first while the host was
 * never there; a hint counts for the address of whoever asks. Each address has a queue and an account
 * of the time it was given; the one that was given least is next. Nothing here depends on what is
 * hidden in a match. */
#include "hall/inside.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THOUGHT_MS_MIN = 5,
    /* So many may wait before all are given less time. */
    THOUGHTS_AT_EASE = 4,
    HINT_MS = 1000, /* what a hint counts for: it ends after a number of steps, not after a time */
};

/* An address with decisions that wait or are under way. */
struct thinker {
    char address[ADDRESS_BYTES];
    struct decision *first, **end;
    int waiting, under_way;
    int64_t given_ms;
    struct thinker *next;
};

static struct thinker *thinker_find(const struct hall *hall, const char *address)
{
    struct thinker *thinker = hall->thinkers;
    while (thinker && strcmp(thinker->address, address) != 0)
        thinker = thinker->next;
    return thinker;
}

/* One that comes anew begins where the others are: time it did not use before is not saved up. */
static struct thinker *thinker_get(struct hall *hall, const char *address)
{
    struct thinker *thinker = thinker_find(hall, address);
    if (thinker)
        return thinker;
    thinker = calloc(1, sizeof *thinker);
    CHECK(thinker);
    snprintf(thinker->address, sizeof thinker->address, "%s", address);
    thinker->end = &thinker->first;
    thinker->given_ms = hall->thinking_ms;
    thinker->next = hall->thinkers;
    hall->thinkers = thinker;
    return thinker;
}

static void thinker_forget(struct hall *hall, struct thinker *thinker)
{
    if (thinker->waiting > 0 || thinker->under_way > 0)
        return;
    struct thinker **at = &hall->thinkers;
    while (*at != thinker)
        at = &(*at)->next;
    *at = thinker->next;
    free(thinker);
}

int thinking_ms(const struct hall *hall, const char *address, const struct player *player)
{
    int64_t load = 0;
    for (const struct thinker *thinker = hall->thinkers; thinker; thinker = thinker->next)
        load += strcmp(thinker->address, address) == 0 ? thinker->waiting + thinker->under_way : 1;
    int64_t share = 1 + load / THOUGHTS_AT_EASE;
    if (share == 1 || player->ms <= THOUGHT_MS_MIN)
        return player->ms;
    int ms = (int)(player->ms / share);
    return ms < THOUGHT_MS_MIN ? THOUGHT_MS_MIN : ms;
}

static struct decision *decision_take(struct thinker *thinker)
{
    struct decision *decision = thinker->first;
    thinker->first = decision->next;
    if (!thinker->first)
        thinker->end = &thinker->first;
    thinker->waiting--;
    return decision;
}

static struct thinker *thinker_next(const struct hall *hall)
{
    struct thinker *next = NULL;
    for (struct thinker *thinker = hall->thinkers; thinker; thinker = thinker->next)
        if (thinker->waiting > 0 && (!next || thinker->given_ms < next->given_ms))
            next = thinker;
    return next;
}

static void hand_over(struct hall *hall)
{
    struct thinker *thinker;
    while ((hall->settings.thinkers == 0 || hall->thinking < hall->settings.thinkers) &&
           !hall->stopping && (thinker = thinker_next(hall))) {
        struct decision *decision = decision_take(thinker);
        hall->thinking_ms = thinker->given_ms;
        thinker->given_ms += decision->context ? HINT_MS : decision->ms;
        thinker->under_way++;
        hall->thinking++;
        hall->outside.think(hall->outside.context, decision);
    }
}

void thinking_add(struct hall *hall, const char *address, struct decision *decision)
{
    struct thinker *thinker = thinker_get(hall, address);
    decision->thinker = thinker;
    *thinker->end = decision;
    thinker->end = &decision->next;
    thinker->waiting++;
    hand_over(hall);
}

void thinking_done(struct hall *hall, const struct decision *decision)
{
    hall->thinking--;
    decision->thinker->under_way--;
    thinker_forget(hall, decision->thinker);
    hand_over(hall);
}

void thinking_free(struct hall *hall)
{
    while (hall->thinkers) {
        struct thinker *thinker = hall->thinkers;
        while (thinker->waiting > 0) {
            struct decision *decision = decision_take(thinker);
            if (!decision->context) /* otherwise it is the hint's */
                free(decision);
        }
        hall->thinkers = thinker->next;
        free(thinker);
    }
}
