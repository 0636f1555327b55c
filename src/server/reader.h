/* Reads one HTTP request, by http-parser: its head and its body, in whatever parts they come. */
#ifndef SERVER_READER_H
#define SERVER_READER_H

#include "server/head.h"

struct http_parser; /* whose header and libwebsockets' cannot be included together */

enum reader_state {
    READER_READING,
    READER_DONE,
    /* The request cannot be read: */
    READER_NO_HTTP,
    READER_ADDRESS_IS_LONG,
    READER_HEAD_IS_LONG,
    READER_NO_LENGTH, /* of the body; bodies in chunks are not read */
    READER_BODY_IS_LONG
};

struct reader {
    enum reader_state state;
    struct head head;
    char *body; /* ends with a zero that does not count */
    size_t body_size, body_limit;
    bool keeps_alive;    /* the connection may be used for another request */
    bool upgrades;       /* it is to become something else */
    bool is_version_1_1; /* or a later 1.x */
    struct http_parser *parser;
};

/* False: no memory. */
bool reader_start(struct reader *reader, size_t body_limit);
void reader_free(struct reader *reader);
/* How many of the bytes were used: those after the request are not. */
size_t reader_read(struct reader *reader, const char *bytes, size_t size);

#endif
