/* Reads one HTTP request: its head and its body, in any number of parts. The head is parsed by llhttp where the
 * system has it, elsewhere by http-parser, which came before it. A request is treated the same with both. */
#include "server/request/request.h"

#include "base/system/system.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef USE_LLHTTP
#include <llhttp.h>
typedef llhttp_t library_parser;
typedef llhttp_settings_t library_callbacks;
#else
#include <http_parser.h>
typedef http_parser library_parser;
typedef struct http_parser_settings library_callbacks;
enum { F_CONTENT_LENGTH = F_CONTENTLENGTH };
#endif

enum { HEAD_BYTES_MAX = 16 << 10, PROTOCOL_BYTES = 5 };

static int on_address(library_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_address(&reader->head, bytes, size);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] <= ' ' || bytes[i] > '~') /* http-parser takes some of these */
            return -1;
    return 0;
}

static int on_name(library_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_name(&reader->head, bytes, size);
    return memchr(bytes, ' ', size) ? -1 : 0; /* http-parser takes it */
}

static int on_value(library_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_value(&reader->head, bytes, size);
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == '\x7f')
            return -1; /* http-parser takes it in front */
    return 0;
}

static enum request_method method_of(const library_parser *parser)
{
    return parser->method == HTTP_GET    ? METHOD_GET
           : parser->method == HTTP_HEAD ? METHOD_HEAD
           : parser->method == HTTP_POST ? METHOD_POST
                                         : METHOD_OTHER;
}

/* Either library takes some requests that the other one refuses: they are refused here. */
static bool is_known(const library_parser *parser)
{
    return parser->method <= HTTP_SOURCE && parser->http_major == 1 && parser->http_minor <= 1;
}

static enum http_reader_state head_state(const struct http_reader *reader, bool is_address)
{
    const library_parser *parser = reader->parser;
    const struct http_head *head = &reader->head;
    bool has_length = parser->flags & F_CONTENT_LENGTH;
    if (!is_known(parser))
        return READER_NO_HTTP;
    if (head->address_is_long)
        return READER_ADDRESS_IS_LONG;
    if (!is_address && head->method != METHOD_OTHER)
        return READER_NO_HTTP;
    if (head->has[HEADER_TRANSFER_ENCODING] || (head->method == METHOD_POST && !has_length))
        return READER_NO_LENGTH;
    if (has_length && parser->content_length > reader->body_limit)
        return READER_BODY_IS_LONG;
    return READER_READING;
}

static int on_head_end(library_parser *parser)
{
    struct http_reader *reader = parser->data;
    reader->head.method = method_of(parser);
    reader->is_version_1_1 = parser->http_minor == 1;
    reader->upgrades = parser->upgrade;
    reader->state = head_state(reader, http_head_end(&reader->head));
    if (reader->state != READER_READING)
        return -1;
#ifdef USE_LLHTTP
    reader->keeps_alive = llhttp_should_keep_alive(parser);
#else
    reader->keeps_alive = http_should_keep_alive(parser);
#endif
    reader->body_length = parser->flags & F_CONTENT_LENGTH ? (size_t)parser->content_length : 0;
    reader->body = alloc_new(reader->body_length + 1);
    return 0;
}

static const library_callbacks callbacks = {.on_url = on_address,
                                            .on_header_field = on_name,
                                            .on_header_value = on_value,
                                            .on_headers_complete = on_head_end};

void http_reader_start(struct http_reader *reader, size_t body_limit)
{
    library_parser *parser = alloc_new(sizeof *parser);
    *reader = (struct http_reader){.body_limit = body_limit, .parser = parser};
#ifdef USE_LLHTTP
    llhttp_init(parser, HTTP_REQUEST, &callbacks);
#else
    http_parser_set_max_header_size(2 * HEAD_BYTES_MAX); /* ours is the smaller one */
    http_parser_init(parser, HTTP_REQUEST);
#endif
    parser->data = reader;
}

void http_reader_free(struct http_reader *reader)
{
    free(reader->body);
    free(reader->parser);
}

static enum http_reader_state state_of_error(int error)
{
    switch (error) {
    case HPE_INVALID_CONTENT_LENGTH:
    case HPE_UNEXPECTED_CONTENT_LENGTH:
    case HPE_INVALID_TRANSFER_ENCODING:
        return READER_NO_LENGTH;
    default:
        return READER_NO_HTTP;
    }
}

/* A byte of the first line, whose last word has to start like this. llhttp knows other protocols, too. */
static void match_protocol(struct http_reader *reader, char byte)
{
    static const char protocol[PROTOCOL_BYTES] = {'H', 'T', 'T', 'P', '/'};
    if (byte == ' ')
        reader->protocol_matched = 0;
    else if (reader->protocol_matched < PROTOCOL_BYTES &&
             byte == protocol[reader->protocol_matched])
        reader->protocol_matched++;
}

/* Whether the next byte can be there. Finds the end of the head: the libraries do not agree on lines
 * that end with anything but CR LF, and on lines that continue the one before. */
static bool check_head_byte(struct http_reader *reader, char byte)
{
    bool ends_line = byte == '\n', after_cr = reader->last_byte == '\r';
    bool continues = reader->line_bytes == 0 && (byte == ' ' || byte == '\t');
    reader->last_byte = byte;
    if (ends_line != after_cr || continues)
        return false;
    if (!reader->has_line)
        match_protocol(reader, byte);
    if (!ends_line) {
        reader->line_bytes += byte != '\r';
        return true;
    }
    bool is_empty = reader->line_bytes == 0;
    reader->line_bytes = 0;
    reader->head_ended = is_empty && reader->has_line;
    if (is_empty || reader->has_line) /* empty lines may come first */
        return true;
    reader->has_line = true;
    return reader->protocol_matched == PROTOCOL_BYTES;
}

/* Gives the bytes that belong to the head to the library, and returns their number. */
static size_t read_head(struct http_reader *reader, const char *bytes, size_t size)
{
    size_t used = 0;
    enum http_reader_state state = READER_READING;
    while (used < size && !reader->head_ended && state == READER_READING) {
        if (!check_head_byte(reader, bytes[used]))
            state = READER_NO_HTTP;
        else if (++used + reader->head_bytes > HEAD_BYTES_MAX)
            state = READER_HEAD_IS_LONG;
    }
    reader->head_bytes += used;
#ifdef USE_LLHTTP
    int error = (int)llhttp_execute(reader->parser, bytes, used);
#else
    http_parser_execute(reader->parser, &callbacks, bytes, used);
    int error = (int)HTTP_PARSER_ERRNO((library_parser *)reader->parser);
#endif
    if (reader->state != READER_READING)
        return used;
    if (error != HPE_OK && !reader->body)
        reader->state = state_of_error(error);
    else if ((reader->body != NULL) != reader->head_ended) /* the library sees another end */
        reader->state = READER_NO_HTTP;
    else if (state == READER_HEAD_IS_LONG && reader->head.address_is_long)
        reader->state = READER_ADDRESS_IS_LONG;
    else
        reader->state = state;
    return used;
}

size_t http_reader_read(struct http_reader *reader, const char *bytes, size_t size)
{
    size_t used = reader->head_ended ? 0 : read_head(reader, bytes, size);
    if (!reader->head_ended || reader->state != READER_READING)
        return used;
    size_t left = reader->body_length - reader->body_size;
    size_t part = size - used < left ? size - used : left;
    memcpy(reader->body + reader->body_size, bytes + used, part);
    reader->body_size += part;
    if (part == left)
        reader->state = READER_DONE;
    return used + part;
}

/* ---- The head ---- */

static const char *const names[HEADERS] = {
    [HEADER_ACCEPT_ENCODING] = "accept-encoding",
    [HEADER_ACCEPT_LANGUAGE] = "accept-language",
    [HEADER_AUTHORIZATION] = "authorization",
    [HEADER_FORWARDED_FOR] = "x-forwarded-for",
    [HEADER_FORWARDED_PROTO] = "x-forwarded-proto",
    [HEADER_HOST] = "host",
    [HEADER_IF_NONE_MATCH] = "if-none-match",
    [HEADER_ORIGIN] = "origin",
    [HEADER_TRANSFER_ENCODING] = "transfer-encoding",
    [HEADER_UPGRADE] = "upgrade",
    [HEADER_WEBSOCKET_KEY] = "sec-websocket-key",
    [HEADER_WEBSOCKET_PROTOCOL] = "sec-websocket-protocol",
    [HEADER_WEBSOCKET_VERSION] = "sec-websocket-version",
};

void http_head_add_address(struct http_head *head, const char *bytes, size_t size)
{
    if (head->address_size + size >= sizeof head->address) {
        head->address_is_long = true;
        return;
    }
    memcpy(head->address + head->address_size, bytes, size);
    head->address_size += size;
}

void http_head_add_name(struct http_head *head, const char *bytes, size_t size)
{
    if (head->in_value)
        head->name_size = 0;
    head->in_value = false;
    for (size_t i = 0; i < size && head->name_size < sizeof head->name; i++)
        head->name[head->name_size++] = bytes[i];
}

static enum http_header header_find(const struct http_head *head)
{
    for (int i = 0; i < HEADERS; i++)
        if (strlen(names[i]) == head->name_size &&
            strncasecmp(names[i], head->name, head->name_size) == 0)
            return (enum http_header)i;
    return HEADER_NONE;
}

void http_head_add_value(struct http_head *head, const char *bytes, size_t size)
{
    enum http_header header = header_find(head);
    bool is_another = !head->in_value;
    head->in_value = true;
    if (header == HEADER_NONE || head->is_long[header])
        return;
    char *value = head->value[header];
    size_t length = strlen(value), gap = is_another && head->has[header] ? 2 : 0;
    head->has[header] = true;
    if (length + gap + size >= HEAD_VALUE_BYTES || memchr(bytes, '\0', size)) {
        head->is_long[header] = true;
        value[0] = '\0';
        return;
    }
    memcpy(value + length, ", ", gap);
    memcpy(value + length + gap, bytes, size);
    value[length + gap + size] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Replaces %41 by A. False for an invalid code or a zero. */
static bool decode(const char *from, size_t size, char *to)
{
    for (size_t i = 0; i < size; i++) {
        if (from[i] != '%') {
            *to++ = from[i];
            continue;
        }
        int high = i + 2 < size ? hex_digit(from[i + 1]) : -1;
        int low = high < 0 ? -1 : hex_digit(from[i + 2]);
        if (low < 0 || high + low == 0)
            return false;
        *to++ = (char)(unsigned char)(high << 4 | low);
        i += 2;
    }
    *to = '\0';
    return true;
}

bool http_head_end(struct http_head *head)
{
    head->address[head->address_size] = '\0';
    size_t path_size = strcspn(head->address, "?#");
    const char *query = head->address + path_size + (head->address[path_size] == '?');
    size_t query_size = strcspn(query, "#");
    if (path_size >= sizeof head->path || query_size >= sizeof head->query)
        head->address_is_long = true;
    if (head->address_is_long)
        return true;
    memcpy(head->query, query, query_size);
    head->query[query_size] = '\0';
    head->address[path_size] = '\0';
    return head->address[0] == '/' && decode(head->address, path_size, head->path);
}
