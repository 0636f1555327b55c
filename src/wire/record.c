/* Writes and reads records. Then: replays; opening; looking; requests. */
#include "wire/wire.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "match/match.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_VERSION = 1 };

/* The options of the match, and its result or null, as JSON. */
static json_t *options_json(const struct match *match, struct doc *doc)
{
    doc_start(doc);
    game_options_save(match->game, match->options, doc, NULL);
    return wire_from_doc(doc, doc_root(doc));
}

/* Where a match without a seed started. */
static json_t *position_json(const struct match *match, struct doc *doc)
{
    doc_start(doc);
    match->game->save(match->game, match->start.bytes, doc, NULL);
    CHECK(!doc->full);
    return wire_from_doc(doc, doc_root(doc));
}

static json_t *result_json(const struct match *match, struct doc *doc)
{
    if (!match_is_over(match))
        return json_null();
    doc_start(doc);
    match_result(match, doc, NULL);
    return wire_from_doc(doc, doc_root(doc));
}

json_t *record_from_match(const struct match *match, const char *const *names)
{
    CHECK(match->game);
    struct doc *doc = doc_new();
    char hash[MATCH_HASH_TEXT];
    match_components_hash(match->game, match->options, &match->components, hash);
    json_t *record = json_object();
    json_object_set_new(record, "ludosaure", json_integer(RECORD_VERSION));
    json_object_set_new(record, "game", json_string(match->game->id));
    json_object_set_new(record, "seats", json_integer(match->seats));
    if (match->seed)
        json_object_set_new(record, "seed", json_stringn(match->seed, match->seed_length));
    else
        json_object_set_new(record, "position", position_json(match, doc));
    json_object_set_new(record, "options", options_json(match, doc));
    json_object_set_new(record, "data", json_string(hash));
    json_t *list = json_array();
    for (int seat = 0; names && seat < match->seats; seat++)
        json_array_append_new(list, json_string(names[seat]));
    json_object_set_new(record, "names", list);
    json_t *moves = json_array();
    for (size_t i = 0; i < match->move_count; i++)
        json_array_append_new(moves, json_pack("[is]", match->moves[i].seat, match->moves[i].text));
    json_object_set_new(record, "moves", moves);
    json_object_set_new(record, "result", result_json(match, doc));
    free(doc);
    return record;
}

static bool bad_record(struct fault *fault, const char *where)
{
    return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_value", "%s", where);
}

/* A record older than an option does not name it. Then `data` says whether it was played with the
 * edition of that time; what `data` says of other components, record_start judges. */
static void options_of_older(struct record *record, const json_t *named)
{
    for (int i = 0; i < record->game->option_count; i++) {
        const struct game_option *option = &record->game->options[i];
        int before = game_option_before(option);
        if (before < 0 || json_object_get(named, option->name))
            continue;
        uint8_t options[GAME_OPTIONS_MAX];
        char hash[MATCH_HASH_TEXT];
        struct game_components_storage none = {0};
        memcpy(options, record->options, sizeof options);
        options[i] = (uint8_t)before;
        match_components_hash(record->game, options, &none, hash);
        if (strcmp(hash, record->data) == 0)
            record->options[i] = (uint8_t)before;
    }
}

static bool read_options(struct record *record, const json_t *options, struct fault *fault)
{
    struct doc *doc = doc_new();
    bool good = json_is_object(options) && wire_to_doc(options, doc)
                    ? game_options_load(record->game, doc, doc_root(doc), record->options, fault)
                    : bad_record(fault, "options");
    free(doc);
    if (good)
        options_of_older(record, options);
    return good;
}

static bool read_names(struct record *record, const json_t *names)
{
    size_t index, count = json_array_size(names);
    const json_t *name;
    if (!json_is_array(names) || (count != 0 && count != (size_t)record->seats))
        return false;
    json_array_foreach(names, index, name)
    {
        record->names[index] = wire_text(name);
        if (!record->names[index])
            return false;
    }
    return true;
}

static bool read_moves(struct record *record, const json_t *moves, struct fault *fault)
{
    size_t index;
    const json_t *move;
    if (!json_is_array(moves))
        return bad_record(fault, "moves");
    json_array_foreach(moves, index, move)
    {
        json_int_t seat = json_integer_value(json_array_get(move, 0));
        if (json_array_size(move) != 2 || !json_is_integer(json_array_get(move, 0)) || seat < 0 ||
            seat >= record->seats || !wire_text(json_array_get(move, 1))) {
            char where[48];
            snprintf(where, sizeof where, "moves[%zu]", index);
            return bad_record(fault, where);
        }
    }
    record->move_count = json_array_size(moves);
    return true;
}

/* A seed, or a position. */
static bool read_start(struct record *record, const json_t *json, struct fault *fault)
{
    const json_t *seed = json_object_get(json, "seed");
    record->position = json_object_get(json, "position");
    if (record->position)
        return (json_is_object(record->position) || bad_record(fault, "position")) &&
               (!seed || bad_record(fault, "seed"));
    if (!json_is_string(seed))
        return bad_record(fault, "seed");
    record->seed = json_string_value(seed);
    record->seed_length = json_string_length(seed);
    return true;
}

bool record_read(struct record *record, const json_t *json, struct fault *fault)
{
    *record = (struct record){.json = json};
    if (!json_is_object(json) ||
        json_integer_value(json_object_get(json, "ludosaure")) != RECORD_VERSION)
        return bad_record(fault, "ludosaure");
    const char *id = wire_text(json_object_get(json, "game"));
    record->game = id ? game_find(games_all, id) : NULL;
    if (!record->game)
        return fault_set(fault, FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id ? id : "?");
    const json_t *seats = json_object_get(json, "seats");
    if (!json_is_integer(seats) || json_integer_value(seats) < record->game->seats_min ||
        json_integer_value(seats) > record->game->seats_max)
        return bad_record(fault, "seats");
    record->seats = (int)json_integer_value(seats);
    if (!read_start(record, json, fault))
        return false;
    record->data = wire_text(json_object_get(json, "data"));
    if (!record->data)
        return bad_record(fault, "data");
    if (!read_names(record, json_object_get(json, "names")))
        return bad_record(fault, "names");
    record->result = json_object_get(json, "result");
    if (json_is_null(record->result))
        record->result = NULL;
    else if (!json_is_object(record->result))
        return bad_record(fault, "result");
    return read_options(record, json_object_get(json, "options"), fault) &&
           read_moves(record, json_object_get(json, "moves"), fault);
}

void record_move(const struct record *record, size_t index, int *seat, const char **text)
{
    const json_t *move = json_array_get(json_object_get(record->json, "moves"), index);
    *seat = (int)json_integer_value(json_array_get(move, 0));
    *text = json_string_value(json_array_get(move, 1));
}

/* The head of the position repeats the seats and options of the record. */
static bool start_from_position(const struct record *record,
                                const struct game_components_storage *components,
                                struct match *match, struct fault *fault)
{
    struct doc *doc = doc_new();
    int seats;
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    json_t *position = wire_position_of_older(record->position, record->game, record->options);
    bool good = wire_to_doc(position, doc)
                    ? game_head_load(record->game, doc, doc_root(doc), &seats, options, fault)
                    : bad_record(fault, "position");
    json_decref(position);
    if (good && (seats != record->seats ||
                 memcmp(options, record->options, (size_t)record->game->option_count) != 0))
        good = bad_record(fault, "position");
    good = good && match_load(match, record->game, components, doc, doc_root(doc), fault);
    free(doc);
    return good;
}

bool record_start(const struct record *record, const char *folder, struct match *match,
                  struct fault *fault)
{
    struct game_components_storage components;
    char hash[MATCH_HASH_TEXT];
    if (!wire_components_load(record->game, folder, &components, fault))
        return false;
    match_components_hash(record->game, record->options, &components, hash);
    if (strcmp(hash, record->data) != 0)
        return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_other_components", "%s",
                         record->game->id);
    if (record->position)
        return start_from_position(record, &components, match, fault);
    return match_start(match, record->game, &components, record->seats, record->options,
                       record->seed, record->seed_length, fault);
}

bool record_seed_agrees(const struct record *record)
{
    const json_t *announced = json_object_get(record->json, "seed_hash");
    if (!announced || !record->seed)
        return !announced;
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[2 * sizeof hash + 1];
    crypto_hash_sha256(hash, (const unsigned char *)record->seed, record->seed_length);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    return wire_text(announced) && strcmp(wire_text(announced), text) == 0;
}

bool record_result_agrees(const struct record *record, const struct match *match)
{
    struct doc *doc = doc_new();
    json_t *result = result_json(match, doc);
    free(doc);
    bool agrees = record->result ? json_is_object(result) : json_is_null(result);
    const char *key;
    json_t *value;
    if (record->result)
        json_object_foreach(result, key, value) agrees =
            agrees && json_equal(value, json_object_get(record->result, key));
    json_decref(result);
    return agrees;
}

/* ---- Replays ---- */

struct wire_replay {
    json_t *json;
    struct record record;
    struct match match;                /* after the last move */
    struct game_state_storage *states; /* after each number of moves, from 0 */
    struct turning turning;
    struct doc doc;
};

void wire_replay_free(struct wire_replay *replay)
{
    if (!replay)
        return;
    match_free(&replay->match);
    turning_free(&replay->turning);
    free(replay->states);
    json_decref(replay->json);
    free(replay);
}

/* ---- Opening ---- */

/* Plays all moves; *moves is how many could be made. */
static bool play_all(struct wire_replay *replay, size_t *moves, struct fault *fault)
{
    const struct record *record = &replay->record;
    struct match *match = &replay->match;
    if (!record_start(record, NULL, match, fault))
        return false;
    replay->states = alloc_array(record->move_count + 1, sizeof *replay->states);
    replay->states[0] = match->state;
    turning_start(&replay->turning, match);
    for (; *moves < record->move_count; ++*moves) {
        int seat;
        const char *text;
        record_move(record, *moves, &seat, &text);
        if (!match_play(match, seat, text, &replay->doc, STORY_ALL, fault))
            return false;
        replay->states[*moves + 1] = match->state;
        turning_follow(&replay->turning, match, &replay->doc);
    }
    turning_finish(&replay->turning);
    return true;
}

static bool check(struct wire_replay *replay, size_t *moves, struct fault *fault)
{
    if (!record_read(&replay->record, replay->json, fault))
        return false;
    if (!record_seed_agrees(&replay->record))
        return fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_value", "seed_hash");
    if (!play_all(replay, moves, fault))
        return false;
    return record_result_agrees(&replay->record, &replay->match) ||
           fault_set(fault, FAULT_BAD_RECORD, NULL, "core.record_value", "result");
}

static json_t *point_json(const struct turning_point *point)
{
    static const char *const kinds[] = {[TURNING_PART] = "part",
                                        [TURNING_LEAD] = "lead",
                                        [TURNING_SWING] = "swing",
                                        [TURNING_END] = "end"};
    json_t *json =
        json_pack("{s:I, s:s}", "move", (json_int_t)point->moves, "kind", kinds[point->kind]);
    if (point->kind == TURNING_PART)
        json_object_set_new(json, "part", json_string(point->part));
    if (point->kind == TURNING_LEAD || point->kind == TURNING_SWING)
        json_object_set_new(json, "seat", json_integer(point->seat));
    if (point->kind == TURNING_PART || point->kind == TURNING_SWING)
        json_object_set_new(json, "number", json_integer(point->number));
    return json;
}

static json_t *summary(const struct wire_replay *replay)
{
    json_t *points = json_array();
    for (size_t i = 0; i < replay->turning.count; i++)
        json_array_append_new(points, point_json(&replay->turning.points[i]));
    return json_pack("{s:s, s:i, s:I, s:o}", "game", replay->record.game->id, "seats",
                     replay->record.seats, "moves", (json_int_t)replay->record.move_count, "points",
                     points);
}

static json_t *open_record(struct wire_replay **replay, const struct texts *texts, json_t *record)
{
    struct wire_replay *opened = alloc_new(sizeof *opened);
    struct fault fault;
    size_t moves = 0;
    opened->json = json_incref(record);
    if (check(opened, &moves, &fault)) {
        wire_replay_free(*replay);
        *replay = opened;
        return summary(opened);
    }
    json_t *answer = json_pack("{s:o}", "error", wire_fault(texts, &fault));
    if (opened->states && moves < opened->record.move_count)
        json_object_set_new(answer, "move", json_integer((json_int_t)moves + 1));
    wire_replay_free(opened);
    return answer;
}

/* ---- Looking ---- */

static json_t *doc_json(const struct wire_replay *replay)
{
    CHECK(!replay->doc.full);
    return wire_from_doc(&replay->doc, doc_root(&replay->doc));
}

/* Move number `number`, from 1, as the viewer saw it. */
static json_t *step_json(struct wire_replay *replay, size_t number, int viewer)
{
    const struct game *game = replay->match.game;
    const void *before = replay->states[number - 1].bytes;
    union game_move_storage move = {0};
    int seat;
    const char *text;
    record_move(&replay->record, number - 1, &seat, &text);
    CHECK(game->parse(before, text, &move.head));
    game_move_describe(game, before, seat, &move.head, viewer, &replay->doc);
    return json_pack("{s:I, s:i, s:o}", "v", (json_int_t)number, "seat", seat, "events",
                     doc_json(replay));
}

static void add_view(struct wire_replay *replay, json_t *answer, const void *view, int viewer)
{
    const struct game *game = replay->match.game;
    doc_start(&replay->doc);
    game->save(game, view, &replay->doc, NULL);
    json_object_set_new(answer, "view", doc_json(replay));
    doc_start(&replay->doc);
    game_aids_save(game, view, viewer, &replay->doc, NULL);
    json_object_set_new(answer, "aids", doc_json(replay));
    json_object_set_new(answer, "phase", json_string(game->phase(view)));
    json_object_set_new(answer, "to_act", wire_seats(game->to_act(view)));
    json_object_set_new(answer, "awaited", wire_seats(game_awaited(game, view)));
}

static json_t *moment_json(struct wire_replay *replay, size_t number, int viewer)
{
    const struct game *game = replay->match.game;
    const struct game_state_storage *state = &replay->states[number];
    json_t *answer = number > 0 ? step_json(replay, number, viewer) : json_pack("{s:i}", "v", 0);
    if (viewer == STORY_ALL) {
        add_view(replay, answer, state->bytes, GAME_SPECTATOR);
        json_object_set(answer, "position", json_object_get(answer, "view"));
    } else {
        struct game_state_storage view;
        game_view(game, state->bytes, viewer, view.bytes);
        add_view(replay, answer, view.bytes, viewer);
    }
    if (number == replay->record.move_count && match_is_over(&replay->match)) {
        doc_start(&replay->doc);
        match_result(&replay->match, &replay->doc, NULL);
        json_object_set_new(answer, "result", doc_json(replay));
    } else {
        json_object_set_new(answer, "result", json_null());
    }
    return answer;
}

static json_t *log_json(struct wire_replay *replay, size_t first, size_t last, int viewer)
{
    json_t *lines = json_array();
    for (size_t number = first; number <= last; number++)
        json_array_append_new(lines, step_json(replay, number, viewer));
    return json_pack("{s:o}", "log", lines);
}

/* ---- Requests ---- */

static bool read_viewer(const struct wire_replay *replay, const json_t *request, int *viewer,
                        struct fault *fault)
{
    const json_t *given = json_object_get(request, "viewer");
    const char *word = wire_text(given);
    if (json_is_null(given))
        *viewer = GAME_SPECTATOR;
    else if (word && strcmp(word, "all") == 0)
        *viewer = STORY_ALL;
    else if (json_is_integer(given) && json_integer_value(given) >= 0 &&
             json_integer_value(given) < replay->record.seats)
        *viewer = (int)json_integer_value(given);
    else
        return fault_bad_request(fault, "viewer");
    return true;
}

static bool read_move(const struct wire_replay *replay, const json_t *request, const char *key,
                      size_t low, size_t *number, struct fault *fault)
{
    const json_t *given = json_object_get(request, key);
    if (!json_is_integer(given) || json_integer_value(given) < (json_int_t)low ||
        json_integer_value(given) > (json_int_t)replay->record.move_count)
        return fault_bad_request(fault, key);
    *number = (size_t)json_integer_value(given);
    return true;
}

static json_t *look(struct wire_replay *replay, const json_t *request, const char *cmd,
                    struct fault *fault)
{
    int viewer;
    size_t first = 0, last = 0;
    if (!replay) {
        fault_set(fault, FAULT_NO_MATCH, NULL, "core.no_match", NULL);
    } else if (cmd && strcmp(cmd, "at") == 0) {
        if (read_viewer(replay, request, &viewer, fault) &&
            read_move(replay, request, "move", 0, &first, fault))
            return moment_json(replay, first, viewer);
    } else if (cmd && strcmp(cmd, "log") == 0) {
        if (read_viewer(replay, request, &viewer, fault) &&
            read_move(replay, request, "first", 1, &first, fault) &&
            read_move(replay, request, "last", 0, &last, fault))
            return log_json(replay, first, last, viewer);
    } else {
        fault_set(fault, FAULT_UNKNOWN_COMMAND, NULL, "core.unknown_command", "%s",
                  cmd ? cmd : "?");
    }
    return NULL;
}

json_t *wire_replay_ask(struct wire_replay **replay, const struct texts *texts,
                        const json_t *request)
{
    struct fault fault;
    const char *cmd = wire_text(json_object_get(request, "cmd"));
    if (cmd && strcmp(cmd, "open") == 0)
        return open_record(replay, texts, json_object_get(request, "record"));
    json_t *answer = look(*replay, request, cmd, &fault);
    return answer ? answer : json_pack("{s:o}", "error", wire_fault(texts, &fault));
}
