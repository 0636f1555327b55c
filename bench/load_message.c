#include "load_message.h"

#include <stdlib.h>
#include <string.h>

/* The end of the text whose opening quote is at `at`; NULL if it has none. */
static const char *after_text(const char *at, const char *end)
{
    for (at++; at < end; at++) {
        if (*at == '"')
            return at + 1;
        if (*at == '\\')
            at++;
    }
    return NULL;
}

static const char *after_nested(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        switch (*at) {
        case '"':
            at = after_text(at, end);
            if (!at)
                return NULL;
            continue;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return at + 1;
            break;
        default:
            break;
        }
        at++;
    }
    return NULL;
}

static const char *after_value(const char *at, const char *end)
{
    if (*at == '"')
        return after_text(at, end);
    if (*at == '{' || *at == '[')
        return after_nested(at, end);
    while (at < end && *at != ',' && *at != '}')
        at++;
    return at < end ? at : NULL;
}

static const char *after_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n'))
        at++;
    return at;
}

static struct piece *find_piece(struct load_message *message, const char *key, size_t size)
{
    static const struct {
        const char *key;
        size_t offset;
    } pieces[] = {
        {"id", offsetof(struct load_message, id)},
        {"ok", offsetof(struct load_message, ok)},
        {"push", offsetof(struct load_message, push)},
        {"table", offsetof(struct load_message, table)},
        {"v", offsetof(struct load_message, v)},
        {"kind", offsetof(struct load_message, kind)},
        {"legal", offsetof(struct load_message, legal)},
        {"result", offsetof(struct load_message, result)},
        {"error", offsetof(struct load_message, error)},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (strlen(pieces[i].key) == size && memcmp(pieces[i].key, key, size) == 0)
            return (struct piece *)(void *)((char *)message + pieces[i].offset);
    return NULL;
}

bool load_message_read(struct load_message *message, const char *bytes, size_t size)
{
    *message = (struct load_message){0};
    const char *at = bytes, *end = bytes + size;
    if (size < 2 || *at != '{')
        return false;
    for (at = after_blanks(at + 1, end); at < end && *at == '"';) {
        const char *key = at + 1, *key_end = after_text(at, end);
        if (!key_end)
            return false;
        at = after_blanks(key_end, end);
        if (at == end || *at != ':')
            return false;
        const char *value = after_blanks(at + 1, end);
        at = value < end ? after_value(value, end) : NULL;
        if (!at)
            return false;
        struct piece *piece = find_piece(message, key, (size_t)(key_end - 1 - key));
        if (piece && *value == '"')
            *piece = (struct piece){value + 1, (size_t)(at - value) - 2};
        else if (piece)
            *piece = (struct piece){value, (size_t)(at - value)};
        at = after_blanks(at, end);
        if (at < end && *at == ',')
            at = after_blanks(at + 1, end);
    }
    return at < end && *at == '}';
}

bool piece_is(struct piece piece, const char *text)
{
    return piece.at && piece.size == strlen(text) && memcmp(piece.at, text, piece.size) == 0;
}

void piece_pick(struct piece list, struct rng *rng, char *text, size_t size)
{
    *text = '\0';
    if (!list.at || *list.at != '[')
        return;
    const char *end = list.at + list.size, *chosen = NULL, *chosen_end = NULL;
    uint32_t count = 0;
    for (const char *at = list.at + 1; at < end; at++) {
        if (*at != '"')
            continue;
        const char *after = after_text(at, end);
        if (!after)
            return;
        if (rng_below(rng, ++count) == 0) {
            chosen = at + 1;
            chosen_end = after - 1;
        }
        at = after;
    }
    size_t length = chosen ? (size_t)(chosen_end - chosen) : 0;
    if (chosen && length < size) {
        memcpy(text, chosen, length);
        text[length] = '\0';
    }
}
