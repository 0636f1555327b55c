/* A deterministic simulation of the server: one or two halls on one database, many clients, a network
 * that delays, cuts and doubles, disks that take their time, servers that die and start again;
 * everything decided by a seed, so that whatever goes wrong goes wrong again. Then it becomes calm,
 * and every game must come to its end.
 *
 * What must hold, all the time:
 * - nothing is told that is not on the disk, and what was told stays there (simulation_truth.c);
 * - what is told is what that viewer may know, byte for byte, and no more; a watcher gets every
 *   version once and in order, and every request its answer (simulation_told.c);
 * - what a hall has in memory is what the entries say, so a hall that starts anew has the same, and
 *   two halls on one database never disagree;
 * - a move refused is never made, and one sent several times is made once.
 *
 *     simulation_net.c        time, the network, servers
 *     simulation_truth.c      what the database says
 *     simulation_told.c       every message against that
 *     simulation_actor.c      clients as they should be
 *     simulation_mischief.c   and as they should not
 *     simulation_http.c       and programs that ask by HTTP
 *     simulation_disk.c       a disk that can fail
 *
 * usage: simulation [--seed N] [--rounds R] [--verbose]    rounds from seed N on (1, 20) */
#include "simulation.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CALM_LIMIT_MS = 40 * 60 * 1000, /* so long games may take when nothing goes wrong */
    QUIET_MS = 20 * 1000,           /* so long answers may take */
};

static int rounds_passed;

void broken(const struct world *world, const char *format, ...)
{
    fflush(stdout);
    printf("seed %llu, after %lld ms: ", (unsigned long long)world->seed,
           (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\nagain: simulation --seed %llu --rounds 1 --verbose\n%d passed, 1 failed\n",
           (unsigned long long)world->seed, rounds_passed);
    fflush(stdout);
    _exit(1);
}

void trace(const struct world *world, const char *format, ...)
{
    if (!world->verbose)
        return;
    printf("%7lld  ", (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

int chance(struct rng *rng, int below)
{
    return (int)rng_below(rng, (uint32_t)below);
}

bool happens(struct rng *rng, int per_mille)
{
    return chance(rng, 1000) < per_mille;
}

int between(struct rng *rng, int low, int high)
{
    return low + chance(rng, high - low + 1);
}

/* ---- A round ---- */

static int pick(struct rng *rng, int a, int b, int c)
{
    int which = chance(rng, 3);
    return which == 0 ? a : which == 1 ? b : c;
}

static void world_files_remove(const struct world *world)
{
    char path[300];
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", NULL};
    for (int i = 0; ends[i]; i++) {
        snprintf(path, sizeof path, "%s%s", world->database, ends[i]);
        unlink(path);
    }
}

static void plan_kills(struct world *world)
{
    int every_ms = pick(&world->rng, 0, 5000, 20000);
    for (int s = 0; every_ms && s < world->server_count; s++)
        for (int64_t at_ms = world->now_ms + chance(&world->rng, every_ms); at_ms < world->calm_ms;
             at_ms += chance(&world->rng, 2 * every_ms)) {
            moment_plan(world, (struct moment){.at_ms = at_ms, .kind = MOMENT_KILL, .who = s});
            at_ms += between(&world->rng, 50, 3000);
            moment_plan(world, (struct moment){.at_ms = at_ms, .kind = MOMENT_START, .who = s});
        }
}

static void world_begin(struct world *world)
{
    struct rng *rng = &world->rng;
    rng_start(rng, world->seed);
    world->begun_ms = world->now_ms = 1800000000000;
    world->digest = 0xcbf29ce484222325;
    struct stat shared;
    const char *folder = stat("/dev/shm", &shared) == 0 ? "/dev/shm" : "/tmp";
    snprintf(world->database, sizeof world->database, "%s/ludosaure-simulation-%ld.db", folder,
             (long)getpid());
    world_files_remove(world);
    truth_open(world);
    world->calm_ms = world->now_ms + between(rng, 5000, 40000);
    world->latency_ms = pick(rng, 2, 30, 300);
    world->drop = pick(rng, 0, 15, 80);
    world->disk_ms = pick(rng, 1, 10, 200);
    world->decision_ms = pick(rng, 5, 100, 2000);
    world->double_send = pick(rng, 0, 100, 400);
    world->full = pick(rng, 0, 0, 30);
    world->tables_wanted = between(rng, 1, 4);
    world->limits = hall_limits_standard;
    world->limits.new_people_per_minute = 10000;
    world->limits.new_tables_per_minute = 10000;
    world->limits.watches_per_client = pick(rng, 3, 50, 50);
    world->limits.tables_per_person = pick(rng, 2, 20, 20);
    world->server_count = happens(rng, 400) ? 2 : 1;
    for (int s = 0; s < world->server_count; s++) {
        world->servers[s].skew_ms = happens(rng, 500) ? 0 : between(rng, -5000, 5000);
        server_start(world, s);
    }
    world->actor_count = between(rng, 2, 8);
    for (int a = 0; a < world->actor_count; a++) {
        world->actors[a] = actor_new(world, a);
        world->actors[a]->mischief = happens(rng, 300) ? pick(rng, 20, 200, 900) : 0;
        if (a > 0 && happens(rng, 100) && world->actors[a - 1]->twin < 0)
            world->actors[a]->twin = a - 1;
        moment_plan(world, (struct moment){.at_ms = world->now_ms + chance(rng, 500),
                                           .kind = MOMENT_WAKE,
                                           .who = a});
    }
    plan_kills(world);
}

static void world_moment(struct world *world)
{
    struct moment moment = moment_next(world);
    CHECK(moment.at_ms >= world->now_ms);
    world->now_ms = moment.at_ms;
    world->tally.moments++;
    switch (moment.kind) {
    case MOMENT_WAKE: {
        struct actor *actor = world->actors[moment.who];
        if (world->is_quiet)
            return;
        actor_wake(world, actor);
        int pace_ms = world->is_calm && actor->pace_ms > 300 ? 300 : actor->pace_ms;
        moment.at_ms += 1 + chance(&actor->rng, pace_ms);
        if (!world->is_calm && happens(&actor->rng, 5))
            moment.at_ms += chance(&actor->rng, 40000); /* falls asleep */
        moment_plan(world, moment);
        return;
    }
    case MOMENT_TO_ACTOR:
        if (!moment.line->cut && moment.line->open)
            actor_hears(world, world->actors[moment.line->actor], &moment);
        break;
    case MOMENT_ACTOR_LOSES:
        actor_loses(world, world->actors[moment.line->actor], moment.line);
        break;
    case MOMENT_KILL:
        server_kill(world, moment.who, happens(&world->rng, 250));
        break;
    case MOMENT_START:
        server_start(world, moment.who);
        break;
    default:
        server_moment(world, &moment);
    }
    moment_free(&moment);
}

static void world_run(struct world *world, int64_t until_ms)
{
    while (world->moments[0].at_ms <= until_ms)
        world_moment(world);
    world->now_ms = until_ms;
}

/* ---- The end of a round ---- */

static void tables_found(struct store_job *job)
{
    struct world *world = job->context;
    for (size_t i = 0; i < job->table_count; i++)
        if (!truth_reach(world, job->tables[i], 0))
            broken(world, "table %s is open and has no entries", job->tables[i]);
}

/* Whether no match goes on, of all tables there are. */
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
                    broken(world, "table %s (%s) does not come to its end: version %lld",
                           world->truths[i]->id, world->truths[i]->table->settings.game->id,
                           (long long)world->truths[i]->table->version);
        world_run(world, world->now_ms + 1000);
    }
}

static void presence(struct world *world, int server, const char *table, uint32_t *online,
                     int *spectators)
{
    struct truth *truth = truth_reach(world, table, 0);
    for (const struct line *line = world->lines; line; line = line->next)
        for (int i = 0; i < line->stream_count; i++) {
            const struct stream *stream = &line->streams[i];
            if (line->server != server || !line->client || !stream->on ||
                strcmp(stream->table, table) != 0)
                continue;
            int seat = truth_seat(truth, (int64_t)truth->instant_count - 1, line->person);
            if (seat == GAME_SPECTATOR)
                ++*spectators;
            else
                *online |= UINT32_C(1) << seat;
        }
}

/* Everybody is told who is there. Servers know their own clients only. */
static void check_presence(struct world *world)
{
    for (const struct line *line = world->lines; line; line = line->next)
        for (int i = 0; i < line->stream_count; i++) {
            const struct stream *stream = &line->streams[i];
            if (!line->client || line->cut || line->ended || !stream->on)
                continue;
            uint32_t online = 0;
            int spectators = 0;
            presence(world, line->server, stream->table, &online, &spectators);
            if (online != stream->online || spectators != stream->spectators)
                broken(world,
                       "line %d, table %s: online should be %x with %d spectators, told %x and %d",
                       line->number, stream->table, online, spectators, stream->online,
                       stream->spectators);
        }
}

/* Everybody has an answer, and every watcher has seen all there is. */
static void world_quiet(struct world *world)
{
    trace(world, "quiet");
    world->is_quiet = true;
    world_run(world, world->now_ms + QUIET_MS);
    for (const struct line *line = world->lines; line; line = line->next) {
        if (!line->client || line->cut || line->ended)
            continue;
        if (line->is_http)
            broken(world, "line %d: no answer by HTTP", line->number);
        for (size_t i = 0; i < line->asked_count; i++) {
            char *id = json_dumps(line->asked[i].id, JSON_ENCODE_ANY);
            if (line->asked[i].arrived)
                broken(world, "line %d: no answer to %s %s", line->number, line->asked[i].cmd, id);
            free(id);
        }
        for (int i = 0; i < line->stream_count; i++) {
            const struct stream *stream = &line->streams[i];
            if (!stream->on)
                continue;
            if (truth_reach(world, stream->table, stream->version + 1))
                broken(world, "line %d: watches table %s, and was told nothing after %lld",
                       line->number, stream->table, (long long)stream->version);
        }
    }
    check_presence(world);
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
                broken(world, "table %s: the move %s was refused, and made as %zu", truth->id, cid,
                       e);
        }
    }
}

/* Nobody comes any more: in the end all tables are closed. */
static void world_desert(struct world *world)
{
    trace(world, "desert");
    for (struct line *line = world->lines; line; line = line->next)
        line_cut(world, line, true);
    world_run(world, world->now_ms + 2 * 3600 * 1000);
    all_over(world, true);
    /* Tables that nobody was at since a server began are closed after a day. */
    for (int i = 0; i < world->truth_count; i++)
        if (world->truths[i]->table->state != TABLE_CLOSED) {
            world_run(world, world->now_ms + 24 * 3600 * 1000);
            all_over(world, true);
            break;
        }
    for (int i = 0; i < world->truth_count; i++)
        if (world->truths[i]->table->state != TABLE_CLOSED)
            broken(world, "table %s is not closed", world->truths[i]->id);
}

static void world_end(struct world *world)
{
    for (int s = 0; s < world->server_count; s++)
        server_kill(world, s, true);
    check_refused(world);
    truth_close(world);
    for (size_t i = 0; i < world->moment_count; i++)
        moment_free(&world->moments[i]);
    free(world->moments);
    for (int a = 0; a < world->actor_count; a++)
        actor_free(world->actors[a]);
    line_free_all(world);
    free(world->refused);
    world_files_remove(world);
}

static struct world world_round(uint64_t seed, bool verbose)
{
    struct world *world = calloc(1, sizeof *world);
    CHECK(world);
    world->seed = seed;
    world->verbose = verbose;
    world_begin(world);
    world_run(world, world->calm_ms);
    world_calm(world);
    world_quiet(world);
    if (seed % 20 == 0)
        world_desert(world);
    world_end(world);
    struct world result = *world;
    free(world);
    return result;
}

/* ---- The program ---- */

static void tally_print(const struct tally *t)
{
    printf("%lld tables, %lld matches finished; %lld moves by people, %lld by computers, %lld by "
           "the clock\n",
           (long long)t->tables, (long long)t->finished, (long long)t->people_moves,
           (long long)t->bot_moves, (long long)t->timeouts);
    printf("%lld requests, %lld refused, %lld made before; %lld messages, %lld steps told\n",
           (long long)t->requests, (long long)t->refused, (long long)t->again,
           (long long)t->messages, (long long)t->steps);
    printf("%lld kills, %lld stops, %lld lines cut, %lld times no disk; %lld moments\n",
           (long long)t->kills, (long long)t->stops, (long long)t->drops,
           (long long)t->disk_failures, (long long)t->moments);
}

static void tally_add(struct tally *sum, const struct tally *round)
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
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--verbose") == 0)
            verbose = true;
        else
            return fprintf(stderr, "usage: simulation [--seed N] [--rounds R] [--verbose]\n"), 2;
    }
    disk_prepare();
    struct tally sum = {0};
    for (int i = 0; i < rounds; i++) {
        struct world world = world_round(seed + (uint64_t)i, verbose);
        tally_add(&sum, &world.tally);
        /* The same seed is the same story. */
        if (i == 0 && !verbose && world_round(seed, false).digest != world.digest)
            broken(&world, "not the same when run again");
        if (verbose)
            printf("seed %llu: digest %016llx\n", (unsigned long long)world.seed,
                   (unsigned long long)world.digest);
        rounds_passed++;
    }
    tally_print(&sum);
    printf("%d passed, 0 failed\n", rounds_passed);
    return 0;
}
