/* ludosaure admin: what people have reported of others (hall/accounts/reports.c). Each action returns an exit code.
 *
 * Then: the list of reports; one report; closing it. */
#include "cli/admin/admin.h"

#include "base/system/system.h"
#include "hall/front/front.h"
#include "terminal/screen/screen.h"
#include "text/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct store_job *find_reports(struct admin *admin, int64_t number, int limit)
{
    struct store_job *job = store_job_new(STORE_REPORTS_FIND, NULL, NULL);
    job->from = number;
    job->limit = limit;
    return admin_ask(admin, job);
}

/* A word of a list in the language of the operator; as it is, if it is none of the list. */
static const char *word_of(const struct admin *admin, const char *section, const char *const *list,
                           const char *word)
{
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], word) == 0)
            return texts_core(admin->console->texts, admin->console->language, section, word);
    return word;
}

static void print_clean(const char *text, int width)
{
    char clean[2000];
    snprintf(clean, sizeof clean, "%s", text);
    say_clean(clean);
    admin_print_padded(clean, width);
}

static const char *text_in(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

/* ---- The list of reports ---- */

/* The reports of the same person with this reason: their numbers. */
static void print_reason(const struct admin *admin, const struct store_job *reports, size_t first,
                         const char *reason, bool *is_first)
{
    const char *about = reports->reports[first].about.id;
    bool is_named = false;
    for (size_t i = first; i < reports->report_count; i++) {
        const struct store_report *report = &reports->reports[i];
        json_t *text = json_loads(report->text, 0, NULL);
        if (strcmp(report->about.id, about) == 0 && strcmp(text_in(text, "reason"), reason) == 0) {
            if (!is_named)
                printf("%s%s", *is_first ? "" : ", ",
                       word_of(admin, "reports", request_reasons, reason));
            printf(" %lld", (long long)report->number);
            is_named = true;
            *is_first = false;
        }
        json_decref(text);
    }
}

/* The line of the person whom the report `first`, their latest, is about. */
static void print_about(const struct admin *admin, const struct store_job *reports, size_t first)
{
    enum { AGE_WIDTH = 6, NAME_WIDTH = 16 };
    const struct store_report *latest = &reports->reports[first];
    int count = 0;
    bool is_first = true;
    for (size_t i = first; i < reports->report_count; i++)
        count += strcmp(reports->reports[i].about.id, latest->about.id) == 0;
    printf("%-12s  %7d  ", latest->about.id, count);
    admin_print_age(admin, latest->at_ms, AGE_WIDTH);
    printf("  ");
    admin_print_name(latest->about.name, NAME_WIDTH);
    printf("  ");
    for (int i = 0; request_reasons[i]; i++)
        print_reason(admin, reports, first, request_reasons[i], &is_first);
    putchar('\n');
}

static bool is_latest(const struct store_job *reports, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (strcmp(reports->reports[i].about.id, reports->reports[number].about.id) == 0)
            return false;
    return true;
}

int admin_list_reports(struct admin *admin, char **unused)
{
    (void)unused;
    struct store_job *reports = find_reports(admin, 0, admin->limit + 1);
    bool has_more = reports->report_count > (size_t)admin->limit;
    int code = CONSOLE_OK;
    if (has_more)
        free(reports->reports[--reports->report_count].text);
    if (reports->outcome != STORE_OK)
        code = admin_database_failure(admin);
    else if (reports->report_count == 0)
        admin_say(admin, "no_reports", NULL);
    else
        printf("%s\n", admin_text(admin, "reports_head"));
    for (size_t i = 0; i < reports->report_count; i++)
        if (is_latest(reports, i))
            print_about(admin, reports, i);
    if (has_more)
        admin_say(admin, "more_reports", NULL);
    store_job_free(reports);
    return code;
}

/* ---- One report ---- */

static void print_time(int64_t at_ms)
{
    char text[32] = "?";
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm local;
    if (localtime_r(&seconds, &local))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    printf("%s", text);
}

static void print_line(struct admin *admin, const struct store_report *report, const json_t *line)
{
    enum { NAME_WIDTH = 12 };
    const char *id = text_in(line, "person"), *phrase = text_in(line, "phrase");
    char name[STORE_NAME_MAX];
    bool is_about = strcmp(id, report->about.id) == 0;
    if (!admin_find_name(admin, id, name))
        snprintf(name, sizeof name, "%s", admin_text(admin, "deleted"));
    printf("  %s ", is_about ? ">" : " ");
    print_time(json_integer_value(json_object_get(line, "at")));
    printf("  ");
    admin_print_name(name, NAME_WIDTH);
    printf("  ");
    print_clean(*phrase ? word_of(admin, "phrases", text_phrases, phrase) : text_in(line, "text"),
                0);
    putchar('\n');
}

/* A line with what the word of section "admin" stands for. */
static void print_fact(const struct admin *admin, const char *key, const char *first,
                       const char *second)
{
    enum { WORD_WIDTH = 10 };
    admin_print_padded(admin_text(admin, key), WORD_WIDTH);
    print_clean(first, 0);
    if (*second) {
        printf("  (");
        print_clean(second, 0);
        printf(")");
    }
    putchar('\n');
}

static void print_report(struct admin *admin, const struct store_report *report, const json_t *text)
{
    const char *then = text_in(text, "name"), *page = text_in(text, "page");
    const json_t *lines = json_object_get(text, "lines");
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)report->number);
    admin_say(admin, report->is_closed ? "report_closed" : "report_open", number, NULL);
    print_fact(admin, "report_about", report->about.name, report->about.id);
    if (*then && strcmp(then, report->about.name) != 0)
        print_fact(admin, "report_then", then, "");
    print_fact(admin, "report_why",
               word_of(admin, "reports", request_reasons, text_in(text, "reason")), "");
    print_fact(admin, "report_by",
               report->by.id[0] ? report->by.name : admin_text(admin, "deleted"), report->by.id);
    admin_print_padded(admin_text(admin, "report_when"), 10);
    print_time(report->at_ms);
    putchar('\n');
    if (*page)
        print_fact(admin, "report_page", page, "");
    else
        print_fact(admin, "report_table", text_in(text, "table"), text_in(text, "game"));
    if (json_array_size(lines) > 0)
        printf("%s\n", admin_text(admin, "report_lines"));
    for (size_t i = 0; i < json_array_size(lines); i++)
        print_line(admin, report, json_array_get(lines, i));
}

/* The report whose number this word is; NULL after a message. Free the job. */
static struct store_job *find_report(struct admin *admin, const char *word)
{
    char *end;
    int64_t number = strtoll(word, &end, 10);
    bool is_number = number > 0 && *word >= '0' && *word <= '9' && !*end;
    struct store_job *found = is_number ? find_reports(admin, number, 1) : NULL;
    if (found && found->report_count == 1)
        return found;
    if (found && found->outcome != STORE_OK)
        admin_database_failure(admin);
    else
        complain_failure(admin->console, "no_report", word);
    store_job_free(found);
    return NULL;
}

/* ---- Closing it ---- */

/* What was said goes; the reason stays. */
static int close_report(struct admin *admin, const struct store_report *report, json_t *text,
                        const char *word)
{
    if (report->is_closed)
        return complain_failure(admin->console, "report_closed", word);
    json_object_del(text, "lines");
    char *rest = json_dumps(text, JSON_COMPACT);
    struct store_job *job = store_job_new(STORE_REPORT_CLOSE, NULL, NULL);
    job->from = report->number;
    job->now_ms = clock_wall_ms();
    store_job_add_note(job, rest ? rest : "{}");
    free(rest);
    struct store_job *answer = admin_ask(admin, job);
    enum store_outcome outcome = answer->outcome;
    store_job_free(answer);
    if (outcome == STORE_ABSENT)
        return complain_failure(admin->console, "no_report", word);
    if (outcome != STORE_OK)
        return admin_database_failure(admin);
    admin_say(admin, "report_closed", word, NULL);
    return CONSOLE_OK;
}

int admin_show_report(struct admin *admin, char **words)
{
    if (words[1] && strcmp(words[1], "close") != 0)
        return complain_usage(admin->console, "unexpected_word", words[1]);
    struct store_job *found = find_report(admin, words[0]);
    if (!found)
        return CONSOLE_FAILED;
    const struct store_report *report = &found->reports[0];
    json_t *text = json_loads(report->text, 0, NULL);
    int code = CONSOLE_OK;
    if (words[1])
        code = close_report(admin, report, text, words[0]);
    else
        print_report(admin, report, text);
    json_decref(text);
    store_job_free(found);
    return code;
}
