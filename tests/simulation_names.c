#include "simulation_names.h"

#include "base/check.h"
#include "simulation_database.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

/* The member of an entry's text that names a person: the text itself, or its host; or NULL. */
static json_t *naming_part(int kind, json_t *json)
{
    return kind == ENTRY_SIT ? json : kind == ENTRY_CREATE ? json_object_get(json, "host") : NULL;
}

static json_t *parse(const char *text)
{
    return json_loads(text ? text : "", 0, NULL);
}

bool names_lost(int kind, const char *a, const char *b)
{
    json_t *texts[2] = {parse(a), parse(b)};
    int nameless = 0;
    for (int i = 0; i < 2; i++) {
        json_t *part = naming_part(kind, texts[i]);
        const char *name = wire_text(json_object_get(part, "name"));
        nameless += name && !*name;
        if (name)
            json_object_set_new(part, "name", json_string(""));
    }
    bool lost = nameless > 0 && json_equal(texts[0], texts[1]);
    json_decref(texts[0]);
    json_decref(texts[1]);
    return lost;
}

static void finish(struct world *world, struct store_job *job)
{
    store_submit(world->store, job);
    store_work(world->store);
    store_collect(world->store);
}

static void person_asked(struct store_job *job)
{
    CHECK(job->outcome == STORE_OK);
    *(bool *)job->context = job->people_count > 0;
}

static bool is_gone(struct world *world, const char *person)
{
    bool gone = false;
    struct store_job *job = store_job_new(STORE_PEOPLE_GONE, person_asked, &gone);
    store_job_add_person(job, person);
    finish(world, job);
    return gone;
}

/* Whether the person has asked for it. Others are purged, with their names at closed tables. */
static bool was_deleted(const struct world *world, const char *person)
{
    for (int i = 0; i < world->deletion_count; i++)
        if (strcmp(world->deletions[i], person) == 0)
            return true;
    return false;
}

/* The entries of a table. */
struct naming {
    struct store_entry *entries;
    size_t count;
};

static void entries_read(struct store_job *job)
{
    struct naming *naming = job->context;
    CHECK(job->outcome == STORE_OK);
    naming->entries = job->entries;
    naming->count = job->entry_count;
    job->entries = NULL;
    job->entry_count = 0;
}

static void check_entry(struct world *world, const char *table, const struct store_entry *entry)
{
    json_t *json = parse(entry->text);
    json_t *part = naming_part(entry->kind, json);
    const char *person = wire_text(json_object_get(part, part == json ? "person" : "id"));
    const char *name = wire_text(json_object_get(part, "name"));
    if (person && name) {
        bool gone = (!*name || was_deleted(world, person)) && is_gone(world, person);
        if (!*name != gone)
            fail(world, "table %s: entry %lld says '%s' of %s, who %s", table,
                 (long long)entry->number, name, person, gone ? "was deleted" : "is there");
    }
    json_decref(json);
}

void names_check(struct world *world)
{
    for (int i = 0; database_forgets() && i < world->truth_count; i++) {
        const char *table = world->truths[i]->id;
        struct naming naming = {0};
        struct store_job *job = store_job_new(STORE_TABLE_READ, entries_read, &naming);
        memcpy(job->table, table, STORE_ID_TEXT);
        finish(world, job);
        for (size_t e = 0; e < naming.count; e++) {
            check_entry(world, table, &naming.entries[e]);
            free(naming.entries[e].text);
            free(naming.entries[e].cid);
        }
        free(naming.entries);
    }
}
