/* Live tables: the tables in memory, by id and by person. A live table is a table, who watches it,
 * and what other units attach to it.
 *
 * Then: tables by person; chat log; lines; mutes. */
#include "hall/live/live.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void live_tables_start(struct live_tables *tables, struct environment *environment,
                       const struct live_table_callbacks *callbacks)
{
    *tables = (struct live_tables){
        .environment = environment, .callbacks = *callbacks, .push_writer = push_writer_new()};
}

struct live_table *live_table_new(struct live_tables *tables, struct table *table)
{
    struct live_table *live = alloc_new(sizeof *live);
    int64_t now_ms = tables->environment->now_ms;
    memcpy(live->id, table->id, sizeof live->id);
    live->tables = tables;
    live->environment = tables->environment;
    live->table = table;
    live->empty_since_ms = now_ms;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        live->seat[seat] = (struct live_seat){.live = live, .seat = seat, .away_since_ms = now_ms};
    id_map_add(&tables->by_id, live);
    return live;
}

void live_table_opened(struct live_table *live)
{
    live_table_index(live);
    live->tables->open_count += live->table->state < TABLE_OVER;
}

/* Leaves it in the map. */
static void discard(struct live_table *live)
{
    const struct live_table_callbacks *callbacks = &live->tables->callbacks;
    callbacks->forgetting(callbacks->context, live);
    person_tables_remove(&live->tables->by_person, live, &live->people);
    free(live->own_named);
    chat_log_free(&live->chat);
    peer_watchers_free(&live->peer_watchers);
    table_free(live->table);
    free(live);
}

void live_table_free(struct live_table *live)
{
    id_map_remove(&live->tables->by_id, live->id);
    discard(live);
}

void live_tables_free(struct live_tables *tables)
{
    size_t at = 0;
    for (struct live_table *live; (live = id_map_next(&tables->by_id, &at));)
        discard(live);
    id_map_free(&tables->by_id);
    person_tables_free(&tables->by_person);
    push_writer_free(tables->push_writer);
}

struct live_table *live_tables_find(const struct live_tables *tables, const char *id)
{
    return id_map_find(&tables->by_id, id);
}

struct live_table *live_tables_next(const struct live_tables *tables, size_t *at)
{
    struct live_table *live;
    do
        live = id_map_next(&tables->by_id, at);
    while (live && live->loading);
    return live;
}

void live_table_index(struct live_table *live)
{
    person_tables_update(&live->tables->by_person, live, &live->people, live->table);
}

int live_tables_count_of(const struct live_tables *tables, const char *person)
{
    struct live_table *const *found;
    int count = 0;
    for (int i = person_tables_of(&tables->by_person, person, &found) - 1; i >= 0; i--)
        count += found[i]->table->state < TABLE_OVER;
    return count;
}

bool live_tables_allow_days(const struct live_tables *tables, const char *person,
                            const struct table_settings *settings, int others, struct fault *fault)
{
    struct live_table *const *found;
    int count = others;
    if (settings->clock != TABLE_CLOCK_DAYS)
        return true;
    for (int i = person_tables_of(&tables->by_person, person, &found) - 1; i >= 0; i--)
        count += found[i]->table->state < TABLE_OVER &&
                 found[i]->table->settings.clock == TABLE_CLOCK_DAYS;
    return count < tables->environment->settings.limits.days_per_person ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_days", NULL);
}

void live_table_wait(struct live_table *live, struct table_wait *wait)
{
    struct table_wait **end = &live->waits;
    while (*end)
        end = &(*end)->next;
    wait->next = NULL;
    *end = wait;
}

void table_waits_end(struct table_wait *waits, struct live_table *live, bool failed)
{
    while (waits) {
        struct table_wait *wait = waits;
        waits = wait->next; /* the one who waits may free it */
        wait->done(wait, live, failed);
    }
}

/* ---- Tables by person ---- */

struct indexed_person {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    struct live_table **tables;
    int count, capacity;
};

static void add(struct person_tables *index, struct live_table *live, struct table_people *people,
                const char *id)
{
    for (int i = 0; i < people->count; i++)
        if (strcmp(people->id[i], id) == 0)
            return;
    strcpy(people->id[people->count++], id);
    struct indexed_person *person = id_map_find(&index->people, id);
    if (!person) {
        person = alloc_new(sizeof *person);
        strcpy(person->id, id);
        id_map_add(&index->people, person);
    }
    if (person->count == person->capacity) {
        person->capacity = person->capacity ? 2 * person->capacity : 2;
        person->tables =
            alloc_resize(person->tables, (size_t)person->capacity, sizeof(struct live_table *));
    }
    person->tables[person->count++] = live;
}

static void person_free(struct indexed_person *person)
{
    free(person->tables);
    free(person);
}

void person_tables_remove(struct person_tables *index, const struct live_table *live,
                          struct table_people *people)
{
    for (int i = 0; i < people->count; i++) {
        struct indexed_person *person = id_map_find(&index->people, people->id[i]);
        CHECK(person);
        int at = 0;
        while (person->tables[at] != live)
            at++;
        person->tables[at] = person->tables[--person->count];
        if (person->count == 0) {
            id_map_remove(&index->people, person->id);
            person_free(person);
        }
    }
    people->count = 0;
}

void person_tables_update(struct person_tables *index, struct live_table *live,
                          struct table_people *people, const struct table *table)
{
    person_tables_remove(index, live, people);
    if (table->state == TABLE_CLOSED)
        return;
    if (table->settings.host[0])
        add(index, live, people, table->settings.host);
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table->seat[seat].person[0])
            add(index, live, people, table->seat[seat].person);
}

int person_tables_of(const struct person_tables *index, const char *person,
                     struct live_table *const **tables)
{
    const struct indexed_person *found = id_map_find(&index->people, person);
    *tables = found ? found->tables : NULL;
    return found ? found->count : 0;
}

void person_tables_free(struct person_tables *index)
{
    size_t at = 0;
    for (struct indexed_person *person; (person = id_map_next(&index->people, &at));)
        person_free(person);
    id_map_free(&index->people);
}

/* ---- Chat log ---- */

enum {
    LINES_MAX = 50,
    MUTES_OF_ONE_MAX = 30,
    MUTES_MAX = 1000, /* at one table */
};

struct chat_line {
    char person[STORE_ID_TEXT], name[STORE_NAME_MAX];
    char *json;
};

struct mute {
    char by[STORE_ID_TEXT], whom[STORE_ID_TEXT], name[STORE_NAME_MAX];
    struct mute *next;
};

void chat_log_free(struct chat_log *log)
{
    for (int i = 0; i < log->count; i++)
        free(log->lines[i].json);
    free(log->lines);
    while (log->mutes) {
        struct mute *mute = log->mutes;
        log->mutes = mute->next;
        free(mute);
    }
    *log = (struct chat_log){0};
}

/* ---- Lines ---- */

void chat_log_add(struct chat_log *log, const char *person, const char *name, char *json)
{
    if (!log->lines)
        log->lines = alloc_array(LINES_MAX, sizeof *log->lines);
    if (log->count == LINES_MAX) {
        free(log->lines[0].json);
        memmove(log->lines, log->lines + 1, (LINES_MAX - 1) * sizeof *log->lines);
        log->count--;
    }
    struct chat_line *line = &log->lines[log->count++];
    strcpy(line->person, person);
    strcpy(line->name, name);
    line->json = json;
}

const char *chat_log_line(const struct chat_log *log, int number)
{
    return log->lines[number].json;
}

bool chat_log_has(const struct chat_log *log, const char *json)
{
    for (int i = 0; i < log->count; i++)
        if (strcmp(log->lines[i].json, json) == 0)
            return true;
    return false;
}

const char *chat_log_name(const struct chat_log *log, const char *person)
{
    for (int i = 0; i < log->count; i++)
        if (strcmp(log->lines[i].person, person) == 0)
            return log->lines[i].name;
    return NULL;
}

void chat_log_people(const struct chat_log *log, void (*visit)(void *context, const char *person),
                     void *context)
{
    for (int i = 0; i < log->count; i++)
        visit(context, log->lines[i].person);
}

void chat_log_forget(struct chat_log *log, const char *person)
{
    int kept = 0;
    for (int i = 0; i < log->count; i++) {
        if (strcmp(log->lines[i].person, person) == 0)
            free(log->lines[i].json);
        else
            log->lines[kept++] = log->lines[i];
    }
    log->count = kept;
    for (struct mute **link = &log->mutes; *link;) {
        struct mute *mute = *link;
        if (strcmp(mute->whom, person) == 0) {
            *link = mute->next;
            free(mute);
        } else {
            link = &mute->next;
        }
    }
}

char *chat_log_json(const struct chat_log *log, const struct person *person)
{
    size_t size = 3;
    for (int i = 0; i < log->count; i++)
        size += strlen(log->lines[i].json) + 1;
    char *text = alloc_raw(size, 1);
    struct buffer out;
    buffer_start(&out, text, size);
    buffer_add_char(&out, '[');
    for (int i = 0; i < log->count; i++) {
        if (chat_log_is_hidden(log, person, log->lines[i].person))
            continue;
        if (out.length > 1)
            buffer_add_char(&out, ',');
        buffer_add(&out, log->lines[i].json);
    }
    buffer_add_char(&out, ']');
    CHECK(!out.cut);
    return text;
}

/* ---- Mutes ---- */

bool chat_log_is_hidden(const struct chat_log *log, const struct person *person, const char *other)
{
    return chat_log_is_muted(log, person ? person->id : NULL, other) ||
           person_blocks(person, other);
}

bool chat_log_is_muted(const struct chat_log *log, const char *by, const char *whom)
{
    for (const struct mute *mute = log->mutes; by && mute; mute = mute->next)
        if (strcmp(mute->by, by) == 0 && strcmp(mute->whom, whom) == 0)
            return true;
    return false;
}

bool chat_log_mute(struct chat_log *log, const char *by, const char *whom, const char *name,
                   struct fault *fault)
{
    int count = 0, own = 0;
    for (const struct mute *mute = log->mutes; mute; mute = mute->next, count++)
        own += strcmp(mute->by, by) == 0;
    if (own >= MUTES_OF_ONE_MAX || count >= MUTES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_mutes", NULL);
    struct mute *mute = alloc_new(sizeof *mute);
    strcpy(mute->by, by);
    strcpy(mute->whom, whom);
    strcpy(mute->name, name);
    mute->next = log->mutes;
    log->mutes = mute;
    return true;
}

void chat_log_unmute(struct chat_log *log, const char *by, const char *whom)
{
    for (struct mute **link = &log->mutes; *link; link = &(*link)->next) {
        struct mute *mute = *link;
        if (strcmp(mute->by, by) == 0 && strcmp(mute->whom, whom) == 0) {
            *link = mute->next;
            free(mute);
            return;
        }
    }
}

char *chat_log_muted_json(const struct chat_log *log, const char *person)
{
    json_t *list = json_array();
    for (const struct mute *mute = log->mutes; mute; mute = mute->next)
        if (person && strcmp(mute->by, person) == 0)
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "person", mute->whom, "name", mute->name));
    char *text = json_dumps(list, JSON_COMPACT);
    CHECK(text);
    json_decref(list);
    return text;
}
