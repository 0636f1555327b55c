#include "server/http_answer.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

static const char security_headers[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
    "'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "permissions-policy: accelerometer=(self), camera=(), geolocation=(), gyroscope=(self), "
    "microphone=(), payment=(), usb=()\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

static const char *status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {
        {200, "OK"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "Other";
}

static void write_caching(const struct http_answer *answer, struct buffer *out)
{
    static const char *const encodings[] = {[PAGE_GZIP] = "gzip", [PAGE_BROTLI] = "br"};
    const struct page_answer *page = &answer->page;
    if (!answer->is_page) {
        buffer_add(out, "cache-control: no-store\r\n");
        return;
    }
    buffer_add_format(out, "etag: %s\r\nvary: accept-encoding%s\r\ncache-control: %s\r\n",
                      page->etag, page->depends_on_language ? ", accept-language" : "",
                      page->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (page->encoding != PAGE_PLAIN && answer->status == 200)
        buffer_add_format(out, "content-encoding: %s\r\n", encodings[page->encoding]);
}

/* Browsers save a record as a file. */
static void write_file_name(const struct http_head *head, struct buffer *out)
{
    static const char folder[] = "/api/records/";
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    if (strncmp(head->path, folder, sizeof folder - 1) != 0)
        return;
    const char *name = strrchr(head->path, '/') + 1;
    if (strspn(name, allowed) == strlen(name))
        buffer_add_format(out, "content-disposition: attachment; filename=\"%s.json\"\r\n", name);
}

static void write_headers(const struct http_answer *answer, const struct http_head *head,
                          bool is_secure, struct buffer *out)
{
    int status = answer->status;
    buffer_add_format(out, "HTTP/1.1 %d %s\r\n", status, status_text(status));
    if (status != 304)
        buffer_add_format(out, "content-type: %s\r\ncontent-length: %zu\r\n", answer->type,
                          answer->size);
    write_caching(answer, out);
    if (status == 200)
        write_file_name(head, out);
    if (status == 401)
        buffer_add(out, "www-authenticate: Bearer\r\n");
    if (status == 405)
        buffer_add(out, "allow: GET, HEAD, POST\r\n");
    if (status == 426)
        buffer_add(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (status == 429 || status == 503)
        buffer_add(out, "retry-after: 5\r\n");
    if (answer->closes)
        buffer_add(out, "connection: close\r\n");
    if (is_secure)
        buffer_add(out, "strict-transport-security: max-age=31536000\r\n");
    buffer_add(out, security_headers);
    buffer_add(out, "\r\n");
}

static void set(struct http_answer *answer, int status, const char *type, const void *bytes,
                size_t size)
{
    answer->status = status;
    answer->type = type;
    answer->bytes = bytes;
    answer->size = size;
}

void http_answer_set_message(struct http_answer *answer, int status, struct message *message)
{
    answer->message = message;
    set(answer, status, "application/json", message_text(message), message->length);
}

void http_answer_set_page(struct http_answer *answer, const struct http_head *head)
{
    const struct page_answer *page = &answer->page;
    answer->is_page = true;
    if (page_etag_matches(head->value[HEADER_IF_NONE_MATCH], page->etag))
        set(answer, 304, page->type, "", 0);
    else
        set(answer, 200, page->type, page->bytes, page->size);
}

size_t http_answer_write(struct http_answer *answer, const struct http_head *head, bool is_secure,
                         char *part)
{
    struct buffer out;
    buffer_start(&out, part, HTTP_HEADERS_BYTES);
    if (!answer->has_headers)
        write_headers(answer, head, is_secure, &out);
    answer->has_headers = true;
    if (head->method == METHOD_HEAD || answer->status == 304) {
        answer->sent = answer->size;
        return out.length;
    }
    size_t size = answer->size - answer->sent;
    if (size > HTTP_PART_BYTES)
        size = HTTP_PART_BYTES;
    memcpy(out.text + out.length, answer->bytes + answer->sent, size);
    answer->sent += size;
    return out.length + size;
}

bool http_answer_is_written(const struct http_answer *answer)
{
    return answer->has_headers && answer->sent == answer->size;
}

void http_answer_free(struct http_answer *answer)
{
    if (answer->message)
        message_drop(answer->message);
    free(answer->page.owned);
}
