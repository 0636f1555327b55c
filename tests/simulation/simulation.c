/* A deterministic simulation of the server: one or two halls on one database, many clients, a network
 * that delays and cuts connections, slow disks, servers that die and restart. A seed decides
 * everything, so every failure can be reproduced. Later in each round nothing goes wrong any more,
 * and every match must end.
 *
 * Checked all the time:
 * - Servers send nothing that is not on the disk, and what they have sent stays there.
 * - They send exactly what the viewer may know. A watcher receives every version once and in order,
 *   and every request is answered.
 * - The memory of a hall equals what the entries say. So restarts change nothing, and two halls on
 *   one database never disagree.
 * - A refused move is never made, and a move that is sent several times is made once.
 * - Who follows, blocks, invites and reports whom is what people have asked for; nobody hears those whom they block.
 *
 * From the top down:
 *
 *     simulation.c  rounds
 *     behaviour.c   what clients do from time to time: like a good page, or like a bad client
 *     actors.c      clients; what they do at tables, and by HTTP
 *     server.c      servers
 *     check.c       checks every message and every answer
 *     truth.c       what the database says; the names of people who are deleted
 *     people.c      what people are to each other; friends.c: their lists, and what actors do about others
 *     database.c    the database of a round: on a disk that can fail, on PostgreSQL, or in memory
 *     world.c       the state of a round: events in time, the network, what clients learn
 *
 * usage: simulation [--seed N] [--rounds R] [--verbose] [--database memory|URL]
 *     R rounds (20) with seeds N (1), N + 1, … on SQLite, in memory, or on PostgreSQL */
#include "simulation.h"
#include "base/base.h"
#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CALM_LIMIT_MS = 7200 * 1000, /* for matches (99 rounds) to end once nothing goes wrong */
    QUIET_MS = 20 * 1000,        /* for answers to arrive */
};

static int pick(struct rng *rng, int a, int b, int c)
{
    int which = random_below(rng, 3);
    return which == 0 ? a : which == 1 ? b : c;
}

static void plan_kills(struct world *world)
{
    int every_ms = pick(&world->rng, 0, 5000, 20000);
    for (int s = 0; every_ms && s < world->server_count; s++)
        for (int64_t at_ms = world->now_ms + random_below(&world->rng, every_ms);
             at_ms < world->calm_ms; at_ms += random_below(&world->rng, 2 * every_ms)) {
            event_plan(world, (struct event){.at_ms = at_ms, .kind = EVENT_KILL, .who = s});
            at_ms += random_between(&world->rng, 50, 3000);
            event_plan(world, (struct event){.at_ms = at_ms, .kind = EVENT_START, .who = s});
        }
}

static void world_begin(struct world *world)
{
    struct rng *rng = &world->rng;
    rng_start(rng, world->seed);
    world->begun_ms = world->now_ms = 1800000000000;
    world->digest = 0xcbf29ce484222325;
    database_begin(&world->now_ms);
    truth_open(world);
    people_begin(world);
    world->calm_ms = world->now_ms + random_between(rng, 5000, 40000);
    world->latency_ms = pick(rng, 2, 30, 300);
    world->drop = pick(rng, 0, 15, 80);
    world->disk_ms = pick(rng, 1, 10, 200);
    world->decision_ms = pick(rng, 5, 100, 2000);
    world->double_send = pick(rng, 0, 100, 400);
    world->full = pick(rng, 0, 0, 30);
    world->tables_wanted = random_between(rng, 1, 4);
    world->limits = hall_limits_standard;
    world->limits.new_people_per_minute = 10000;
    world->limits.new_tables_per_minute = 10000;
    world->limits.watches_per_client = pick(rng, 3, 50, 50);
    world->limits.tables_per_person = pick(rng, 2, 20, 20);
    /* Shorter than long rounds: sessions that were left behind expire, and people without an account
     * are purged, while those in use must stay. */
    world->session_ms = pick(rng, 0, 1500000, 600000);
    world->guest_ms = pick(rng, 0, 900000, 600000);
    /* An hour passes in 36 s or in 4 s: failures meet what is done with unused tables. */
    world->haste = pick(rng, 1, 100, 1000);
    world->social = database_has_accounts() ? pick(rng, 0, 200, 600) : 0;
    world->server_count = happens(rng, 400) ? 2 : 1;
    for (int s = 0; s < world->server_count; s++) {
        world->servers[s].skew_ms = happens(rng, 500) ? 0 : random_between(rng, -5000, 5000);
        server_start(world, s);
    }
    world->actor_count = random_between(rng, 2, 8);
    for (int a = 0; a < world->actor_count; a++) {
        world->actors[a] = actor_new(world, a);
        world->actors[a]->mischief = happens(rng, 300) ? pick(rng, 20, 200, 900) : 0;
        if (a > 0 && happens(rng, 100) && world->actors[a - 1]->twin < 0)
            world->actors[a]->twin = a - 1;
        event_plan(world, (struct event){.at_ms = world->now_ms + random_below(rng, 500),
                                         .kind = EVENT_WAKE,
                                         .who = a});
    }
    plan_kills(world);
}

static void world_step(struct world *world)
{
    struct event event = event_take(world);
    CHECK(event.at_ms >= world->now_ms);
    world->now_ms = event.at_ms;
    world->counts.events++;
    switch (event.kind) {
    case EVENT_WAKE: {
        struct actor *actor = world->actors[event.who];
        if (world->is_quiet)
            return;
        actor_wake(world, actor);
        int pace_ms = world->is_calm && actor->pace_ms > 300 ? 300 : actor->pace_ms;
        event.at_ms += 1 + random_below(&actor->rng, pace_ms);
        if (!world->is_calm && happens(&actor->rng, 5))
            event.at_ms += random_below(&actor->rng, 40000); /* falls asleep */
        event_plan(world, event);
        return;
    }
    case EVENT_TO_ACTOR:
        if (!event.connection->cut && event.connection->open)
            actor_receives(world, world->actors[event.connection->actor], &event);
        break;
    case EVENT_ACTOR_DISCONNECTED:
        actor_disconnected(world, world->actors[event.connection->actor], event.connection);
        break;
    case EVENT_KILL:
        server_kill(world, event.who, happens(&world->rng, 250));
        break;
    case EVENT_START:
        server_start(world, event.who);
        break;
    default:
        server_event(world, &event);
    }
    event_free(&event);
}

static void world_run(struct world *world, int64_t until_ms)
{
    while (world->events[0].at_ms <= until_ms)
        world_step(world);
    world->now_ms = until_ms;
}

static void tables_found(struct store_job *job)
{
    struct world *world = job->context;
    for (size_t i = 0; i < job->table_count; i++)
        if (!truth_reach(world, job->tables[i], 0))
            fail(world, "table %s is open and has no entries", job->tables[i]);
}

/* Whether no match is in progress at any table. */
static bool all_over(struct world *world, bool look)
{
    if (look) {
        store_submit(world->store, store_job_new(STORE_TABLES_OPEN, tables_found, world));
        store_work(world->store);
        store_collect(world->store);
    }
    for (int i = 0; i < world->truth_count; i++) {
        struct truth *truth = world->truths[i];
        truth_reach(world, truth->id, (int64_t)truth->instant_count);
        if (truth->table->state == TABLE_PLAYING)
            return false;
    }
    return true;
}

static void world_calm(struct world *world)
{
    trace(world, "calm");
    world->is_calm = true;
    world->tables_wanted = 0;
    world->latency_ms = 5;
    world->disk_ms = 2;
    if (world->decision_ms > 20)
        world->decision_ms = 20;
    for (int s = 0; s < world->server_count; s++)
        if (!world->servers[s].hall)
            server_start(world, s);
    for (int64_t until_ms = world->now_ms + CALM_LIMIT_MS; !all_over(world, true);) {
        if (world->now_ms > until_ms)
            for (int i = 0; i < world->truth_count; i++)
                if (world->truths[i]->table->state == TABLE_PLAYING)
                    fail(world, "table %s (%s) does not come to its end: version %lld",
                         world->truths[i]->id, world->truths[i]->table->settings.game->id,
                         (long long)world->truths[i]->table->version);
        world_run(world, world->now_ms + 1000);
    }
}

static void presence(struct world *world, int server, const char *table, uint32_t *online,
                     int *spectators)
{
    struct truth *truth = truth_reach(world, table, 0);
    bool is_shared = store_is_shared(world->servers[server].store);
    for (const struct connection *connection = world->connections; connection;
         connection = connection->next)
        for (int i = 0; i < connection->stream_count; i++) {
            const struct stream *stream = &connection->streams[i];
            if ((connection->server != server && !is_shared) || !connection->client ||
                !stream->on || strcmp(stream->table, table) != 0)
                continue;
            int seat = truth_seat(truth, (int64_t)truth->instant_count - 1, connection->person);
            if (seat == GAME_SPECTATOR)
                ++*spectators;
            else
                *online |= UINT32_C(1) << seat;
        }
}

/* Every watcher knows who is online, at all servers if they tell each other. */
static void check_presence(struct world *world)
{
    for (const struct connection *connection = world->connections; connection;
         connection = connection->next)
        for (int i = 0; i < connection->stream_count; i++) {
            const struct stream *stream = &connection->streams[i];
            if (!connection->client || connection->cut || connection->ended || !stream->on)
                continue;
            uint32_t online = 0;
            int spectators = 0;
            presence(world, connection->server, stream->table, &online, &spectators);
            if (online != stream->online || spectators != stream->spectators)
                fail(world,
                     "connection %d, table %s: online should be %x with %d spectators, not %x and "
                     "%d",
                     connection->number, stream->table, online, spectators, stream->online,
                     stream->spectators);
        }
}

/* Every request is answered, and every watcher has received all versions. */
static void world_quiet(struct world *world)
{
    trace(world, "quiet");
    world->is_quiet = true;
    world_run(world, world->now_ms + QUIET_MS);
    for (const struct connection *connection = world->connections; connection;
         connection = connection->next) {
        if (!connection->client || connection->cut || connection->ended)
            continue;
        if (connection->is_http)
            fail(world, "connection %d: no answer by HTTP", connection->number);
        for (size_t i = 0; i < connection->pending_count; i++) {
            char *id = json_dumps(connection->pending[i].id, JSON_ENCODE_ANY);
            if (connection->pending[i].arrived)
                fail(world, "connection %d: no answer to %s %s", connection->number,
                     connection->pending[i].cmd, id);
            free(id);
        }
        for (int i = 0; i < connection->stream_count; i++) {
            const struct stream *stream = &connection->streams[i];
            if (!stream->on)
                continue;
            int64_t version = stream->version;
            if (!truth_reach(world, stream->table, version + 1))
                continue;
            world_run(world, world->now_ms + 1000); /* it may be on its way */
            if (stream->version == version)
                fail(world, "connection %d: watches table %s, and received nothing after %lld",
                     connection->number, stream->table, (long long)stream->version);
        }
    }
    check_presence(world);
    people_check_quiet(world);
}

static void check_refused(struct world *world)
{
    for (size_t i = 0; i < world->refused_count; i++) {
        const struct refused *refused = &world->refused[i];
        struct truth *truth = truth_reach(world, refused->table, 0);
        int actor, number;
        if (!truth || sscanf(refused->cid, "%d-%d", &actor, &number) != 2 ||
            world->actors[actor]->sends[number] != 1)
            continue;
        for (size_t e = 0; e < truth->table->entry_count; e++) {
            const char *cid = truth->table->entries[e].cid;
            if (cid && strcmp(cid, refused->cid) == 0)
                fail(world, "table %s: the move %s was refused, and made as %zu", truth->id, cid,
                     e);
        }
    }
}

/* All clients leave for good: in the end all tables are closed. */
static void world_abandon(struct world *world)
{
    trace(world, "desert");
    for (struct connection *connection = world->connections; connection;
         connection = connection->next)
        connection_cut(world, connection, true);
    world_run(world, world->now_ms + 2 * 3600 * 1000);
    all_over(world, true);
    /* Tables without any client since a server started are closed after a day. */
    for (int i = 0; i < world->truth_count; i++)
        if (world->truths[i]->table->state != TABLE_CLOSED) {
            world_run(world, world->now_ms + 24 * 3600 * 1000);
            all_over(world, true);
            break;
        }
    for (int i = 0; i < world->truth_count; i++)
        if (world->truths[i]->table->state != TABLE_CLOSED)
            fail(world, "table %s is not closed", world->truths[i]->id);
}

static void world_end(struct world *world)
{
    for (int s = 0; s < world->server_count; s++)
        server_kill(world, s, true);
    check_refused(world);
    names_check(world);
    people_end(world);
    truth_close(world);
    for (size_t i = 0; i < world->event_count; i++)
        event_free(&world->events[i]);
    free(world->events);
    for (int a = 0; a < world->actor_count; a++)
        actor_free(world->actors[a]);
    connections_free(world);
    free(world->refused);
    database_end();
}

static struct world world_round(uint64_t seed, bool verbose, int rounds_passed)
{
    struct world *world = alloc_new(sizeof *world);
    world->seed = seed;
    world->verbose = verbose;
    world->rounds_passed = rounds_passed;
    world_begin(world);
    world_run(world, world->calm_ms);
    world_calm(world);
    world_quiet(world);
    if (seed % 20 == 0)
        world_abandon(world);
    world_end(world);
    struct world result = *world;
    free(world);
    return result;
}

static void counts_print(const struct counts *t)
{
    printf("%lld tables, %lld matches finished; %lld moves by people, %lld by computers, %lld by "
           "the clock\n",
           (long long)t->tables, (long long)t->finished, (long long)t->people_moves,
           (long long)t->bot_moves, (long long)t->timeouts);
    printf("%lld requests, %lld refused, %lld made before; %lld messages, %lld steps\n",
           (long long)t->requests, (long long)t->refused, (long long)t->again,
           (long long)t->messages, (long long)t->steps);
    printf("%lld accounts deleted, %lld people removed by a vote, %lld by the host; %lld times "
           "spectators are named, %lld holidays changed\n",
           (long long)t->deleted, (long long)t->votes, (long long)t->removed, (long long)t->named,
           (long long)t->holidays);
    printf("%lld ties between people, %lld invitations, %lld lists of friends, %lld reports, "
           "%lld kept from a seat\n",
           (long long)t->ties, (long long)t->invited, (long long)t->lists, (long long)t->reports,
           (long long)t->barred);
    printf("%lld kills, %lld stops, %lld connections cut, %lld times no disk; %lld events\n",
           (long long)t->kills, (long long)t->stops, (long long)t->drops,
           (long long)t->disk_failures, (long long)t->events);
}

static void counts_add(struct counts *sum, const struct counts *round)
{
    int64_t *to = (int64_t *)sum;
    const int64_t *from = (const int64_t *)round;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    int rounds = 20;
    bool verbose = false;
    const char *database = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--database") == 0 && i + 1 < argc)
            database = argv[++i];
        else if (strcmp(argv[i], "--verbose") == 0)
            verbose = true;
        else
            return fprintf(stderr, "usage: simulation [--seed N] [--rounds R] [--verbose]"
                                   " [--database memory|URL]\n"),
                   2;
    }
    database_choose(database);
    struct counts sum = {0};
    for (int i = 0; i < rounds; i++) {
        struct world world = world_round(seed + (uint64_t)i, verbose, i);
        counts_add(&sum, &world.counts);
        /* The same seed gives the same round. */
        if (i == 0 && !verbose && world_round(seed, false, 0).digest != world.digest)
            fail(&world, "not the same when run again");
        if (verbose)
            printf("seed %llu: digest %016llx\n", (unsigned long long)world.seed,
                   (unsigned long long)world.digest);
    }
    counts_print(&sum);
    printf("%d passed, 0 failed\n", rounds);
    return 0;
}
