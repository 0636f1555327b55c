#include "server/visitors.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BUDGET_SHARE = 20, /* an address may send as much as this many connections */
    SWEEP_US = 10000000,
};

struct visitor *visitors_find(struct visitors *visitors, const char *address)
{
    return id_map_find(&visitors->by_address, address);
}

struct visitor *visitors_get(struct visitors *visitors, const char *address)
{
    struct visitor *visitor = visitors_find(visitors, address);
    if (!visitor) {
        visitor = alloc_new(sizeof *visitor);
        snprintf(visitor->address, IP_TEXT, "%s", address);
        id_map_add(&visitors->by_address, visitor);
    }
    return visitor;
}

bool visitors_spend(struct visitors *visitors, const char *address, int64_t cost)
{
    struct visitor *visitor = visitors_get(visitors, address);
    return budget_spend(&visitor->budget, cost, BUDGET_SHARE * visitors->per_second);
}

static bool is_forgettable(const struct visitor *visitor)
{
    return visitor->sockets == 0 && visitor->websockets == 0 && visitor->incomplete == 0 &&
           budget_is_full(&visitor->budget);
}

void visitors_release(struct visitors *visitors, struct visitor *visitor)
{
    if (!is_forgettable(visitor))
        return;
    id_map_remove(&visitors->by_address, visitor->address);
    free(visitor);
}

static bool forget(void *context, void *item)
{
    (void)context;
    bool is_forgotten = is_forgettable(item);
    if (is_forgotten)
        free(item);
    return is_forgotten;
}

void visitors_tick(struct visitors *visitors)
{
    int64_t now_us = clock_us();
    if (visitors->swept_us + SWEEP_US >= now_us)
        return;
    visitors->swept_us = now_us;
    id_map_remove_if(&visitors->by_address, forget, NULL);
}

void visitors_free(struct visitors *visitors)
{
    size_t at = 0;
    for (struct visitor *visitor; (visitor = id_map_next(&visitors->by_address, &at));)
        free(visitor);
    id_map_free(&visitors->by_address);
}
