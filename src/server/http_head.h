/* The head of an HTTP request: its first line, and the headers that the server uses. */
#ifndef SERVER_HTTP_HEAD_H
#define SERVER_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum request_method { METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OTHER };

enum http_header {
    HEADER_ACCEPT_ENCODING,
    HEADER_ACCEPT_LANGUAGE,
    HEADER_AUTHORIZATION,
    HEADER_FORWARDED_FOR,
    HEADER_FORWARDED_PROTO,
    HEADER_HOST,
    HEADER_IF_NONE_MATCH,
    HEADER_ORIGIN,
    HEADER_TRANSFER_ENCODING,
    HEADER_UPGRADE,
    HEADER_WEBSOCKET_KEY,
    HEADER_WEBSOCKET_PROTOCOL,
    HEADER_WEBSOCKET_VERSION,
    HEADERS,
    HEADER_NONE = HEADERS
};

enum {
    HEAD_PATH_BYTES = 1024,
    HEAD_QUERY_BYTES = 2048,
    HEAD_VALUE_BYTES = 512,
    HEAD_NAME_BYTES = 32
};

struct http_head {
    enum request_method method;
    char address[HEAD_PATH_BYTES +
                 HEAD_QUERY_BYTES]; /* as received; after the end, up to the query */
    size_t address_size;
    char path[HEAD_PATH_BYTES];
    char query[HEAD_QUERY_BYTES];
    bool address_is_long; /* does not fit */
    bool has[HEADERS], is_long[HEADERS];
    char value[HEADERS][HEAD_VALUE_BYTES]; /* "" if too long; several are joined by ", " */
    /* While reading. */
    char name[HEAD_NAME_BYTES];
    size_t name_size;
    bool in_value;
};

/* Add parts of the head, as a parser finds them. */
void http_head_add_address(struct http_head *head, const char *bytes, size_t size);
void http_head_add_name(struct http_head *head, const char *bytes, size_t size);
void http_head_add_value(struct http_head *head, const char *bytes, size_t size);
/* All parts are there: splits the URL and decodes the path. Returns false if the URL is invalid. */
bool http_head_end(struct http_head *head);

#endif
