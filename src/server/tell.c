/* What a client may know of a table. Everything about the match comes from the viewer's view; only
 * `result` and `position`, which all may know once it is over, come from the state. */
#include "server/tell.h"

#include "base/bits.h"
#include "base/check.h"
#include "players/player.h"
#include "wire/write.h"

#include <stdlib.h>
#include <string.h>

enum { TELL_BYTES_MAX = 1 << 20 }; /* of one message; the largest is a tenth of that */

struct teller {
    struct doc doc;
    struct move moves[GAME_MOVES_MAX];
    struct room *past; /* for telling again */
    struct buffer out;
    char text[TELL_BYTES_MAX];
};

struct teller *teller_new(void)
{
    struct teller *teller = malloc(sizeof *teller);
    CHECK(teller);
    teller->past = NULL;
    return teller;
}

void teller_free(struct teller *teller)
{
    if (teller)
        room_free(teller->past);
    free(teller);
}

/* Pieces of JSON. */

#define PUT(out, literal) buffer_add_bytes(out, literal, sizeof(literal) - 1)

static void put_bool(struct buffer *out, bool value)
{
    if (value)
        PUT(out, "true");
    else
        PUT(out, "false");
}

/* A text, or null for an empty one. */
static void put_text(struct buffer *out, const char *text)
{
    if (text && text[0])
        wire_write_string(text, out);
    else
        PUT(out, "null");
}

static void put_seats(struct buffer *out, uint64_t seats)
{
    PUT(out, "[");
    while (seats) {
        wire_write_integer(bits_pop(&seats), out);
        if (seats)
            PUT(out, ",");
    }
    PUT(out, "]");
}

static void put_doc(struct teller *teller)
{
    CHECK(!teller->doc.full);
    wire_write(&teller->doc, doc_root(&teller->doc), &teller->out);
}

/* Info. */

static void put_seat(struct buffer *out, const struct room_seat *seat)
{
    if (seat->bot) {
        PUT(out, "{\"level\":");
        put_text(out, seat->bot->name);
    } else if (seat->person[0]) {
        PUT(out, "{\"person\":");
        put_text(out, seat->person);
    } else {
        PUT(out, "null");
        return;
    }
    PUT(out, ",\"name\":");
    wire_write_string(seat->name, out);
    if (seat->bot && seat->absent[0]) {
        PUT(out, ",\"replaces\":{\"person\":");
        wire_write_string(seat->absent, out);
        PUT(out, ",\"name\":");
        wire_write_string(seat->absent_name, out);
        PUT(out, "}");
    }
    PUT(out, "}");
}

static void put_may_sit(struct buffer *out, const struct room *room,
                        const struct tell_viewer *viewer)
{
    PUT(out, ",\"may_sit\":");
    put_seats(out, viewer->seat >= 0 ? 0 : room_may_sit(room, viewer->held));
}

static void put_clock(struct buffer *out, const struct room *room)
{
    if (room->clock == ROOM_CLOCK_NONE) {
        PUT(out, "{\"kind\":\"none\"}");
        return;
    }
    buffer_add(out, room->clock == ROOM_CLOCK_MOVE ? "{\"kind\":\"move\"" : "{\"kind\":\"game\"");
    PUT(out, ",\"seconds\":");
    wire_write_integer(room->clock_ms / 1000, out);
    PUT(out, "}");
}

/* As in a document of its own: options are few and simple. */
static void put_options(struct buffer *out, const struct room *room)
{
    PUT(out, "{");
    for (int i = 0; i < room->game->option_count; i++) {
        const struct game_option *option = &room->game->options[i];
        const char *word = option->values[room->options[i]];
        if (i)
            PUT(out, ",");
        wire_write_string(option->name, out);
        PUT(out, ":");
        if (option->type != GAME_OPTION_WORD) {
            buffer_add(out, word);
        } else if (!strchr(word, ',')) {
            wire_write_string(word, out);
        } else {
            PUT(out, "[\"");
            for (; *word; word++)
                buffer_add(out, *word == ',' ? "\",\"" : (char[]){*word, '\0'});
            PUT(out, "\"]");
        }
    }
    PUT(out, "}");
}

void tell_info_write(const struct room *room, struct buffer *out)
{
    static const char *const stages[] = {"waiting", "playing", "over", "closed"};
    static const char *const names[] = {"public", "takeover",         "hints",
                                        "chat",   "open_hands_after", "autostart"};
    const bool values[] = {room->is_public, room->takeover,         room->hints,
                           room->chat,      room->open_hands_after, room->autostart};
    PUT(out, "{\"id\":");
    wire_write_string(room->id, out);
    buffer_add_format(out, ",\"game\":\"%s\",\"seats\":%d,\"options\":", room->game->id,
                      room->seats);
    put_options(out, room);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        buffer_add_format(out, ",\"%s\":%s", names[i], values[i] ? "true" : "false");
    PUT(out, ",\"clock\":");
    put_clock(out, room);
    buffer_add_format(out, ",\"pace\":\"%s\",\"host\":{\"person\":", room_pace_name(room));
    wire_write_string(room->host, out);
    PUT(out, ",\"name\":");
    wire_write_string(room->host_name, out);
    buffer_add_format(out, "},\"created\":%lld,\"state\":\"%s\",\"seat\":[",
                      (long long)room->created_ms, stages[room->stage]);
    for (int i = 0; i < room->seats; i++) {
        if (i)
            PUT(out, ",");
        put_seat(out, &room->seat[i]);
    }
    PUT(out, "],\"seed_hash\":");
    put_text(out, room->seed_hash);
    PUT(out, ",\"seed\":");
    put_text(out, room_is_over(room) ? room->seed : NULL);
    PUT(out, ",\"rematch\":");
    put_text(out, room->rematch);
    PUT(out, ",\"v\":");
    wire_write_integer(room->version, out);
    PUT(out, "}");
}

json_t *tell_info(const struct room *room)
{
    char text[TELL_INFO_BYTES_MAX];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    tell_info_write(room, &out);
    json_t *json = json_loadb(text, out.length, 0, NULL);
    CHECK(json);
    return json;
}

/* The match. */

/* What the viewer may do now. Texts of moves are written where they are to lie, and looked at only
 * then: none has ever needed escaping, but nothing says so. */
static void put_legal(struct teller *teller, const struct game *game, const void *view, int viewer)
{
    struct buffer *out = &teller->out;
    int count = viewer < 0 ? 0 : game->legal(view, viewer, teller->moves);
    CHECK(count <= GAME_MOVES_MAX);
    PUT(out, ",\"legal\":[");
    for (int i = 0; i < count; i++) {
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        game->format(view, &teller->moves[i], &text);
        CHECK(!text.cut);
        if (i)
            PUT(out, ",");
        wire_write_string(storage, out);
    }
    PUT(out, "],\"open\":[");
    const char *kind = viewer >= 0 && game->open_kind ? game->open_kind(view, viewer) : NULL;
    if (kind)
        wire_write_string(kind, out);
    PUT(out, "]");
}

static void put_view(struct teller *teller, const struct room *room, int viewer, bool views)
{
    struct buffer *out = &teller->out;
    const struct game *game = room->game;
    struct game_state_storage view;
    game->view(room->match.state.bytes, viewer, view.bytes);
    if (views) {
        doc_start(&teller->doc);
        game->save(game, view.bytes, &teller->doc, NULL);
        PUT(out, ",\"view\":");
        put_doc(teller);
        doc_start(&teller->doc);
        game_aids_save(game, view.bytes, viewer, &teller->doc, NULL);
        PUT(out, ",\"aids\":");
        put_doc(teller);
    }
    PUT(out, ",\"phase\":");
    wire_write_string(game->phase(view.bytes), out);
    PUT(out, ",\"to_act\":");
    if (room->stage == ROOM_CLOSED) {
        PUT(out, "[],\"awaited\":[],\"legal\":[],\"open\":[]");
        return;
    }
    put_seats(out, game->to_act(view.bytes));
    PUT(out, ",\"awaited\":");
    put_seats(out, game_awaited(game, view.bytes));
    put_legal(teller, game, view.bytes, viewer);
}

static void put_clocks(struct buffer *out, const struct room *room, int64_t now_ms)
{
    PUT(out, ",\"left\":");
    if (room->clock == ROOM_CLOCK_NONE) {
        PUT(out, "null,\"running\":[]");
        return;
    }
    for (int i = 0; i < room->seats; i++) {
        buffer_add(out, i ? "," : "[");
        wire_write_integer(room_left_ms(room, i, now_ms), out);
    }
    PUT(out, "],\"running\":");
    put_seats(out, room_running(room));
}

static void put_result(struct teller *teller, const struct room *room)
{
    struct buffer *out = &teller->out;
    if (!room_is_over(room)) {
        PUT(out, ",\"result\":null");
        return;
    }
    PUT(out, ",\"result\":");
    doc_start(&teller->doc);
    match_result(&room->match, &teller->doc, NULL);
    put_doc(teller);
    if (room->open_hands_after) {
        PUT(out, ",\"position\":");
        doc_start(&teller->doc);
        room->game->save(room->game, room->match.state.bytes, &teller->doc, NULL);
        put_doc(teller);
    }
}

/* What the latest entry, a move, does, as the viewer may know it: it is made once more, on a copy
 * of what was before. */
static void put_events(struct teller *teller, const struct room *room,
                       const struct game_state_storage *before, int viewer)
{
    const struct game *game = room->game;
    union game_move_storage move;
    struct game_state_storage state;
    memcpy(state.bytes, before->bytes, game->state_size);
    memset(move.bytes, 0, game->move_size);
    CHECK(game->parse(state.bytes, room->last.text, &move.head));
    doc_start(&teller->doc);
    doc_list(&teller->doc, NULL);
    game->apply(state.bytes, room->last.seat, &move.head,
                &(struct story){.doc = &teller->doc, .viewer = viewer});
    doc_end(&teller->doc);
    PUT(&teller->out, ",\"events\":");
    put_doc(teller);
}

/* Messages. */

static struct buffer *begin(struct teller *teller)
{
    buffer_start(&teller->out, teller->text, sizeof teller->text);
    return &teller->out;
}

static struct message *finish(struct teller *teller)
{
    PUT(&teller->out, "}");
    CHECK(!teller->out.cut);
    return message_new(teller->out.text, teller->out.length);
}

static void put_head(struct buffer *out, const char *push, const struct room *room)
{
    PUT(out, "\"push\":\"");
    buffer_add(out, push);
    PUT(out, "\",\"table\":");
    wire_write_string(room->id, out);
    PUT(out, ",");
}

struct message *tell_table(struct teller *teller, const struct room *room,
                           const struct tell_viewer *viewer, const struct tell_presence *presence,
                           int64_t now_ms)
{
    struct buffer *out = begin(teller);
    PUT(out, "{");
    put_head(out, "table", room);
    PUT(out, "\"v\":");
    wire_write_integer(room->version, out);
    PUT(out, ",\"info\":");
    tell_info_write(room, out);
    PUT(out, ",\"you\":");
    if (viewer->seat < 0)
        PUT(out, "null");
    else
        wire_write_integer(viewer->seat, out);
    put_may_sit(out, room, viewer);
    PUT(out, ",\"online\":[");
    for (int i = 0; i < room->seats; i++) {
        if (i)
            PUT(out, ",");
        put_bool(out, bits_have(presence->online, i));
    }
    PUT(out, "],\"spectators\":");
    wire_write_integer(presence->spectators, out);
    if (room->match.game) {
        put_view(teller, room, viewer->seat, viewer->views);
    } else {
        buffer_add(out, viewer->views ? ",\"view\":null,\"aids\":null" : "");
        PUT(out, ",\"phase\":null,\"to_act\":null,\"awaited\":null,\"legal\":null,\"open\":null");
    }
    put_clocks(out, room, now_ms);
    PUT(out, ",\"chat\":");
    buffer_add(out, presence->chat_json ? presence->chat_json : "[]");
    PUT(out, ",\"muted\":");
    buffer_add(out, presence->muted_json ? presence->muted_json : "[]");
    put_result(teller, room);
    return finish(teller);
}

/* Who makes an entry that is a move; NULL: it is none. */
static const char *maker_of(const struct store_entry *entry)
{
    static const char *const makers[ROOM_KINDS] = {
        [ROOM_MOVE] = "person", [ROOM_MOVE_BOT] = "computer", [ROOM_MOVE_TIMEOUT] = "clock"};
    return makers[entry->kind];
}

/* What the latest entry is, and, if it is a move, what happened. */
static void put_entry(struct teller *teller, const struct room *room,
                      const struct game_state_storage *before, int viewer)
{
    static const char *const kinds[ROOM_KINDS] = {"create", "sit",  "stand", "bot",   "start",
                                                  "move",   "move", "move",  "close", "rematch"};
    struct buffer *out = &teller->out;
    const struct store_entry *entry = &room->last;
    const char *maker = maker_of(entry);
    PUT(out, "\"v\":");
    wire_write_integer(room->version, out);
    PUT(out, ",\"kind\":");
    wire_write_string(kinds[entry->kind], out);
    PUT(out, ",\"seat\":");
    if (entry->seat < 0)
        PUT(out, "null");
    else
        wire_write_integer(entry->seat, out);
    if (maker) {
        PUT(out, ",\"by\":");
        wire_write_string(maker, out);
        put_events(teller, room, before, viewer);
    }
    if (room_is_seating(entry->kind)) {
        PUT(out, ",\"before\":");
        put_seat(out, &room->before);
        PUT(out, ",\"after\":");
        put_seat(out, &room->seat[entry->seat]);
    }
}

struct message *tell_step(struct teller *teller, const struct room *room,
                          const struct game_state_storage *before, const struct tell_viewer *viewer,
                          const char *answer, int64_t now_ms)
{
    struct buffer *out = begin(teller);
    PUT(out, "{");
    if (answer) {
        PUT(out, "\"id\":");
        buffer_add(out, answer);
        PUT(out, ",\"ok\":true,");
    }
    put_head(out, "step", room);
    put_entry(teller, room, before, viewer->seat);
    if (room->match.game) {
        put_view(teller, room, viewer->seat, viewer->views);
        put_clocks(out, room, now_ms);
        put_result(teller, room);
    }
    if (!maker_of(&room->last) || room_is_over(room)) {
        PUT(out, ",\"info\":");
        tell_info_write(room, out);
        put_may_sit(out, room, viewer);
    }
    return finish(teller);
}

struct message *tell_step_again(struct teller *teller, const struct room *room, int64_t number,
                                const struct tell_viewer *viewer, int64_t now_ms)
{
    struct game_state_storage before;
    struct room *past = teller->past = room_past(room, number, teller->past, &before);
    if (number < room->version) {
        now_ms = past->last.at_ms;
    } else { /* nothing has come after it: the clocks that run now are its */
        for (int i = 0; i < room->seats; i++)
            past->seat[i].awaited_since_ms = room->seat[i].awaited_since_ms;
    }
    return tell_step(teller, past, &before, viewer, NULL, now_ms);
}

const char *tell_log(struct teller *teller, const struct room *room, int64_t first, int64_t last,
                     int viewer)
{
    struct buffer *out = begin(teller);
    PUT(out, "[");
    for (int64_t number = first; number <= last; number++) {
        struct game_state_storage before;
        teller->past = room_past(room, number, teller->past, &before);
        buffer_add(out, number > first ? ",{" : "{");
        put_entry(teller, teller->past, &before, viewer);
        PUT(out, "}");
    }
    PUT(out, "]");
    CHECK(!out->cut);
    return out->text;
}
