#include "server/store_watch.h"

static void on_probe(struct store_job *job)
{
    struct store_watch *watch = job->context;
    watch->is_probing = false;
    if (job->outcome != STORE_OK)
        return;
    watch->is_failing = false;
    log_event(watch->log, "store_works", NULL);
}

void store_watch_check(struct store_watch *watch)
{
    struct store_figures figures;
    store_figures(watch->store, &figures);
    if (figures.failures > watch->failures && !watch->is_failing) {
        watch->is_failing = true;
        log_event(watch->log, "store_fails", json_pack("{s:s?}", "why", figures.error));
    }
    watch->failures = figures.failures;
    if (watch->is_failing && !watch->is_probing) {
        watch->is_probing = true;
        store_submit(watch->store, store_job_new(STORE_PROBE, on_probe, watch));
    }
}
