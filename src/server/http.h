/* HTTP connections: the page, /api/, /healthz, /metrics, and the upgrade to WebSocket. Requests are
 * read one at a time: bytes of the next one wait until the answer is written. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/link.h"

/* Gives a new link this protocol. */
void http_start(struct link *link);

#endif
