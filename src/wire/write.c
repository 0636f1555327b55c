/* Writes documents as JSON. The largest possible size is known in advance, so the writing itself
 * checks nothing. */
#include "wire/write.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* The letter after the backslash; 'u' for characters without one; 0 for those that need no escape.
 */
static const char escapes[256] = {
    [0] = 'u',  [1] = 'u',  [2] = 'u',  [3] = 'u',  [4] = 'u',   [5] = 'u',     [6] = 'u',
    [7] = 'u',  [8] = 'b',  [9] = 't',  [10] = 'n', [11] = 'u',  [12] = 'f',    [13] = 'r',
    [14] = 'u', [15] = 'u', [16] = 'u', [17] = 'u', [18] = 'u',  [19] = 'u',    [20] = 'u',
    [21] = 'u', [22] = 'u', [23] = 'u', [24] = 'u', [25] = 'u',  [26] = 'u',    [27] = 'u',
    [28] = 'u', [29] = 'u', [30] = 'u', [31] = 'u', ['"'] = '"', ['\\'] = '\\',
};

/* These write where there is enough space. Each returns the end of what it wrote. */

enum { INTEGER_MAX = 20, VALUE_MAX = INTEGER_MAX + 6 }; /* with quotes, colon and comma */

static char *put_escape(char *to, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";
    *to++ = '\\';
    *to++ = escapes[c];
    if (escapes[c] == 'u') {
        *to++ = '0';
        *to++ = '0';
        *to++ = digits[c >> 4];
        *to++ = digits[c & 15];
    }
    return to;
}

static char *put_string(char *to, const char *text)
{
    *to++ = '"';
    for (;; text++) {
        unsigned char c = (unsigned char)*text;
        if (!escapes[c])
            *to++ = *text;
        else if (c)
            to = put_escape(to, c);
        else
            break;
    }
    *to++ = '"';
    return to;
}

static char *put_integer(char *to, int64_t value)
{
    char digits[INTEGER_MAX], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *to++ = '-';
    while (at < digits + sizeof digits)
        *to++ = *at++;
    return to;
}

static char *put_word(char *to, const char *word)
{
    while (*word)
        *to++ = *word++;
    return to;
}

static char *put_node(char *to, const struct doc *doc, const struct doc_node *node)
{
    switch (node->type) {
    case DOC_NULL:
    case DOC_REAL:
        return put_word(to, "null");
    case DOC_BOOL:
        return put_word(to, node->integer ? "true" : "false");
    case DOC_INTEGER:
        return put_integer(to, node->integer);
    case DOC_STRING:
        return put_string(to, doc->chars + node->string);
    case DOC_LIST:
    case DOC_OBJECT:
        *to++ = node->type == DOC_LIST ? '[' : '{';
        for (uint16_t at = node->first; at; at = doc->nodes[at].next) {
            if (doc->nodes[at].key) {
                to = put_string(to, doc->chars + doc->nodes[at].key - 1);
                *to++ = ':';
            }
            to = put_node(to, doc, &doc->nodes[at]);
            *to++ = ',';
        }
        to -= node->first != 0; /* removes the last comma */
        *to++ = node->type == DOC_LIST ? ']' : '}';
        return to;
    }
    check_failed("a type of document", __FILE__, __LINE__);
}

/* Returns space for `size` bytes: at the end of the buffer if they fit, otherwise in a temporary
 * block, from which write_end copies what fits. */
static char *write_begin(struct buffer *out, size_t size)
{
    if (size < out->capacity - out->length)
        return out->text + out->length;
    return alloc_raw(size, 1);
}

static void write_end(struct buffer *out, char *begin, const char *end)
{
    size_t size = (size_t)(end - begin);
    if (begin == out->text + out->length) {
        out->length += size;
        out->text[out->length] = '\0';
    } else {
        buffer_add_bytes(out, begin, size);
        free(begin);
    }
}

void wire_write_string(const char *text, struct buffer *out)
{
    char *begin = write_begin(out, 6 * strlen(text) + 2);
    write_end(out, begin, put_string(begin, text));
}

void wire_write_integer(int64_t value, struct buffer *out)
{
    char *begin = write_begin(out, INTEGER_MAX);
    write_end(out, begin, put_integer(begin, value));
}

void wire_write(const struct doc *doc, const struct doc_node *node, struct buffer *out)
{
    if (!node) {
        buffer_add(out, "null");
        return;
    }
    char *begin = write_begin(out, 6 * (size_t)doc->char_count + VALUE_MAX * doc->node_count);
    write_end(out, begin, put_node(begin, doc, node));
}
