/* Every message that a server sends is held against the truth at the moment it is sent: nothing is
 * told that is not on the disk, nothing that this viewer may not know, nothing twice, nothing out
 * of order, and no answer that nobody waits for. */
#define _GNU_SOURCE
#include "simulation.h"

#include "base/check.h"
#include "wire/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static struct stream *stream_find(struct world *world, struct line *line, const char *table)
{
    for (int i = 0; i < line->stream_count; i++)
        if (strcmp(line->streams[i].table, table) == 0)
            return &line->streams[i];
    if (line->stream_count == STREAMS_MAX)
        broken(world, "line %d: told of more tables than there are", line->number);
    struct stream *stream = &line->streams[line->stream_count++];
    *stream = (struct stream){.version = -1};
    memcpy(stream->table, table, strnlen(table, STORE_ID_TEXT - 1));
    return stream;
}

/* ---- The match, as one viewer may know it ---- */

struct telling {
    struct world *world;
    struct line *line;
    const struct letter *letter;
    const json_t *json;
    struct truth *truth;
    int64_t version;
    int viewer;
};

#define WRONG(telling, format, ...)                                                      \
    broken((telling)->world, "line %d, table %s, v %lld, seat %d: " format "\n%.*s",     \
           (telling)->line->number, (telling)->truth->id, (long long)(telling)->version, \
           (telling)->viewer, __VA_ARGS__, (int)(telling)->letter->length,               \
           (telling)->letter->text)

static bool has_bytes(const struct telling *telling, const char *bytes)
{
    return memmem(telling->letter->text, telling->letter->length, bytes, strlen(bytes)) != NULL;
}

static void check_same(const struct telling *telling, const char *key, const json_t *expected)
{
    const json_t *told = json_object_get(telling->json, key);
    if (json_equal(told, expected))
        return;
    char *text = json_dumps(expected, JSON_COMPACT | JSON_ENCODE_ANY);
    WRONG(telling, "%s should be %s", key, text ? text : "absent");
}

static void check_clocks(const struct telling *telling)
{
    const struct table *table = telling->truth->table;
    const json_t *left = json_object_get(telling->json, "left");
    if (table->settings.clock == TABLE_CLOCK_NONE) {
        if (!json_is_null(left))
            WRONG(telling, "%s", "time without a clock");
        return;
    }
    const struct instant *instant = &telling->truth->instants[telling->version];
    if (!instant->has_state)
        return;
    if (json_array_size(left) != (size_t)table->settings.seats)
        WRONG(telling, "%s", "not a time for every seat");
    uint32_t running = 0;
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(telling->json, "running"), i, value) running |=
        UINT32_C(1) << json_integer_value(value);
    if (running != instant->running)
        WRONG(telling, "the clocks that run should be %x", instant->running);
    json_array_foreach(left, i, value)
    {
        json_int_t ms = json_integer_value(value);
        int64_t most_ms = table->settings.clock == TABLE_CLOCK_GAME ? instant->left_ms[i]
                                                                    : table->settings.clock_ms;
        bool runs = running >> i & 1;
        if (!json_is_integer(value) || ms < 0 || (runs ? ms > most_ms : ms != most_ms))
            WRONG(telling, "seat %zu should have %lld ms", i, (long long)most_ms);
    }
}

static void check_match(const struct telling *telling)
{
    struct world *world = telling->world;
    struct truth *truth = telling->truth;
    const struct letter *letter = telling->letter;
    if (!truth->instants[telling->version].has_state) {
        if (letter->view)
            WRONG(telling, "%s", "a view before the start");
        return;
    }
    const char *expected = truth_view(world, truth, telling->version, telling->viewer);
    if (letter->view && (strlen(expected) != letter->view_length ||
                         memcmp(expected, letter->view, letter->view_length) != 0))
        WRONG(telling, "the view should be %s", expected);
    const json_t *rest = truth_rest(world, truth, telling->version, telling->viewer);
    check_same(telling, "phase", json_object_get(rest, "phase"));
    check_same(telling, "to_act", json_object_get(rest, "to_act"));
    check_same(telling, "legal", json_object_get(rest, "legal"));
    check_same(telling, "open", json_object_get(rest, "open"));
    bool is_over = truth_is_over(truth, telling->version);
    const json_t *result = json_object_get(telling->json, "result");
    const json_t *position = json_object_get(telling->json, "position");
    if (!is_over) {
        if (result && !json_is_null(result))
            WRONG(telling, "%s", "a result before the end");
        if (position && !json_is_null(position))
            WRONG(telling, "%s", "the whole truth before the end");
    } else {
        check_same(telling, "result", truth_result(world, truth));
        if (truth->table->settings.open_hands_after)
            check_same(telling, "position", truth_position(world, truth));
        else if (position && !json_is_null(position))
            WRONG(telling, "%s", "the whole truth, where hands stay closed");
    }
    check_clocks(telling);
}

/* `info` is of this version or of a later one. */
static void check_info(const struct telling *telling)
{
    const json_t *info = json_object_get(telling->json, "info");
    struct truth *truth = telling->truth;
    int64_t version = json_integer_value(json_object_get(info, "v"));
    if (!json_is_object(info) || version < telling->version)
        WRONG(telling, "%s", "info is missing or old");
    if (!truth_reach(telling->world, truth->id, version))
        WRONG(telling, "%s", "info is ahead of the disk");
    static const char *const stages[] = {"waiting", "playing", "over", "closed"};
    const struct instant *instant = &truth->instants[version];
    if (strcmp(text_of(info, "state"), stages[instant->table_state]) != 0)
        WRONG(telling, "info should say %s", stages[instant->table_state]);
    if (strcmp(text_of(info, "seed_hash"), truth->seed_hash) != 0)
        WRONG(telling, "%s", "the seed's hash is another one");
    const json_t *seed = json_object_get(info, "seed");
    if (truth_is_over(truth, version)) {
        if (!json_is_string(seed) ||
            strcmp(json_string_value(seed), truth->table->settings.seed) != 0)
            WRONG(telling, "%s", "the seed is not opened after the end");
    } else if (seed && !json_is_null(seed)) {
        WRONG(telling, "%s", "the seed before the end");
    }
    const json_t *seats = json_object_get(info, "seat");
    if (json_array_size(seats) != (size_t)truth->table->settings.seats)
        WRONG(telling, "%s", "seats in info");
    for (int seat = 0; seat < truth->table->settings.seats; seat++) {
        const char *person = text_of(json_array_get(seats, (size_t)seat), "person");
        if (strcmp(person, instant->person[seat]) != 0)
            WRONG(telling, "info has another person on seat %d", seat);
    }
}

/* Which seats this viewer is told it may take: those and no others. */
static void check_may_sit(const struct telling *telling)
{
    const struct truth *truth = telling->truth;
    const struct instant *now = &truth->instants[telling->version];
    const json_t *seats = json_object_get(json_object_get(telling->json, "info"), "seat");
    int held = -1;
    for (int64_t i = 0; i <= telling->version; i++)
        for (int seat = 0; truth->instants[i].has_state && seat < truth->table->settings.seats;
             seat++)
            if (strcmp(truth->instants[i].person[seat], telling->line->person) == 0)
                held = seat;
    json_t *expected = json_array();
    for (int seat = 0; seat < truth->table->settings.seats; seat++) {
        bool is_free = json_is_null(json_array_get(seats, (size_t)seat));
        bool may = held < 0 ? is_free : seat == held && !now->person[seat][0];
        if (may && telling->viewer < 0 && now->table_state < TABLE_OVER)
            json_array_append_new(expected, json_integer(seat));
    }
    check_same(telling, "may_sit", expected);
    json_decref(expected);
}

/* ---- Pushes ---- */

static struct telling telling_new(struct world *world, struct line *line,
                                  const struct letter *letter)
{
    const json_t *json = letter->json;
    struct telling telling = {.world = world, .line = line, .letter = letter, .json = json};
    const json_t *version = json_object_get(json, "v");
    if (!json_is_integer(version))
        broken(world, "line %d: no version in %.*s", line->number, (int)letter->length,
               letter->text);
    telling.version = json_integer_value(version);
    telling.truth = truth_reach(world, text_of(json, "table"), telling.version);
    if (!telling.truth)
        broken(world, "line %d: told before it is on the disk: %.*s", line->number,
               (int)letter->length, letter->text);
    telling.viewer = truth_seat(telling.truth, telling.version, line->person);
    return telling;
}

static void told_online(struct stream *stream, const json_t *json)
{
    size_t i;
    json_t *value;
    stream->online = 0;
    json_array_foreach(json_object_get(json, "online"), i, value) if (json_is_true(value))
        stream->online |= UINT32_C(1) << i;
    stream->spectators = (int)json_integer_value(json_object_get(json, "spectators"));
}

static void told_table(struct telling *telling)
{
    struct stream *stream = stream_find(telling->world, telling->line, telling->truth->id);
    if (!stream->on)
        WRONG(telling, "%s", "nobody watches here");
    if (telling->version < stream->version)
        WRONG(telling, "goes back from %lld", (long long)stream->version);
    stream->version = telling->version;
    told_online(stream, telling->json);
    const json_t *you = json_object_get(telling->json, "you");
    int seat = json_is_integer(you) ? (int)json_integer_value(you) : GAME_SPECTATOR;
    if (seat != telling->viewer)
        WRONG(telling, "you are not on seat %d", seat);
    check_info(telling);
    check_may_sit(telling);
    check_match(telling);
    const struct table *table = telling->truth->table;
    if (json_array_size(json_object_get(telling->json, "online")) != (size_t)table->settings.seats)
        WRONG(telling, "%s", "not every seat is online or not");
}

static const char *const kind_names[ENTRY_KINDS] = {
    [ENTRY_CREATE] = "create",   [ENTRY_SIT] = "sit",           [ENTRY_STAND] = "stand",
    [ENTRY_BOT] = "bot",         [ENTRY_START] = "start",       [ENTRY_MOVE] = "move",
    [ENTRY_MOVE_BOT] = "move",   [ENTRY_MOVE_TIMEOUT] = "move", [ENTRY_CLOSE] = "close",
    [ENTRY_REMATCH] = "rematch",
};

static const char *by_name(int kind)
{
    return kind == ENTRY_MOVE ? "person" : kind == ENTRY_MOVE_BOT ? "computer" : "clock";
}

/* The step is the answer to a request: is it that request's? */
static void check_answer(struct telling *telling, const struct store_entry *entry)
{
    const json_t *id = json_object_get(telling->json, "id");
    if (!id)
        return;
    struct asked *asked = asked_find(telling->line, id);
    if (!asked) {
        if (!telling->line->wild)
            WRONG(telling, "%s", "an answer to nothing");
        return;
    }
    if (strcmp(asked->table, telling->truth->id) != 0 ||
        strcmp(asked->cmd, kind_names[entry->kind]) != 0)
        WRONG(telling, "the answer to %s at %s", asked->cmd, asked->table);
    if (entry->kind == ENTRY_MOVE && strcmp(asked->cid, entry->cid ? entry->cid : "") != 0)
        WRONG(telling, "the answer to the move %s", asked->cid);
}

static void told_step(struct telling *telling)
{
    struct stream *stream = stream_find(telling->world, telling->line, telling->truth->id);
    if (!stream->on)
        WRONG(telling, "%s", "nobody watches here");
    if (telling->version != stream->version + 1)
        WRONG(telling, "told last was %lld", (long long)stream->version);
    stream->version = telling->version;
    if (telling->version < stream->again)
        telling->viewer = truth_seat(telling->truth, stream->again, telling->line->person);
    telling->world->tally.steps++;
    const struct store_entry *entry = &telling->truth->table->entries[telling->version];
    if (strcmp(text_of(telling->json, "kind"), kind_names[entry->kind]) != 0)
        WRONG(telling, "it was a %s", kind_names[entry->kind]);
    const json_t *seat = json_object_get(telling->json, "seat");
    if (json_is_integer(seat) ? json_integer_value(seat) != entry->seat : entry->seat >= 0)
        WRONG(telling, "it was seat %d", entry->seat);
    bool is_move = strcmp(kind_names[entry->kind], "move") == 0;
    if (is_move) {
        if (strcmp(text_of(telling->json, "by"), by_name(entry->kind)) != 0)
            WRONG(telling, "it was by %s", by_name(entry->kind));
        const char *events =
            truth_events(telling->world, telling->truth, telling->version, telling->viewer);
        if (!has_bytes(telling, events))
            WRONG(telling, "the events should be %s", events);
    }
    if (!is_move || json_object_get(telling->json, "info"))
        check_info(telling);
    if (json_object_get(telling->json, "info") && telling->version >= stream->again)
        check_may_sit(telling);
    check_match(telling);
    check_answer(telling, entry);
}

/* Of a table: a push that is neither `table` nor `step`. */
static void told_aside(struct world *world, struct line *line, const json_t *json, const char *push)
{
    struct stream *stream = stream_find(world, line, text_of(json, "table"));
    if (!stream->on)
        broken(world, "line %d: %s of a table that is not watched", line->number, push);
    if (strcmp(push, "online") == 0)
        told_online(stream, json);
}

/* ---- Answers ---- */

/* Somebody else on the same line watches nothing yet. */
static void become(struct line *line, const char *person, bool is_other)
{
    snprintf(line->person, sizeof line->person, "%s", person);
    for (int i = 0; is_other && i < line->stream_count; i++)
        line->streams[i].on = false;
}

/* Only what everybody may see is in the list. */
static void check_list(struct world *world, struct line *line, const json_t *json)
{
    size_t i;
    json_t *info;
    json_array_foreach(json_object_get(json, "tables"), i, info)
    {
        const char *state = text_of(info, "state");
        if (!json_is_true(json_object_get(info, "public")) ||
            (strcmp(state, "waiting") != 0 && strcmp(state, "playing") != 0))
            broken(world, "line %d: table %s in the list", line->number, text_of(info, "id"));
    }
}

/* The record of a finished match is that match's. */
static void check_record(struct world *world, struct line *line, const struct asked *asked,
                         const json_t *json)
{
    const json_t *record = json_object_get(json, "record");
    struct truth *truth = truth_reach(world, asked->table, 0);
    if (!truth || !truth_is_over(truth, (int64_t)truth->instant_count - 1))
        broken(world, "line %d: the record of table %s, which is not over", line->number,
               asked->table);
    const struct match *match = &truth->table->match;
    json_t *expected = record_from_match(match, NULL);
    json_object_del(expected, "names");
    const char *key;
    json_t *value;
    json_object_foreach(expected, key, value) if (!json_equal(value, json_object_get(record, key)))
        broken(world, "line %d: the record of table %s has other %s", line->number, asked->table,
               key);
    json_decref(expected);
}

static void answered_well(struct world *world, struct line *line, const struct asked *asked,
                          const json_t *json)
{
    const char *cmd = asked->cmd, *table = text_of(json, "table");
    const json_t *person = json_object_get(json, "person");
    if (json_is_object(person) && (strcmp(cmd, "hello") == 0 || strcmp(cmd, "login") == 0)) {
        bool is_other = line->person[0] && strcmp(line->person, text_of(person, "id")) != 0;
        become(line, text_of(person, "id"), is_other);
    }
    if (strcmp(cmd, "logout") == 0)
        become(line, "", true);
    if (strcmp(cmd, "unwatch") == 0)
        stream_find(world, line, asked->table)->on = false;
    if (strcmp(cmd, "tables") == 0)
        check_list(world, line, json);
    if (strcmp(cmd, "record") == 0)
        check_record(world, line, asked, json);
    if (strcmp(cmd, "move") == 0) {
        const json_t *version = json_object_get(json, "v");
        struct truth *truth = truth_reach(world, asked->table, json_integer_value(version));
        if (!truth)
            broken(world, "line %d: made again, but never on the disk: %s", line->number,
                   asked->cid);
        const struct store_entry *entry = &truth->table->entries[json_integer_value(version)];
        bool again = json_is_true(json_object_get(json, "again"));
        /* Who no longer watches gets no step, but an answer all the same. */
        if ((!again && stream_find(world, line, asked->table)->on) ||
            strcmp(entry->cid ? entry->cid : "", asked->cid) != 0)
            broken(world, "line %d: version %lld of table %s is not the move %s", line->number,
                   (long long)entry->number, truth->id, asked->cid);
        world->tally.again += again;
    }
    if (strcmp(cmd, "create") == 0 || strcmp(cmd, "rematch") == 0)
        if (!truth_reach(world, table, 0))
            broken(world, "line %d: table %s is not on the disk", line->number, table);
    if (strcmp(cmd, "create") == 0)
        stream_find(world, line, table)->on = true;
}

/* Before the answer is looked at, since what follows it may come with it. */
static void begin_watching(struct world *world, struct line *line, const struct asked *asked,
                           const json_t *json)
{
    if (strcmp(asked->cmd, "watch") != 0)
        return;
    struct stream *stream = stream_find(world, line, text_of(json, "table"));
    stream->on = true;
    int64_t version = json_integer_value(json_object_get(json, "v"));
    if (!truth_reach(world, stream->table, version))
        broken(world, "line %d: table %s has no version %lld", line->number, stream->table,
               (long long)version);
    /* Who says to have seen more than there is gets everything; but what is there was seen. */
    if (asked->since > version && truth_reach(world, text_of(json, "table"), asked->since))
        broken(world, "line %d: has seen %lld of table %s, and is offered %lld", line->number,
               (long long)asked->since, text_of(json, "table"), (long long)version);
    stream->version = asked->since > version ? -1 : asked->since;
    stream->again = version;
}

static void remember_refused(struct world *world, const struct asked *asked)
{
    if (world->refused_count == world->refused_room) {
        world->refused_room = world->refused_room ? world->refused_room * 2 : 64;
        world->refused = realloc(world->refused, world->refused_room * sizeof *world->refused);
        CHECK(world->refused);
    }
    struct refused *refused = &world->refused[world->refused_count++];
    memcpy(refused->table, asked->table, sizeof refused->table);
    memcpy(refused->cid, asked->cid, sizeof refused->cid);
}

static struct asked told_answer(struct world *world, struct line *line, const char *text,
                                size_t length, const json_t *json, bool is_step)
{
    const json_t *id = json_object_get(json, "id"), *ok = json_object_get(json, "ok");
    if (!json_is_boolean(ok))
        broken(world, "line %d: an answer without ok: %.*s", line->number, (int)length, text);
    if (json_is_false(ok)) {
        const json_t *error = json_object_get(json, "error");
        const json_t *sentence = json_object_get(error, "text");
        if (!text_of(error, "code")[0] || !text_of(sentence, "en")[0] ||
            !text_of(sentence, "fr")[0])
            broken(world, "line %d: an error without words: %.*s", line->number, (int)length, text);
        world->tally.refused++;
    }
    struct asked *asked = id ? asked_find(line, id) : NULL;
    if (!asked) {
        if (!line->wild && id && !json_is_null(id))
            broken(world, "line %d: an answer to nothing: %.*s", line->number, (int)length, text);
        return (struct asked){0};
    }
    if (!asked->arrived)
        broken(world, "line %d: an answer before the question: %.*s", line->number, (int)length,
               text);
    if (json_is_true(ok) && !is_step) {
        begin_watching(world, line, asked, json);
        answered_well(world, line, asked, json);
    }
    if (json_is_false(ok) && strcmp(asked->cmd, "move") == 0 && asked->cid[0])
        remember_refused(world, asked);
    struct asked answered = *asked;
    answered.id = NULL;
    json_decref(asked->id);
    *asked = line->asked[--line->asked_count];
    return answered;
}

/* ---- Every message ---- */

void check_seeds(struct world *world, struct line *line, const char *text, size_t length)
{
    for (int i = 0; i < world->truth_count; i++) {
        const struct truth *truth = world->truths[i];
        if (truth->table->settings.seed &&
            !truth_is_over(truth, (int64_t)truth->instant_count - 1) &&
            memmem(text, length, truth->table->settings.seed, strlen(truth->table->settings.seed)))
            broken(world, "line %d: the seed of table %s, which is not over: %.*s", line->number,
                   truth->id, (int)length, text);
    }
}

struct asked told(struct world *world, struct line *line, const struct letter *letter)
{
    const char *text = letter->text;
    size_t length = letter->length;
    const json_t *json = letter->json;
    if (!json_is_object(json))
        broken(world, "line %d: no JSON object: %.*s", line->number, (int)length, text);
    const char *push = text_of(json, "push");
    bool is_step = strcmp(push, "step") == 0;
    if (is_step) {
        struct telling telling = telling_new(world, line, letter);
        told_step(&telling);
    } else if (strcmp(push, "table") == 0) {
        struct telling telling = telling_new(world, line, letter);
        told_table(&telling);
    } else if (strcmp(push, "online") == 0 || strcmp(push, "chat") == 0 ||
               strcmp(push, "gesture") == 0) {
        told_aside(world, line, json, push);
    } else if (strcmp(push, "who") == 0) {
        become(line, "", true);
    } else if (push[0] && strcmp(push, "stop") != 0) {
        broken(world, "line %d: an unknown push: %.*s", line->number, (int)length, text);
    }
    check_seeds(world, line, text, length);
    if (json_object_get(json, "ok") || !push[0])
        return told_answer(world, line, text, length, json, is_step);
    return (struct asked){0};
}
