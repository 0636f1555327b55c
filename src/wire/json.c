/* Converts between documents and jansson. Then: writing; faults; values of a match. */
#include "wire/wire.h"

#include "base/base.h"
#include "base/system/system.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a machine type can hold the number. At least one more byte follows it. */
static bool number_fits(char *number, size_t length, bool whole)
{
    char after = number[length];
    number[length] = '\0';
    errno = 0;
    bool fits = whole ? (strtoll(number, NULL, 10), errno == 0) : isfinite(strtod(number, NULL));
    number[length] = after;
    return fits;
}

/* Overwrites, in place, the numbers that jansson refuses. Each of them is at least as long as
 * "1e308". */
static void replace_huge_numbers(char *bytes, size_t size)
{
    static const char huge[] = "1e308";
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        if (in_string) {
            if (bytes[i] == '\\')
                i++;
            else if (bytes[i] == '"')
                in_string = false;
        } else if (bytes[i] == '"') {
            in_string = true;
        } else if (strchr("-0123456789", bytes[i]) && bytes[i]) {
            size_t length = 1;
            bool whole = true;
            for (; i + length < size && bytes[i + length] &&
                   strchr("+-.eE0123456789", bytes[i + length]);
                 length++)
                whole = whole && !strchr(".eE", bytes[i + length]);
            /* A number at the very end cannot be part of a request. */
            bool fits = i + length < size && number_fits(bytes + i, length, whole);
            if (!fits && length >= sizeof huge - 1) {
                memset(bytes + i, ' ', length);
                memcpy(bytes + i, huge, sizeof huge - 1);
            }
            i += length - 1;
        }
    }
}

json_t *wire_parse(const char *bytes, size_t size)
{
    /* JSON never contains a zero byte, but jansson skips one that follows a number. */
    if (size > 0 && memchr(bytes, '\0', size))
        return NULL;
    json_error_t error;
    const size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *json = json_loadb(bytes, size, flags, &error);
    if (!json && json_error_code(&error) == json_error_numeric_overflow) {
        char *copy = alloc_copy(bytes, size);
        replace_huge_numbers(copy, size);
        json = json_loadb(copy, size, flags, &error);
        free(copy);
    }
    return json;
}

/* Skipping over well-formed JSON. Each function returns the end of what it skips. */

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\')
            at++;
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
        } else if (*at == '[' || *at == '{') {
            depth++;
            at++;
        } else if (depth > 0 && (*at == ']' || *at == '}')) {
            depth--;
            at++;
        } else if (depth > 0) {
            at++;
            continue;
        } else { /* a number or a word */
            while (at < end && !memchr(",]} \t\r\n", *at, 7))
                at++;
        }
        if (depth == 0)
            break;
    }
    return at;
}

/* Whether a string, quotes included, means "id"; it may use escapes. */
static bool is_id(const char *string, size_t length)
{
    if (!memchr(string, '\\', length))
        return length == 4 && memcmp(string, "\"id\"", 4) == 0;
    json_t *key = json_loadb(string, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    const char *text = wire_text(key);
    bool found = text && strcmp(text, "id") == 0;
    json_decref(key);
    return found;
}

enum wire_id wire_id_find(const char *bytes, size_t size, char id[WIRE_ID_MAX + 1])
{
    const char *end = bytes + size, *at = skip_space(bytes, end) + 1;
    enum wire_id found = WIRE_ID_NONE;
    while ((at = skip_space(at, end)) < end && *at == '"') {
        const char *key = at, *key_end = skip_string(key, end);
        const char *value = skip_space(skip_space(key_end, end) + 1, end);
        at = skip_value(value, end);
        if (is_id(key, (size_t)(key_end - key))) {
            size_t length = (size_t)(at - value);
            found = length > WIRE_ID_MAX ? WIRE_ID_TOO_LONG : WIRE_ID_FOUND;
            if (found == WIRE_ID_FOUND) {
                memcpy(id, value, length);
                id[length] = '\0';
            }
        }
        at = skip_space(at, end) + 1; /* a comma, or the end */
    }
    return found;
}

json_t *wire_from_doc(const struct doc *doc, const struct doc_node *node)
{
    if (!node)
        return json_null();
    json_t *json = NULL;
    switch (node->type) {
    case DOC_NULL:
    case DOC_REAL:
        return json_null();
    case DOC_BOOL:
        return json_boolean(node->integer != 0);
    case DOC_INTEGER:
        return json_integer((json_int_t)node->integer);
    case DOC_STRING:
        return json_string(doc_text(doc, node));
    case DOC_LIST:
        json = json_array();
        DOC_EACH (doc, node, child)
            json_array_append_new(json, wire_from_doc(doc, child));
        return json;
    case DOC_OBJECT:
        json = json_object();
        DOC_EACH (doc, node, child)
            json_object_set_new(json, doc_key(doc, child), wire_from_doc(doc, child));
        return json;
    }
    check_failed("a type of document", __FILE__, __LINE__);
}

const char *wire_text(const json_t *json)
{
    const char *text = json_string_value(json);
    return text && strlen(text) == json_string_length(json) ? text : NULL;
}

bool wire_add(const json_t *json, struct doc *doc, const char *key)
{
    size_t index;
    json_t *child;
    const char *name;
    if (doc->full)
        return false;
    switch (json_typeof(json)) {
    case JSON_NULL:
        doc_null(doc, key);
        return true;
    case JSON_TRUE:
    case JSON_FALSE:
        doc_bool(doc, key, json_is_true(json));
        return true;
    case JSON_INTEGER:
        doc_integer(doc, key, json_integer_value(json));
        return true;
    case JSON_REAL:
        doc_real(doc, key);
        return true;
    case JSON_STRING:
        if (!wire_text(json))
            return false;
        doc_string(doc, key, json_string_value(json));
        return true;
    case JSON_ARRAY:
        doc_list(doc, key);
        json_array_foreach(json, index, child)
        {
            if (!wire_add(child, doc, NULL))
                break;
        }
        doc_end(doc);
        return index == json_array_size(json);
    case JSON_OBJECT:
        doc_object(doc, key);
        bool fits = true;
        json_object_foreach((json_t *)(uintptr_t)json, name, child)
        {
            if (!(fits = wire_add(child, doc, name)))
                break;
        }
        doc_end(doc);
        return fits;
    }
    return false;
}

bool wire_to_doc(const json_t *json, struct doc *doc)
{
    doc_start(doc);
    return wire_add(json, doc, NULL) && !doc->full;
}

/* ---- Writing ---- */

/* Writes documents as JSON. The largest possible size is known in advance, so the writing itself
 * checks nothing. */

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

/* ---- Faults ---- */

json_t *wire_fault(const struct texts *texts, const struct fault *fault)
{
    char sentences[LANGUAGES][512];
    for (int language = 0; language < LANGUAGES; language++) {
        struct buffer text;
        buffer_start(&text, sentences[language], sizeof sentences[language]);
        texts_fault(texts, (enum language)language, fault, &text);
    }
    json_t *json =
        json_pack("{s:s, s:s?, s:{s:s, s:s}}", "code", fault_code_name(fault->code), "rule",
                  fault->rule, "text", "en", sentences[ENGLISH], "fr", sentences[FRENCH]);
    CHECK(json);
    return json;
}

/* ---- Values of a match ---- */

json_t *wire_seats(uint64_t seats)
{
    json_t *list = json_array();
    while (seats)
        json_array_append_new(list, json_integer(bits_pop(&seats)));
    return list;
}

json_t *wire_move(const struct game *game, const void *state, const struct move *move)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    game->format(state, move, &text);
    CHECK(!text.cut);
    return json_string(text.text);
}
