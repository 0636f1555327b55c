#include "simulation_leases.h"

#include "base/check.h"
#include "simulation_check.h"

#include <string.h>

enum { LEASES_MAX = 4096, LIVES_MAX = 1024 };

struct server_life {
    char id[STORE_ID_TEXT];
    int64_t seen_ms;
};

struct lease {
    char table[STORE_ID_TEXT], server[STORE_ID_TEXT];
};

/* A server thinks about a seat until this time. */
struct thought {
    char table[STORE_ID_TEXT];
    int seat, server;
    unsigned life;
    int64_t until_ms;
};

static struct server_life lives[LIVES_MAX];
static struct lease leases[LEASES_MAX];
static struct thought thoughts[LEASES_MAX];
static int life_count, lease_count, thought_count;

void leases_model_begin(void)
{
    life_count = lease_count = thought_count = 0;
}

static struct server_life *life_of(const char *id)
{
    for (int i = 0; i < life_count; i++)
        if (strcmp(lives[i].id, id) == 0)
            return &lives[i];
    CHECK(life_count < LIVES_MAX);
    lives[life_count] = (struct server_life){0};
    memcpy(lives[life_count].id, id, STORE_ID_TEXT);
    return &lives[life_count++];
}

static bool is_alive(const char *server, int64_t now_ms)
{
    return *server && life_of(server)->seen_ms > now_ms - STORE_LEASE_MS;
}

static struct lease *lease_of(const char *table)
{
    for (int i = 0; i < lease_count; i++)
        if (strcmp(leases[i].table, table) == 0)
            return &leases[i];
    CHECK(lease_count < LEASES_MAX);
    leases[lease_count] = (struct lease){0};
    memcpy(leases[lease_count].table, table, STORE_ID_TEXT);
    return &leases[lease_count++];
}

static void run_one(const struct store_job *job, struct store_lease *asked)
{
    struct lease *lease = lease_of(asked->table);
    bool is_own = strcmp(lease->server, job->server) == 0;
    if (asked->gives_back) {
        if (is_own)
            lease->server[0] = '\0';
        return;
    }
    if (!is_alive(lease->server, job->now_ms))
        memcpy(lease->server, job->server, sizeof lease->server);
    memcpy(asked->holder, lease->server, sizeof asked->holder);
}

void leases_model_run(struct store_job *job)
{
    if (job->kind == STORE_LEASES_END) {
        life_of(job->server)->seen_ms = 0;
        return;
    }
    life_of(job->server)->seen_ms = job->now_ms;
    for (size_t i = 0; i < job->lease_count; i++)
        run_one(job, &job->leases[i]);
    for (int i = 0; i < life_count; i++)
        if (is_alive(lives[i].id, job->now_ms) && strcmp(lives[i].id, job->server) != 0)
            store_job_add_server(job, lives[i].id);
}

static bool is_same_seat(const struct thought *thought, const struct decision *decision)
{
    return thought->seat == decision->seat && strcmp(thought->table, decision->table) == 0;
}

void leases_check_thinking(struct world *world, int server, const struct decision *decision)
{
    if (decision->with_reason || !store_is_shared(world->servers[server].store))
        return;
    struct thought *own = NULL;
    for (int i = 0; i < thought_count; i++) {
        struct thought *thought = &thoughts[i];
        if (!is_same_seat(thought, decision))
            continue;
        const struct server *thinker = &world->servers[thought->server];
        if (thought->server == server)
            own = thought;
        else if (thinker->hall && thinker->life == thought->life &&
                 thought->until_ms > world->now_ms)
            fail(world, "servers %d and %d think about seat %d of %s at once", thought->server,
                 server, decision->seat, decision->table);
    }
    if (!own) {
        CHECK(thought_count < LEASES_MAX);
        own = &thoughts[thought_count++];
    }
    *own = (struct thought){.seat = decision->seat,
                            .server = server,
                            .life = world->servers[server].life,
                            .until_ms = world->now_ms + decision->ms};
    memcpy(own->table, decision->table, sizeof own->table);
}
