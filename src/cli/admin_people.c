#include "cli/admin_people.h"

#include "cli/admin_seats.h"
#include "terminal/complain.h"

#include <stdio.h>
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
    else if (people->found_count == 0)
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
