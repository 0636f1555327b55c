/* The network addresses that clients come from: what each has used of its limits, and how much
 * processor time its requests have cost. */
#ifndef HALL_ADDRESS_H
#define HALL_ADDRESS_H

#include "base/id_map.h"
#include "hall/bucket.h"
#include "hall/environment.h"

enum { ADDRESS_BYTES = 48 };

struct address {
    char text[ADDRESS_BYTES]; /* must be the first member */
    int clients;
    int64_t seen_ms;                                           /* when the last client left */
    struct bucket people, tables, guesses, messages, requests; /* requests: by HTTP */
    struct bucket work; /* its level is in µs of processor time, and may be below zero */
};

struct addresses {
    struct environment *environment;
    struct id_map by_text;
    int64_t swept_ms;
    bool measuring; /* between address_work_begin and address_work_end */
};

void addresses_start(struct addresses *addresses, struct environment *environment);
void addresses_free(struct addresses *addresses);

/* The address with this text; a new one if there is none. It stays as long as it has clients, and
 * long enough after them for its limits to be full again. */
struct address *addresses_get(struct addresses *addresses, const char *text);

/* Forgets addresses that are no longer needed. */
void addresses_tick(struct addresses *addresses);

/* Whether requests of this address may use more processor time now. */
bool address_has_work_left(const struct addresses *addresses, struct address *address);

/* Charges an address with the processor time used between begin and end. Pairs may be nested: only
 * the outermost one counts. `address` is NULL if the client has left meanwhile. */
int64_t address_work_begin(struct addresses *addresses);
void address_work_end(struct addresses *addresses, struct address *address, int64_t began_us);
/* Charges time that another thread will use. */
void address_charge(struct address *address, int64_t us);

/* How many clients' worth of messages one address may send. */
enum { ADDRESS_SHARE = 20, ADDRESS_BURST_SECONDS = 3 };

#endif
