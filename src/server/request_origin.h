/* Where an HTTP request comes from, according to its headers. */
#ifndef SERVER_REQUEST_ORIGIN_H
#define SERVER_REQUEST_ORIGIN_H

#include "server/http_head.h"
#include "server/ip_address.h"
#include "server/settings.h"

/* Reads the client's address from what a proxy has added. Leaves `address` as it is if there is
 * none. */
void request_origin_forwarded(const struct http_head *head, char address[IP_TEXT]);

/* Whether the page that sends the request may do so: ours, or one of the allowed origins. */
bool request_origin_is_allowed(const struct http_head *head, const struct serve_settings *settings);

/* The URL of this server as the client sees it, "https://host": the first allowed
 * origin, or else what the Host header says. "" if that is no host. */
void request_origin_of_server(const struct http_head *head, const struct serve_settings *settings,
                              bool is_from_proxy, char *origin, size_t size);

#endif
