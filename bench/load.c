/* Load for a server on this machine, and its figures.
 *
 * usage: load play [OPTIONS]    people at tables play random legal moves
 *        load idle [OPTIONS]    people who only said hello
 *
 *   --port N          the server's (8080)
 *   --tables N        (1000)              --connections N   idle: how many (10000)
 *   --game NAME       (trex)              --sources N       from so many loopback addresses (1)
 *   --seats N         a table (4)         --seed N          of the moves chosen (1)
 *   --rate R          moves a second in all, evenly; 0 (the default): each as soon as it can be
 *   --seconds S       measured (10), after --warmup S (3)
 *   --spread N        moves made before, differing from table to table, so that matches do not all
 *                     end at once (150)
 *   --no-views        the players ask for no views
 *   --server PID      reports that process's use of processor and memory as well
 *   --json            one line for programs
 *
 * With a rate, moves fall due one by one, evenly; each is made by the seat that has been waiting to
 * move the longest. If no seat can move, the moves that are due wait, and `due` counts from when they
 * fell due: a server that stands still for a while is charged for all it kept waiting.
 *
 * Anything wrong (a request refused, a version left out, a move that a seat was not told of) ends
 * the run with exit code 1. */
#define _GNU_SOURCE
#include "load.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct settings {
    bool idle, json;
    int port, connections, sources, rate, spread, server;
    double seconds, warmup;
    uint64_t seed;
};

/* What a process has used. */
struct use {
    int64_t at_us, processor_us;
    int64_t memory_kb;
};

void load_failed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

/* The file of /proc about a process. */
static void process_read(int pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file)
        load_failed("no such process: %d", pid);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static struct use use_of_self(void)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    return (struct use){.at_us = load_now_us(),
                        .processor_us = (own.ru_utime.tv_sec + own.ru_stime.tv_sec) * 1000000 +
                                        own.ru_utime.tv_usec + own.ru_stime.tv_usec};
}

static struct use use_of_process(int pid)
{
    char text[4096];
    process_read(pid, "stat", text, sizeof text);
    const char *at = strrchr(text, ')'); /* the name before it may hold anything */
    unsigned long long user, kernel;
    if (!at ||
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &kernel) != 2)
        load_failed("/proc/%d/stat is not understood", pid);
    process_read(pid, "status", text, sizeof text);
    at = strstr(text, "VmRSS:");
    return (struct use){.at_us = load_now_us(),
                        .processor_us = (int64_t)(user + kernel) * 1000000 / sysconf(_SC_CLK_TCK),
                        .memory_kb = at ? strtoll(at + 6, NULL, 10) : 0};
}

static double use_share(struct use from, struct use to)
{
    return 100.0 * (double)(to.processor_us - from.processor_us) / (double)(to.at_us - from.at_us);
}

static int number_option(const char *text, int low, int high)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < low || value > high)
        load_failed("a number from %d to %d, not \"%s\"", low, high, text);
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

static void read_option(struct settings *settings, struct load *load, int option)
{
    switch (option) {
    case 'p':
        settings->port = number_option(optarg, 1, 65535);
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

static void read_options(struct settings *settings, struct load *load, int count, char **words)
{
    for (int option; (option = getopt_long(count, words, "", options, NULL)) != -1;)
        read_option(settings, load, option);
    if (optind != count - 1 ||
        (strcmp(words[optind], "play") != 0 && strcmp(words[optind], "idle") != 0))
        load_failed("usage: load play|idle [OPTIONS]; see the top of bench/load.c");
    settings->idle = strcmp(words[optind], "idle") == 0;
}

static void load_start(struct load *load, const struct settings *settings)
{
    rng_start(&load->rng, settings->seed);
    load->links.context = load;
    load->links.opened = load_opened;
    load->links.received = load_received;
    rng_start(&load->links.rng, settings->seed + 1);
    links_start(&load->links, settings->port, settings->sources);
    if (settings->idle)
        load->table_count = 0;
    load->seat_count =
        settings->idle ? settings->connections : load->table_count * load->seats_each;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    load->seats = calloc((size_t)load->seat_count, sizeof *load->seats);
    load->line = calloc((size_t)load->seat_count, sizeof(struct seat *));
    load->tables = calloc((size_t)load->table_count + 1, sizeof *load->tables);
    if (!load->seats || !load->line || !load->tables)
        load_failed("no memory");
    for (int i = 0; i < load->seat_count; i++)
        load->seats[i].v = -1;
    for (int t = 0; t < load->table_count; t++) {
        struct table *table = &load->tables[t];
        table->seats = load->seats + t * load->seats_each;
        table->ahead =
            settings->spread ? (int)rng_below(&load->rng, (uint32_t)settings->spread) : 0;
        for (int i = 0; i < SEEN_ROOM; i++)
            table->seen[i].v = -1;
        for (int i = 0; i < load->seats_each; i++) {
            table->seats[i].table = table;
            table->seats[i].number = i;
        }
    }
}

/* Waits until `*count` is `wanted`. */
static void load_gather(struct load *load, const int *count, int wanted, const char *what)
{
    int64_t last_us = load_now_us();
    int last = *count;
    while (*count < wanted) {
        links_wait(&load->links, 100000);
        if (*count != last) {
            last = *count;
            last_us = load_now_us();
        } else if (load_now_us() - last_us > 30000000) {
            load_failed("nothing for 30 s: %d of %d %s", last, wanted, what);
        }
    }
}

/* Every table makes its moves ahead. */
static void load_spread(struct load *load)
{
    int64_t wanted = load->moves_ever;
    for (int t = 0; t < load->table_count; t++)
        wanted += load->tables[t].ahead;
    while (load->moves_ever < wanted) {
        for (int left = load->line_count; left > 0; left--) {
            struct seat *seat = load_line_take(load);
            if (!seat->move[0])
                continue;
            if (seat->table->ahead == 0) {
                load_line_add(load, seat);
                continue;
            }
            seat->table->ahead--;
            seat_send_move(load, seat, load_now_us());
        }
        links_wait(&load->links, 100000);
    }
}

/* Moves fall due and are made, until `to_us`. Returns when the next one is due. */
static int64_t load_play(struct load *load, int rate, int64_t from_us, int64_t to_us)
{
    int64_t made = 0;
    for (int64_t now_us = load_now_us(); now_us < to_us; now_us = load_now_us()) {
        int64_t due_us = now_us;
        while (load->line_count > 0) {
            due_us = rate ? from_us + made * 1000000 / rate : now_us;
            if (due_us > now_us)
                break;
            struct seat *seat = load_line_take(load);
            if (!seat->move[0])
                continue;
            seat_send_move(load, seat, due_us);
            made++;
        }
        /* With nobody in the line, only a message can change that. */
        int64_t wait_us = load->line_count > 0 ? due_us - now_us : 10000;
        links_wait(&load->links, wait_us < to_us - now_us ? wait_us : to_us - now_us);
    }
    return rate ? from_us + made * 1000000 / rate : to_us;
}

/* What is on its way comes, or is lost. */
static int load_drain(struct load *load)
{
    int64_t until_us = load_now_us() + 5000000;
    while ((load->in_flight > 0 || load_count_unseen(load) > 0) && load_now_us() < until_us)
        links_wait(&load->links, 10000);
    load->unseen += load_count_unseen(load);
    return load->in_flight;
}

static void print_row(const char *name, const struct histogram *histogram)
{
    printf("%-34s %8.2f %8.2f %8.2f %8.2f %8.2f\n", name,
           (double)histogram_at(histogram, 0.5) / 1e3, (double)histogram_at(histogram, 0.9) / 1e3,
           (double)histogram_at(histogram, 0.99) / 1e3,
           (double)histogram_at(histogram, 0.999) / 1e3, (double)histogram->max / 1e3);
}

static void print_json_row(const char *name, const struct histogram *histogram)
{
    printf(",\"%s\":{\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f}", name,
           (double)histogram_at(histogram, 0.5) / 1e3, (double)histogram_at(histogram, 0.9) / 1e3,
           (double)histogram_at(histogram, 0.99) / 1e3,
           (double)histogram_at(histogram, 0.999) / 1e3, (double)histogram->max / 1e3);
}

struct report {
    double seconds, own_share, server_share, late_ms;
    int64_t server_kb, bytes, messages;
    int unanswered;
};

static void print_report(const struct load *load, const struct settings *settings,
                         const struct report *report)
{
    double speed = (double)load->moves / report->seconds;
    if (settings->json) {
        printf("{\"game\":\"%s\",\"tables\":%d,\"seats\":%d,\"rate\":%d,\"views\":%s,"
               "\"seconds\":%.3f,\"moves\":%lld,\"moves_per_s\":%.1f,\"games\":%lld",
               load->game, load->table_count, load->seats_each, settings->rate,
               load->views ? "true" : "false", report->seconds, (long long)load->moves, speed,
               (long long)load->games);
        print_json_row("answer_ms", &load->answer);
        print_json_row("all_ms", &load->all);
        print_json_row("due_ms", &load->due);
        printf(",\"late_ms\":%.3f,\"messages_in\":%lld,\"bytes_in\":%lld,\"load_percent\":%.1f,"
               "\"server_percent\":%.1f,\"server_kb\":%lld,\"unanswered\":%d,\"unseen\":%lld}\n",
               report->late_ms, (long long)report->messages, (long long)report->bytes,
               report->own_share, report->server_share, (long long)report->server_kb,
               report->unanswered, (long long)load->unseen);
        return;
    }
    printf("%s, %d tables of %d seats, %.1f s: %lld moves, %.0f a second; %lld matches ended\n",
           load->game, load->table_count, load->seats_each, report->seconds, (long long)load->moves,
           speed, (long long)load->games);
    printf("%-34s %8s %8s %8s %8s %8s\n", "ms", "p50", "p90", "p99", "p99.9", "max");
    print_row("sent -> own step", &load->answer);
    print_row("sent -> step at the last seat", &load->all);
    if (settings->rate)
        print_row("due -> own step", &load->due);
    printf("received %.0f messages a second, %.0f bytes each; this program %.0f %% of a core\n",
           (double)report->messages / report->seconds,
           (double)report->bytes / (double)(report->messages ? report->messages : 1),
           report->own_share);
    if (settings->server)
        printf("server: %.0f %% of a core, %lld KiB\n", report->server_share,
               (long long)report->server_kb);
    if (report->unanswered || load->unseen)
        printf("WRONG: %d moves unanswered, %lld not told to every seat\n", report->unanswered,
               (long long)load->unseen);
}

static int run_play(struct load *load, const struct settings *settings)
{
    load_open_some(load);
    load_gather(load, &load->tables_playing, load->table_count, "tables begun");
    load_spread(load);
    int64_t from_us = load_now_us();
    load->measure_from_us = from_us + (int64_t)(settings->warmup * 1e6);
    load->measure_to_us = load->measure_from_us + (int64_t)(settings->seconds * 1e6);
    int64_t next_us = load_play(load, settings->rate, from_us, load->measure_from_us);
    struct use own = use_of_self(), server = {0};
    if (settings->server)
        server = use_of_process(settings->server);
    struct report report = {.bytes = -load->links.bytes_in, .messages = -load->links.messages_in};
    int64_t games = load->games;
    next_us = load_play(load, settings->rate, next_us, load->measure_to_us);
    report.seconds = (double)(load->measure_to_us - load->measure_from_us) / 1e6;
    report.bytes += load->links.bytes_in;
    report.messages += load->links.messages_in;
    report.own_share = use_share(own, use_of_self());
    if (settings->server) {
        struct use end = use_of_process(settings->server);
        report.server_share = use_share(server, end);
        report.server_kb = end.memory_kb;
    }
    report.late_ms =
        next_us < load->measure_to_us ? (double)(load->measure_to_us - next_us) / 1e3 : 0;
    load->games -= games;
    report.unanswered = load_drain(load);
    print_report(load, settings, &report);
    return report.unanswered || load->unseen ? 1 : 0;
}

static int run_idle(struct load *load, const struct settings *settings)
{
    load_open_some(load);
    load_gather(load, &load->greeted, load->seat_count, "people greeted");
    printf(settings->json ? "{\"connections\":%d}\n" : "%d connections are open\n",
           load->seat_count);
    fflush(stdout);
    int64_t until_us = load_now_us() + (int64_t)(settings->seconds * 1e6);
    while (load_now_us() < until_us)
        links_wait(&load->links, 100000);
    return 0;
}

int main(int count, char **words)
{
    struct settings settings = {.port = 8080,
                                .connections = 10000,
                                .sources = 1,
                                .spread = 150,
                                .seconds = 10,
                                .warmup = 3,
                                .seed = 1};
    static struct load load = {.game = "trex", .table_count = 1000, .seats_each = 4, .views = true};
    read_options(&settings, &load, count, words);
    load_start(&load, &settings);
    return settings.idle ? run_idle(&load, &settings) : run_play(&load, &settings);
}
