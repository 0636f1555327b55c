#include "store/postgres_payload.h"

#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

static int length_of(const char *text)
{
    return text ? (int)strlen(text) : -1;
}

void postgres_payload_write(char payload[POSTGRES_PAYLOAD_TEXT], const struct store_job *job)
{
    const struct store_entry *entry = &job->entries[0];
    char mark = job->closes ? '!' : ',';
    int size = snprintf(payload, POSTGRES_PAYLOAD_TEXT, "+%s:%lld%c%lld %lld %d %d %d %d\n%s%s",
                        job->table, (long long)entry->number, mark, (long long)entry->at_ms,
                        (long long)entry->used_ms, entry->kind, entry->seat, length_of(entry->text),
                        length_of(entry->cid), entry->text ? entry->text : "",
                        entry->cid ? entry->cid : "");
    if (size >= POSTGRES_PAYLOAD_TEXT)
        snprintf(payload, POSTGRES_PAYLOAD_TEXT, "%s:%lld%c", job->table, (long long)entry->number,
                 mark);
}

/* Takes a text of this length, and moves `*at` behind it. NULL for -1. */
static char *take_text(const char **at, int length)
{
    if (length < 0)
        return NULL;
    char *text = alloc_new((size_t)length + 1);
    memcpy(text, *at, (size_t)length);
    *at += length;
    return text;
}

static bool read_contents(const char **payload, struct store_entry *entry)
{
    long long at_ms, used_ms;
    int text, cid, length = 0;
    if (sscanf(*payload, "%lld %lld %d %d %d %d%n", &at_ms, &used_ms, &entry->kind, &entry->seat,
               &text, &cid, &length) < 6 ||
        (*payload)[length] != '\n' || text < -1 || cid < -1)
        return false;
    const char *at = *payload + length + 1;
    if (strlen(at) != (size_t)(text > 0 ? text : 0) + (size_t)(cid > 0 ? cid : 0))
        return false;
    entry->at_ms = at_ms;
    entry->used_ms = used_ms;
    entry->text = take_text(&at, text);
    entry->cid = take_text(&at, cid);
    *payload = at;
    return true;
}

bool postgres_payload_read(const char **payload, struct postgres_heard *item)
{
    long long number;
    char mark;
    int length = 0;
    *item = (struct postgres_heard){.has_contents = **payload == '+'};
    const char *at = *payload + item->has_contents;
    if (sscanf(at, "%12[^:]:%lld%c%n", item->table, &number, &mark, &length) < 3)
        return false;
    at += length;
    item->entry.number = number;
    item->closes = mark == '!';
    if (item->has_contents && !read_contents(&at, &item->entry))
        return false;
    *payload = at;
    return true;
}
