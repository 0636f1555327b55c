#include "server/store_health.h"

static void on_probe(struct store_job *job)
{
    struct store_health *health = job->context;
    health->is_probing = false;
    if (job->outcome != STORE_OK)
        return;
    health->is_failing = false;
    log_event(health->log, "store_works", NULL);
}

void store_health_check(struct store_health *health)
{
    struct store_figures figures;
    store_figures(health->store, &figures);
    if (figures.failures > health->failures && !health->is_failing) {
        health->is_failing = true;
        log_event(health->log, "store_fails", json_pack("{s:s?}", "why", figures.error));
    }
    health->failures = figures.failures;
    if (health->is_failing && !health->is_probing) {
        health->is_probing = true;
        store_submit(health->store, store_job_new(STORE_PROBE, on_probe, health));
    }
}
