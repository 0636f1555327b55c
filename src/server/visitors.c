#include "server/visitors.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUDGET_SHARE = 20, /* an address may send as much as this many connections */
    SWEEP_US = 10000000,
};

/* Where the pointer to the visitor is, or belongs. */
static struct visitor **find_place(struct visitors *visitors, const char *address)
{
    struct visitor **place = &visitors->chains[hash_text(HASH_START, address) % VISITOR_CHAINS];
    while (*place && strcmp((*place)->address, address) != 0)
        place = &(*place)->next;
    return place;
}

struct visitor *visitors_find(struct visitors *visitors, const char *address)
{
    return *find_place(visitors, address);
}

struct visitor *visitors_get(struct visitors *visitors, const char *address)
{
    struct visitor **place = find_place(visitors, address);
    if (!*place) {
        *place = memory_new(sizeof **place);
        snprintf((*place)->address, IP_TEXT, "%s", address);
    }
    return *place;
}

bool visitors_spend(struct visitors *visitors, const char *address, int64_t cost)
{
    struct visitor *visitor = visitors_get(visitors, address);
    return budget_spend(&visitor->budget, cost, BUDGET_SHARE * visitors->per_second);
}

void visitors_release(struct visitors *visitors, struct visitor *visitor)
{
    if (visitor->sockets > 0 || visitor->websockets > 0 || visitor->incomplete > 0 ||
        !budget_is_full(&visitor->budget))
        return;
    *find_place(visitors, visitor->address) = visitor->next;
    free(visitor);
}

void visitors_tick(struct visitors *visitors)
{
    int64_t now_us = clock_us();
    if (visitors->swept_us + SWEEP_US >= now_us)
        return;
    visitors->swept_us = now_us;
    for (int i = 0; i < VISITOR_CHAINS; i++) {
        struct visitor *next;
        for (struct visitor *visitor = visitors->chains[i]; visitor; visitor = next) {
            next = visitor->next;
            visitors_release(visitors, visitor);
        }
    }
}

void visitors_free(struct visitors *visitors)
{
    for (int i = 0; i < VISITOR_CHAINS; i++)
        while (visitors->chains[i]) {
            struct visitor *visitor = visitors->chains[i];
            visitors->chains[i] = visitor->next;
            free(visitor);
        }
}
