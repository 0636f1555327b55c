/* Documents to JSON text. Texts are copied run by run: hardly any has a character in it that needs
 * escaping. */
#include "wire/write.h"

#include "base/check.h"

#include <string.h>

/* The letter after the backslash; 'u' for those that have none of their own; 0: as it is. */
static const char escapes[256] = {
    [0] = 'u',  [1] = 'u',  [2] = 'u',  [3] = 'u',  [4] = 'u',   [5] = 'u',     [6] = 'u',
    [7] = 'u',  [8] = 'b',  [9] = 't',  [10] = 'n', [11] = 'u',  [12] = 'f',    [13] = 'r',
    [14] = 'u', [15] = 'u', [16] = 'u', [17] = 'u', [18] = 'u',  [19] = 'u',    [20] = 'u',
    [21] = 'u', [22] = 'u', [23] = 'u', [24] = 'u', [25] = 'u',  [26] = 'u',    [27] = 'u',
    [28] = 'u', [29] = 'u', [30] = 'u', [31] = 'u', ['"'] = '"', ['\\'] = '\\',
};

static void write_escape(unsigned char c, struct buffer *out)
{
    if (escapes[c] == 'u') {
        buffer_add_format(out, "\\u%04X", c);
    } else {
        const char pair[2] = {'\\', escapes[c]};
        buffer_add_bytes(out, pair, sizeof pair);
    }
}

void wire_write_string(const char *text, struct buffer *out)
{
    /* The common case in one go: as long as nothing has to be escaped and there is room. */
    char *at = out->text + out->length, *end = out->text + out->capacity - 1;
    if (end - at >= 2) {
        char *to = at;
        *to++ = '"';
        while (to < end - 1 && !escapes[(unsigned char)*text])
            *to++ = *text++;
        out->length += (size_t)(to - at);
        *to = '\0';
    } else {
        buffer_add(out, "\"");
    }
    while (*text) {
        size_t run = 0;
        while (!escapes[(unsigned char)text[run]])
            run++;
        buffer_add_bytes(out, text, run);
        text += run;
        if (*text)
            write_escape((unsigned char)*text++, out);
    }
    buffer_add_bytes(out, "\"", 1);
}

void wire_write_integer(int64_t value, struct buffer *out)
{
    char digits[20], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--at = '-';
    buffer_add_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

static void write_inside(const struct doc *doc, const struct doc_node *node, struct buffer *out)
{
    bool first = true;
    DOC_EACH (doc, node, child) {
        if (!first)
            buffer_add_bytes(out, ",", 1);
        first = false;
        if (child->key) {
            wire_write_string(doc_key(doc, child), out);
            buffer_add_bytes(out, ":", 1);
        }
        wire_write(doc, child, out);
    }
}

void wire_write(const struct doc *doc, const struct doc_node *node, struct buffer *out)
{
    switch (node ? node->type : DOC_NULL) {
    case DOC_NULL:
    case DOC_REAL:
        buffer_add_bytes(out, "null", 4);
        return;
    case DOC_BOOL:
        buffer_add(out, node->integer ? "true" : "false");
        return;
    case DOC_INTEGER:
        wire_write_integer(node->integer, out);
        return;
    case DOC_STRING:
        wire_write_string(doc_text(doc, node), out);
        return;
    case DOC_LIST:
        buffer_add_bytes(out, "[", 1);
        write_inside(doc, node, out);
        buffer_add_bytes(out, "]", 1);
        return;
    case DOC_OBJECT:
        buffer_add_bytes(out, "{", 1);
        write_inside(doc, node, out);
        buffer_add_bytes(out, "}", 1);
        return;
    }
    check_failed("a type of document", __FILE__, __LINE__);
}
