/* Reads the few values of a server's message that a player needs. Only the outermost keys are looked
 * at; the rest, mostly views, is skipped. */
#ifndef BENCH_LOAD_MESSAGE_H
#define BENCH_LOAD_MESSAGE_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>

/* A part of a message; `at` is NULL if it is absent. */
struct piece {
    const char *at;
    size_t size;
};

/* Values as they are written, but texts without their quotes. */
struct load_message {
    struct piece id, ok, push, table, v, kind, legal, result, error;
};

/* False if it is not a JSON object that a server would send. */
bool load_message_read(struct load_message *message, const char *bytes, size_t size);

bool piece_is(struct piece piece, const char *text);

/* Copies a random text of a list of texts; "" if the list is empty or absent. */
void piece_pick(struct piece list, struct rng *rng, char *text, size_t size);

#endif
