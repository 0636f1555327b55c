/* Fuzzes the reports of series that are merged: two lines, any JSON. What can be read can be merged,
 * and is written as a report again. */
#include "cli/arena/arena.h"
#include "cli/simulate/simulate.h"

#include "base/base.h"
#include "wire/wire.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void merge_arenas(const json_t *one, const json_t *other)
{
    struct arena_report total = {0}, more = {0};
    if (arena_report_read(&total, one) && arena_report_read(&more, other) &&
        !arena_report_add(&total, &more)) {
        json_t *json = arena_report_json(&total);
        CHECK(json);
        json_decref(json);
    }
    arena_report_free(&total);
    arena_report_free(&more);
}

static void merge_simulations(const json_t *one, const json_t *other)
{
    struct simulate_report total = {0}, more = {0};
    if (simulate_report_read(&total, one) && simulate_report_read(&more, other) &&
        !simulate_report_add(&total, &more)) {
        json_t *json = simulate_report_json(&total);
        CHECK(json);
        json_decref(json);
    }
    simulate_report_free(&total);
    simulate_report_free(&more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = size ? memchr(text, '\n', size) : NULL;
    if (!end)
        return 0;
    size_t length = (size_t)(end - text);
    json_t *one = series_parse(text, length), *other = series_parse(end + 1, size - length - 1);
    if (one && other) {
        merge_arenas(one, other);
        merge_simulations(one, other);
    }
    json_decref(one);
    json_decref(other);
    return 0;
}
