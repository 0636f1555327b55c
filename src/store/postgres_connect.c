#include "store/postgres_connect.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { VERSION_MIN = 140000 }; /* pg_terminate_backend that waits */

void postgres_error(char *error, size_t error_size, const PGconn *handle, const PGresult *result)
{
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    snprintf(error, error_size, "%s", text ? text : PQerrorMessage(handle));
    size_t length = strlen(error);
    while (length > 0 && error[length - 1] == '\n')
        error[--length] = '\0';
    for (char *at = error; (at = strchr(at, '\n'));)
        *at = ' ';
}

/* Waits until there is something to read, and sends meanwhile. False if the connection is lost. */
static bool wait_for_input(PGconn *handle)
{
    int unsent = PQflush(handle);
    if (unsent < 0)
        return false;
    struct pollfd socket = {.fd = PQsocket(handle),
                            .events = (short)(unsent ? POLLIN | POLLOUT : POLLIN)};
    if (poll(&socket, 1, -1) < 0 && errno != EINTR)
        return false;
    return PQconsumeInput(handle);
}

PGresult *postgres_wait(PGconn *handle)
{
    while (PQisBusy(handle))
        if (!wait_for_input(handle))
            break;
    return PQgetResult(handle); /* if the connection is lost, says so */
}

PGresult *postgres_execute(PGconn *handle, const char *statements, char *error, size_t error_size)
{
    PGresult *last = NULL;
    bool good = PQsendQuery(handle, statements);
    if (!good)
        postgres_error(error, error_size, handle, NULL);
    for (PGresult *result; (result = postgres_wait(handle));) {
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
    PGresult *result = postgres_execute(handle, settings, error, error_size);
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
    const char *const values[] = {"UTF8", "ludosaure", "5",          "10000", "5",
                                  "2",    "3",         "read-write", url,     NULL};
    PGconn *handle = PQconnectdbParams(names, values, 1);
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
