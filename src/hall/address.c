#include "hall/address.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = 4096,
    KEPT_MS = 2 * 60 * 1000, /* by then all its buckets are full again */
    /* Processor time that a message may cost on average. With the standard limits, an address may
     * use a tenth of a core. */
    WORK_US_PER_MESSAGE = 250,
};

void addresses_start(struct addresses *addresses, struct environment *environment)
{
    *addresses = (struct addresses){
        .environment = environment,
        .chains = memory_new_array(CHAINS, sizeof *addresses->chains),
    };
}

struct address *addresses_get(struct addresses *addresses, const char *given)
{
    char text[ADDRESS_BYTES];
    snprintf(text, sizeof text, "%s", given);
    struct address **chain = &addresses->chains[hash_text(HASH_START, text) % CHAINS];
    struct address *address = *chain;
    while (address && strcmp(address->text, text) != 0)
        address = address->next;
    if (!address) {
        address = memory_new(sizeof *address);
        memcpy(address->text, text, sizeof text);
        address->next = *chain;
        *chain = address;
    }
    return address;
}

static bool is_unused(const struct addresses *addresses, const struct address *address)
{
    return address->clients == 0 && address->seen_ms + KEPT_MS < addresses->environment->now_ms;
}

static void sweep(struct addresses *addresses, bool all)
{
    for (int i = 0; i < CHAINS; i++) {
        struct address **link = &addresses->chains[i];
        while (*link) {
            struct address *address = *link;
            if (all || is_unused(addresses, address)) {
                *link = address->next;
                free(address);
            } else {
                link = &address->next;
            }
        }
    }
}

void addresses_free(struct addresses *addresses)
{
    sweep(addresses, true);
    free(addresses->chains);
}

void addresses_tick(struct addresses *addresses)
{
    int64_t now_ms = addresses->environment->now_ms;
    if (addresses->swept_ms + KEPT_MS >= now_ms)
        return;
    addresses->swept_ms = now_ms;
    sweep(addresses, false);
}

bool address_has_work_left(const struct addresses *addresses, struct address *address)
{
    const struct environment *environment = addresses->environment;
    int ms_per_second = environment->settings.limits.messages_per_second * ADDRESS_SHARE *
                        WORK_US_PER_MESSAGE / 1000;
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
