/* An HTTP request and its answer: what http.c and http_read.c share. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/link.h"
#include "server/reader.h"

struct request_http {
    struct reader reader;

    /* The answer. */
    int status;
    const char *type;
    const unsigned char *bytes;
    size_t size, sent;
    struct message *message;  /* what `bytes` is in, or NULL */
    struct page_answer page;  /* likewise, if it is a file */
    bool is_page, is_written; /* the headers are */
    bool closes;              /* the connection, afterwards */
};

enum {
    HTTP_SECONDS = 10,        /* for a request, from its first byte to its last */
    HTTP_KEEP_SECONDS = 20,   /* between two */
    HTTP_ANSWER_SECONDS = 30, /* for the hall to answer, and for a client to take a chunk */
};

/* --- http.c: answers --- */

/* Takes the message. */
int http_answer_message(struct link *link, int status, struct message *message);
int http_answer_fault(struct link *link, int status, enum fault_code code, const char *key,
                      int detail);
int http_answer_page(struct link *link);
/* /healthz and /metrics. */
int http_answer_figures(struct link *link, bool is_health);

#endif
