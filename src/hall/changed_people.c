#include "hall/changed_people.h"

#include "table/forget.h"
#include "table/seats.h"

#include <stdio.h>
#include <string.h>

/* Names that were changed in the store. */

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
