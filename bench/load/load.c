/* Load for a server on this machine: as many WebSocket clients as one thread can play, and how long
 * each move takes.
 *
 * usage: load play [OPTIONS]    people at tables play random legal moves
 *        load idle [OPTIONS]    people who only say hello
 *        load echo [OPTIONS]    messages to a server that sends each back
 *
 *   --port N          of the server (8080); several times: the seats of a table reach them in turn
 *   --tables N        (1000)              --connections N   idle, echo: how many (10000)
 *   --game NAME       (trex)              --sources N       loopback addresses to connect from (1)
 *   --seats N         per table (4)       --seed N          for the choice of moves (1)
 *   --rate R          moves per second in all, evenly; 0 (the default): each as soon as possible
 *   --seconds S       measured (10), after --warmup S (3)
 *   --spread N        each table makes up to this many moves first, so that matches do not all end
 *                     at once (150)
 *   --no-views        the players ask for no views
 *   --server PID      also reports processor time and memory of that process
 *   --json            prints one line for programs
 *
 * With a rate, moves become due one by one, evenly; the seat that has been able to move for longest
 * makes the next one. If no seat can move, due moves wait, and `due` counts from when they became
 * due: a server that stands still for a while is charged for everything that had to wait.
 *
 * Any error (a request refused, a version left out, a move that a seat did not receive) ends the run
 * with exit code 1.
 *
 *     load.c        options; processor time and memory of the server
 *     players.c     seats: what each asks next; checks what it receives; messages that are sent back
 *     connection.c  sockets and frames; the few values of a message that are needed
 *     report.c      prints the figures; percentiles
 *
 * Then: processor time and memory; failures. */
#include "base/system/system.h"

#include "load.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct load_settings {
    bool idle, echo, json;
    int connections, sources, rate, spread, server;
    double seconds, warmup;
    uint64_t seed;
};

static int number_option(const char *text, int low, int high)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < low || value > high)
        load_fail("a number from %d to %d, not \"%s\"", low, high, text);
    return (int)value;
}

static const struct option options[] = {
    {"port", required_argument, NULL, 'p'},
    {"tables", required_argument, NULL, 't'},
    {"game", required_argument, NULL, 'g'},
    {"seats", required_argument, NULL, 'n'},
    {"rate", required_argument, NULL, 'r'},
    {"seconds", required_argument, NULL, 's'},
    {"warmup", required_argument, NULL, 'w'},
    {"spread", required_argument, NULL, 'a'},
    {"no-views", no_argument, NULL, 'v'},
    {"server", required_argument, NULL, 'P'},
    {"json", no_argument, NULL, 'j'},
    {"connections", required_argument, NULL, 'c'},
    {"sources", required_argument, NULL, 'S'},
    {"seed", required_argument, NULL, 'e'},
    {NULL, 0, NULL, 0},
};

static void read_option(struct load_settings *settings, struct load *load, int option)
{
    switch (option) {
    case 'p':
        connections_add_server(&load->connections, number_option(optarg, 1, 65535));
        break;
    case 't':
        load->table_count = number_option(optarg, 1, 100000);
        break;
    case 'g':
        load->game = optarg;
        break;
    case 'n':
        load->seats_each = number_option(optarg, 1, 16);
        break;
    case 'r':
        settings->rate = number_option(optarg, 0, 1000000);
        break;
    case 's':
        settings->seconds = strtod(optarg, NULL);
        break;
    case 'w':
        settings->warmup = strtod(optarg, NULL);
        break;
    case 'a':
        settings->spread = number_option(optarg, 0, 100000);
        break;
    case 'v':
        load->views = false;
        break;
    case 'P':
        settings->server = number_option(optarg, 1, 1 << 30);
        break;
    case 'j':
        settings->json = true;
        break;
    case 'c':
        settings->connections = number_option(optarg, 1, 1000000);
        break;
    case 'S':
        settings->sources = number_option(optarg, 1, 250);
        break;
    case 'e':
        settings->seed = strtoull(optarg, NULL, 10);
        break;
    default:
        exit(2);
    }
}

static void read_options(struct load_settings *settings, struct load *load, int count, char **words)
{
    for (int option; (option = getopt_long(count, words, "", options, NULL)) != -1;)
        read_option(settings, load, option);
    if (optind != count - 1 ||
        (strcmp(words[optind], "play") != 0 && strcmp(words[optind], "idle") != 0 &&
         strcmp(words[optind], "echo") != 0))
        load_fail("usage: load play|idle|echo [OPTIONS]; see the top of bench/load/load.c");
    settings->idle = strcmp(words[optind], "idle") == 0;
    settings->echo = strcmp(words[optind], "echo") == 0;
    if (load->connections.server_count == 0)
        connections_add_server(&load->connections, 8080);
}

static void set_up(struct load *load, const struct load_settings *settings)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    rng_start(&load->rng, settings->seed);
    rng_start(&load->connections.rng, settings->seed + 1);
    connections_start(&load->connections, settings->sources);
    if (settings->echo)
        return;
    if (settings->idle)
        load->table_count = 0;
    load->seat_count =
        settings->idle ? settings->connections : load->table_count * load->seats_each;
    load_start(load, settings->spread);
}

/* Waits until `*count` is `wanted`. */
static void load_gather(struct load *load, const int *count, int wanted, const char *what)
{
    int64_t last_us = clock_us();
    int last = *count;
    while (*count < wanted) {
        connections_wait(&load->connections, 100000);
        if (*count != last) {
            last = *count;
            last_us = clock_us();
        } else if (clock_us() - last_us > 30000000) {
            load_fail("nothing for 30 s: %d of %d %s", last, wanted, what);
        }
    }
}

/* Every table makes its moves before the measurement. */
static void load_spread(struct load *load)
{
    int64_t wanted = load->moves_ever;
    for (int t = 0; t < load->table_count; t++)
        wanted += load->tables[t].ahead;
    while (load->moves_ever < wanted) {
        for (int left = load->ready_count; left > 0; left--) {
            struct load_seat *seat = load_take_ready(load);
            if (!seat->move[0])
                continue;
            if (seat->table->ahead == 0) {
                load_add_ready(load, seat);
                continue;
            }
            seat->table->ahead--;
            load_send_move(load, seat, clock_us());
        }
        connections_wait(&load->connections, 100000);
    }
}

/* Makes the moves that become due until `to_us`. Returns when the next one is due. */
static int64_t load_play(struct load *load, int rate, int64_t from_us, int64_t to_us)
{
    int64_t made = 0;
    for (int64_t now_us = clock_us(); now_us < to_us; now_us = clock_us()) {
        int64_t due_us = now_us;
        while (load->ready_count > 0) {
            due_us = rate ? from_us + made * 1000000 / rate : now_us;
            if (due_us > now_us)
                break;
            struct load_seat *seat = load_take_ready(load);
            if (!seat->move[0])
                continue;
            load_send_move(load, seat, due_us);
            made++;
        }
        /* With no seat ready, only a message can change that. */
        int64_t wait_us = load->ready_count > 0 ? due_us - now_us : 10000;
        connections_wait(&load->connections, wait_us < to_us - now_us ? wait_us : to_us - now_us);
    }
    return rate ? from_us + made * 1000000 / rate : to_us;
}

/* Waits for moves in flight. Returns how many stay without an answer. */
static int load_drain(struct load *load)
{
    int64_t until_us = clock_us() + 5000000;
    while ((load->in_flight > 0 || load_count_unseen(load) > 0) && clock_us() < until_us)
        connections_wait(&load->connections, 10000);
    load->unseen += load_count_unseen(load);
    return load->in_flight;
}

static int run_play(struct load *load, const struct load_settings *settings)
{
    load_open_some(load);
    load_gather(load, &load->tables_playing, load->table_count, "tables begun");
    load_spread(load);
    int64_t from_us = clock_us();
    load->measure_from_us = from_us + (int64_t)(settings->warmup * 1e6);
    load->measure_to_us = load->measure_from_us + (int64_t)(settings->seconds * 1e6);
    int64_t next_us = load_play(load, settings->rate, from_us, load->measure_from_us);
    struct process_use own = process_use_of_self(), server = {0};
    if (settings->server)
        server = process_use_of(settings->server);
    struct load_report report = {.bytes = -load->connections.bytes_in,
                                 .messages = -load->connections.messages_in,
                                 .rate = settings->rate,
                                 .has_server = settings->server != 0};
    int64_t games = load->games;
    next_us = load_play(load, settings->rate, next_us, load->measure_to_us);
    report.seconds = (double)(load->measure_to_us - load->measure_from_us) / 1e6;
    report.bytes += load->connections.bytes_in;
    report.messages += load->connections.messages_in;
    report.own_share = process_use_share(own, process_use_of_self());
    if (settings->server) {
        struct process_use end = process_use_of(settings->server);
        report.server_share = process_use_share(server, end);
        report.server_kb = end.memory_kb;
    }
    report.late_ms =
        next_us < load->measure_to_us ? (double)(load->measure_to_us - next_us) / 1e3 : 0;
    load->games -= games;
    report.unanswered = load_drain(load);
    load_report_print(&report, load, settings->json);
    return report.unanswered || load->unseen ? 1 : 0;
}

static int run_idle(struct load *load, const struct load_settings *settings)
{
    load_open_some(load);
    load_gather(load, &load->greeted, load->seat_count, "people greeted");
    printf(settings->json ? "{\"connections\":%d}\n" : "%d connections are open\n",
           load->seat_count);
    fflush(stdout);
    int64_t until_us = clock_us() + (int64_t)(settings->seconds * 1e6);
    while (clock_us() < until_us)
        connections_wait(&load->connections, 100000);
    return 0;
}

int main(int count, char **words)
{
    struct load_settings settings = {
        .connections = 10000, .sources = 1, .spread = 150, .seconds = 10, .warmup = 3, .seed = 1};
    static struct load load = {.game = "trex", .table_count = 1000, .seats_each = 4, .views = true};
    read_options(&settings, &load, count, words);
    set_up(&load, &settings);
    if (settings.echo) {
        load_echo(&load.connections, settings.connections, settings.warmup, settings.seconds);
        return 0;
    }
    return settings.idle ? run_idle(&load, &settings) : run_play(&load, &settings);
}

/* ---- Processor time and memory ---- */

/* Reads a file of /proc about a process. */
static void read_file(int pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file)
        load_fail("no such process: %d", pid);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

struct process_use process_use_of_self(void)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    return (struct process_use){.at_us = clock_us(),
                                .processor_us =
                                    (own.ru_utime.tv_sec + own.ru_stime.tv_sec) * 1000000 +
                                    own.ru_utime.tv_usec + own.ru_stime.tv_usec};
}

struct process_use process_use_of(int pid)
{
    char text[4096];
    read_file(pid, "stat", text, sizeof text);
    const char *at = strrchr(text, ')'); /* the name before it may contain anything */
    unsigned long long user, kernel;
    if (!at ||
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &kernel) != 2)
        load_fail("/proc/%d/stat is not understood", pid);
    read_file(pid, "status", text, sizeof text);
    at = strstr(text, "VmRSS:");
    return (struct process_use){.at_us = clock_us(),
                                .processor_us =
                                    (int64_t)(user + kernel) * 1000000 / sysconf(_SC_CLK_TCK),
                                .memory_kb = at ? strtoll(at + 6, NULL, 10) : 0};
}

double process_use_share(struct process_use from, struct process_use to)
{
    return 100.0 * (double)(to.processor_us - from.processor_us) / (double)(to.at_us - from.at_us);
}

/* ---- Failures ---- */

void load_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}
