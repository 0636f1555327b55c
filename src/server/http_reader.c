#include "server/http_reader.h"

#include "base/alloc.h"

#include <http_parser.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES_MAX = 16 << 10 };

static int on_address(http_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_address(&reader->head, bytes, size);
    return 0;
}

static int on_name(http_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_name(&reader->head, bytes, size);
    return 0;
}

static int on_value(http_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    http_head_add_value(&reader->head, bytes, size);
    return 0;
}

static enum request_method method_of(const http_parser *parser)
{
    return parser->method == HTTP_GET    ? METHOD_GET
           : parser->method == HTTP_HEAD ? METHOD_HEAD
           : parser->method == HTTP_POST ? METHOD_POST
                                         : METHOD_OTHER;
}

static enum http_reader_state head_state(const struct http_reader *reader, bool is_address)
{
    const http_parser *parser = reader->parser;
    const struct http_head *head = &reader->head;
    bool has_length = parser->content_length != UINT64_MAX;
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

static int on_head_end(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    reader->head.method = method_of(parser);
    reader->is_version_1_1 = parser->http_major == 1 && parser->http_minor >= 1;
    reader->upgrades = parser->upgrade;
    reader->state = head_state(reader, http_head_end(&reader->head));
    if (reader->state != READER_READING)
        return -1;
    size_t length = parser->content_length == UINT64_MAX ? 0 : (size_t)parser->content_length;
    reader->body = alloc_new(length + 1);
    return 0;
}

static int on_body(http_parser *parser, const char *bytes, size_t size)
{
    struct http_reader *reader = parser->data;
    memcpy(reader->body + reader->body_size, bytes, size);
    reader->body_size += size;
    return 0;
}

static int on_end(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    reader->state = READER_DONE;
    reader->keeps_alive = http_should_keep_alive(parser);
    http_parser_pause(parser, 1);
    return 0;
}

void http_reader_start(struct http_reader *reader, size_t body_limit)
{
    *reader =
        (struct http_reader){.body_limit = body_limit, .parser = alloc_new(sizeof *reader->parser)};
    http_parser_set_max_header_size(HEAD_BYTES_MAX);
    http_parser_init(reader->parser, HTTP_REQUEST);
    reader->parser->data = reader;
}

void http_reader_free(struct http_reader *reader)
{
    free(reader->body);
    free(reader->parser);
}

static enum http_reader_state state_of_error(const struct http_reader *reader)
{
    switch (HTTP_PARSER_ERRNO(reader->parser)) {
    case HPE_INVALID_CONTENT_LENGTH:
    case HPE_UNEXPECTED_CONTENT_LENGTH:
    case HPE_INVALID_TRANSFER_ENCODING:
        return READER_NO_LENGTH;
    case HPE_HEADER_OVERFLOW:
        return reader->head.address_is_long ? READER_ADDRESS_IS_LONG : READER_HEAD_IS_LONG;
    default:
        return READER_NO_HTTP;
    }
}

size_t http_reader_read(struct http_reader *reader, const char *bytes, size_t size)
{
    static const struct http_parser_settings callbacks = {.on_url = on_address,
                                                          .on_header_field = on_name,
                                                          .on_header_value = on_value,
                                                          .on_headers_complete = on_head_end,
                                                          .on_body = on_body,
                                                          .on_message_complete = on_end};
    size_t used = http_parser_execute(reader->parser, &callbacks, bytes, size);
    if (reader->state == READER_READING && HTTP_PARSER_ERRNO(reader->parser) != HPE_OK)
        reader->state = state_of_error(reader);
    return used;
}
