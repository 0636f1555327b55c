/* What other servers say (enum peer_item in peers.h): passes it to the units that it concerns.
 *
 * Then: changed people; names that were changed in the store. */
#include "hall/cluster/news/news.h"

#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "hall/play/play.h"
#include "hall/talk/talk.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPECTATORS_MAX = 1000000, GESTURE_MAX = UINT8_MAX };

/* Where a line has the table, and what follows it. NULL if the table is not in memory. */
static struct live_table *find_table(const struct news_targets *targets, char *line, char **rest)
{
    char *end = strchr(line, ' ');
    if (!end)
        return NULL;
    *end = '\0';
    *rest = end + 1;
    struct live_table *live = live_tables_find(targets->tables, line);
    return live && !live->loading ? live : NULL;
}

static void take_presence(struct live_table *live, const char *server, const char *values)
{
    unsigned online;
    int spectators, length = 0;
    if (sscanf(values, "%x %d%n", &online, &spectators, &length) == 2 && spectators >= 0 &&
        spectators <= SPECTATORS_MAX)
        watch_heard(live, server, online, spectators, values + length);
}

static bool is_gesture_value(int value)
{
    return value >= 0 && value <= GESTURE_MAX;
}

static void take_gesture(struct live_table *live, const char *values)
{
    int seat, x, y, power;
    if (sscanf(values, "%d %d %d %d", &seat, &x, &y, &power) != 4 || seat < 0 ||
        seat >= live->table->settings.seats || !is_gesture_value(x) || !is_gesture_value(y) ||
        !is_gesture_value(power))
        return;
    struct realtime_gesture gesture = {.x = (uint8_t)x, .y = (uint8_t)y, .power = (uint8_t)power};
    live_realtime_heard(live, seat, &gesture);
}

static void take_mute(struct live_table *live, char *values, bool on)
{
    char by[STORE_ID_TEXT], whom[STORE_ID_TEXT];
    int length = 0;
    if (sscanf(values, "%12s %12s%n", by, whom, &length) == 2)
        chat_mute_heard(live, by, whom, on && values[length] ? values + length + 1 : NULL);
}

static void take_at_table(const struct news_targets *targets, const char *server, char *line)
{
    char *values;
    struct live_table *live = find_table(targets, line + 2, &values);
    if (!live)
        return;
    switch ((enum peer_item)line[0]) {
    case PEER_PRESENCE:
        take_presence(live, server, values);
        break;
    case PEER_CHAT:
        chat_heard(live, targets->people, values);
        break;
    case PEER_MUTE:
        take_mute(live, values, true);
        break;
    case PEER_UNMUTE:
        take_mute(live, values, false);
        break;
    case PEER_GESTURE:
        take_gesture(live, values);
        break;
    default:
        break;
    }
}

static void take_line(const struct news_targets *targets, const char *server, char *line)
{
    if (!line[0] || line[1] != ' ')
        return;
    switch ((enum peer_item)line[0]) {
    case PEER_ATTEMPT:
        attempts_heard(targets->attempts, line + 2, true);
        break;
    case PEER_NO_ATTEMPT:
        attempts_heard(targets->attempts, line + 2, false);
        break;
    case PEER_FORGET_ATTEMPTS:
        attempts_heard_forget(targets->attempts, line + 2);
        break;
    case PEER_HOLIDAY:
        days_heard(targets->days, line + 2);
        break;
    case PEER_INVITED:
        friends_tell(targets->people, line + 2, true);
        break;
    case PEER_FOLLOWED:
        friends_tell(targets->people, line + 2, false);
        break;
    default:
        take_at_table(targets, server, line);
    }
}

void news_take(const struct news_targets *targets, const char *message)
{
    char *text = alloc_text(message), *next;
    const char *server = strtok_r(text, "\n", &next);
    bool is_message = server && strlen(server) == STORE_ID_TEXT - 1;
    for (char *line; is_message && (line = strtok_r(NULL, "\n", &next));)
        take_line(targets, server, line);
    free(text);
}

/* ---- Changed people ---- */

/* People whom another server has deleted, or whom the operator has deleted or renamed. A hall in a
 * browser has neither. */

/* ---- Names that were changed in the store ---- */

/* Databases may write the same JSON in another order. */
static bool texts_differ(const char *ours, const char *stored)
{
    if (!ours || !stored || strcmp(ours, stored) == 0)
        return false;
    json_t *a = json_loads(ours, 0, NULL), *b = json_loads(stored, 0, NULL);
    bool is_same = json_equal(a, b);
    json_decref(a);
    json_decref(b);
    return !is_same;
}

static bool names_differ(const struct table *table, const struct store_job *job)
{
    for (size_t i = 0; i < table->entry_count && i < job->entry_count; i++) {
        const struct store_entry *ours = &table->entries[i], *stored = &job->entries[i];
        bool has_name = ours->kind == ENTRY_CREATE || ours->kind == ENTRY_SIT;
        if (has_name && texts_differ(ours->text, stored->text))
            return true;
    }
    return false;
}

static void names_read(struct store_job *job)
{
    const struct deleting *deleting = job->context;
    struct live_table *live = live_tables_find(deleting->changes->tables, job->table);
    if (job->outcome != STORE_OK || !live || live->loading)
        return;
    bool is_renamed = names_differ(live->table, job);
    if (is_renamed) {
        chat_log_forget(&live->chat, job->person.id); /* lines have the former name */
        live->must_start_over = true;
    }
    /* Entries that were read here are not reported again. */
    if (is_renamed || (int64_t)job->entry_count > live->table->version + 1)
        change_catch_up(deleting->changes, live);
}

struct naming {
    const char *person;
    bool is_named;
};

static void compare_person(void *context, const char *person)
{
    struct naming *naming = context;
    naming->is_named |= strcmp(person, naming->person) == 0;
}

static void names_check(struct deleting *deleting, const char *person)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(deleting->changes->tables, &at));) {
        struct naming naming = {.person = person};
        table_named_people(live->table, compare_person, &naming);
        if (live->loading || !naming.is_named)
            continue;
        struct store_job *job = store_job_new(STORE_TABLE_READ, names_read, deleting);
        memcpy(job->table, live->id, sizeof job->table);
        snprintf(job->person.id, sizeof job->person.id, "%s", person);
        store_submit(deleting->changes->environment->store, job);
    }
}

/* Other servers. The one that has deleted a person may not know of all seats of this person. */

static void people_checked(struct store_job *job)
{
    struct deleting *deleting = job->context;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->people_count; i++)
        deleting_person(deleting, job->people[i]);
    if (job->outcome == STORE_OK && job->people_count == 0 && job->person.id[0])
        names_check(deleting, job->person.id);
}

static void ask(void *job, const char *person)
{
    if (store_id_is_valid(person))
        store_job_add_person(job, person);
}

void changed_people_check(struct deleting *deleting, const char *person)
{
    struct store_job *job = store_job_new(STORE_PEOPLE_GONE, people_checked, deleting);
    size_t at = 0;
    if (person) {
        snprintf(job->person.id, sizeof job->person.id, "%s", person);
        ask(job, person);
    } else
        for (struct live_table *live; (live = live_tables_next(deleting->changes->tables, &at));) {
            table_named_people(live->table, ask, job);
            chat_log_people(&live->chat, ask, job);
        }
    store_submit(deleting->changes->environment->store, job);
}
