/* Fuzzes the reader of HTTP requests. A request read at once equals the same request read in parts (the
 * first byte says how long), its size is bounded, and none of its texts contains a zero. */
#include "base/base.h"
#include "server/http/http_internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BODY_LIMIT = 1000 };

/* The number of bytes used. */
static size_t read_all(struct http_reader *reader, const char *bytes, size_t size, size_t part)
{
    http_reader_start(reader, BODY_LIMIT);
    size_t used = 0;
    while (used < size && reader->state == READER_READING) {
        size_t given = size - used < part ? size - used : part;
        size_t taken = http_reader_read(reader, bytes + used, given);
        CHECK(taken <= given && (taken == given || reader->state != READER_READING));
        used += taken;
    }
    CHECK(reader->body_size <= BODY_LIMIT);
    return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct http_reader whole, parts;
    if (size < 2)
        return 0;
    const char *bytes = (const char *)data + 1;
    size_t used = read_all(&whole, bytes, size - 1, size);
    size_t used_parts = read_all(&parts, bytes, size - 1, 1 + data[0] % 17);
    CHECK(whole.state == parts.state);
    if (whole.state == READER_DONE) {
        CHECK(used == used_parts && whole.body_size == parts.body_size);
        CHECK(whole.head.method == parts.head.method);
        CHECK(strcmp(whole.head.path, parts.head.path) == 0);
        CHECK(strcmp(whole.head.query, parts.head.query) == 0);
        for (int i = 0; i < HEADERS; i++)
            CHECK(whole.head.has[i] == parts.head.has[i] &&
                  strcmp(whole.head.value[i], parts.head.value[i]) == 0);
        CHECK(memcmp(whole.body, parts.body, whole.body_size) == 0);
    }
    http_reader_free(&whole);
    http_reader_free(&parts);
    return 0;
}
