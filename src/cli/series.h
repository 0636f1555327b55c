/* A series of matches between computer players, played in parts on several machines and merged. */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

#include "game/game.h"
#include "terminal/console.h"

#include <jansson.h>
#include <stdbool.h>

/* Part `part` of `parts`, counted from 1: it takes every `parts`-th item of the series, where an item
 * is a deal or a game. */
struct shard {
    int part, parts;
};

/* "2/8": the second of eight parts. False if it is something else. */
bool shard_parse(const char *text, struct shard *shard);
/* How many of `total` items the shard takes, and the number of its n-th; both count from 0. */
int shard_count(const struct shard *shard, int total);
int shard_item(const struct shard *shard, int n);

struct series {
    json_t *common; /* what all parts agree on, by key */
    json_t *parts;  /* the parts played so far: [{"seed", "shard"}, …] */
};

/* The series of one part; takes `common`. */
void series_start(struct series *series, json_t *common, const char *seed, const char *shard);
/* Reads the series of a report; `keys`, up to a NULL, are those of `common`. False if one is missing
 * or the parts are not valid; the series must be freed in any case. */
bool series_read(struct series *series, const json_t *report, const char *const *keys);
/* Adds the parts of another report. Returns NULL, or the key of a sentence that says why they do not
 * fit together. */
const char *series_add(struct series *total, const struct series *more);
/* Writes what series_read reads into a report. */
void series_write(const struct series *series, json_t *report);
void series_free(struct series *series);

/* Reads a report from JSON, to be released; NULL if it is none. */
json_t *series_parse(const char *text, size_t length);
/* Reads the report in a file. Returns an exit code, after a message unless it is CONSOLE_OK; only then
 * must *report be released. */
int series_load(const struct console *console, const char *path, json_t **report);

/* A whole number of a report by its key; 0 if there is none. */
int64_t series_number(const json_t *object, const char *key);

/* The chosen values of a game's options, by name. */
json_t *series_options(const struct game *game, const uint8_t *chosen);

#endif
