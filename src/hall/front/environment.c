/* What every unit of the hall uses: settings, the platform, the store, the time and the counters.
 * Set up by hall.c, which also keeps `now_ms` up to date.
 *
 * Then: addresses; buckets. */
#include "hall/front/front.h"

#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t environment_now_us(const struct environment *environment)
{
    return environment->platform.now_us(environment->platform.context);
}

int64_t environment_cpu_us(const struct environment *environment)
{
    return environment->platform.cpu_us(environment->platform.context);
}

void environment_entropy(const struct environment *environment, void *bytes, size_t size)
{
    environment->platform.entropy(environment->platform.context, bytes, size);
}

void environment_log(const struct environment *environment, const char *event, json_t *fields)
{
    environment->platform.log(environment->platform.context, event, fields);
}

struct rng environment_rng(const struct environment *environment)
{
    uint64_t seed;
    struct rng rng;
    environment_entropy(environment, &seed, sizeof seed);
    rng_start(&rng, seed);
    return rng;
}

void environment_count_latency(struct environment *environment, int64_t arrived_us)
{
    struct hall_figures *figures = &environment->figures;
    int64_t us = environment_now_us(environment) - arrived_us;
    figures->latency_count++;
    figures->latency_us += us;
    for (int i = 15; i >= 0 && us <= INT64_C(100) << i; i--)
        figures->latency[i]++;
}

int64_t environment_wait_ms(const struct environment *environment, int64_t ms)
{
    int haste = environment->settings.haste;
    return haste > 1 ? ms / haste : ms;
}

/* ---- Addresses ---- */

enum {
    KEPT_MS = 2 * 60 * 1000, /* by then all its buckets are full again */
    /* Processor time that a message may cost on average. With the standard limits, an address may
     * use a tenth of a core. */
    WORK_US_PER_MESSAGE = 250,
};

void addresses_start(struct addresses *addresses, struct environment *environment)
{
    *addresses = (struct addresses){.environment = environment};
}

struct address *addresses_get(struct addresses *addresses, const char *given)
{
    char text[ADDRESS_BYTES];
    snprintf(text, sizeof text, "%s", given);
    struct address *address = id_map_find(&addresses->by_text, text);
    if (!address) {
        address = alloc_new(sizeof *address);
        memcpy(address->text, text, sizeof text);
        id_map_add(&addresses->by_text, address);
    }
    return address;
}

static bool forget(void *context, void *item)
{
    const struct addresses *addresses = context;
    struct address *address = item;
    if (address->clients > 0 || address->seen_ms + KEPT_MS >= addresses->environment->now_ms)
        return false;
    free(address);
    return true;
}

void addresses_free(struct addresses *addresses)
{
    size_t at = 0;
    for (struct address *address; (address = id_map_next(&addresses->by_text, &at));)
        free(address);
    id_map_free(&addresses->by_text);
}

void addresses_tick(struct addresses *addresses)
{
    int64_t now_ms = addresses->environment->now_ms;
    if (addresses->swept_ms + KEPT_MS >= now_ms)
        return;
    addresses->swept_ms = now_ms;
    id_map_remove_if(&addresses->by_text, forget, addresses);
}

bool address_has_work_left(const struct addresses *addresses, struct address *address)
{
    const struct environment *environment = addresses->environment;
    int64_t ms_per_second = (int64_t)environment->settings.limits.messages_per_second *
                            ADDRESS_SHARE * WORK_US_PER_MESSAGE / 1000;
    if (ms_per_second < 1)
        ms_per_second = 1;
    return bucket_has(&address->work, 60 * ms_per_second, ms_per_second * ADDRESS_BURST_SECONDS,
                      environment->now_ms);
}

int64_t address_work_begin(struct addresses *addresses)
{
    if (addresses->measuring)
        return -1;
    addresses->measuring = true;
    return environment_cpu_us(addresses->environment);
}

void address_work_end(struct addresses *addresses, struct address *address, int64_t began_us)
{
    if (began_us < 0)
        return;
    addresses->measuring = false;
    int64_t us = environment_cpu_us(addresses->environment) - began_us;
    if (address)
        address_charge(address, us);
}

void address_charge(struct address *address, int64_t us)
{
    address->work.level -= us;
}

/* ---- Buckets ---- */

enum { TOKEN = 1000 }; /* a millisecond adds per_minute / 60 thousandths */

bool bucket_has(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms)
{
    const int64_t full = burst * TOKEN;
    if (bucket->at_ms == 0) {
        bucket->at_ms = now_ms;
        bucket->level = full;
    }
    if (now_ms < bucket->at_ms) /* the clock was set back */
        bucket->at_ms = now_ms;
    int64_t elapsed_ms = now_ms - bucket->at_ms;
    int64_t enough_ms = per_minute > 0 && burst > per_minute ? full * 60 / per_minute : 60 * 1000;
    if (elapsed_ms > enough_ms)
        elapsed_ms = enough_ms;
    int64_t gained = elapsed_ms * per_minute / 60;
    /* An interval too short to add anything is not lost: it counts at the next call. */
    if (gained > 0) {
        bucket->level += gained;
        bucket->at_ms = now_ms;
    }
    if (bucket->level > full)
        bucket->level = full;
    return bucket->level >= TOKEN;
}

bool bucket_take(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms)
{
    if (!bucket_has(bucket, per_minute, burst, now_ms))
        return false;
    bucket->level -= TOKEN;
    return true;
}

void bucket_give(struct bucket *bucket, int64_t burst)
{
    if (bucket->level < burst * TOKEN)
        bucket->level += TOKEN;
}
