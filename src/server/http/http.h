/* HTTP connections: the page, /api/, /healthz, /metrics, and the upgrade to WebSocket. Requests are
 * read one at a time: bytes of the next one wait until the answer is written.
 *
 *     http.c    connections, routing, the WebSocket handshake
 *     answer.c  writes answers; where a request comes from
 *     page.c    the files of the page; what an invitation shows in a messenger */
#ifndef SERVER_HTTP_HTTP_H
#define SERVER_HTTP_HTTP_H

#include "server/net/net.h"

#include <stdbool.h>
#include <stddef.h>

/* Gives a new link this protocol. */
void http_start(struct link *link);

/* ---- Page ---- */

/* The files of the page: compressed and compiled in, or read from a folder during work on them. */

enum page_encoding { PAGE_PLAIN, PAGE_GZIP, PAGE_BROTLI, PAGE_ENCODINGS };

/* A compiled-in file, written by tools/page.py. */
struct page_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *etag;  /* without quotes */
    bool is_immutable; /* its name changes with its content */
    struct {
        const unsigned char *bytes; /* NULL if this encoding is no smaller */
        size_t size;
    } encoded[PAGE_ENCODINGS];
};
extern const struct page_file page_files[]; /* ends with a NULL path */

enum { PAGE_ETAG_TEXT = 48 };

struct page_answer {
    bool is_found;
    const char *type;
    char etag[PAGE_ETAG_TEXT]; /* with quotes */
    bool is_immutable;
    bool depends_on_language;
    enum page_encoding encoding;
    const unsigned char *bytes;
    size_t size;
    unsigned char *owned; /* for the caller to free; may be NULL */
};

/* Finds the file for a path, in a folder or, if that is NULL, among the compiled-in files. `encodings`
 * has one bit for each encoding that the client accepts. Paths that do not look like a file lead to
 * the page itself. */
void page_find(const char *folder, const char *path, unsigned encodings,
               struct page_answer *answer);

/* The bits of an Accept-Encoding header. */
unsigned page_encodings(const char *accept);

/* Whether an If-None-Match header names this tag. */
bool page_etag_matches(const char *header, const char *etag);

/* Writes a tag for these bytes. */
void page_etag_write(char etag[PAGE_ETAG_TEXT], const unsigned char *bytes, size_t size);

#endif
