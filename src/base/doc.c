/* Documents: nodes and characters in two fixed arrays. */
#include "base/base.h"

#include <string.h>

void doc_start(struct doc *doc)
{
    /* Resets only the counters: the arrays are large, and nothing beyond the counters is read. */
    doc->node_count = 1; /* node 0 means "none" */
    doc->char_count = 0;
    doc->depth = 0;
    doc->full = false;
}

/* Most texts are a few letters long; for them this loop is faster than strlen and memcpy. */
static uint16_t add_chars(struct doc *doc, const char *text)
{
    char *to = doc->chars + doc->char_count, *end = doc->chars + DOC_CHARS_MAX - 1;
    uint16_t at = doc->char_count;
    do {
        if (to == end) {
            doc->full = true;
            return 0;
        }
    } while ((*to++ = *text++));
    doc->char_count = (uint16_t)(to - doc->chars);
    return at;
}

static struct doc_node *add_node(struct doc *doc, const char *key, enum doc_type type)
{
    if (doc->full || doc->node_count == DOC_NODES_MAX) {
        doc->full = true;
        return &doc->nodes[0]; /* never read */
    }
    uint16_t at = doc->node_count++;
    struct doc_node *node = &doc->nodes[at];
    *node = (struct doc_node){.type = type};
    if (doc->depth == 0) {
        CHECK(at == 1 && !key);
        return node;
    }
    struct doc_node *parent = &doc->nodes[doc->open[doc->depth - 1]];
    CHECK((parent->type == DOC_OBJECT) == (key != NULL));
    if (key)
        node->key = (uint16_t)(add_chars(doc, key) + 1);
    uint16_t *last = &doc->last[doc->depth - 1];
    if (*last)
        doc->nodes[*last].next = at;
    else
        parent->first = at;
    *last = at;
    parent->count++;
    return node;
}

void doc_null(struct doc *doc, const char *key)
{
    add_node(doc, key, DOC_NULL);
}

void doc_bool(struct doc *doc, const char *key, bool value)
{
    add_node(doc, key, DOC_BOOL)->integer = value;
}

void doc_integer(struct doc *doc, const char *key, int64_t value)
{
    add_node(doc, key, DOC_INTEGER)->integer = value;
}

void doc_real(struct doc *doc, const char *key)
{
    add_node(doc, key, DOC_REAL);
}

void doc_string(struct doc *doc, const char *key, const char *value)
{
    struct doc_node *node = add_node(doc, key, DOC_STRING);
    node->string = add_chars(doc, value);
}

void doc_string_or_null(struct doc *doc, const char *key, const char *value)
{
    if (value)
        doc_string(doc, key, value);
    else
        doc_null(doc, key);
}

static void open_node(struct doc *doc, const char *key, enum doc_type type)
{
    struct doc_node *node = add_node(doc, key, type);
    if (doc->depth == DOC_DEPTH_MAX)
        doc->full = true;
    if (!doc->full) {
        doc->open[doc->depth] = (uint16_t)(node - doc->nodes);
        doc->last[doc->depth] = 0;
    }
    doc->depth++; /* even when full, so that doc_end stays paired */
}

void doc_list(struct doc *doc, const char *key)
{
    open_node(doc, key, DOC_LIST);
}

void doc_object(struct doc *doc, const char *key)
{
    open_node(doc, key, DOC_OBJECT);
}

void doc_end(struct doc *doc)
{
    CHECK(doc->depth > 0);
    doc->depth--;
}

void doc_bits(struct doc *doc, const char *key, uint64_t bits)
{
    doc_list(doc, key);
    while (bits)
        doc_integer(doc, NULL, bits_pop(&bits));
    doc_end(doc);
}

const struct doc_node *doc_root(const struct doc *doc)
{
    return doc->node_count > 1 ? &doc->nodes[1] : NULL;
}

const struct doc_node *doc_first(const struct doc *doc, const struct doc_node *parent)
{
    return parent && parent->first ? &doc->nodes[parent->first] : NULL;
}

const struct doc_node *doc_next(const struct doc *doc, const struct doc_node *node)
{
    return node && node->next ? &doc->nodes[node->next] : NULL;
}

const char *doc_key(const struct doc *doc, const struct doc_node *node)
{
    return node && node->key ? doc->chars + node->key - 1 : NULL;
}

const struct doc_node *doc_get(const struct doc *doc, const struct doc_node *object,
                               const char *key)
{
    if (!doc_is(object, DOC_OBJECT))
        return NULL;
    DOC_EACH (doc, object, child)
        if (strcmp(doc_key(doc, child), key) == 0)
            return child;
    return NULL;
}

int doc_count(const struct doc_node *parent)
{
    return parent ? parent->count : 0;
}

bool doc_is(const struct doc_node *node, enum doc_type type)
{
    return node && node->type == type;
}

const char *doc_text(const struct doc *doc, const struct doc_node *node)
{
    return doc_is(node, DOC_STRING) ? doc->chars + node->string : NULL;
}

bool doc_number(const struct doc_node *node, int64_t low, int64_t high, int *value)
{
    CHECK(low >= INT32_MIN && high <= INT32_MAX);
    if (!doc_is(node, DOC_INTEGER) || node->integer < low || node->integer > high)
        return false;
    *value = (int)node->integer;
    return true;
}

bool doc_truth(const struct doc_node *node, bool *value)
{
    if (!doc_is(node, DOC_BOOL))
        return false;
    *value = node->integer != 0;
    return true;
}

bool doc_equal(const struct doc *a, const struct doc_node *in_a, const struct doc *b,
               const struct doc_node *in_b)
{
    if (!in_a || !in_b)
        return in_a == in_b;
    if (in_a->type != in_b->type || in_a->count != in_b->count || in_a->integer != in_b->integer)
        return false;
    if (in_a->type == DOC_STRING)
        return strcmp(doc_text(a, in_a), doc_text(b, in_b)) == 0;
    const struct doc_node *child_b = doc_first(b, in_b);
    DOC_EACH (a, in_a, child_a) {
        const char *key = doc_key(a, child_a);
        if (key && strcmp(key, doc_key(b, child_b)) != 0)
            return false;
        if (!doc_equal(a, child_a, b, child_b))
            return false;
        child_b = doc_next(b, child_b);
    }
    return true;
}
