#include "server/budget.h"

#include "base/clock.h"

enum { BUDGET_SECONDS = 3, BUDGET_US = BUDGET_SECONDS * 1000000 };

bool budget_spend(struct budget *budget, int64_t cost, int64_t per_second)
{
    int64_t now_us = clock_us(), full = per_second * BUDGET_SECONDS;
    int64_t passed_us = budget->at_us ? now_us - budget->at_us : BUDGET_US;
    if (passed_us > BUDGET_US)
        passed_us = BUDGET_US;
    budget->left += passed_us * per_second / 1000000;
    budget->at_us = now_us;
    if (budget->left > full)
        budget->left = full;
    if (budget->left <= 0)
        return false;
    budget->left -= cost;
    return true;
}

bool budget_is_full(const struct budget *budget)
{
    return budget->at_us + BUDGET_US < clock_us();
}
