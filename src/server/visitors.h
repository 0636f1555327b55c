/* Visitors: for each address, how many connections it has and how much it may still send. */
#ifndef SERVER_VISITORS_H
#define SERVER_VISITORS_H

#include "base/id_map.h"
#include "server/budget.h"
#include "server/ip_address.h"

struct visitor {
    char address[IP_TEXT]; /* normalised; must be the first member */
    int sockets;           /* directly from this address */
    int websockets;        /* for this address, perhaps through a proxy */
    int incomplete;        /* requests of which a part has not arrived */
    struct budget budget;
};

/* Zeroed, but for per_second, it is empty. */
struct visitors {
    struct id_map by_address;
    int64_t per_second; /* the budget of one connection */
    int64_t swept_us;
};

/* The visitor from this address; NULL if there is none. */
struct visitor *visitors_find(struct visitors *visitors, const char *address);
/* The same, but a new one if there is none. */
struct visitor *visitors_get(struct visitors *visitors, const char *address);

/* Takes from the budget of an address. False if nothing is left. */
bool visitors_spend(struct visitors *visitors, const char *address, int64_t cost);

/* Call it when a connection has ended: frees the visitor if nothing is to be remembered of it. */
void visitors_release(struct visitors *visitors, struct visitor *visitor);
/* Frees those that could not be freed at once. Call it about once a second. */
void visitors_tick(struct visitors *visitors);
void visitors_free(struct visitors *visitors);

#endif
