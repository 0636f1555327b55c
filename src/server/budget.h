/* A rate limit in bytes per second. Unused bytes of the last few seconds can be spent at once. */
#ifndef SERVER_BUDGET_H
#define SERVER_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/* A zeroed budget is full. */
struct budget {
    int64_t at_us, left; /* `left` was right at `at_us` */
};

/* False if nothing is left. Otherwise `cost` is taken, which may overdraw the budget. */
bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second);

/* Whether it has surely filled up since the last time. */
bool budget_is_full(const struct budget *budget);

#endif
