/* Writes and reads records. Then: what was taken back; replays; opening; looking; requests. */
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

static json_t *moves_json(const struct match_move *moves, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("[is]", moves[i].seat, moves[i].text));
    return list;
}

static json_t *undone_json(const struct match *match)
{
    json_t *list = json_array();
    for (size_t i = 0; i < match->undone_count; i++) {
        const struct match_undone *undone = &match->undone[i];
        json_array_append_new(list, json_pack("{s:i, s:I, s:o}", "seat", undone->seat, "at",
                                              (json_int_t)undone->at, "moves",
                                              moves_json(undone->moves, undone->move_count)));
    }
    return list;
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
    json_object_set_new(record, "moves", moves_json(match->moves, match->move_count));
    if (match->undone_count)
        json_object_set_new(record, "taken_back", undone_json(match));
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

static bool is_seat(const struct record *record, const json_t *seat)
{
    return json_is_integer(seat) && json_integer_value(seat) >= 0 &&
           json_integer_value(seat) < record->seats;
}

static bool read_moves(const struct record *record, const json_t *moves, const char *name,
                       struct fault *fault)
{
    size_t index;
    const json_t *move;
    if (!json_is_array(moves))
        return bad_record(fault, name);
    json_array_foreach(moves, index, move)
    {
        if (json_array_size(move) != 2 || !is_seat(record, json_array_get(move, 0)) ||
            !wire_text(json_array_get(move, 1))) {
            char where[48];
            snprintf(where, sizeof where, "%s[%zu]", name, index);
            return bad_record(fault, where);
        }
    }
    return true;
}

/* The latest was taken back from the moves that count, those before it from what was then on the table. */
static bool read_undone(const struct record *record, const json_t *list, struct fault *fault)
{
    size_t count = record->move_count;
    if (list && !json_is_array(list))
        return bad_record(fault, "taken_back");
    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *undone = json_array_get(list, i), *at = json_object_get(undone, "at");
        const json_t *moves = json_object_get(undone, "moves");
        if (!is_seat(record, json_object_get(undone, "seat")) || !json_is_integer(at) ||
            json_integer_value(at) < 0 || (size_t)json_integer_value(at) > count ||
            json_array_size(moves) == 0)
            return bad_record(fault, "taken_back");
        if (!read_moves(record, moves, "taken_back.moves", fault))
            return false;
        count = (size_t)json_integer_value(at) + json_array_size(moves);
    }
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
    const json_t *moves = json_object_get(json, "moves");
    record->move_count = json_array_size(moves);
    return read_options(record, json_object_get(json, "options"), fault) &&
           read_moves(record, moves, "moves", fault) &&
           read_undone(record, json_object_get(json, "taken_back"), fault);
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

/* ---- What was taken back ---- */

static struct record_step step_of(const json_t *move)
{
    return (struct record_step){.seat = (int)json_integer_value(json_array_get(move, 0)),
                                .text = json_string_value(json_array_get(move, 1))};
}

/* Goes from the end to the start. `made` are the moves that are made before the steps that are known. */
struct record_step *record_steps(const struct record *record, size_t *count)
{
    const json_t *moves = json_object_get(record->json, "moves");
    const json_t *list = json_object_get(record->json, "taken_back");
    size_t made_count = record->move_count, at = made_count;
    for (size_t i = 0; i < json_array_size(list); i++)
        at += 1 + json_array_size(json_object_get(json_array_get(list, i), "moves"));
    *count = at;
    struct record_step *steps = alloc_array(at + 1, sizeof *steps);
    const json_t **made = alloc_array(at + 1, sizeof *made);
    for (size_t i = 0; i < made_count; i++)
        made[i] = json_array_get(moves, i);
    for (size_t k = json_array_size(list); k-- > 0;) {
        const json_t *undone = json_array_get(list, k);
        const json_t *back = json_object_get(undone, "moves");
        size_t left = (size_t)json_integer_value(json_object_get(undone, "at"));
        while (made_count > left)
            steps[--at] = step_of(made[--made_count]);
        steps[--at] = (struct record_step){
            .seat = (int)json_integer_value(json_object_get(undone, "seat")), .back = left};
        for (size_t i = 0; i < json_array_size(back); i++)
            made[made_count++] = json_array_get(back, i);
    }
    while (made_count > 0)
        steps[--at] = step_of(made[--made_count]);
    CHECK(at == 0);
    free(made);
    return steps;
}

bool record_step_do(const struct record_step *step, struct match *match, struct fault *fault)
{
    if (step->text)
        return match_play(match, step->seat, step->text, NULL, STORY_ALL, fault);
    bool good = step->back < match->move_count && match->moves[step->back].seat == step->seat &&
                match_taking(match, step->seat) >= MATCH_TAKES_SECRET;
    for (size_t i = step->back + 1; good && i < match->move_count; i++)
        good = match->moves[i].seat != step->seat;
    if (!good)
        return bad_record(fault, "taken_back");
    match_rewind(match, step->seat, step->back);
    return true;
}

/* What was taken back just now, from `states` on, is told with the move that will be made next; and so is what
 * should have been told with a move that is gone now. */
static void note_undone(struct record_taken *taken, const struct match *match,
                        const struct game_state_storage *states)
{
    const struct match_undone *from = &match->undone[match->undone_count - 1];
    for (size_t i = 0; i < taken->count; i++)
        if (taken->list[i].before > from->at)
            taken->list[i].before = from->at;
    struct record_undone *undone = &taken->list[taken->count++];
    *undone = (struct record_undone){
        .seat = from->seat, .before = from->at, .move_count = from->move_count};
    undone->moves = alloc_array(from->move_count, sizeof *undone->moves);
    for (size_t i = 0; i < from->move_count; i++)
        undone->moves[i] =
            (struct record_undone_move){.seat = from->moves[i].seat, .state = states[from->at + i]};
}

bool record_taken_read(const struct record *record, const char *folder, struct record_taken *taken,
                       struct fault *fault)
{
    const json_t *list = json_object_get(record->json, "taken_back");
    *taken = (struct record_taken){0};
    if (json_array_size(list) == 0)
        return true;
    size_t count;
    struct record_step *steps = record_steps(record, &count);
    struct game_state_storage *states = alloc_raw(count + 1, sizeof *states);
    struct match match = {0};
    taken->list = alloc_array(json_array_size(list), sizeof *taken->list);
    bool good = record_start(record, folder, &match, fault);
    for (size_t i = 0; good && i < count; i++) {
        states[match.move_count] = match.state;
        good = record_step_do(&steps[i], &match, fault);
        if (!good || steps[i].text)
            continue;
        note_undone(taken, &match, states);
        struct record_undone *undone = &taken->list[taken->count - 1];
        const json_t *moves = json_object_get(json_array_get(list, taken->count - 1), "moves");
        for (size_t k = 0; k < undone->move_count; k++)
            undone->moves[k].text = step_of(json_array_get(moves, k)).text;
    }
    match_free(&match);
    free(states);
    free(steps);
    return good || bad_record(fault, "taken_back");
}

void record_taken_free(struct record_taken *taken)
{
    for (size_t i = 0; i < taken->count; i++)
        free(taken->list[i].moves);
    free(taken->list);
    *taken = (struct record_taken){0};
}

/* ---- Replays ---- */

struct wire_replay {
    json_t *json;
    struct record record;
    struct match match;                /* after the last move */
    struct game_state_storage *states; /* after each number of moves, from 0 */
    struct turning turning;
    struct record_taken taken;
    struct doc doc;
};

void wire_replay_free(struct wire_replay *replay)
{
    if (!replay)
        return;
    match_free(&replay->match);
    turning_free(&replay->turning);
    record_taken_free(&replay->taken);
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
    if (!play_all(replay, moves, fault) ||
        !record_taken_read(&replay->record, NULL, &replay->taken, fault))
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

static json_t *move_json(struct wire_replay *replay, const struct game_state_storage *before,
                         int seat, const char *text, int viewer)
{
    const struct game *game = replay->match.game;
    union game_move_storage move = {0};
    CHECK(game->parse(before->bytes, text, &move.head));
    game_move_describe(game, before->bytes, seat, &move.head, viewer, &replay->doc);
    return json_pack("{s:i, s:o}", "seat", seat, "events", doc_json(replay));
}

/* What was taken back before this move was made instead; NULL: nothing. */
static json_t *taken_json(struct wire_replay *replay, size_t number, int viewer)
{
    json_t *list = NULL;
    for (size_t i = 0; i < replay->taken.count; i++) {
        const struct record_undone *undone = &replay->taken.list[i];
        if (undone->before != number - 1)
            continue;
        json_t *moves = json_array();
        for (size_t k = 0; k < undone->move_count; k++)
            json_array_append_new(moves,
                                  move_json(replay, &undone->moves[k].state, undone->moves[k].seat,
                                            undone->moves[k].text, viewer));
        list = list ? list : json_array();
        json_array_append_new(list, json_pack("{s:i, s:o}", "seat", undone->seat, "moves", moves));
    }
    return list;
}

/* Move number `number`, from 1, as the viewer saw it. */
static json_t *step_json(struct wire_replay *replay, size_t number, int viewer)
{
    int seat;
    const char *text;
    record_move(&replay->record, number - 1, &seat, &text);
    json_t *json = move_json(replay, &replay->states[number - 1], seat, text, viewer);
    json_object_set_new(json, "v", json_integer((json_int_t)number));
    json_t *taken = taken_json(replay, number, viewer);
    if (taken)
        json_object_set_new(json, "taken_back", taken);
    return json;
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
