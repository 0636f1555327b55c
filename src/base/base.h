/* The foundation, which needs nothing but libc: programming errors, bad input, bounded text, small sets, random numbers,
 * documents. Games use this and game/, and nothing else. What needs the heap or a clock is in system/.
 *
 *     base.c   programming errors (CHECK); bad input: why it was refused; bounded text, UTF-8
 *     rng.c    random numbers, draws by value
 *     doc.c    a JSON tree in fixed memory */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Failed checks ---- */

/* CHECK stops the program at a programmer's mistake, in release builds too. Bad input never
 * triggers it; bad input gets a struct fault. */

_Noreturn void check_failed(const char *condition, const char *file, int line);

/* A program that has to be small says only where it stopped. */
#ifdef CHECK_SAYS_WHERE
#define CHECK_TEXT(condition) "a check"
#define CHECK_FILE __FILE_NAME__ /* without folders; only clang has it */
#else
#define CHECK_TEXT(condition) #condition
#define CHECK_FILE __FILE__
#endif

#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(CHECK_TEXT(condition), CHECK_FILE, __LINE__))

/* Makes what a function calls part of it, in programs that need not be small: for the few functions in
 * which random games spend their time. */
#ifdef __OPTIMIZE_SIZE__
#define FLATTEN
#else
#define FLATTEN __attribute__((flatten))
#endif

/* ---- Bits ---- */

/* Small sets as machine words. Hands, racks and seats are bit masks, so that copying, counting and
 * picking take a few instructions. */

static inline uint64_t bit(int index)
{
    return UINT64_C(1) << index;
}

/* The same for sets of 32 members. */
static inline uint32_t bit32(int index)
{
    return (uint32_t)bit(index);
}

static inline bool bits_have(uint64_t set, int index)
{
    return (set >> index) & 1;
}

static inline int bits_count(uint64_t set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* The oldest of these processors cannot count, and the compiler's function for them is slower:
     * bits are added in pairs, in fours, in eights, then all at once. */
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

/* The lowest member; the set must not be empty. */
static inline int bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Removes the lowest member and returns it: `while (set) use(bits_pop(&set));` */
static inline int bits_pop(uint64_t *set)
{
    int first = bits_first(*set);
    *set &= *set - 1;
    return first;
}

/* The member that has `rank` smaller ones; the set must have more than `rank` members. */
static inline int bits_nth(uint64_t set, int rank)
{
    while (rank-- > 0)
        set &= set - 1;
    return bits_first(set);
}

/* ---- Buffers ---- */

/* A text buffer of fixed capacity. It never grows and never overflows: text that does not fit is
 * cut, and `cut` is set. The text always ends with a zero byte. */

struct buffer {
    char *text;
    size_t length;
    size_t capacity; /* including the terminating zero */
    bool cut;
};

/* Starts an empty text in `storage` of `capacity` bytes, at least one. */
void buffer_start(struct buffer *buffer, char *storage, size_t capacity);

void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count);
void buffer_add_char(struct buffer *buffer, char c);
void buffer_add_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Faults ---- */

/* What is wrong with an input, in a form that any front end can show to a person.
 *
 * `text` is the key of a sentence in data/texts/, in French and English. `detail` is the part of
 * the input that the sentence is about, the same in both languages: a card, a path in a position.
 * It replaces {detail} in the sentence. */

enum fault_code {
    FAULT_NONE,
    FAULT_BAD_JSON,
    FAULT_BAD_REQUEST,
    FAULT_UNKNOWN_COMMAND,
    FAULT_UNKNOWN_GAME,
    FAULT_BAD_OPTION,
    FAULT_BAD_POSITION,
    FAULT_NO_MATCH,
    FAULT_NOT_YOUR_TURN,
    FAULT_BAD_MOVE,
    FAULT_ILLEGAL_MOVE,
    FAULT_OVER,
    FAULT_BAD_COMPONENTS, /* components in data/ that the game cannot be played with: not in the
                             referee protocol, since they are loaded before the first request */
    FAULT_BAD_RECORD,
    /* From the server: */
    FAULT_WHO, /* the client is not known */
    FAULT_NO_TABLE,
    FAULT_FORBIDDEN,
    FAULT_TAKEN,
    FAULT_LIMIT, /* too many, too fast, a value that is too long */
    FAULT_UNAVAILABLE,
    /* These have a status of their own in HTTP, and in the protocol the name of a wider code: */
    FAULT_TOO_LARGE,    /* a whole message; "limit" */
    FAULT_NO_PATH,      /* "unknown_command" */
    FAULT_WRONG_METHOD, /* "bad_request" */
    FAULT_COUNT
};

struct fault {
    enum fault_code code;
    const char *rule; /* "T17", or NULL */
    const char *text; /* key of the sentence, such as "core.bad_move" */
    char detail[80];
};

/* Fills in `fault` and returns false, so that a check can end with `return fault_set(...)`.
 * `detail` is a printf format, or NULL. */
bool fault_set(struct fault *fault, enum fault_code code, const char *rule, const char *text,
               const char *detail, ...) __attribute__((format(printf, 5, 6)));

/* A value of a request that is missing or not valid: `what` is its key. Returns false. */
bool fault_bad_request(struct fault *fault, const char *what);

/* The code as the protocol spells it: "illegal_move". Several codes may have one name. */
const char *fault_code_name(enum fault_code code);

/* ---- Hashing ---- */

/* The one hash function (FNV-1a, 64 bits): for hash tables and for turning bytes into a seed.
 * Collisions are easy to construct, so nothing may rely on it for safety. */

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* `hash` is HASH_START, or the hash of what comes before these bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text));
}

/* ---- UTF-8 ---- */

/* Decodes the character at `text`, which ends with a zero byte. Returns its length, 1 to 4 bytes,
 * and stores its code. Returns 0 for invalid bytes (truncated, overlong, a surrogate, above
 * U+10FFFF). A zero byte is character 0, one byte long. */
int utf8_read(const char *text, uint32_t *code);

/* ---- Random numbers ---- */

/* The two sources of random numbers in the program. Both give the same numbers on every machine.
 *
 * struct deal   the stream of a match: every shuffle that the rules ask for comes from it, and it
 *               depends on the seed alone. ChaCha with 8 rounds, so that nobody can predict the
 *               next shuffle from the cards already seen. A game that shuffles again after the
 *               start keeps it in its state.
 * struct rng    for players, tests and simulation: xoshiro256**, small and fast, not secret. */

struct deal {
    uint32_t key[8];
    uint64_t block; /* blocks of the stream used so far */
};

/* The stream depends on every byte of `seed`, which may hold any bytes. */
void deal_start(struct deal *deal, const char *seed, size_t length);

/* Shuffles at most 256 items; every order is equally likely. */
void deal_shuffle(struct deal *deal, uint8_t *items, size_t count);

struct rng {
    uint64_t word[4];
};

void rng_start(struct rng *rng, uint64_t seed);
void rng_shuffle(struct rng *rng, uint8_t *items, size_t count);

static inline uint64_t rng_rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *w = rng->word, result = rng_rotate(w[1] * 5, 7) * 9, shifted = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = rng_rotate(w[3], 45);
    return result;
}

/* For rng_below: `product`, or another one if it is among the few low ones that would favour some results. */
uint64_t rng_product_fair(struct rng *rng, uint32_t limit, uint64_t product);

/* A number from 0 to limit - 1, all equally likely; `limit` is from 1 to 2^31. */
static inline uint32_t rng_below(struct rng *rng, uint32_t limit)
{
    uint64_t product = (rng_next(rng) >> 32) * limit;
    if ((uint32_t)product < limit)
        product = rng_product_fair(rng, limit, product);
    return (uint32_t)(product >> 32);
}

/* ---- Softmax ---- */

/* Exponentials and softmax draws that give the same result on every machine: only operations that
 * IEEE 754 rounds correctly are used, always in the same order. */

/* e to the power of `x`, which is not positive. */
double softmax_exp(double x);

/* Draws an index from 0 to count - 1. The higher its value, the likelier it is; one whose value is
 * lower by `softness`, which is positive, is e times less likely. */
int softmax_draw(const float values[], int count, double softness, struct rng *rng);

/* ---- Documents ---- */

/* A document: the tree of a JSON value in a fixed amount of memory.
 *
 * Positions, views, events and components pass between the games and the rest of the program as
 * documents. Games therefore need no JSON library and allocate nothing; src/wire converts between
 * documents and bytes. A document that runs out of space sets `full` and ignores further values. */

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
