/* Documents of the core as JSON, and back.
 *
 *     json.c      documents, faults, moves and sets of seats
 *     games.c     the list of games, boxes, components, positions, lessons, moves that are being composed
 *     record.c    records, and records step by step
 *     analysis.c  requests for an analysis, and its answers */
#ifndef WIRE_WIRE_H
#define WIRE_WIRE_H

#include "analysis/analysis.h"
#include "base/base.h"
#include "game/game.h"
#include "match/match.h"
#include "text/text.h"

#include <jansson.h>
#include <stddef.h>

/* ---- Documents ---- */

/* Converts between documents and JSON: the only place where the two meet. */

/* Parses JSON: UTF-8, at most 2048 levels deep. A number that no machine type can hold becomes
 * WIRE_HUGE, a real number, which no request accepts: the request is wrong, but still JSON. Returns
 * NULL if it is not JSON. */
#define WIRE_HUGE 1e308
json_t *wire_parse(const char *bytes, size_t size);

/* Copies the "id" of a request exactly as it was sent, for the answer. `bytes` is an object that
 * wire_parse has accepted; of several ids the last counts, as in wire_parse. */
enum { WIRE_ID_MAX = 200 };
enum wire_id { WIRE_ID_NONE, WIRE_ID_FOUND, WIRE_ID_TOO_LONG };
enum wire_id wire_id_find(const char *bytes, size_t size, char id[WIRE_ID_MAX + 1]);

/* A value of a document with everything in it, as a new JSON value. */
json_t *wire_from_doc(const struct doc *doc, const struct doc_node *node);

/* Makes a JSON value the root of `doc`. False if it does not fit, or contains a string with a zero
 * in it, which no text of ours has. */
bool wire_to_doc(const json_t *json, struct doc *doc);

/* Adds a JSON value to a document that is being written. False as above. */
bool wire_add(const json_t *json, struct doc *doc, const char *key);

/* The text of a JSON string; NULL if it is not a string or contains a zero. */
const char *wire_text(const json_t *json);

/* ---- Writing ---- */

/* Documents as JSON text, without jansson: the fast path of the server. */

/* A value of a document with everything in it, as compact JSON: the same bytes as json_dumps of
 * wire_from_doc with JSON_COMPACT. */
void wire_write(const struct doc *doc, const struct doc_node *node, struct buffer *out);

/* A text as a JSON string with quotes and escapes. The text must be UTF-8. */
void wire_write_string(const char *text, struct buffer *out);

void wire_write_integer(int64_t value, struct buffer *out);

/* ---- Faults ---- */

/* A fault as JSON: the value of "error" in every answer that refuses something. */

/* {"code":…,"rule":…,"text":{"en":…,"fr":…}}, as a new value. */
json_t *wire_fault(const struct texts *texts, const struct fault *fault);

/* ---- Values of a match ---- */

/* A set of seats as a list, as a new value. */
json_t *wire_seats(uint64_t seats);

/* The text of a move in this state, as a new value. */
json_t *wire_move(const struct game *game, const void *state, const struct move *move);

/* ---- The list of games, as the protocol shows it ---- */

/* Writes the list of these games (which ends with NULL) as the root of `doc`: ids, seats, options,
 * facts, what the box says, and the levels for people. `folder` as in data_read. */
void wire_games(const struct game *const *games, const char *folder, struct doc *doc);

/* ---- Components ---- */

/* The components in use: data/components/<game>.json, compiled in or replaced. */

/* `folder` as in data_read. On failure `fault` says what is wrong in the file. */
bool wire_components_load(const struct game *game, const char *folder,
                          struct game_components_storage *components, struct fault *fault);

/* The file itself, for front ends that draw what is printed on the components. NULL if the game has
 * none or the file cannot be read. */
json_t *wire_components_json(const struct game *game, const char *folder);

/* ---- Records ---- */

/* Records: whole matches as JSON. The protocol defines the format. */

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

/* Everything that was done, in order: moves, and taking them back. */
struct record_step {
    int seat;
    const char *text; /* of the move; NULL: the seat takes back its latest move … */
    size_t back;      /* … so that this many are left */
};
/* An array, to be freed. */
struct record_step *record_steps(const struct record *record, size_t *count);
/* Does the next step, if it is allowed. */
bool record_step_do(const struct record_step *step, struct match *match, struct fault *fault);

/* What was taken back. A replay tells it with the move that was made instead. */
struct record_undone_move {
    int seat;
    const char *text;                /* in the record */
    struct game_state_storage state; /* before it */
};
struct record_undone {
    int seat;      /* who took back */
    size_t before; /* the index of the move that was made instead */
    size_t move_count;
    struct record_undone_move *moves;
};
struct record_taken {
    struct record_undone *list; /* oldest first */
    size_t count;
};
/* Fails if the record says of what was taken back something that cannot have been. Free the result in either
 * case. */
bool record_taken_read(const struct record *record, const char *folder, struct record_taken *taken,
                       struct fault *fault);
void record_taken_free(struct record_taken *taken);

/* Starts the match of the record, before its first move. A fault if the components in use differ
 * from those of the record. `folder` as in wire_components_load. */
bool record_start(const struct record *record, const char *folder, struct match *match,
                  struct fault *fault);

/* Whether the seed matches the hash announced before the first move ("seed_hash", SHA-256 in
 * hexadecimal), if the record has one. A match from a position has no seed to announce. */
bool record_seed_agrees(const struct record *record);

/* Whether the result in the record is that of the match. */
bool record_result_agrees(const struct record *record, const struct match *match);

/* ---- Replays ---- */

/* Records step by step, for a front end that has a record and knows no rules: what any viewer saw after
 * any move. docs/browser.md lists the requests. */

/* A record that was read and checked as `ludosaure verify` does it, with every state of its match. */
struct wire_replay;

void wire_replay_free(struct wire_replay *replay);

/* Answers a request, as a new value. `open` replaces *replay, which is NULL at first. An answer with
 * "error" says what is wrong with the record or the request. */
json_t *wire_replay_ask(struct wire_replay **replay, const struct texts *texts,
                        const json_t *request);

/* ---- Drafts ---- */

/* Moves that a person is composing, checked for a front end that has a view and no match. */

/* `request` is {"game":…,"view":…,"seat":…,"move":…}, in which "view" is what `seat` sees. The
 * answer, a new value, is {"marks":…}, with the marks of the game (game.h, `draft`), and with
 * "error" if the move would be refused as it is. */
json_t *wire_draft(const struct texts *texts, const json_t *request);

/* ---- Positions ---- */

/* Positions as JSON: the start of a match that does not begin with a new deal. */

/* Starts a match from this position, with the components in use (`folder` as in data_read). False and a
 * fault if it is no valid position of the game. */
bool wire_position_start(const json_t *position, const struct game *game, const char *folder,
                         struct match *match, struct fault *fault);

/* A copy of a position of a match that was stored before an option existed: it names the edition of
 * that time, if `options` does (game_option_before). */
json_t *wire_position_of_older(const json_t *position, const struct game *game,
                               const uint8_t *options);

/* ---- Lessons ---- */

/* Lessons: data/lessons/<game>.json, compiled in or replaced. A lesson is a list of scenes. Each has a
 * position, and what is said about it, which is for front ends (docs/content.md). */

/* The file, as a new JSON value. NULL if the game has none or the file cannot be read. `folder` as in
 * data_read. */
json_t *wire_lesson_json(const struct game *game, const char *folder);

/* The number of scenes; 0 if `lesson` is no lesson. */
int wire_lesson_scenes(const json_t *lesson);

/* Starts the match of this scene, which must exist. Returns false and sets `fault` if its position
 * is not valid. */
bool wire_lesson_start(const json_t *lesson, int scene, const struct game *game, const char *folder,
                       struct match *match, struct fault *fault);

/* ---- Analyses ---- */

/* The analysis of a match as JSON; docs/analysis.md describes it. */

/* As far as it has got. names[i] is the name of seat i. A new JSON value. */
json_t *wire_analysis(const struct analysis *analysis, const char *const *names,
                      const struct texts *texts);

/* ---- Analyses by requests ---- */

/* Analyses records, for front ends that send requests. A request is an object with some of
 *
 *   record, effort   start over with this record; effort as in analysis.h, 1 by default
 *   steps            do this many steps, 1 to 1000
 *   show             true: the answer also has the result so far, as wire_analysis writes it
 *
 * The answer is {"progress":0…1000,"curve":whether it is known to its end,"rough":whether there is a
 * result for the whole match,"analysis":…}, or {"error":…}. */

/* Starts the analysis of a record. Fails if the match is not finished, or its moves are not legal.
 * `folder` as in wire_components_load. */
bool wire_analysis_start(struct analysis *analysis, const struct record *record, const char *folder,
                         int effort, struct fault *fault);

/* What is kept between requests; NULL before the first. */
struct wire_analyser;
json_t *wire_analyse(struct wire_analyser **analyser, const struct texts *texts,
                     const json_t *request);
void wire_analyser_free(struct wire_analyser *analyser);

#endif
