/* PostgreSQL: what a notification of an entry says. It is "TABLE:NUMBER," or, for a table's last entry,
 * "TABLE:NUMBER!"; several of them; or one, preceded by "+" and followed by the contents of the entry,
 * which spares other servers from reading it. */
#ifndef STORE_POSTGRES_PAYLOAD_H
#define STORE_POSTGRES_PAYLOAD_H

#include "store/job.h"

enum { POSTGRES_PAYLOAD_TEXT = 7900 }; /* PostgreSQL takes less than 8000 bytes */

struct postgres_heard {
    char table[STORE_ID_TEXT];
    bool closes;
    bool has_contents;
    struct store_entry entry; /* without contents, only its number */
};

/* The payload for the entry of an append. Long contents are left out. */
void postgres_payload_write(char payload[POSTGRES_PAYLOAD_TEXT], const struct store_job *job);

/* Reads one item, and moves `*payload` behind it. The texts are allocated. False if this is none. */
bool postgres_payload_read(const char **payload, struct postgres_heard *item);

#endif
