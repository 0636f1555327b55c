/* Everything about the match comes from the viewer's view, except `result` and `position`, which come
 * from the state once the match is over.
 *
 * Then: pieces of JSON; the match; messages; a table from outside; earlier steps. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

enum { PUSH_BYTES_MAX = 1 << 20 }; /* the largest message is a tenth of that */

struct push_writer {
    struct doc doc;
    struct move moves[GAME_MOVES_MAX];
    struct table *past; /* for steps that are sent again */
    struct buffer out;
    char text[PUSH_BYTES_MAX];
};

struct push_writer *push_writer_new(void)
{
    return alloc_new(sizeof(struct push_writer));
}

void push_writer_free(struct push_writer *push_writer)
{
    if (push_writer)
        table_free(push_writer->past);
    free(push_writer);
}

/* ---- Pieces of JSON ---- */

#define PUT(out, literal) buffer_add_bytes(out, literal, sizeof(literal) - 1)

static void put_bool(struct buffer *out, bool value)
{
    if (value)
        PUT(out, "true");
    else
        PUT(out, "false");
}

void table_seats_write(uint64_t seats, struct buffer *out)
{
    PUT(out, "[");
    while (seats) {
        wire_write_integer(bits_pop(&seats), out);
        if (seats)
            PUT(out, ",");
    }
    PUT(out, "]");
}

static void put_doc(struct push_writer *push_writer)
{
    CHECK(!push_writer->doc.full);
    wire_write(&push_writer->doc, doc_root(&push_writer->doc), &push_writer->out);
}

/* ---- The match ---- */

static void put_may_sit(struct buffer *out, const struct table *table,
                        const struct push_viewer *viewer)
{
    PUT(out, ",\"may_sit\":");
    table_seats_write(viewer->seat >= 0 ? 0 : table_may_sit(table, viewer->person, viewer->held),
                      out);
    table_removed_write(table, viewer->person, out);
}

/* The moves that the viewer may make now. */
static void put_legal(struct push_writer *push_writer, const struct game *game, const void *view,
                      int viewer)
{
    struct buffer *out = &push_writer->out;
    int count = viewer < 0 ? 0 : game->legal(view, viewer, push_writer->moves);
    CHECK(count <= GAME_MOVES_MAX);
    PUT(out, ",\"legal\":[");
    for (int i = 0; i < count; i++) {
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        game->format(view, &push_writer->moves[i], &text);
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

static void put_view(struct push_writer *push_writer, const struct table *table, int viewer,
                     bool views)
{
    struct buffer *out = &push_writer->out;
    const struct game *game = table->settings.game;
    struct game_state_storage view;
    game_view(game, table->match.state.bytes, viewer, view.bytes);
    if (views) {
        doc_start(&push_writer->doc);
        game->save(game, view.bytes, &push_writer->doc, NULL);
        PUT(out, ",\"view\":");
        put_doc(push_writer);
        doc_start(&push_writer->doc);
        game_aids_save(game, view.bytes, viewer, &push_writer->doc, NULL);
        PUT(out, ",\"aids\":");
        put_doc(push_writer);
    }
    PUT(out, ",\"phase\":");
    wire_write_string(game->phase(view.bytes), out);
    PUT(out, ",\"to_act\":");
    if (table->state == TABLE_CLOSED) {
        PUT(out, "[],\"awaited\":[],\"legal\":[],\"open\":[]");
        return;
    }
    table_seats_write(game->to_act(view.bytes), out);
    PUT(out, ",\"awaited\":");
    table_seats_write(game_awaited(game, view.bytes), out);
    put_legal(push_writer, game, view.bytes, viewer);
}

/* What the viewer may take back, and what is proposed. */
static void put_take_back(struct buffer *out, const struct table *table, int viewer)
{
    static const char *const needs[] = {[TABLE_TAKES_NOT] = "null",
                                        [TABLE_TAKES_SECRET] = "\"secret\"",
                                        [TABLE_TAKES_ALONE] = "\"alone\"",
                                        [TABLE_TAKES_ASKING] = "\"ask\""};
    const struct table_proposal *proposal = &table->proposal;
    PUT(out, ",\"may_take_back\":");
    buffer_add(out, needs[viewer < 0 ? TABLE_TAKES_NOT : table_taking(table, viewer, NULL)]);
    PUT(out, ",\"proposal\":");
    if (!proposal->version || proposal->is_vote) {
        PUT(out, "null");
        return;
    }
    PUT(out, "{\"v\":");
    wire_write_integer(proposal->version, out);
    PUT(out, ",\"seat\":");
    wire_write_integer(proposal->seat, out);
    PUT(out, ",\"asked\":");
    table_seats_write(table_proposal_awaits(table), out);
    PUT(out, "}");
}

/* Until when people are on holiday, if somebody is. */
static void put_holidays(struct buffer *out, const struct table *table, int64_t now_ms)
{
    uint32_t resting = table_resting(table, now_ms);
    for (int i = 0; resting && i < table->settings.seats; i++) {
        buffer_add(out, i ? "," : ",\"holidays\":[");
        wire_write_integer(holidays_until(table->holidays[i], now_ms), out);
    }
    buffer_add(out, resting ? "]" : "");
}

static void put_clocks(struct buffer *out, const struct table *table, int64_t now_ms)
{
    put_holidays(out, table, now_ms);
    PUT(out, ",\"left\":");
    if (table->settings.clock == TABLE_CLOCK_NONE) {
        PUT(out, "null,\"running\":[]");
        return;
    }
    for (int i = 0; i < table->settings.seats; i++) {
        buffer_add(out, i ? "," : "[");
        wire_write_integer(table_left_ms(table, i, now_ms), out);
    }
    PUT(out, "],\"running\":");
    table_seats_write(table_running(table) & ~table_resting(table, now_ms), out);
}

static void put_result(struct push_writer *push_writer, const struct table *table)
{
    struct buffer *out = &push_writer->out;
    if (!table_is_over(table)) {
        PUT(out, ",\"result\":null");
        return;
    }
    PUT(out, ",\"result\":");
    doc_start(&push_writer->doc);
    match_result(&table->match, &push_writer->doc, NULL);
    put_doc(push_writer);
    if (table->settings.open_hands_after) {
        PUT(out, ",\"position\":");
        doc_start(&push_writer->doc);
        table->settings.game->save(table->settings.game, table->match.state.bytes,
                                   &push_writer->doc, NULL);
        put_doc(push_writer);
    }
}

/* The events of the latest entry, a move, as the viewer may see them. The move is made once more, on a
 * copy of the state before it. */
static void put_events(struct push_writer *push_writer, const struct table *table,
                       const struct game_state_storage *before, int viewer)
{
    const struct game *game = table->settings.game;
    union game_move_storage move;
    memset(move.bytes, 0, game->move_size);
    CHECK(game->parse(before->bytes, table->last.text, &move.head));
    game_move_describe(game, before->bytes, table->last.seat, &move.head, viewer,
                       &push_writer->doc);
    PUT(&push_writer->out, ",\"events\":");
    put_doc(push_writer);
}

/* ---- Messages ---- */

static struct buffer *begin(struct push_writer *push_writer)
{
    buffer_start(&push_writer->out, push_writer->text, sizeof push_writer->text);
    return &push_writer->out;
}

static struct message *finish(struct push_writer *push_writer)
{
    PUT(&push_writer->out, "}");
    CHECK(!push_writer->out.cut);
    return message_new(push_writer->out.text, push_writer->out.length);
}

static void put_head(struct buffer *out, const char *push, const struct table *table)
{
    PUT(out, "\"push\":\"");
    buffer_add(out, push);
    PUT(out, "\",\"table\":");
    wire_write_string(table->id, out);
    PUT(out, ",");
}

struct message *push_table(struct push_writer *push_writer, const struct table *table,
                           const struct push_viewer *viewer, const struct push_presence *presence,
                           int64_t now_ms)
{
    struct buffer *out = begin(push_writer);
    PUT(out, "{");
    put_head(out, "table", table);
    PUT(out, "\"v\":");
    wire_write_integer(table->version, out);
    PUT(out, ",\"info\":");
    table_info_write(table, out);
    PUT(out, ",\"you\":");
    if (viewer->seat < 0)
        PUT(out, "null");
    else
        wire_write_integer(viewer->seat, out);
    put_may_sit(out, table, viewer);
    PUT(out, ",\"online\":[");
    for (int i = 0; i < table->settings.seats; i++) {
        if (i)
            PUT(out, ",");
        put_bool(out, bits_have(presence->online, i));
    }
    PUT(out, "],\"spectators\":");
    wire_write_integer(presence->spectators, out);
    if (presence->named_json) {
        PUT(out, ",\"named\":");
        buffer_add(out, presence->named_json);
    }
    if (table->match.game) {
        put_view(push_writer, table, viewer->seat, viewer->views);
    } else {
        buffer_add(out, viewer->views ? ",\"view\":null,\"aids\":null" : "");
        PUT(out, ",\"phase\":null,\"to_act\":null,\"awaited\":null,\"legal\":null,\"open\":null");
    }
    put_clocks(out, table, now_ms);
    put_take_back(out, table, viewer->seat);
    table_vote_write(table, viewer->seat, out);
    PUT(out, ",\"chat\":");
    buffer_add(out, presence->chat_json ? presence->chat_json : "[]");
    PUT(out, ",\"muted\":");
    buffer_add(out, presence->muted_json ? presence->muted_json : "[]");
    put_result(push_writer, table);
    return finish(push_writer);
}

struct message *push_clocks(struct push_writer *push_writer, const struct table *table,
                            int64_t now_ms)
{
    struct buffer *out = begin(push_writer);
    buffer_add_format(out, "{\"push\":\"clocks\",\"table\":\"%s\"", table->id);
    put_clocks(out, table, now_ms);
    return finish(push_writer);
}

/* Who made an entry that is a move; NULL for other entries. */
static const char *maker_of(const struct store_entry *entry)
{
    static const char *const makers[ENTRY_KINDS] = {
        [ENTRY_MOVE] = "person", [ENTRY_MOVE_BOT] = "computer", [ENTRY_MOVE_TIMEOUT] = "clock"};
    return makers[entry->kind];
}

/* Why someone stood up, a vote ended or the table was closed, if it was the host, the others or the clock; or NULL. */
static const char *ender_of(const struct store_entry *entry)
{
    struct entry_content content;
    if (entry->kind != ENTRY_STAND && entry->kind != ENTRY_CLOSE && entry->kind != ENTRY_VOTE)
        return NULL;
    entry_content_read(&content, entry->text);
    const char *ender = content.by_clock  ? "clock"
                        : content.by_vote ? "vote"
                        : content.by_host ? "host"
                                          : NULL;
    entry_content_free(&content);
    return ender;
}

/* Whom the latest entry, ENTRY_TAKE_BACK or ENTRY_VOTE, is about, and what became of it. */
static void put_proposal(struct buffer *out, const struct table *table)
{
    struct entry_content content;
    entry_content_read(&content, table->last.text);
    bool refuses = content.proposal >= 0 && !content.agrees;
    const char *became = table->proposal.version ? content.proposal < 0 ? "asked" : "agreed"
                         : refuses               ? "refused"
                                                 : "taken";
    entry_content_free(&content);
    PUT(out, ",\"of\":");
    wire_write_integer(table->proposed_seat, out);
    PUT(out, ",\"became\":");
    wire_write_string(became, out);
}

/* The latest entry, and its events if it is a move. */
static void put_entry(struct push_writer *push_writer, const struct table *table,
                      const struct game_state_storage *before, int viewer)
{
    static const char *const kinds[ENTRY_KINDS] = {
        "create", "sit",     "stand", "bot",   "start", "move",      "move", "move",
        "close",  "rematch", "hint",  "seats", "host",  "take_back", "vote", "admit"};
    struct buffer *out = &push_writer->out;
    const struct store_entry *entry = &table->last;
    const char *maker = maker_of(entry), *ender = ender_of(entry);
    PUT(out, "\"v\":");
    wire_write_integer(table->version, out);
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
        put_events(push_writer, table, before, viewer);
    }
    if (ender) {
        PUT(out, ",\"by\":");
        wire_write_string(ender, out);
    }
    if (entry->kind == ENTRY_TAKE_BACK || entry->kind == ENTRY_VOTE)
        put_proposal(out, table);
    if (entry_is_seat_change(entry->kind)) {
        PUT(out, ",\"before\":");
        table_info_write_seat(&table->before, out);
        PUT(out, ",\"after\":");
        table_info_write_seat(&table->seat[entry->seat], out);
    }
}

struct message *push_step(struct push_writer *push_writer, const struct table *table,
                          const struct game_state_storage *before, const struct push_viewer *viewer,
                          const char *answer, int64_t now_ms)
{
    struct buffer *out = begin(push_writer);
    PUT(out, "{");
    if (answer) {
        PUT(out, "\"id\":");
        buffer_add(out, answer);
        PUT(out, ",\"ok\":true,");
    }
    put_head(out, "step", table);
    put_entry(push_writer, table, before, viewer->seat);
    if (table->match.game) {
        put_view(push_writer, table, viewer->seat, viewer->views);
        put_clocks(out, table, now_ms);
        put_take_back(out, table, viewer->seat);
        table_vote_write(table, viewer->seat, out);
        put_result(push_writer, table);
    }
    if (!maker_of(&table->last) || table_is_over(table)) {
        PUT(out, ",\"info\":");
        table_info_write(table, out);
        put_may_sit(out, table, viewer);
    }
    return finish(push_writer);
}

struct message *push_step_again(struct push_writer *push_writer, const struct table *table,
                                int64_t number, const struct push_viewer *viewer, int64_t now_ms)
{
    struct game_state_storage before;
    struct table *past = push_writer->past = table_past(table, number, push_writer->past, &before);
    if (number < table->version) {
        now_ms = past->last.at_ms;
    } else { /* the latest entry: the clocks are those of now */
        for (int i = 0; i < table->settings.seats; i++)
            past->seat[i].awaited_since_ms = table->seat[i].awaited_since_ms;
    }
    for (int i = 0; i < table->settings.seats; i++)
        if (strcmp(past->seat[i].person, table->seat[i].person) == 0)
            table_lend_holidays(past, i, table->holidays[i]);
    return push_step(push_writer, past, &before, viewer, NULL, now_ms);
}

const char *push_log(struct push_writer *push_writer, const struct table *table, int64_t first,
                     int64_t last, int viewer)
{
    struct buffer *out = begin(push_writer);
    PUT(out, "[");
    for (int64_t number = first; number <= last; number++) {
        struct game_state_storage before;
        push_writer->past = table_past(table, number, push_writer->past, &before);
        buffer_add(out, number > first ? ",{" : "{");
        put_entry(push_writer, push_writer->past, &before, viewer);
        PUT(out, "}");
    }
    PUT(out, "]");
    CHECK(!out->cut);
    return out->text;
}

/* ---- A table from outside ---- */

/* A text, or null if it is empty. */
static void write_text(const char *text, struct buffer *out)
{
    if (text && text[0])
        wire_write_string(text, out);
    else
        buffer_add(out, "null");
}

/* The members of a person. Someone who was deleted has no name and no face, and is not identified. */
static void write_person(const char *person, const char *name, int face, struct buffer *out)
{
    if (name[0]) {
        buffer_add(out, "\"person\":");
        wire_write_string(person, out);
        buffer_add(out, ",");
    }
    if (name[0] && face > 0)
        buffer_add_format(out, "\"face\":%d,", face);
    buffer_add(out, "\"name\":");
    wire_write_string(name, out);
}

void table_info_write_seat(const struct table_seat *seat, struct buffer *out)
{
    if (!seat->bot && !seat->person[0]) {
        buffer_add(out, "null");
        return;
    }
    buffer_add(out, "{");
    if (seat->bot) {
        buffer_add(out, "\"level\":");
        wire_write_string(seat->bot->name, out);
        buffer_add(out, ",\"name\":");
        wire_write_string(seat->name, out);
    } else {
        write_person(seat->person, seat->name, seat->face, out);
    }
    if (seat->was_auto)
        buffer_add(out, ",\"auto\":true");
    if (seat->bot && seat->absent[0]) {
        buffer_add(out, ",\"replaces\":{");
        write_person(seat->absent, seat->absent_name, seat->absent_face, out);
        buffer_add(out, "}");
    }
    buffer_add(out, "}");
}

void table_info_write(const struct table *table, struct buffer *out)
{
    static const char *const states[] = {[TABLE_WAITING] = "waiting",
                                         [TABLE_PLAYING] = "playing",
                                         [TABLE_OVER] = "over",
                                         [TABLE_CLOSED] = "closed"};
    const struct table_settings *settings = &table->settings;
    buffer_add_format(out, "{\"id\":\"%s\",", table->id);
    table_settings_write(settings, out);
    buffer_add(out, ",\"host\":{");
    write_person(settings->host, settings->host_name, 0, out);
    buffer_add_format(out, "},\"created\":%lld,\"state\":\"%s\",\"seat\":[",
                      (long long)table->created_ms, states[table->state]);
    for (int i = 0; i < settings->seats; i++) {
        if (i)
            buffer_add(out, ",");
        table_info_write_seat(&table->seat[i], out);
    }
    buffer_add(out, "],\"seed_hash\":");
    write_text(settings->seed_hash, out);
    buffer_add(out, ",\"seed\":");
    write_text(table_is_over(table) ? settings->seed : NULL, out);
    buffer_add(out, ",\"rematch\":");
    write_text(table->rematch, out);
    if (table->has_lost)
        buffer_add_format(out, ",\"lost\":%d", table->loser);
    buffer_add_format(out, ",\"rated\":%s,\"v\":%lld}", table_is_rated(table) ? "true" : "false",
                      (long long)table->version);
}

json_t *table_info(const struct table *table)
{
    char text[TABLE_INFO_BYTES_MAX];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    table_info_write(table, &out);
    json_t *json = json_loadb(text, out.length, 0, NULL);
    CHECK(json);
    return json;
}

/* ---- Earlier steps ---- */

/* Starts after entry 0, which need not be read again. */
static struct table *past_new(const struct table *table)
{
    struct table *past = table_new(table->id, table->data_folder);
    past->is_past = true;
    past->version = 0;
    past->created_ms = past->changed_ms = table->created_ms;
    past->settings = table_settings_copy(&table->settings);
    past->settings.seats = table->given.seats;
    table_settings_set_host(&past->settings, table->given.host, table->given.host_name);
    past->components = table->components;
    return past;
}

struct table *table_past(const struct table *table, int64_t number, struct table *past,
                         struct game_state_storage *before)
{
    CHECK(!table->is_past && number >= 0 && number <= table->version);
    if (!past || strcmp(past->id, table->id) != 0 || past->version >= number) {
        table_free(past);
        past = past_new(table);
    }
    past->last = table->entries[past->version];
    while (past->version < number) {
        struct fault fault;
        if (before && past->version == number - 1)
            *before = past->match.state;
        CHECK(table_fold(past, &table->entries[past->version + 1], &fault));
    }
    return past;
}
