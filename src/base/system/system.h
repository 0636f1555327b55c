/* What the program asks of the machine, and games may not: memory, shared texts, hash maps, clocks.
 *
 *     memory.c  checked allocation; texts that several clients share
 *     id_map.c  hash maps by text
 *     clock.c   the machine's clocks */
#ifndef BASE_SYSTEM_SYSTEM_H
#define BASE_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Memory ---- */

/* Checked allocation: if there is no memory left, the program stops (CHECK), since no caller could
 * do anything sensible about it. Everything is released with free. */

/* Zeroed. */
void *alloc_new(size_t size);
void *alloc_array(size_t count, size_t size);
/* Not zeroed, for large arrays that are written before they are read. */
void *alloc_raw(size_t count, size_t size);
/* `old` may be NULL. Added bytes are not zeroed. */
void *alloc_resize(void *old, size_t count, size_t size);
/* Makes an array large enough for one more element: if `count` elements fill it, its capacity doubles. `old`
 * may be NULL. Added bytes are not zeroed. */
void *alloc_grow(void *old, size_t count, size_t *capacity, size_t size);
/* A copy of some bytes; `size` may be 0. */
void *alloc_copy(const void *bytes, size_t size);
/* A copy of a text; NULL for NULL. */
char *alloc_text(const char *text);

/* A document on the heap, to be released with free. */
struct doc *doc_new(void);

/* ---- Shared texts ---- */

/* Space in front of the text, where the network writes its frame. */
enum { MESSAGE_HEADROOM = 64 };

struct message {
    int holders;
    size_t length;
    unsigned char bytes[]; /* MESSAGE_HEADROOM, then the text */
};

/* Copies the text. The caller is the first holder. */
struct message *message_new(const char *text, size_t length);
struct message *message_hold(struct message *message);
/* Frees the message if this was the last holder. */
void message_drop(struct message *message);

/* The text, which ends with a zero. */
static inline char *message_text(struct message *message)
{
    return (char *)message->bytes + MESSAGE_HEADROOM;
}

/* ---- Maps by id ---- */

/* A hash map from texts to structs that begin with the text, such as an id. The map does not own the
 * structs. */

/* All zero is an empty map. */
struct id_map {
    void **slots; /* each struct begins with its text, a char array */
    size_t count, capacity;
};

/* NULL if there is none. */
void *id_map_find(const struct id_map *map, const char *id);

/* The map must not contain this text yet. */
void id_map_add(struct id_map *map, void *item);

/* Does nothing if the map does not contain this text. */
void id_map_remove(struct id_map *map, const char *id);

/* Removes the items for which the function returns true; it may free them. Items may be asked about
 * twice. */
void id_map_remove_if(struct id_map *map, bool (*is_removed)(void *context, void *item),
                      void *context);

/* Iterates in no particular order: start with *at = 0; NULL at the end. Do not add or remove while
 * iterating. */
void *id_map_next(const struct id_map *map, size_t *at);

/* Frees the slots, not the items, and leaves an empty map. */
void id_map_free(struct id_map *map);

/* ---- Clocks ---- */

/* The machine's clocks, for code that measures or waits. Rules never read a clock. */

/* A clock that only goes forward; its zero is arbitrary. */
int64_t clock_ns(void);
static inline int64_t clock_us(void)
{
    return clock_ns() / 1000;
}
/* The same, but it also runs while the machine sleeps. */
int64_t clock_boot_ns(void);
/* Processor time used by this process, and by this thread. */
int64_t clock_cpu_ns(void);
int64_t clock_thread_ns(void);
/* Milliseconds since 1970. Jumps when the system clock is set. */
int64_t clock_wall_ms(void);

#endif
