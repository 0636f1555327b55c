#include "hall/aging.h"

#include <string.h>

void aging_start(struct aging *aging, struct clients *clients)
{
    *aging = (struct aging){.clients = clients, .environment = clients->environment};
}

bool aging_has_expired(const struct environment *environment, int64_t used_ms)
{
    int64_t lasts_ms = environment->settings.session_ms;
    return lasts_ms > 0 && used_ms > 0 && used_ms < environment->now_ms - lasts_ms;
}

/* A session in use is dated anew after this time: a day, or less if things end soon. */
static int64_t dated_ms(const struct environment *environment)
{
    const struct hall_settings *settings = &environment->settings;
    int64_t ms = environment_wait_ms(environment, AGING_DATED_MS);
    if (settings->session_ms > 0 && settings->session_ms / AGING_PARTS < ms)
        ms = settings->session_ms / AGING_PARTS;
    if (settings->guest_ms > 0 && settings->guest_ms / AGING_PARTS < ms)
        ms = settings->guest_ms / AGING_PARTS;
    return ms;
}

void aging_use(struct client *client, int64_t used_ms)
{
    const struct environment *environment = client->environment;
    client->session_dated_ms = used_ms;
    if (used_ms > environment->now_ms - dated_ms(environment))
        return;
    client->session_dated_ms = environment->now_ms;
    struct store_job *job = store_job_new(STORE_SESSION_USE, NULL, NULL);
    job->now_ms = environment->now_ms;
    memcpy(job->session_hash, client->session, sizeof job->session_hash);
    store_submit(environment->store, job);
}

/* Connections that last for days use their session too. */
static void use_connected(const struct aging *aging)
{
    const struct environment *environment = aging->environment;
    int64_t before_ms = environment->now_ms - dated_ms(environment);
    int count = 0;
    for (struct client *client = aging->clients->first; client && count < AGING_SESSIONS;
         client = client->next) {
        if (!client->person || client->session_dated_ms > before_ms)
            continue;
        aging_use(client, client->session_dated_ms);
        count++;
    }
}

static void purged(struct store_job *job)
{
    struct aging *aging = job->context;
    aging->is_under_way = false;
    if (job->outcome != STORE_FAILED)
        aging->from = job->next_from;
}

void aging_tick(struct aging *aging)
{
    const struct environment *environment = aging->environment;
    if (environment->stopping || aging->is_under_way ||
        environment->now_ms - aging->done_ms < environment_wait_ms(environment, AGING_MS))
        return;
    aging->done_ms = environment->now_ms;
    use_connected(aging);
    if (environment->settings.session_ms > 0) {
        struct store_job *job = store_job_new(STORE_SESSIONS_EXPIRE, NULL, NULL);
        job->before_ms = environment->now_ms - environment->settings.session_ms;
        job->limit = AGING_SESSIONS;
        store_submit(environment->store, job);
    }
    if (environment->settings.guest_ms > 0) {
        struct store_job *job = store_job_new(STORE_PEOPLE_PURGE, purged, aging);
        job->before_ms = environment->now_ms - environment->settings.guest_ms;
        job->from = aging->from;
        job->limit = AGING_PEOPLE;
        aging->is_under_way = true;
        store_submit(environment->store, job);
    }
}
