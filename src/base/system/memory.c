/* Checked allocation. */
#include "base/system/system.h"

#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *alloc_new(size_t size)
{
    return alloc_array(1, size);
}

void *alloc_array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    CHECK(memory || !count || !size);
    return memory;
}

void *alloc_raw(size_t count, size_t size)
{
    return alloc_resize(NULL, count, size);
}

void *alloc_resize(void *old, size_t count, size_t size)
{
    CHECK(!size || count <= SIZE_MAX / size);
    void *memory = realloc(old, count * size);
    CHECK(memory || !count || !size);
    return memory;
}

void *alloc_grow(void *old, size_t count, size_t *capacity, size_t size)
{
    enum { FIRST_CAPACITY = 16 };
    if (count < *capacity)
        return old;
    *capacity = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    return alloc_resize(old, *capacity, size);
}

void *alloc_copy(const void *bytes, size_t size)
{
    void *copy = alloc_raw(size + 1, 1); /* of 0 bytes, malloc might return NULL */
    memcpy(copy, bytes, size);
    return copy;
}

char *alloc_text(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    CHECK(copy || !text);
    return copy;
}

struct doc *doc_new(void)
{
    struct doc *doc = alloc_raw(1, sizeof *doc);
    doc_start(doc);
    return doc;
}

/* ---- Shared texts ---- */

struct message *message_new(const char *text, size_t length)
{
    struct message *message = alloc_raw(sizeof *message + MESSAGE_HEADROOM + length + 1, 1);
    message->holders = 1;
    message->length = length;
    memcpy(message_text(message), text, length);
    message_text(message)[length] = '\0';
    return message;
}

struct message *message_hold(struct message *message)
{
    CHECK(message->holders > 0);
    message->holders++;
    return message;
}

void message_drop(struct message *message)
{
    CHECK(message->holders > 0);
    if (--message->holders == 0)
        free(message);
}
