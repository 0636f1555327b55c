/* ludosaure serve: the server. Chapters: the address as a QR code; the greeting; the command. */
#define _DEFAULT_SOURCE /* IFF_UP */
#include "cli/cli.h"

#include "push/push.h"
#include "server/net/net.h"
#include "server/server.h"
#include "store/store.h"
#include "terminal/screen/screen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

enum {
    DAYS_MAX = 36500,
    WAIT_MAX = 3600,
    WORKERS_MAX = 256,
    QR_MARGIN = 2,
    ADDRESSES_SHOWN = 4,
    URL_BYTES = 128,
    LOCATION_BYTES = 4096,
    GREETING_BYTES = 64 << 10,
    GREETING_WAIT_MS = 1000, /* when stopping, for the greeting to be read */
};

struct greeting {
    const struct console *console;
    const struct serve_settings *settings;
    bool qr; /* even without a terminal */
    struct writer *writer;
};

/* ---- The address as a QR code ---- */

static bool is_dark(const QRcode *code, int row, int column)
{
    return row >= 0 && row < code->width && column >= 0 && column < code->width &&
           code->data[row * code->width + column] & 1;
}

/* Two rows per line with half blocks. Light modules are drawn, since most terminals are dark; with
 * colours it is right on all of them. */
static void qr_draw(const struct terminal *terminal, const char *text)
{
    static const char *const blocks[2][2] = {{"█", "▀"}, {"▄", " "}};
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return;
    for (int row = -QR_MARGIN; row < code->width + QR_MARGIN; row += 2) {
        fputs("  ", terminal->out);
        terminal_style(terminal, "97;40");
        for (int column = -QR_MARGIN; column < code->width + QR_MARGIN; column++)
            fputs(blocks[is_dark(code, row, column)][is_dark(code, row + 1, column)],
                  terminal->out);
        terminal_style(terminal, "0");
        fputc('\n', terminal->out);
    }
    QRcode_free(code);
}

/* ---- The greeting ---- */

static void url_write(char url[URL_BYTES], const struct serve_settings *settings, const char *host,
                      int port)
{
    bool is_six = strchr(host, ':') != NULL;
    int standard = settings->certificate ? 443 : 80;
    int length = snprintf(url, URL_BYTES, "%s://%s%s%s", settings->certificate ? "https" : "http",
                          is_six ? "[" : "", host, is_six ? "]" : "");
    if (port != standard)
        snprintf(url + length, (size_t)(URL_BYTES - length), ":%d", port);
}

/* The IPv4 addresses under which other machines can reach this one. */
static int addresses_find(char found[ADDRESSES_SHOWN][INET_ADDRSTRLEN])
{
    struct ifaddrs *all;
    int count = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (struct ifaddrs *one = all; one && count < ADDRESSES_SHOWN; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET ||
            one->ifa_flags & IFF_LOOPBACK || !(one->ifa_flags & IFF_UP))
            continue;
        const struct sockaddr_in *address = (const struct sockaddr_in *)(void *)one->ifa_addr;
        if (inet_ntop(AF_INET, &address->sin_addr, found[count], INET_ADDRSTRLEN))
            count++;
    }
    freeifaddrs(all);
    return count;
}

static void line(FILE *out, const struct greeting *greeting, const char *key, const char *url)
{
    const char *label =
        key ? texts_core(greeting->console->texts, greeting->console->language, "serve", key) : "";
    fprintf(out, "  %s%*s  %s\n", label, 22 - terminal_width(label, strlen(label)), "", url);
}

/* The address for a browser on this machine: the one it listens on, or localhost. */
static const char *host_here(const struct serve_settings *settings)
{
    const char *address = settings->interface;
    return address && strcmp(address, "::") != 0 && strcmp(address, "0.0.0.0") != 0 ? address
                                                                                    : "localhost";
}

static void greeting_write(const struct greeting *greeting, const struct terminal *terminal,
                           int port)
{
    const struct serve_settings *settings = greeting->settings;
    const struct console *console = greeting->console;
    FILE *out = terminal->out;
    char url[URL_BYTES], first[URL_BYTES] = "", found[ADDRESSES_SHOWN][INET_ADDRSTRLEN];
    const char *here = host_here(settings);
    fprintf(out, "%s\n", texts_core(console->texts, console->language, "serve", "running"));
    url_write(url, settings, here, port);
    line(out, greeting, "here", url);
    int count = strcmp(here, "localhost") == 0 ? addresses_find(found) : 0;
    for (int i = 0; i < count; i++) {
        url_write(url, settings, found[i], port);
        line(out, greeting, i == 0 ? "network" : NULL, url);
        if (i == 0)
            memcpy(first, url, sizeof first);
    }
    if (*first && (terminal->is_terminal || greeting->qr))
        qr_draw(terminal, first);
    fprintf(out, "%s\n", texts_core(console->texts, console->language, "serve", "how_to_stop"));
}

/* The server is already running and does not wait for the greeting to be written. */
static void on_ready(void *context, int port)
{
    const struct greeting *greeting = context;
    struct terminal terminal;
    char *text = NULL;
    size_t size = 0;
    terminal_start(&terminal, stdout);
    terminal.out = open_memstream(&text, &size);
    if (!terminal.out)
        return;
    greeting_write(greeting, &terminal, port);
    if (fclose(terminal.out) == 0)
        writer_put(greeting->writer, text, size);
    free(text);
}

/* ---- The command ---- */

static int failure(const struct console *console, const struct serve_settings *settings,
                   const struct serve_error *error)
{
    static const char *const keys[] = {[SERVE_DATABASE] = "no_database",
                                       [SERVE_PORT_TAKEN] = "port_taken",
                                       [SERVE_PORT_REFUSED] = "port_refused",
                                       [SERVE_NETWORK] = "no_network"};
    if (error->failure == SERVE_TLS)
        return complain_say(console, CONSOLE_FAILED, "serve", "no_tls", settings->certificate,
                            settings->key, error->detail, NULL);
    char place[LOCATION_BYTES];
    if (error->failure == SERVE_DATABASE)
        store_location_text(place, sizeof place, settings->database);
    else if (settings->interface)
        snprintf(place, sizeof place, "%d (%s)", settings->port, settings->interface);
    else
        snprintf(place, sizeof place, "%d", settings->port);
    return complain_say(console, CONSOLE_FAILED, "serve", keys[error->failure], place,
                        error->detail, NULL);
}

static bool log_parse(const char *word, enum log_format *log)
{
    static const char *const words[] = {
        [LOG_TEXT] = "text", [LOG_JSON] = "json", [LOG_NONE] = "none"};
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
        if (strcmp(word, words[i]) == 0) {
            *log = (enum log_format)i;
            return true;
        }
    }
    return false;
}

/* The values of a repeated option, with a NULL at the end. */
struct list {
    const char *values[17];
};

static const char *const *list_end(struct list *list, const struct cli_repeated *typed)
{
    memcpy(list->values, typed->values, (size_t)typed->count * sizeof *typed->values);
    list->values[typed->count] = NULL;
    return list->values;
}

/* The first file that cannot be read, or NULL. Any of them may be NULL. */
static const char *first_unreadable(const struct serve_settings *settings)
{
    const char *const files[] = {settings->page_folder, settings->certificate, settings->key,
                                 settings->push_certificate};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && access(files[i], i == 0 ? R_OK | X_OK : R_OK) != 0)
            return files[i];
    return NULL;
}

static int run(const struct console *console, struct serve_settings *settings, const char *log,
               bool qr)
{
    struct serve_error error = {.failure = SERVE_NETWORK};
    struct greeting greeting = {.console = console, .settings = settings, .qr = qr};
    if (!settings->certificate != !settings->key)
        return complain_say(console, CONSOLE_USAGE, "serve", "half_tls", NULL);
    const char *unreadable = first_unreadable(settings);
    if (unreadable)
        return complain_cannot_read(console, unreadable, errno);
    if (settings->push_contact && !push_contact_is_valid(settings->push_contact))
        return complain_usage(console, "bad_contact", settings->push_contact);
    settings->log = isatty(STDERR_FILENO) ? LOG_TEXT : LOG_JSON;
    if (log && !log_parse(log, &settings->log))
        return complain_say(console, CONSOLE_USAGE, "serve", "bad_log", log, NULL);
    if (!settings->database)
        settings->database = cli_data_path(CLI_DATABASE, true);
    if (!cli_database(console, settings->database))
        return CONSOLE_USAGE;
    settings->hall.data_folder = console->data_folder;
    settings->hall.texts = console->texts;
    settings->ready = on_ready;
    settings->context = &greeting;
    greeting.writer = writer_open(STDOUT_FILENO, GREETING_BYTES, NULL, NULL);
    bool is_fine = serve(settings, &error);
    writer_close(greeting.writer, GREETING_WAIT_MS);
    return is_fine ? CONSOLE_OK : failure(console, settings, &error);
}

/* scheme://host[:port], as browsers send it: with a trailing slash it would never match. */
static bool is_origin(const char *text)
{
    const char *host = strstr(text, "://");
    return host && host > text && host[3] && !strpbrk(host + 3, "/?#@ ");
}

static bool is_address(const char *text)
{
    struct in6_addr any;
    return inet_pton(AF_INET, text, &any) == 1 || inet_pton(AF_INET6, text, &any) == 1;
}

/* An address, or the name of a network interface. */
static bool may_listen_on(const char *text)
{
    return is_address(text) || if_nametoindex(text) != 0;
}

/* The first invalid value, or NULL. */
static const char *first_wrong(const struct cli_repeated *texts, bool (*is_fine)(const char *text))
{
    for (int i = 0; i < texts->count; i++)
        if (!is_fine(texts->values[i]))
            return texts->values[i];
    return NULL;
}

/* One for each core. */
static int worker_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (int)cores;
}

int cli_serve(struct console *console, int argc, char **argv)
{
    enum { MANY = 1000000 };
    struct serve_settings settings = {.port = 8080,
                                      .connections = 20000,
                                      .connections_per_address = 256,
                                      .workers = worker_count(),
                                      .hall = {.limits = hall_limits_standard}};
    struct hall_limits *limits = &settings.hall.limits;
    struct cli_repeated origins = {.count = 0}, proxies = {.count = 0};
    struct list origin_list, proxy_list;
    const char *log = NULL;
    bool qr = false;
    int session_days = 90, guest_days = 30, database_wait = 15;
    const struct cli_option options[] = {
        {"port", CLI_NUMBER, &settings.port, 0, 65535},
        {"listen", CLI_TEXT, &settings.interface, 0, 0},
        {"database", CLI_TEXT, &settings.database, 0, 0},
        {"tls-cert", CLI_TEXT, &settings.certificate, 0, 0},
        {"tls-key", CLI_TEXT, &settings.key, 0, 0},
        {"origin", CLI_REPEATED, &origins, 0, 0},
        {"proxy", CLI_REPEATED, &proxies, 0, 0},
        {"page", CLI_TEXT, &settings.page_folder, 0, 0},
        {"workers", CLI_NUMBER, &settings.workers, 1, WORKERS_MAX},
        {"log", CLI_TEXT, &log, 0, 0},
        {"connections", CLI_NUMBER, &settings.connections, 1, MANY},
        {"connections-per-address", CLI_NUMBER, &settings.connections_per_address, 1, MANY},
        {"rate", CLI_NUMBER, &limits->messages_per_second, 1, MANY},
        {"tables-per-person", CLI_NUMBER, &limits->tables_per_person, 1, MANY},
        {"people-per-minute", CLI_NUMBER, &limits->new_people_per_minute, 1, MANY},
        {"tables-per-minute", CLI_NUMBER, &limits->new_tables_per_minute, 1, MANY},
        {"database-wait", CLI_NUMBER, &database_wait, 3, WAIT_MAX},
        {"session-days", CLI_NUMBER, &session_days, 1, DAYS_MAX},
        {"guest-days", CLI_NUMBER, &guest_days, 1, DAYS_MAX},
        {"qr", CLI_FLAG, &qr, 0, 0},
        {"leaderboard", CLI_FLAG, &settings.hall.leaderboard, 0, 0},
        {"push-contact", CLI_TEXT, &settings.push_contact, 0, 0},
        {"test-push", CLI_TEXT, &settings.push_certificate, 0, 0},
        {"test-positions", CLI_FLAG, &settings.hall.positions, 0, 0},
        {.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0)
        return complain_usage(console, "unexpected_word", argv[0]);
    store_set_patience(database_wait * INT64_C(1000));
    settings.hall.session_ms = session_days * DAY_MS;
    settings.hall.guest_ms = guest_days * DAY_MS;
    const char *wrong;
    if ((wrong = first_wrong(&origins, is_origin)))
        return complain_usage(console, "bad_origin", wrong);
    if ((wrong = first_wrong(&proxies, is_address)))
        return complain_usage(console, "bad_proxy", wrong);
    if (settings.interface && !may_listen_on(settings.interface))
        return complain_usage(console, "bad_listen", settings.interface);
    settings.origins = list_end(&origin_list, &origins);
    settings.proxies = list_end(&proxy_list, &proxies);
    return run(console, &settings, log, qr);
}
