/* Notices that the store fails, or loses its connection to the database, for /healthz and the log. Once it has failed, a job probes it until
 * it works again, because there may be no other jobs. */
#ifndef SERVER_STORE_HEALTH_H
#define SERVER_STORE_HEALTH_H

#include "server/log.h"
#include "store/store.h"

struct store_health {
    struct store *store;
    struct log *log;
    int64_t failures; /* counted so far */
    bool is_failing, is_probing;
    int64_t reconnections; /* logged so far */
    bool is_loss_logged;
};

/* Call it about once a second. */
void store_health_check(struct store_health *health);

#endif
