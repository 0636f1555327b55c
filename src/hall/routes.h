/* The paths of /api/: turns HTTP requests into requests. */
#ifndef HALL_ROUTES_H
#define HALL_ROUTES_H

#include "hall/outside.h"
#include "hall/requests.h"

/* Like request_read. */
bool route_read(struct request *request, const struct hall_http_request *http, struct fault *fault);

#endif
