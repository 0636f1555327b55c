#include "store/postgres_connect.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum {
    VERSION_MIN = 140000, /* pg_terminate_backend that waits */
    CONNECT_SECONDS_MAX = 5,
};

int64_t postgres_patience_ms = 15000;

/* The connection that was cut here because the server was silent. */
static _Thread_local const PGconn *silent;

/* Parts of the patience. A server that works should end a statement before it is taken for silent. */

static int lock_ms(void)
{
    return (int)(postgres_patience_ms / 2);
}

static int statement_ms(void)
{
    return (int)(postgres_patience_ms * 3 / 5);
}

static int silence_ms(void)
{
    return (int)(postgres_patience_ms * 2 / 3);
}

static int connect_seconds(void)
{
    int seconds = (int)(postgres_patience_ms / 3 / 1000);
    return seconds < 1 ? 1 : seconds > CONNECT_SECONDS_MAX ? CONNECT_SECONDS_MAX : seconds;
}

void postgres_error(char *error, size_t error_size, const PGconn *handle, const PGresult *result)
{
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!text && handle == silent)
        text = "the database does not answer";
    snprintf(error, error_size, "%s", text ? text : PQerrorMessage(handle));
    size_t length = strlen(error);
    while (length > 0 && error[length - 1] == '\n')
        error[--length] = '\0';
    for (char *at = error; (at = strchr(at, '\n'));)
        *at = ' ';
}

/* Waits until there is something to read, and sends meanwhile. False if the connection is lost; it is
 * also lost if nothing comes for too long. */
static bool wait_for_input(PGconn *handle, enum postgres_waiting wait)
{
    int unsent = PQflush(handle);
    if (unsent < 0)
        return false;
    struct pollfd socket = {.fd = PQsocket(handle),
                            .events = (short)(unsent ? POLLIN | POLLOUT : POLLIN)};
    int ready = poll(&socket, 1, wait == POSTGRES_SOON ? silence_ms() : -1);
    if (ready == 0) {
        silent = handle;
        shutdown(socket.fd, SHUT_RDWR); /* libpq finds that the connection has ended */
    }
    if (ready < 0 && errno != EINTR)
        return false;
    return PQconsumeInput(handle);
}

PGresult *postgres_wait(PGconn *handle, enum postgres_waiting wait)
{
    while (PQisBusy(handle))
        if (!wait_for_input(handle, wait))
            break;
    return PQgetResult(handle); /* if the connection is lost, says so */
}

PGresult *postgres_execute(PGconn *handle, const char *statements, enum postgres_waiting wait,
                           char *error, size_t error_size)
{
    PGresult *last = NULL;
    bool good = PQsendQuery(handle, statements);
    if (!good)
        postgres_error(error, error_size, handle, NULL);
    for (PGresult *result; (result = postgres_wait(handle, wait));) {
        ExecStatusType status = PQresultStatus(result);
        if (good && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            postgres_error(error, error_size, handle, result);
            good = false;
        }
        PQclear(last);
        last = result;
    }
    if (good)
        return last;
    PQclear(last);
    return NULL;
}

static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

/* Whether the server suits. */
static bool check(PGconn *handle, char *error, size_t error_size)
{
    const char *encoding = PQparameterStatus(handle, "server_encoding");
    if (PQserverVersion(handle) < VERSION_MIN) {
        snprintf(error, error_size, "PostgreSQL %d is too old: version %d or newer is needed",
                 PQserverVersion(handle) / 10000, VERSION_MIN / 10000);
        return false;
    }
    if (!encoding || strcmp(encoding, "UTF8") != 0) {
        snprintf(error, error_size, "the encoding of this database is %s, not UTF8",
                 encoding ? encoding : "unknown");
        return false;
    }
    return true;
}

/* Settings of the session. Changes must be durable when they are acknowledged, also where the server
 * is configured otherwise; and a session that is cut off in a transaction must not keep its locks. */
static bool set_up(PGconn *handle, char *error, size_t error_size)
{
    static const char settings[] = "SET search_path = " POSTGRES_SCHEMA ";"
                                   "SET idle_in_transaction_session_timeout = '5s';"
                                   "SELECT set_config('synchronous_commit', 'on', false)"
                                   " WHERE current_setting('synchronous_commit') = 'off';";
    PGresult *result = postgres_execute(handle, settings, POSTGRES_SOON, error, error_size);
    PQclear(result);
    return result != NULL;
}

bool postgres_limit(PGconn *handle, char *error, size_t error_size)
{
    char settings[300];
    snprintf(settings, sizeof settings,
             "SET statement_timeout = %d; SET lock_timeout = %d; SET tcp_keepalives_idle = 5;"
             "SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
             "SET tcp_user_timeout = %d;",
             statement_ms(), lock_ms(), silence_ms());
    PGresult *result = postgres_execute(handle, settings, POSTGRES_SOON, error, error_size);
    PQclear(result);
    return result != NULL;
}

/* Messages about a URL quote it, with its password. */
static void hide_url(char *error, const char *url)
{
    char *at = strstr(error, url);
    if (at)
        memmove(at, at + strlen(url), strlen(at + strlen(url)) + 1);
}

PGconn *postgres_connect(const char *url, char *error, size_t error_size)
{
    /* The parameters of the URL come last and have the last word. */
    static const char *const names[] = {"client_encoding",  "application_name",
                                        "connect_timeout",  "tcp_user_timeout",
                                        "keepalives_idle",  "keepalives_interval",
                                        "keepalives_count", "target_session_attrs",
                                        "dbname",           NULL};
    char connect_s[12], silence[12];
    snprintf(connect_s, sizeof connect_s, "%d", connect_seconds());
    snprintf(silence, sizeof silence, "%d", silence_ms());
    const char *const values[] = {"UTF8", "ludosaure", connect_s,    silence, "5",
                                  "2",    "3",         "read-write", url,     NULL};
    PGconn *handle = PQconnectdbParams(names, values, 1);
    silent = NULL; /* it may have had the same address */
    PQsetNoticeReceiver(handle, ignore_notice, NULL);
    if (PQstatus(handle) != CONNECTION_OK) {
        postgres_error(error, error_size, handle, NULL);
        hide_url(error, url);
    } else if (check(handle, error, error_size) && PQsetnonblocking(handle, 1) == 0 &&
               set_up(handle, error, error_size)) {
        return handle;
    }
    PQfinish(handle);
    return NULL;
}
