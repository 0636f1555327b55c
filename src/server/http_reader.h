/* Reads one HTTP request: its head and its body, in any number of parts. The head is parsed by llhttp where the
 * system has it, elsewhere by http-parser, which came before it. A request is treated the same with both. */
#ifndef SERVER_HTTP_READER_H
#define SERVER_HTTP_READER_H

#include "server/http_head.h"

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
