/* Shares the threads that think between addresses: an address with many tables does not slow down
 * the others.
 *
 * A table's decisions count for its host's address (live_table.address), a hint for the address of the
 * client that asks. Each address has a queue and the sum of the time it was given; the address with the
 * smallest sum is next. Nothing here depends on what is hidden in a match. */
#ifndef HALL_THINKING_H
#define HALL_THINKING_H

#include "hall/leases.h"

struct thinking {
    struct environment *environment;
    struct leases *leases;
    struct thinker *thinkers; /* addresses with decisions that wait or are under way */
    int under_way;            /* decisions that are with other threads */
    int64_t given_ms;         /* the sum of the address that was last given a thread */
};

void thinking_start(struct thinking *thinking, struct leases *leases);
/* Gives all decisions that still wait back to their owners, undone. */
void thinking_free(struct thinking *thinking);

/* How long a computer player should think: the time of its level, or less if many decisions wait,
 * above all of this address. */
int thinking_time_ms(const struct thinking *thinking, const char *address,
                     const struct player *player);

/* Hands the decision to another thread when its turn comes. decision->done is called afterwards; undone
 * if the leases of this server might run out before it is done. */
void thinking_add(struct thinking *thinking, const char *address, struct decision *decision);

/* The other thread is done with it: calls decision->done. */
void thinking_done(struct thinking *thinking, struct decision *decision);

#endif
