/* Reads HTTP requests, by llhttp or, where the system does not have it, http-parser. */
#ifndef SERVER_REQUEST_REQUEST_H
#define SERVER_REQUEST_REQUEST_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The head of a request ---- */

/* The head of an HTTP request: its first line, and the headers that the server uses. */

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

/* ---- The reader ---- */

/* Reads one HTTP request: its head and its body, in any number of parts. The head is parsed by llhttp where the
 * system has it, elsewhere by http-parser, which came before it. A request is treated the same with both. */

enum http_reader_state {
    READER_READING,
    READER_DONE,
    /* The request cannot be read because: */
    READER_NO_HTTP,
    READER_ADDRESS_IS_LONG,
    READER_HEAD_IS_LONG,
    READER_NO_LENGTH, /* of the body; chunked bodies are not supported */
    READER_BODY_IS_LONG
};

struct http_reader {
    enum http_reader_state state;
    struct http_head head;
    char *body; /* terminated by a zero that body_size does not count */
    size_t body_size, body_length, body_limit; /* read so far, of all, at most */
    bool keeps_alive;                          /* the connection may be used for another request */
    bool upgrades;                             /* the client asks for another protocol */
    bool is_version_1_1;                       /* or else 1.0 */
    /* While reading the head. */
    void *parser; /* the library's, whose header and that of libwebsockets exclude each other */
    size_t head_bytes, line_bytes, protocol_matched;
    char last_byte;
    bool has_line, head_ended;
};

void http_reader_start(struct http_reader *reader, size_t body_limit);
void http_reader_free(struct http_reader *reader);
/* Returns how many of the bytes belong to this request. */
size_t http_reader_read(struct http_reader *reader, const char *bytes, size_t size);

#endif
