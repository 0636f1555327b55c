/* The addresses of /api/: turns HTTP requests into requests. */
#ifndef HALL_ROUTES_H
#define HALL_ROUTES_H

#include "hall/requests.h"

/* Like request_read, for the arguments of hall_http. */
bool route_read(struct request *request, const char *method, const char *path, const char *query,
                const char *secret, char *body, size_t size, struct fault *fault);

#endif
