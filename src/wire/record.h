/* Records: a whole match as JSON, and back. See the protocol for the format. */
#ifndef WIRE_RECORD_H
#define WIRE_RECORD_H

#include "match/match.h"

#include <jansson.h>

/* The record of a match begun from a seed, as a new JSON value. names[i] is what seat i is
 * called; NULL: nobody has a name. */
json_t *record_from_match(const struct match *match, const char *const *names);

/* A record taken apart; the moves stay in the JSON, and are played by the caller. */
struct record {
    const json_t *json;
    const struct game *game;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    const char *seed;
    size_t seed_length;
    const char *data;
    const char *names[GAME_SEATS_MAX]; /* NULL: none given */
    size_t move_count;
    const json_t *result; /* NULL: not finished */
};

/* Looks at everything but whether the moves are legal. `record` points into `json`. */
bool record_read(struct record *record, const json_t *json, struct fault *fault);

/* Move number `index`, from 0. */
void record_move(const struct record *record, size_t index, int *seat, const char **text);

/* Begins the record's match, before its first move. A fault if the components in force are
 * not those of the record. `folder` as in wire_components_load. */
bool record_start(const struct record *record, const char *folder, struct match *match,
                  struct fault *fault);

/* Whether the seed is the one whose hash was announced before the first move, if the record has one:
 * "seed_hash", SHA-256 in hexadecimal. */
bool record_seed_agrees(const struct record *record);

/* Whether the result that the record claims is the match's. */
bool record_result_agrees(const struct record *record, const struct match *match);

#endif
