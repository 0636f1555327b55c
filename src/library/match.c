/* Matches: begin, copy, look; records. Making moves is in play.c. */
#include "library/library_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "library/ludosaure.h"
#include "terminal/terminal.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ludosaure_match *library_match_new(void)
{
    struct ludosaure_match *match = alloc_new(sizeof *match);
    rng_start(&match->rng, 0);
    return match;
}

struct ludosaure_match *library_match_of(const struct game *game,
                                         const struct game_components_storage *components,
                                         int seats, const uint8_t *options)
{
    struct ludosaure_match *match = library_match_new();
    match->match.game = game;
    match->match.components = *components;
    match->match.seats = seats;
    memcpy(match->match.options, options, sizeof match->match.options);
    return match;
}

bool library_is_seat(const struct ludosaure_match *match, int seat)
{
    return (seat >= 0 && seat < match->match.seats) ||
           scratch_bad_range("seat", 0, match->match.seats - 1);
}

bool library_is_viewer(const struct ludosaure_match *match, int viewer)
{
    return viewer == GAME_SPECTATOR || (viewer >= 0 && viewer < match->match.seats) ||
           scratch_bad_range("viewer", LUDOSAURE_SPECTATOR, match->match.seats - 1);
}

struct ludosaure_match *ludosaure_match_new(const char *game, int seats, const char *options,
                                            const char *seed, const char *folder)
{
    struct start start;
    if (!start_read(&start, game, seats, options, folder) || !start_seed(seed))
        return NULL;
    struct ludosaure_match *match = library_match_new();
    CHECK(match_start(&match->match, start.game, &start.components, seats, start.options, seed,
                      strlen(seed), scratch_fault()));
    rng_start(&match->rng, hash_text(HASH_START, seed)); /* as the matches of a batch have them */
    return match;
}

struct ludosaure_match *ludosaure_match_from_position(const char *position, const char *folder)
{
    struct scratch *scratch = scratch_get();
    if (!start_doc(position, "position"))
        return NULL;
    const char *id =
        doc_text(&scratch->doc, doc_get(&scratch->doc, doc_root(&scratch->doc), "game"));
    if (!id) {
        game_bad_position(&scratch->fault, NULL, "core.position_value", "game");
        return NULL;
    }
    struct game_components_storage components;
    const struct game *game = start_game(id);
    if (!game || !wire_components_load(game, folder, &components, &scratch->fault))
        return NULL;
    struct ludosaure_match *match = library_match_new();
    if (match_load(&match->match, game, &components, &scratch->doc, doc_root(&scratch->doc),
                   &scratch->fault))
        return match;
    free(match);
    return NULL;
}

struct ludosaure_match *ludosaure_match_copy(const struct ludosaure_match *match)
{
    struct ludosaure_match *copy = alloc_new(sizeof *copy);
    *copy = *match;
    copy->match = match_copy(&match->match);
    return copy;
}

struct ludosaure_match *ludosaure_match_world(const struct ludosaure_match *match, int viewer,
                                              uint64_t number)
{
    const struct game *game = match->match.game;
    if (!library_is_viewer(match, viewer))
        return NULL;
    struct ludosaure_match *world =
        library_match_of(game, &match->match.components, match->match.seats, match->match.options);
    bool remembers = game->memory_size > 0 && viewer != GAME_SPECTATOR;
    if (remembers)
        world->match.memories[viewer] = match->match.memories[viewer];
    struct game_state_storage view;
    struct rng rng;
    rng_start(&rng, number);
    game_view(game, match->match.state.bytes, viewer, view.bytes);
    game_determinize(game, view.bytes, viewer,
                     remembers ? world->match.memories[viewer].bytes : NULL, &rng,
                     world->match.state.bytes);
    return world;
}

void ludosaure_match_free(struct ludosaure_match *match)
{
    if (!match)
        return;
    match_free(&match->match);
    free(match);
}

const char *ludosaure_match_game(const struct ludosaure_match *match)
{
    return match->match.game->id;
}

int ludosaure_match_seats(const struct ludosaure_match *match)
{
    return match->match.seats;
}

int64_t ludosaure_match_moves(const struct ludosaure_match *match)
{
    return (int64_t)match->match.move_count;
}

uint32_t ludosaure_match_to_act(const struct ludosaure_match *match)
{
    return match->match.game->to_act(match->match.state.bytes);
}

uint32_t ludosaure_match_awaited(const struct ludosaure_match *match)
{
    return game_awaited(match->match.game, match->match.state.bytes);
}

const char *ludosaure_match_phase(const struct ludosaure_match *match)
{
    return match->match.game->phase(match->match.state.bytes);
}

const char *ludosaure_match_view(const struct ludosaure_match *match, int viewer)
{
    const struct game *game = match->match.game;
    struct game_state_storage view;
    if (!library_is_viewer(match, viewer))
        return NULL;
    struct doc *doc = &scratch_get()->doc;
    game_view(game, match->match.state.bytes, viewer, view.bytes);
    doc_start(doc);
    doc_object(doc, NULL);
    game->save(game, view.bytes, doc, "view");
    game_aids_save(game, view.bytes, viewer, doc, "aids");
    doc_end(doc);
    return scratch_keep_doc();
}

const char *const library_seat_names[GAME_SEATS_MAX] = {"seat_0", "seat_1", "seat_2", "seat_3",
                                                        "seat_4", "seat_5", "seat_6", "seat_7"};

const char *ludosaure_match_drawing(const struct ludosaure_match *match, int viewer,
                                    enum ludosaure_language language)
{
    if (!library_is_viewer(match, viewer))
        return NULL;
    struct console console = {.language = language == LUDOSAURE_FRENCH ? FRENCH : ENGLISH,
                              .texts = library_texts()};
    char *text = NULL;
    size_t size;
    struct terminal terminal = {.out = open_memstream(&text, &size), .columns = 80};
    CHECK(terminal.out);
    table_draw(&console, &terminal, &match->match, viewer, library_seat_names);
    CHECK(fclose(terminal.out) == 0);
    return scratch_keep(text);
}

const char *ludosaure_match_position(const struct ludosaure_match *match)
{
    struct doc *doc = &scratch_get()->doc;
    doc_start(doc);
    match->match.game->save(match->match.game, match->match.state.bytes, doc, NULL);
    return scratch_keep_doc();
}

const char *ludosaure_match_result(const struct ludosaure_match *match)
{
    struct doc *doc = &scratch_get()->doc;
    doc_start(doc);
    match_result(&match->match, doc, NULL);
    return scratch_keep_doc();
}

uint32_t ludosaure_match_scores(const struct ludosaure_match *match, int32_t *scores)
{
    struct game_result result;
    match->match.game->result(match->match.state.bytes, &result);
    memcpy(scores, result.scores, (size_t)match->match.seats * sizeof *scores);
    return result.winners;
}

void ludosaure_match_rewards(const struct ludosaure_match *match, float *rewards)
{
    struct game_result result;
    match->match.game->result(match->match.state.bytes, &result);
    rewards_write(match->match.game, match->match.seats, &result, rewards);
}

const char *ludosaure_match_record(const struct ludosaure_match *match)
{
    if (!match->match.seed) {
        fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.record_after_setup", NULL);
        return NULL;
    }
    json_t *record = record_from_match(&match->match, NULL);
    char *text = json_dumps(record, JSON_COMPACT);
    json_decref(record);
    return scratch_keep(text);
}

/* ---- Records ---- */

/* Rows of training data, and the next one to fill. */
struct decision_rows {
    int64_t capacity, row;
    int8_t *seats;
    uint8_t *observations, *masks;
    int32_t *actions;
};

/* What the seat knows and may do, and that it makes this move; playing it will show whether it may. */
static bool decision_write(struct decision_rows *to, const struct ludosaure_match *match, int seat,
                           const char *text)
{
    const struct game *game = match->match.game;
    const void *state = match->match.state.bytes;
    int64_t row = to->row++;
    union game_move_storage move = {0};
    if (row >= to->capacity || !library_is_seat(match, seat))
        return row >= to->capacity;
    to->seats[row] = (int8_t)seat;
    to->actions[row] =
        game->parse(state, text, &move.head) ? game->encoding->number(state, seat, &move.head) : -1;
    return (!to->observations ||
            ludosaure_match_observe(match, seat,
                                    to->observations + row * game_observation_size(game))) &&
           (!to->masks ||
            ludosaure_match_mask(match, seat, to->masks + row * game_action_count(game)));
}

/* Makes all moves of a record; `decisions` may be NULL. Returns false and sets `fault` if one is not legal. */
static bool record_play(const struct record *record, struct ludosaure_match *match,
                        struct decision_rows *decisions)
{
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        record_move(record, i, &seat, &text);
        if ((decisions && !decision_write(decisions, match, seat, text)) ||
            !(decisions ? match_play(&match->match, seat, text, NULL, STORY_ALL, scratch_fault())
                        : ludosaure_match_play(match, seat, text)))
            return false;
    }
    return true;
}

/* The match of a record. With `decisions`, the game must have an encoding. */
static struct ludosaure_match *record_match(const char *text, const char *folder,
                                            struct decision_rows *decisions)
{
    struct fault *fault = scratch_fault();
    struct record record;
    json_t *json = wire_parse(text, strlen(text));
    if (!json) {
        fault_set(fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
        return NULL;
    }
    struct ludosaure_match *match = library_match_new();
    bool good = record_read(&record, json, fault) &&
                (!decisions || start_encoded_game(record.game->id)) &&
                record_start(&record, folder, &match->match, fault) &&
                record_play(&record, match, decisions);
    if (good && !record_result_agrees(&record, &match->match))
        good = fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_value", "result");
    json_decref(json);
    if (good)
        return match;
    ludosaure_match_free(match);
    return NULL;
}

struct ludosaure_match *ludosaure_match_from_record(const char *record, const char *folder)
{
    struct ludosaure_match *match = record_match(record, folder, NULL);
    if (match)
        rng_start(&match->rng, hash_bytes(HASH_START, match->match.seed, match->match.seed_length));
    return match;
}

int64_t ludosaure_record_decisions(const char *record, const char *folder, int64_t capacity,
                                   int8_t *seats, uint8_t *observations, uint8_t *masks,
                                   int32_t *actions, float *rewards)
{
    struct decision_rows rows = {.capacity = capacity,
                                 .seats = seats,
                                 .observations = observations,
                                 .masks = masks,
                                 .actions = actions};
    struct ludosaure_match *match = record_match(record, folder, &rows);
    if (!match)
        return -1;
    float of_seat[GAME_SEATS_MAX];
    ludosaure_match_rewards(match, of_seat);
    for (int64_t row = 0; row < rows.row && row < capacity; row++)
        rewards[row] = of_seat[seats[row]];
    ludosaure_match_free(match);
    return rows.row;
}
