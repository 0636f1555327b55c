/* A document: the tree of a JSON value in a fixed amount of memory.
 *
 * Positions, views, events and components pass between the games and the rest of the program as
 * documents. Games therefore need no JSON library and allocate nothing; src/wire converts between
 * documents and bytes. A document that runs out of space sets `full` and ignores further values. */
#ifndef BASE_DOC_H
#define BASE_DOC_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOC_NODES_MAX = 4096, /* the largest position has about 500 values */
    DOC_CHARS_MAX = 32768,
    DOC_DEPTH_MAX = 12,
};

enum doc_type {
    DOC_NULL,
    DOC_BOOL,
    DOC_INTEGER,
    DOC_REAL, /* read only: a number that is not an integer; nothing in the program accepts one */
    DOC_STRING,
    DOC_LIST,
    DOC_OBJECT,
};

struct doc_node {
    enum doc_type type;
    uint16_t next;   /* the next value in the same list or object, 0 = none */
    uint16_t first;  /* lists and objects: the first value inside, 0 = none */
    uint16_t count;  /* lists and objects: how many values inside */
    uint16_t key;    /* offset of the key in `chars` + 1; 0 = no key */
    uint16_t string; /* strings: offset in `chars` */
    int64_t integer; /* integers and bools */
};

struct doc {
    uint16_t node_count;
    uint16_t char_count;
    uint16_t depth;
    bool full;
    uint16_t open[DOC_DEPTH_MAX]; /* the lists and objects being written */
    uint16_t last[DOC_DEPTH_MAX]; /* the latest value in each of them */
    struct doc_node nodes[DOC_NODES_MAX];
    char chars[DOC_CHARS_MAX];
};

/* A document on the heap, to be released with free. */
struct doc *doc_new(void);

/* Writing. The first value is the root. `key` is NULL inside a list and for the root. */
void doc_start(struct doc *doc);
void doc_null(struct doc *doc, const char *key);
void doc_bool(struct doc *doc, const char *key, bool value);
void doc_integer(struct doc *doc, const char *key, int64_t value);
void doc_real(struct doc *doc, const char *key); /* its value is not kept */
void doc_string(struct doc *doc, const char *key, const char *value);
void doc_string_or_null(struct doc *doc, const char *key, const char *value); /* NULL: null */
void doc_list(struct doc *doc, const char *key);                              /* until doc_end */
void doc_object(struct doc *doc, const char *key);                            /* until doc_end */
void doc_end(struct doc *doc);
void doc_bits(struct doc *doc, const char *key,
              uint64_t bits); /* a list of the numbers of the set bits */

/* Reading. Every function accepts NULL for a missing value and treats it as a value of the wrong
 * type, so that a chain of look-ups needs only one check at its end. */
const struct doc_node *doc_root(const struct doc *doc);
const struct doc_node *doc_get(const struct doc *doc, const struct doc_node *object,
                               const char *key);
const struct doc_node *doc_first(const struct doc *doc, const struct doc_node *parent);
const struct doc_node *doc_next(const struct doc *doc, const struct doc_node *node);
int doc_count(const struct doc_node *parent); /* 0 for anything but a list or an object */
bool doc_is(const struct doc_node *node, enum doc_type type);
const char *doc_key(const struct doc *doc, const struct doc_node *node);
/* NULL unless it is a string. */
const char *doc_text(const struct doc *doc, const struct doc_node *node);
/* True, with the value in *value, if it is an integer from `low` to `high`. */
bool doc_number(const struct doc_node *node, int64_t low, int64_t high, int *value);
/* True, with the value in *value, if it is a bool. */
bool doc_truth(const struct doc_node *node, bool *value);
/* Whether two values are equal: keys and items in the same order. */
bool doc_equal(const struct doc *a, const struct doc_node *in_a, const struct doc *b,
               const struct doc_node *in_b);

/* Loops over the values of a list or an object. */
#define DOC_EACH(doc, parent, child) \
    for (const struct doc_node *child = doc_first(doc, parent); child; child = doc_next(doc, child))

#endif
