/* What the files of HTTP share. */
#ifndef SERVER_HTTP_HTTP_INTERNAL_H
#define SERVER_HTTP_HTTP_INTERNAL_H

#include "base/base.h"
#include "base/system/system.h"
#include "server/http/http.h"
#include "server/net/net.h"
#include "server/request/request.h"
#include "text/text.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- Answers ---- */

/* An HTTP answer, and how it is written. The headers and the first part of the body go out together,
 * in one system call. */

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

/* ---- The WebSocket handshake ---- */

/* Why a handshake is refused. */
struct handshake_fault {
    int status; /* of HTTP */
    enum fault_code code;
    const char *text; /* key of a sentence in data/texts/server.json */
};

/* Whether the request is a proper handshake for /ws. Sets `fault` if not. */
bool handshake_check(const struct http_reader *reader, struct handshake_fault *fault);

/* Writes the answer to a proper handshake. */
void handshake_write(const struct http_head *head, struct buffer *out);

/* ---- Previews of invitations ---- */

/* What messengers show for an invitation: Open Graph tags in the HTML of its URL. They are the
 * same for every invitation and reveal nothing about the table. */

struct preview {
    const struct texts *texts;
    const char *folder;          /* of the page; NULL: compiled in */
    const char *accept_language; /* the header */
    const char *origin;          /* of this server, "https://host"; "" if unknown */
};

/* Whether this is the path of an invitation. */
bool preview_is_wanted(const char *path);

/* Adds the tags to the HTML in `answer`, which must not be compressed. */
void preview_add(const struct preview *preview, struct page_answer *answer);

/* ---- Where a request comes from ---- */

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
