#include "wire/replay.h"

#include "base/alloc.h"
#include "base/check.h"
#include "match/turning.h"
#include "wire/fault.h"
#include "wire/json.h"
#include "wire/record.h"
#include "wire/values.h"

#include <stdlib.h>
#include <string.h>

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

/* Opening. */

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

/* Looking. */

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
        game->view(state->bytes, viewer, view.bytes);
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

/* Requests. */

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
