/* An HTTP answer, and how it is written. The headers and the first part of the body go out together,
 * in one system call. */
#ifndef SERVER_HTTP_ANSWER_H
#define SERVER_HTTP_ANSWER_H

#include "base/message.h"
#include "server/http_head.h"
#include "server/page.h"

struct http_answer {
    int status;
    const char *type;
    const unsigned char *bytes; /* NULL: there is no answer yet, or it is done */
    size_t size, sent;
    struct message *message; /* contains `bytes`, or NULL */
    struct page_answer page; /* contains `bytes` if is_page */
    bool is_page;
    bool has_headers; /* the headers are written */
    bool closes;      /* the connection is closed afterwards */
};

/* Answers with JSON. Takes the message. */
void http_answer_set_message(struct http_answer *answer, int status, struct message *message);
/* Answers with answer->page, or with 304 if the client has it already. */
void http_answer_set_page(struct http_answer *answer, const struct http_head *head);

enum { HTTP_HEADERS_BYTES = 2048, HTTP_PART_BYTES = 32768 };

/* Writes the next part into `part`, which has HTTP_HEADERS_BYTES + HTTP_PART_BYTES. Returns its size.
 * `is_secure`: this server uses TLS. */
size_t http_answer_write(struct http_answer *answer, const struct http_head *head, bool is_secure,
                         char *part);

/* Whether everything is written. */
bool http_answer_is_written(const struct http_answer *answer);

void http_answer_free(struct http_answer *answer);

#endif
