#include "hall/address.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
