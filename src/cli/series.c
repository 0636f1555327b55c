/* Parts of a series: which items they take, and whether they fit together. */
#include "cli/cli.h"

#include "data/data.h"
#include "terminal/screen/screen.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>

bool shard_parse(const char *text, struct shard *shard)
{
    enum { PARTS_MAX = 100000 };
    int end = 0;
    return sscanf(text, "%d/%d%n", &shard->part, &shard->parts, &end) == 2 && !text[end] &&
           shard->part >= 1 && shard->part <= shard->parts && shard->parts <= PARTS_MAX;
}

int shard_count(const struct shard *shard, int total)
{
    return (total + shard->parts - shard->part) / shard->parts;
}

int shard_item(const struct shard *shard, int n)
{
    return shard->part - 1 + n * shard->parts;
}

void series_start(struct series *series, json_t *common, const char *seed, const char *shard)
{
    series->common = common;
    series->parts = json_pack("[{s:s, s:s}]", "seed", seed, "shard", shard);
}

void series_free(struct series *series)
{
    json_decref(series->common);
    json_decref(series->parts);
}

static bool parts_are_valid(const json_t *parts)
{
    size_t index;
    const json_t *entry;
    json_array_foreach(parts, index, entry)
    {
        const char *text = wire_text(json_object_get(entry, "shard"));
        struct shard shard;
        if (!wire_text(json_object_get(entry, "seed")) || !text || !shard_parse(text, &shard))
            return false;
    }
    return json_array_size(parts) > 0;
}

bool series_read(struct series *series, const json_t *report, const char *const *keys)
{
    series->common = json_object();
    series->parts = json_deep_copy(json_object_get(report, "parts"));
    for (; *keys; keys++)
        if (json_object_set(series->common, *keys, json_object_get(report, *keys)))
            return false;
    return parts_are_valid(series->parts);
}

void series_write(const struct series *series, json_t *report)
{
    json_object_update(report, series->common);
    json_object_set(report, "parts", series->parts);
}

static int common_divisor(int a, int b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* Whether two parts have items in common in a series of any length. */
static bool parts_overlap(const json_t *a, const json_t *b)
{
    struct shard one = {0}, other = {0};
    if (!json_equal(json_object_get(a, "seed"), json_object_get(b, "seed")))
        return false;
    shard_parse(wire_text(json_object_get(a, "shard")), &one);
    shard_parse(wire_text(json_object_get(b, "shard")), &other);
    return (one.part - other.part) % common_divisor(one.parts, other.parts) == 0;
}

const char *series_add(struct series *total, const struct series *more)
{
    size_t i, k;
    const json_t *old, *new;
    if (!json_equal(total->common, more->common))
        return "other_series";
    json_array_foreach(more->parts, i, new)
    {
        json_array_foreach(total->parts, k, old)
        {
            if (parts_overlap(old, new))
                return "same_deals";
        }
    }
    json_array_extend(total->parts, more->parts);
    return NULL;
}

/* Whether the numbers of a report are so small that sums of many reports do not overflow. */
static bool numbers_are_small(const json_t *json)
{
    static const json_int_t max = (json_int_t)1 << 52;
    const char *key;
    size_t index;
    json_t *value;
    if (json_is_integer(json))
        return json_integer_value(json) <= max && json_integer_value(json) >= -max;
    json_object_foreach((json_t *)json, key, value)
    {
        if (!numbers_are_small(value))
            return false;
    }
    json_array_foreach(json, index, value)
    {
        if (!numbers_are_small(value))
            return false;
    }
    return true;
}

json_t *series_parse(const char *text, size_t length)
{
    json_t *report = wire_parse(text, length);
    if (!report || numbers_are_small(report))
        return report;
    json_decref(report);
    return NULL;
}

int series_load(const struct console *console, const char *path, json_t **report)
{
    enum { REPORT_BYTES_MAX = 16 << 20 };
    size_t size;
    char *bytes = data_read_file(path, REPORT_BYTES_MAX, &size);
    if (!bytes)
        return complain_cannot_read(console, path, errno);
    *report = series_parse(bytes, size);
    free(bytes);
    return *report ? CONSOLE_OK : complain_failure(console, "not_a_report", path);
}

int64_t series_number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

json_t *series_options(const struct game *game, const uint8_t *chosen)
{
    json_t *options = json_object();
    for (int i = 0; i < game->option_count; i++)
        json_object_set_new(options, game->options[i].name,
                            json_string(game->options[i].values[chosen[i]]));
    return options;
}
