/* Records: whole matches as JSON. The protocol defines the format. */
#ifndef WIRE_RECORD_H
#define WIRE_RECORD_H

#include "match/match.h"

#include <jansson.h>

/* The record of a match, as a new JSON value. names[i] is the name of seat i; `names` may be NULL. A
 * match that started from a position has "position" instead of "seed". */
json_t *record_from_match(const struct match *match, const char *const *names);

/* A parsed record. The moves stay in the JSON; the caller plays them. */
struct record {
    const json_t *json;
    const struct game *game;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    const char *seed; /* NULL: it starts from `position` */
    size_t seed_length;
    const json_t *position;
    const char *data;
    const char *names[GAME_SEATS_MAX]; /* NULL: none given */
    size_t move_count;
    const json_t *result; /* NULL: not finished */
};

/* Checks everything except whether the moves are legal. `record` points into `json`. */
bool record_read(struct record *record, const json_t *json, struct fault *fault);

/* Move number `index`, from 0. */
void record_move(const struct record *record, size_t index, int *seat, const char **text);

/* Starts the match of the record, before its first move. A fault if the components in use differ
 * from those of the record. `folder` as in wire_components_load. */
bool record_start(const struct record *record, const char *folder, struct match *match,
                  struct fault *fault);

/* Whether the seed matches the hash announced before the first move ("seed_hash", SHA-256 in
 * hexadecimal), if the record has one. A match from a position has no seed to announce. */
bool record_seed_agrees(const struct record *record);

/* Whether the result in the record is that of the match. */
bool record_result_agrees(const struct record *record, const struct match *match);

#endif
