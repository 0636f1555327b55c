/* Tests whether the server can listen, before anything else is started. */
#ifndef SERVER_PORT_H
#define SERVER_PORT_H

#include "server/settings.h"

/* False, and an error, if the port cannot be listened on. */
bool port_probe(const struct serve_settings *settings, struct serve_error *error);

/* Whether to listen with IPv4 only: for an IPv4 address, and on a machine without IPv6. */
bool port_only_ipv4(const char *interface);

#endif
