#include "cli/admin_store.h"

#include "base/clock.h"
#include "terminal/complain.h"
#include "terminal/say.h"
#include "text/name.h"

#include <stdio.h>

int admin_file_failure(const struct console *console, const char *key, const char *path,
                       const char *reason)
{
    return complain_say(console, CONSOLE_FAILED, "admin", key, path, reason, NULL);
}

int admin_database_failure(const struct admin *admin)
{
    return admin_file_failure(admin->console, "cannot", admin->shown, "");
}

/* Completion callback: hands the finished job to the waiting caller through `context`. */
static void hand_over(struct store_job *job)
{
    struct store_job *answer = job->context, empty = *answer;
    *answer = *job; /* with all that it owns */
    answer->next = NULL;
    empty.next = job->next;
    *job = empty;
}

struct store_job *admin_ask(struct admin *admin, struct store_job *job)
{
    struct store_job *answer = store_job_new(job->kind, NULL, NULL);
    job->done = hand_over;
    job->context = answer;
    store_submit(admin->store, job);
    store_work(admin->store);
    store_collect(admin->store);
    return answer;
}

struct store_job *admin_table_job(enum store_kind kind, const char *table)
{
    struct store_job *job = store_job_new(kind, NULL, NULL);
    snprintf(job->table, sizeof job->table, "%s", table);
    return job;
}

const char *admin_text(const struct admin *admin, const char *key)
{
    return texts_core(admin->console->texts, admin->console->language, "admin", key);
}

void admin_say(const struct admin *admin, const char *key, ...)
{
    char storage[5000];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    va_list words;
    va_start(words, key);
    say_fill(&text, admin_text(admin, key), words);
    va_end(words);
    printf("%s\n", text.text);
}

static void print_padded(const char *text, int width)
{
    int padding = width - text_characters(text);
    printf("%s%*s", text, padding > 0 ? padding : 0, "");
}

void admin_print_name(const char *name, int width)
{
    char clean[STORE_NAME_MAX];
    snprintf(clean, sizeof clean, "%s", name);
    say_clean(clean);
    print_padded(clean, width);
}

void admin_print_age(const struct admin *admin, int64_t at_ms, int width)
{
    static const struct {
        int64_t seconds;
        const char *unit;
    } units[] = {{86400, "days"}, {3600, "hours"}, {60, "minutes"}, {1, "seconds"}};
    int64_t ms = clock_wall_ms() - at_ms, seconds = ms > 0 ? ms / 1000 : 0;
    size_t unit = 0;
    while (unit < 3 && seconds < units[unit].seconds)
        unit++;
    char age[60];
    snprintf(age, sizeof age, "%lld %s", (long long)(seconds / units[unit].seconds),
             admin_text(admin, units[unit].unit));
    print_padded(age, width);
}
