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

/* A connection that was lost and is back since the last check is logged too. */
static void check_link(struct store_health *health, const struct link_figures *link)
{
    bool is_back = link->reconnections > health->reconnections;
    if ((link->is_lost || is_back) && !health->is_loss_logged)
        log_event(health->log, "store_lost", json_pack("{s:s?}", "why", link->error));
    if (is_back)
        log_event(health->log, "store_reconnected",
                  json_pack("{s:I}", "after_ms", (json_int_t)link->away_ms));
    health->is_loss_logged = !is_back && (link->is_lost || health->is_loss_logged);
    health->reconnections = link->reconnections;
}

void store_health_check(struct store_health *health)
{
    struct store_figures figures;
    store_figures(health->store, &figures);
    check_link(health, &figures.link);
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
