/* ludosaure admin: people. Each action returns an exit code. Then: people at tables. */
#include "cli/admin/admin.h"

#include "base/system/system.h"
#include "hall/live/live.h"
#include "hall/people/people.h"
#include "table/table.h"
#include "terminal/screen/screen.h"
#include "text/text.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Searches for a text; "" finds everyone. Free the answer. */
static struct store_job *find_people(struct admin *admin, const char *text, int limit)
{
    struct store_job *job = store_job_new(STORE_PEOPLE_FIND, NULL, NULL);
    snprintf(job->person.name, sizeof job->person.name, "%s", text);
    job->limit = limit;
    return admin_ask(admin, job);
}

static void print_person(const struct admin *admin, const struct store_found *found,
                         const struct admin_seats *seats)
{
    enum { LOGIN_WIDTH = 16, AGE_WIDTH = 9, NAME_WIDTH = 16 };
    const struct store_person *person = &found->person;
    printf("%-12s  ", person->id);
    admin_print_name(person->login[0] ? person->login : admin_text(admin, "guest"), LOGIN_WIDTH);
    printf("  ");
    admin_print_age(admin, found->seen_ms, AGE_WIDTH);
    printf("  %7lld  ", (long long)found->record_count);
    admin_print_name(person->name, NAME_WIDTH);
    for (size_t i = 0; i < seats->count; i++)
        if (strcmp(seats->seat[i].person, person->id) == 0)
            printf("  %s", seats->seat[i].table);
    putchar('\n');
}

int admin_list_people(struct admin *admin, char **words)
{
    const char *text = words[0] ? words[0] : "";
    struct store_job *people = find_people(admin, text, admin->limit + 1);
    struct admin_seats seats;
    bool good = admin_seats_read(admin, &seats) && people->outcome == STORE_OK;
    size_t limit = (size_t)admin->limit;
    int code = CONSOLE_OK;
    if (!good)
        code = admin_database_failure(admin);
    else if (people->found_count == 0 && *text)
        code = complain_failure(admin->console, "no_person", text);
    else
        printf("%s\n", admin_text(admin, "people_head"));
    for (size_t i = 0; good && i < people->found_count && i < limit; i++)
        print_person(admin, &people->found[i], &seats);
    if (good && people->found_count > limit)
        admin_say(admin, "more_people", NULL);
    admin_seats_free(&seats);
    store_job_free(people);
    return code;
}

bool admin_find_name(struct admin *admin, const char *id, char name[STORE_NAME_MAX])
{
    struct store_job *people = find_people(admin, id, 1);
    bool is_found = people->found_count > 0 && strcmp(people->found[0].person.id, id) == 0;
    if (is_found)
        memcpy(name, people->found[0].person.name, STORE_NAME_MAX);
    store_job_free(people);
    return is_found;
}

/* Finds a person by id or login. False after a message. */
static bool find_person(struct admin *admin, const char *word, struct store_found *found)
{
    char key[STORE_NAME_MAX];
    snprintf(key, sizeof key, "%s", word);
    for (char *at = key; *at; at++)
        if (*at >= 'A' && *at <= 'Z') /* logins are stored in small letters */
            *at = (char)(*at - 'A' + 'a');
    struct store_job *people = find_people(admin, key, 1);
    bool good = people->outcome == STORE_OK, is_found = false;
    if (people->found_count > 0) {
        *found = people->found[0];
        is_found = strcmp(found->person.id, key) == 0 || strcmp(found->person.login, key) == 0;
    }
    store_job_free(people);
    if (!good)
        admin_database_failure(admin);
    else if (!is_found)
        complain_failure(admin->console, "no_person", word);
    else
        say_clean(found->person.name);
    return is_found;
}

int admin_rename_person(struct admin *admin, char **words)
{
    struct fault fault;
    struct store_found found;
    char name[STORE_NAME_MAX];
    if (!find_person(admin, words[0], &found))
        return CONSOLE_FAILED;
    if (!name_is_fine(words[1], name_is_of_program(found.person.name), name, &fault))
        return complain_fault(admin->console, &fault);
    struct store_job *job = store_job_new(STORE_PERSON_RENAME_EVERYWHERE, NULL, NULL);
    job->person = found.person;
    memcpy(job->person.name, name, sizeof job->person.name);
    struct store_job *answer = admin_ask(admin, job);
    bool good = answer->outcome == STORE_OK;
    store_job_free(answer);
    if (!good)
        return admin_database_failure(admin);
    admin_say(admin, "renamed", found.person.name, name, SAY_NUMBER(found.record_count), NULL);
    return CONSOLE_OK;
}

/* Runs a job that needs the hashed password of the person, or "" without an account; again if the
 * password has just changed. */
static enum store_outcome ask_with_password(struct admin *admin, enum store_kind kind,
                                            const struct store_person *person,
                                            const unsigned char recovery[STORE_HASH_BYTES])
{
    enum { TRIES_MAX = 10 };
    enum store_outcome outcome = STORE_ABSENT;
    for (int i = 0; i < TRIES_MAX && outcome == STORE_ABSENT; i++) {
        struct store_job *account = store_job_new(STORE_ACCOUNT_FIND, NULL, NULL);
        account->person = *person;
        account = admin_ask(admin, account);
        struct store_job *job = store_job_new(kind, NULL, NULL);
        job->person = *person;
        memcpy(job->old_password, account->password, sizeof job->old_password);
        memcpy(job->recovery_hash, recovery, sizeof job->recovery_hash);
        store_job_free(account);
        struct store_job *answer = admin_ask(admin, job);
        outcome = answer->outcome;
        store_job_free(answer);
    }
    return outcome;
}

int admin_remove_person(struct admin *admin, char **words)
{
    static const unsigned char none[STORE_HASH_BYTES];
    struct store_found found;
    if (!find_person(admin, words[0], &found))
        return CONSOLE_FAILED;
    const struct store_person *person = &found.person;
    struct admin_seats seats;
    bool good = admin_seats_read(admin, &seats) &&
                ask_with_password(admin, STORE_PERSON_DELETE, person, none) == STORE_OK;
    int count = 0;
    for (size_t i = 0; good && i < seats.count; i++)
        if (strcmp(seats.seat[i].person, person->id) == 0) {
            good = admin_seats_leave(admin, &seats.seat[i]);
            count++;
        }
    admin_seats_free(&seats);
    if (!good)
        return admin_database_failure(admin);
    admin_say(admin, "removed", person->name, SAY_NUMBER(count), SAY_NUMBER(found.record_count),
              NULL);
    return CONSOLE_OK;
}

static void entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

int admin_recover_person(struct admin *admin, char **words)
{
    const struct environment environment = {.platform = {.entropy = entropy}};
    struct store_found found;
    if (!find_person(admin, words[0], &found))
        return CONSOLE_FAILED;
    const struct store_person *person = &found.person;
    if (!person->login[0])
        return complain_failure(admin->console, "no_account", words[0]);
    char code[RECOVERY_TEXT];
    unsigned char hash[STORE_HASH_BYTES];
    recovery_new(&environment, code);
    recovery_hash(code, hash);
    if (ask_with_password(admin, STORE_RECOVERY_SET, person, hash) != STORE_OK)
        return admin_database_failure(admin);
    admin_say(admin, "recovery", person->name, person->login, code, NULL);
    sodium_memzero(code, sizeof code);
    return CONSOLE_OK;
}

int admin_unpublish_person(struct admin *admin, char **words)
{
    struct store_found found;
    if (!find_person(admin, words[0], &found))
        return CONSOLE_FAILED;
    if (!found.person.page[0])
        return complain_failure(admin->console, "no_page", words[0]);
    struct store_job *job = store_job_new(STORE_PAGE_SET, NULL, NULL);
    memcpy(job->person.id, found.person.id, sizeof job->person.id);
    struct store_job *answer = admin_ask(admin, job);
    bool good = answer->outcome == STORE_OK;
    store_job_free(answer);
    if (!good)
        return admin_database_failure(admin);
    admin_say(admin, "unpublished", found.person.name, found.person.page, NULL);
    return CONSOLE_OK;
}

/* ---- People at tables ---- */

static void add(struct admin_seats *seats, const char *person, const char *table)
{
    seats->seat = alloc_grow(seats->seat, seats->count, &seats->capacity, sizeof *seats->seat);
    struct admin_seat *seat = &seats->seat[seats->count++];
    memcpy(seat->person, person, sizeof seat->person);
    memcpy(seat->table, table, sizeof seat->table);
}

static bool read_table(struct admin *admin, const char *id, struct admin_seats *seats)
{
    struct fault fault;
    struct store_job *job = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
    struct table *table = table_new(id, admin->console->data_folder);
    bool good = job->outcome != STORE_FAILED;
    if (job->outcome == STORE_OK && table_fold_all(table, job->entries, job->entry_count, &fault))
        for (int i = 0; i < table->settings.seats; i++)
            if (table->seat[i].person[0])
                add(seats, table->seat[i].person, table->id);
    table_free(table);
    store_job_free(job);
    return good;
}

bool admin_seats_read(struct admin *admin, struct admin_seats *seats)
{
    *seats = (struct admin_seats){0};
    struct store_job *open = admin_ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    bool good = open->outcome == STORE_OK;
    for (size_t i = 0; good && i < open->table_count; i++)
        good = read_table(admin, open->tables[i], seats);
    store_job_free(open);
    return good;
}

void admin_seats_free(struct admin_seats *seats)
{
    free(seats->seat);
}

/* Appends the entry by which the person stands up; TAKEN if someone was faster. */
static enum store_outcome append_stand(struct admin *admin, const struct table *table, int seat)
{
    const struct environment environment = {.settings = {.texts = admin->console->texts}};
    struct store_job *job = admin_table_job(STORE_TABLE_APPEND, table->id);
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    *job->entries = (struct store_entry){.number = table->version + 1,
                                         .at_ms = clock_wall_ms(),
                                         .kind = ENTRY_STAND,
                                         .seat = seat,
                                         .text = alloc_text("{}")};
    bot_name_entry(&environment, table, job->entries);
    struct store_job *answer = admin_ask(admin, job);
    enum store_outcome outcome = answer->outcome;
    store_job_free(answer);
    return outcome;
}

bool admin_seats_leave(struct admin *admin, const struct admin_seat *seat)
{
    enum store_outcome outcome;
    do {
        struct fault fault;
        struct store_job *job = admin_ask(admin, admin_table_job(STORE_TABLE_READ, seat->table));
        struct table *table = table_new(seat->table, admin->console->data_folder);
        outcome = job->outcome;
        bool is_read = outcome == STORE_OK &&
                       table_fold_all(table, job->entries, job->entry_count, &fault) &&
                       (table->state == TABLE_WAITING || table->state == TABLE_PLAYING);
        int number = is_read ? table_seat_of(table, seat->person) : -1;
        if (number >= 0)
            outcome = append_stand(admin, table, number);
        table_free(table);
        store_job_free(job);
    } while (outcome == STORE_TAKEN);
    return outcome != STORE_FAILED;
}
