/* Where an HTTP request comes from, according to its headers. */
#ifndef SERVER_REQUEST_ORIGIN_H
#define SERVER_REQUEST_ORIGIN_H

#include "server/http_head.h"
#include "server/ip_address.h"
#include "server/settings.h"

/* Reads the client's address from what a proxy has added. Leaves `address` as it is if there is
 * none. */
void request_origin_forwarded(const struct http_head *head, char address[IP_TEXT]);

/* Whether there is one Host header, as HTTP/1.1 requires. */
bool request_origin_has_one_host(const struct http_head *head);

/* Whether the Host header may name this server: it is that of an allowed origin, an address, or a name
 * that only a local network can give. Anyone can let another name point to a server in someone's network,
 * and have a page from there connect to it (DNS rebinding); but not with TLS, whose certificate names the
 * server. */
bool request_origin_host_is_ours(const struct http_head *head,
                                 const struct serve_settings *settings, bool is_from_proxy);

/* Whether the page that sends the request may do so: ours, or one of the allowed origins. */
bool request_origin_is_allowed(const struct http_head *head, const struct serve_settings *settings);

/* The URL of this server as the client sees it, "https://host": the first allowed
 * origin, or else what the Host header says. "" if that is no host. */
void request_origin_of_server(const struct http_head *head, const struct serve_settings *settings,
                              bool is_from_proxy, char *origin, size_t size);

#endif
