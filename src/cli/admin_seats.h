/* Who sits at the tables that are not over. */
#ifndef CLI_ADMIN_SEATS_H
#define CLI_ADMIN_SEATS_H

#include "cli/admin_store.h"

struct admin_seat {
    char person[STORE_ID_TEXT], table[STORE_ID_TEXT];
};
struct admin_seats {
    struct admin_seat *seat;
    size_t count, capacity;
};

/* Reads all open tables, except damaged ones. False if the database fails. Free the result in either
 * case. */
bool admin_seats_read(struct admin *admin, struct admin_seats *seats);
void admin_seats_free(struct admin_seats *seats);

/* The person leaves the seat, as if by `stand`, unless they have left it already. False if the database
 * fails. */
bool admin_seats_leave(struct admin *admin, const struct admin_seat *seat);

#endif
