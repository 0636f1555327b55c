/* An address for calendar programs, which cannot log in: it says in which matches over days it is a person's turn, and until when.
 * Its key is stored like a session, under a hash of its own kind, so that it opens nothing else: it ends like a session, by a
 * new password, or if nobody asks for it.
 *
 * Then: writing a calendar (RFC 5545); the calendar of a person; the requests. */
#include "hall/accounts/accounts.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"
#include "text/text.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Not the hash of a secret: with the key of a calendar nobody logs in, and no secret opens a calendar. */
static void key_hash(const char *key, unsigned char hash[STORE_HASH_BYTES])
{
    static const unsigned char kind[] = "calendar of turns";
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)key, strlen(key), kind,
                       sizeof kind);
}

/* ---- Writing a calendar (RFC 5545) ---- */

enum { LINE_BYTES = 75, EVENT_BYTES = 4096 };

/* Adds bytes that stay together, on the next line if they do not fit on this one. */
static void put(struct buffer *out, size_t *column, const char *bytes, size_t count)
{
    if (*column + count > LINE_BYTES) {
        buffer_add(out, "\r\n ");
        *column = 1;
    }
    buffer_add_bytes(out, bytes, count);
    *column += count;
}

/* How many bytes the character has; at least one, and not those of the next one. */
static size_t character_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xc0) == 0x80)
        size++;
    return size;
}

void calendar_write_line(struct buffer *out, const char *name, const char *text)
{
    size_t column = 0;
    put(out, &column, name, strlen(name));
    put(out, &column, ":", 1);
    for (size_t size; *text; text += size) {
        size = character_size(text);
        if (*text == '\r' && text[1] == '\n')
            continue;
        if (*text == '\n' || *text == '\r')
            put(out, &column, "\\n", 2);
        else if (strchr("\\;,", *text))
            put(out, &column, (char[]){'\\', *text}, 2);
        else if ((unsigned char)*text >= ' ' && *text != 0x7f)
            put(out, &column, text, size);
    }
    buffer_add(out, "\r\n");
}

static void write_moment(struct buffer *out, const char *name, int64_t at_ms)
{
    char text[32];
    struct tm parts;
    time_t seconds = (time_t)(at_ms / 1000);
    CHECK(gmtime_r(&seconds, &parts) && strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &parts));
    calendar_write_line(out, name, text);
}

/* A calendar has at least one component, also when it is nobody's turn. */
static const char head[] = "BEGIN:VCALENDAR\r\n"
                           "VERSION:2.0\r\n"
                           "PRODID:-//Ludosaure//Turns//EN\r\n"
                           "METHOD:PUBLISH\r\n"
                           "X-WR-CALNAME:Ludosaure\r\n"
                           "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"
                           "X-PUBLISHED-TTL:PT1H\r\n"
                           "BEGIN:VTIMEZONE\r\n"
                           "TZID:Etc/UTC\r\n"
                           "BEGIN:STANDARD\r\n"
                           "DTSTART:19700101T000000\r\n"
                           "TZOFFSETFROM:+0000\r\n"
                           "TZOFFSETTO:+0000\r\n"
                           "END:STANDARD\r\n"
                           "END:VTIMEZONE\r\n";

/* ---- The calendar of a person ---- */

/* The names of the others, which everyone at the table may read. */
static void write_others(struct buffer *out, const struct table *table, int own)
{
    for (int seat = 0, count = 0; seat < table->settings.seats; seat++)
        if (seat != own && table->seat[seat].name[0])
            buffer_add_format(out, "%s%s", count++ ? ", " : "", table->seat[seat].name);
}

static void write_event(struct buffer *out, const struct texts *texts, enum language language,
                        const struct table *table, int seat, int64_t now_ms)
{
    char storage[GAME_SEATS_MAX * STORE_NAME_MAX + 64];
    struct buffer text;
    buffer_add(out, "BEGIN:VEVENT\r\n");
    buffer_start(&text, storage, sizeof storage);
    buffer_add_format(&text, "%s@ludosaure", table->id);
    calendar_write_line(out, "UID", storage);
    write_moment(out, "DTSTAMP", now_ms);
    write_moment(out, "DTSTART", table_deadline_ms(table, seat, now_ms));
    buffer_start(&text, storage, sizeof storage);
    const char *summary = texts_get(texts, language, "server", "calendar", "turn");
    fill_detail(&text, summary ? summary : "{detail}",
                texts_game_name(texts, language, table->settings.game->id));
    calendar_write_line(out, "SUMMARY", storage);
    buffer_start(&text, storage, sizeof storage);
    write_others(&text, table, seat);
    calendar_write_line(out, "DESCRIPTION", storage);
    buffer_add(out, "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\n");
}

/* Free it. */
static char *calendar_of(const struct sessions *sessions, const char *person,
                         enum language language)
{
    const struct environment *environment = sessions->tables->environment;
    struct live_table *const *found;
    int count = person_tables_of(&sessions->tables->by_person, person, &found);
    size_t size = (size_t)(count + 1) * EVENT_BYTES;
    char *text = alloc_raw(size, 1);
    struct buffer out;
    buffer_start(&out, text, size);
    buffer_add(&out, head);
    for (int i = 0; i < count; i++) {
        int seat = table_seat_due(found[i]->table, person);
        if (seat >= 0)
            write_event(&out, environment->settings.texts, language, found[i]->table, seat,
                        environment->now_ms);
    }
    buffer_add(&out, "END:VCALENDAR\r\n");
    CHECK(!out.cut);
    return text;
}

/* ---- The requests ---- */

static void submit(const struct session_task *session, struct store_job *job)
{
    store_submit(session->task.client->environment->store, job);
}

/* Whether the key was found. If not, the request is refused. Wrong keys cost a guess. */
static bool take_found(struct session_task *session, const struct store_job *job)
{
    if (job->outcome == STORE_OK) {
        limits_return_guess(session->task.client);
        return true;
    }
    if (job->outcome == STORE_ABSENT)
        task_refuse(&session->task, FAULT_NO_TABLE, "server.no_calendar");
    else
        task_refuse_unavailable(&session->task);
    return false;
}

static void answer_turns(struct session_task *session, const struct store_person *person)
{
    struct client *client = session->task.client;
    const struct request *request = &session->task.request;
    enum language language = ENGLISH;
    if (request->language)
        language_parse(request->language, &language);
    char *text = calendar_of(session->sessions, person->id, language);
    if (client->is_http)
        client_answer_raw(client, text);
    else
        client_answer(client, request->id, json_pack("{s:s}", "turns", text));
    free(text);
}

/* A key that is in use gets a new date, as a session does. */
static void turns_found(struct store_job *job)
{
    struct session_task *session = job->context;
    const struct environment *environment = session->task.client->environment;
    if (!session->task.client->gone && take_found(session, job)) {
        if (expiry_has_passed(environment, job->used_ms)) {
            task_refuse(&session->task, FAULT_NO_TABLE, "server.no_calendar");
        } else {
            answer_turns(session, &job->person);
            if (job->used_ms < environment->now_ms - EXPIRY_DATED_MS) {
                struct store_job *use = store_job_new(STORE_SESSION_USE, NULL, NULL);
                use->now_ms = environment->now_ms;
                memcpy(use->session_hash, session->hash, sizeof use->session_hash);
                store_submit(environment->store, use);
            }
        }
    }
    task_resume(&session->task);
}

static void withdrawn(struct store_job *job)
{
    struct session_task *session = job->context;
    struct client *client = session->task.client;
    if (!client->gone && take_found(session, job))
        client_answer(client, session->task.request.id, NULL);
    task_resume(&session->task);
}

static void made(struct store_job *job)
{
    struct session_task *session = job->context;
    struct client *client = session->task.client;
    if (job->outcome != STORE_OK)
        task_refuse_unavailable(&session->task);
    else if (!client->gone)
        client_answer(client, session->task.request.id, json_pack("{s:s}", "key", session->secret));
    task_resume(&session->task);
}

/* The store makes sessions only for those who know the password that the account has now. */
static void account_found(struct store_job *job)
{
    struct session_task *session = job->context;
    if (job->outcome != STORE_OK || strcmp(job->person.id, session->person.id) != 0) {
        task_refuse_unavailable(&session->task);
        task_resume(&session->task);
        return;
    }
    secret_new(session->task.client->environment, session->secret);
    key_hash(session->secret, session->hash);
    struct store_job *new = session_job(session, STORE_SESSION_NEW, made);
    memcpy(new->password, job->password, sizeof new->password);
    submit(session, new);
}

/* New keys of a person, so that nobody fills the database with them. Those that are not used expire. */
static bool take_key(struct client *client, struct fault *fault)
{
    enum { KEYS_PER_DAY = 10, DAYS_LIKE_MINUTES_MS = 24 * 60 };
    return bucket_take(client->person->calendars, KEYS_PER_DAY, KEYS_PER_DAY,
                       client->environment->now_ms / DAYS_LIKE_MINUTES_MS) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_calendars", NULL);
}

static bool may_ask(struct client *client, const struct request *request, struct fault *fault)
{
    enum language language;
    if (request->language && !language_parse(request->language, &language))
        return fault_bad_request(fault, "language");
    bool is_new = request->cmd == REQUEST_CALENDAR && !request->key;
    return limits_take_guess(client, fault) && (!is_new || take_key(client, fault));
}

/* Calendar programs end the address with `.ics`. */
static void hash_asked(struct session_task *session)
{
    char key[SECRET_TEXT] = "";
    const char *asked = session->task.request.key, *end = strstr(asked, ".ics");
    size_t length = end && !end[4] ? (size_t)(end - asked) : strlen(asked);
    if (length < sizeof key)
        memcpy(key, asked, length);
    key_hash(key, session->hash);
    sodium_memzero(key, sizeof key);
}

void calendar_ask(struct sessions *sessions, struct client *client, struct request *request)
{
    struct fault fault;
    if (!may_ask(client, request, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct session_task *session = session_task_new(sessions, sizeof *session, client, request);
    const struct request *asked = &session->task.request;
    if (asked->cmd == REQUEST_CALENDAR) {
        memcpy(session->person.id, client->person->id, sizeof session->person.id);
        memcpy(session->person.login, client->person->login, sizeof session->person.login);
    }
    if (asked->key)
        hash_asked(session);
    submit(session, asked->cmd == REQUEST_TURNS
                        ? session_job(session, STORE_SESSION_FIND, turns_found)
                    : asked->key ? session_job(session, STORE_SESSION_END, withdrawn)
                                 : session_job(session, STORE_ACCOUNT_FIND, account_found));
}
