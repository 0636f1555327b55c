/* A table is what its entries say. Each kind of entry has a function that checks it and one that
 * makes it so; the latter relies on the former, which room_fold runs again, because what comes from
 * the disk may have been written by anybody. */
#include "server/room.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/hash.h"
#include "players/player.h"
#include "wire/components.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char takeover_level[] = "easy";

struct room *room_new(const char *id, const char *data_folder)
{
    struct room *room = calloc(1, sizeof *room);
    CHECK(room && strlen(id) < sizeof room->id);
    strcpy(room->id, id);
    room->data_folder = data_folder;
    room->version = -1;
    return room;
}

bool room_is_move(int kind)
{
    return kind == ROOM_MOVE || kind == ROOM_MOVE_BOT || kind == ROOM_MOVE_TIMEOUT;
}

bool room_is_seating(int kind)
{
    return kind == ROOM_SIT || kind == ROOM_STAND || kind == ROOM_BOT;
}

void room_free(struct room *room)
{
    if (!room)
        return;
    for (size_t i = 0; i < room->entry_count; i++) {
        if (!room_is_move(room->entries[i].kind))
            free(room->entries[i].text);
        free(room->entries[i].cid);
    }
    free(room->entries);
    free(room->cid_hashes);
    free(room->seed);
    free(room->holders);
    json_decref(room->position);
    match_free(&room->match);
    free(room);
}

/* What an entry's text says. */

struct said {
    json_t *json;
    const char *person, *name, *level, *table;
};

static const char *short_text(const json_t *json, const char *key, size_t size)
{
    const char *text = wire_text(json_object_get(json, key));
    return text && strlen(text) < size ? text : NULL;
}

static void said_read(struct said *said, const char *text)
{
    said->json = text ? json_loads(text, 0, NULL) : NULL;
    said->person = short_text(said->json, "person", STORE_ID_TEXT);
    said->name = short_text(said->json, "name", STORE_NAME_MAX);
    said->level = short_text(said->json, "level", STORE_NAME_MAX);
    said->table = short_text(said->json, "table", STORE_ID_TEXT);
}

bool room_bad_request(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", what);
}

/* Checking. */

static bool check_sit(const struct room *room, const struct store_entry *entry,
                      const struct said *said, struct fault *fault)
{
    if (!said->person || !said->person[0])
        return room_bad_request(fault, "person");
    if (!said->name)
        return room_bad_request(fault, "name");
    if (room_seat_of(room, said->person) >= 0)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.sits_already", NULL);
    return room_seat_is_free(&room->seat[entry->seat]) ||
           room_may_return(room, entry->seat, said->person) ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
}

static bool check_stand(const struct room *room, const struct store_entry *entry,
                        const struct said *said, struct fault *fault)
{
    (void)said;
    return room->seat[entry->seat].person[0] ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_bot(const struct room *room, const struct store_entry *entry,
                      const struct said *said, struct fault *fault)
{
    const struct room_seat *seat = &room->seat[entry->seat];
    if (!said->json || (said->level && (!player_find(said->level) || !said->name)))
        return room_bad_request(fault, "level");
    if (said->level && !players_take_part(room->game, room->options, fault))
        return false;
    if (room->stage == ROOM_PLAYING) {
        if (!room->takeover)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_takeover", NULL);
        if (seat->bot || !said->level)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.computer_stays", NULL);
        return true;
    }
    if (seat->person[0])
        return fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
    return said->level || seat->bot ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_start(const struct room *room, const struct store_entry *entry,
                        const struct said *said, struct fault *fault)
{
    (void)entry, (void)said;
    for (int i = 0; i < room->seats; i++)
        if (room_seat_is_free(&room->seat[i]))
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.seats_free", NULL);
    return true;
}

/* Whether this kind of move can come from this seat; the match says whether it is legal. */
static bool check_mover(const struct room *room, const struct store_entry *entry,
                        const struct said *said, struct fault *fault)
{
    (void)said;
    const struct room_seat *seat = &room->seat[entry->seat];
    if (!entry->text)
        return room_bad_request(fault, "move");
    if ((entry->kind == ROOM_MOVE && !seat->person[0]) ||
        (entry->kind == ROOM_MOVE_BOT && !seat->bot) ||
        (entry->kind == ROOM_MOVE_TIMEOUT && (seat->bot || room->clock == ROOM_CLOCK_NONE)))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    return true;
}

static bool check_rematch(const struct room *room, const struct store_entry *entry,
                          const struct said *said, struct fault *fault)
{
    (void)entry;
    if (!said->table || !said->table[0])
        return room_bad_request(fault, "table");
    return !room->rematch[0] ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.rematch_there", "%s", room->rematch);
}

/* Reads entry 0 into an empty room, and sees whether its match can begin. */
static bool create(struct room *room, const char *text, struct fault *fault)
{
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    struct match match = {0};
    bool good = json ? room_read(room, json, fault) : room_bad_request(fault, "create");
    good = good && wire_components_load(room->game, room->data_folder, &room->components, fault) &&
           room_begin(room, &match, fault);
    json_decref(json);
    match_free(&match);
    return good;
}

static bool check_create(const struct room *room, const struct store_entry *entry,
                         struct fault *fault)
{
    struct room *wished = room_new(room->id, room->data_folder);
    bool good = create(wished, entry->text, fault);
    room_free(wished);
    return good;
}

/* In which stages an entry of a kind can come, whether it speaks of a seat, and its check. */
static const struct kind {
    bool waiting, playing, over, has_seat, has_json;
    bool (*check)(const struct room *room, const struct store_entry *entry, const struct said *said,
                  struct fault *fault);
} kinds[ROOM_KINDS] = {
    [ROOM_SIT] = {true, true, false, true, true, check_sit},
    [ROOM_STAND] = {true, true, false, true, false, check_stand},
    [ROOM_BOT] = {true, true, false, true, true, check_bot},
    [ROOM_START] = {true, false, false, false, false, check_start},
    [ROOM_MOVE] = {false, true, false, true, false, check_mover},
    [ROOM_MOVE_BOT] = {false, true, false, true, false, check_mover},
    [ROOM_MOVE_TIMEOUT] = {false, true, false, true, false, check_mover},
    [ROOM_CLOSE] = {true, true, true, false, false, NULL},
    [ROOM_REMATCH] = {false, false, true, false, true, check_rematch},
};

static bool check_stage(const struct room *room, const struct kind *kind, struct fault *fault)
{
    switch (room->stage) {
    case ROOM_WAITING:
        return kind->waiting ||
               (kind->playing ? fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case ROOM_PLAYING:
        return kind->playing ||
               (kind->waiting ? fault_set(fault, FAULT_FORBIDDEN, NULL, "server.begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case ROOM_OVER:
        return kind->over || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    case ROOM_CLOSED:
        break;
    }
    return fault_set(fault, FAULT_NO_TABLE, NULL, "server.closed", NULL);
}

/* All that is to be checked of an entry, but for whether a move is legal. */
static bool check_entry(const struct room *room, const struct store_entry *entry,
                        struct fault *fault)
{
    if (entry->kind <= ROOM_CREATE || entry->kind >= ROOM_KINDS || room->version < 0)
        return room_bad_request(fault, "kind");
    const struct kind *kind = &kinds[entry->kind];
    if (!check_stage(room, kind, fault))
        return false;
    if (kind->has_seat && (entry->seat < 0 || entry->seat >= room->seats))
        return room_bad_request(fault, "seat");
    if (!kind->check)
        return true;
    struct said said = {0};
    if (kind->has_json)
        said_read(&said, entry->text);
    bool good = kind->check(room, entry, &said, fault);
    json_decref(said.json);
    return good;
}

/* Not when folding: entries from before this rule stay as they are. */
static bool check_own_seat(const struct room *room, const struct store_entry *entry,
                           struct fault *fault)
{
    if (entry->kind != ROOM_SIT)
        return true;
    struct said said;
    said_read(&said, entry->text);
    bool good = room_check_own_seat(room, entry->seat, said.person, fault);
    json_decref(said.json);
    return good;
}

bool room_check(const struct room *room, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ROOM_CREATE && room->version < 0)
        return check_create(room, entry, fault);
    union game_move_storage move;
    return check_entry(room, entry, fault) && check_own_seat(room, entry, fault) &&
           (!room_is_move(entry->kind) ||
            match_check(&room->match, entry->seat, entry->text, &move, fault));
}

/* Clocks. */

uint32_t room_awaited(const struct room *room)
{
    return room->stage == ROOM_PLAYING ? game_awaited(room->game, room->match.state.bytes) : 0;
}

uint32_t room_running(const struct room *room)
{
    uint32_t running = 0;
    if (room->clock == ROOM_CLOCK_NONE)
        return 0;
    for (int i = 0; i < room->seats; i++)
        if (room->seat[i].awaited_since_ms)
            running |= (uint32_t)bit(i);
    return running;
}

/* Starts and stops the clocks after an entry; `mover`, or -1, has just moved. */
static void clocks_set(struct room *room, int64_t at_ms, int mover)
{
    uint32_t awaited = room_awaited(room);
    for (int i = 0; i < room->seats; i++) {
        struct room_seat *seat = &room->seat[i];
        if (!bits_have(awaited, i) || seat->bot)
            seat->awaited_since_ms = 0;
        else if (!seat->awaited_since_ms || i == mover)
            seat->awaited_since_ms = at_ms;
    }
}

int64_t room_used_ms(const struct room *room, int seat, int64_t now_ms)
{
    int64_t since_ms = room->seat[seat].awaited_since_ms;
    return since_ms && now_ms > since_ms ? now_ms - since_ms : 0;
}

int64_t room_left_ms(const struct room *room, int seat, int64_t now_ms)
{
    if (room->clock == ROOM_CLOCK_NONE)
        return INT64_MAX;
    bool per_game = room->clock == ROOM_CLOCK_GAME && room->match.game;
    int64_t left_ms = per_game ? room->seat[seat].left_ms : room->clock_ms;
    left_ms -= room_used_ms(room, seat, now_ms);
    return left_ms > 0 ? left_ms : 0;
}

void room_clocks_restart(struct room *room, int64_t now_ms)
{
    for (int i = 0; i < room->seats; i++)
        if (room->seat[i].awaited_since_ms)
            room->seat[i].awaited_since_ms = now_ms;
}

/* Folding. */

static void seat_clear(struct room_seat *seat)
{
    seat->person[0] = '\0';
    seat->name[0] = '\0';
    seat->bot = NULL;
}

/* Whoever sits here goes, and during a match may come back. */
static void seat_leave(const struct room *room, struct room_seat *seat)
{
    if (room->stage == ROOM_PLAYING && seat->person[0]) {
        memcpy(seat->absent, seat->person, sizeof seat->absent);
        memcpy(seat->absent_name, seat->name, sizeof seat->absent_name);
    }
    seat_clear(seat);
}

static void fold_sit(struct room_seat *seat, const struct said *said)
{
    seat_clear(seat);
    seat->absent[0] = '\0';
    strcpy(seat->person, said->person);
    strcpy(seat->name, said->name);
}

static void seat_bot(struct room_seat *seat, const char *level, const char *name)
{
    seat->bot = player_find(level);
    snprintf(seat->name, sizeof seat->name, "%s", name ? name : level);
}

static void fold_stand(struct room *room, struct room_seat *seat, const struct said *said)
{
    struct fault fault;
    seat_leave(room, seat);
    if (room->stage == ROOM_PLAYING && room->takeover &&
        players_take_part(room->game, room->options, &fault))
        seat_bot(seat, takeover_level, said->name);
}

static bool fold_move(struct room *room, const struct store_entry *entry, struct fault *fault)
{
    if (room->is_past) {
        union game_move_storage move;
        if (!match_check(&room->match, entry->seat, entry->text, &move, fault))
            return false;
        room->game->apply(room->match.state.bytes, entry->seat, &move.head, NULL);
    } else if (!match_play(&room->match, entry->seat, entry->text, NULL, STORY_ALL, fault)) {
        return false;
    }
    room->moves_of[entry->seat]++;
    struct room_seat *seat = &room->seat[entry->seat];
    if (entry->kind != ROOM_MOVE_BOT && room->clock == ROOM_CLOCK_GAME)
        seat->left_ms -= entry->used_ms < seat->left_ms ? entry->used_ms : seat->left_ms;
    if (match_is_over(&room->match))
        room->stage = ROOM_OVER;
    return true;
}

static bool fold_start(struct room *room, struct fault *fault)
{
    if (!room_begin(room, &room->match, fault))
        return false;
    room->stage = match_is_over(&room->match) ? ROOM_OVER : ROOM_PLAYING;
    for (int i = 0; i < room->seats; i++)
        room->seat[i].left_ms = room->clock_ms;
    return true;
}

static void fold_json(struct room *room, const struct store_entry *entry)
{
    struct said said;
    struct room_seat *seat = &room->seat[entry->seat >= 0 ? entry->seat : 0];
    said_read(&said, entry->text);
    room->before = *seat;
    switch (entry->kind) {
    case ROOM_SIT:
        fold_sit(seat, &said);
        break;
    case ROOM_STAND:
        fold_stand(room, seat, &said);
        break;
    case ROOM_BOT:
        seat_leave(room, seat);
        if (said.level)
            seat_bot(seat, said.level, said.name);
        break;
    case ROOM_CLOSE:
        room->stage = ROOM_CLOSED;
        break;
    case ROOM_REMATCH:
        strcpy(room->rematch, said.table);
        break;
    default:
        CHECK(false);
    }
    json_decref(said.json);
}

static uint64_t cid_hash(int seat, const char *cid)
{
    return hash_text(HASH_START + (uint64_t)seat, cid) | 1; /* 0 means none */
}

static char *copy(const char *text)
{
    char *result = text ? strdup(text) : NULL;
    CHECK(result || !text);
    return result;
}

/* An entry of a move shares its text with the match, which has just made the move. */
static void keep(struct room *room, const struct store_entry *entry)
{
    if (room->entry_count == room->entry_room) {
        room->entry_room = room->entry_room ? room->entry_room * 2 : 16;
        room->entries = realloc(room->entries, room->entry_room * sizeof *room->entries);
        room->cid_hashes = realloc(room->cid_hashes, room->entry_room * sizeof *room->cid_hashes);
        CHECK(room->entries && room->cid_hashes);
    }
    struct store_entry *kept = &room->entries[room->entry_count];
    *kept = *entry;
    if (room_is_move(entry->kind))
        kept->text = room->match.moves[room->match.move_count - 1].text;
    else
        kept->text = copy(entry->text);
    kept->cid = copy(entry->cid);
    kept->number = room->version;
    room->cid_hashes[room->entry_count++] = kept->cid ? cid_hash(entry->seat, kept->cid) : 0;
    room->last = *kept;
}

static bool fold(struct room *room, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ROOM_CREATE && room->version < 0) {
        room->created_ms = entry->at_ms;
        return create(room, entry->text, fault);
    }
    if (!check_entry(room, entry, fault))
        return false;
    if (room_is_move(entry->kind))
        return fold_move(room, entry, fault);
    if (entry->kind == ROOM_START)
        return fold_start(room, fault);
    fold_json(room, entry);
    return true;
}

bool room_fold(struct room *room, const struct store_entry *entry, struct fault *fault)
{
    if (!fold(room, entry, fault))
        return false;
    room->version++;
    room->changed_ms = entry->at_ms;
    if (room->stage == ROOM_PLAYING && (entry->kind == ROOM_START || entry->kind == ROOM_SIT))
        room_seats_hold(room);
    clocks_set(room, entry->at_ms, room_is_move(entry->kind) ? entry->seat : -1);
    if (room->is_past)
        room->last = *entry;
    else
        keep(room, entry);
    return true;
}

bool room_fold_all(struct room *room, const struct store_entry *entries, size_t count,
                   struct fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        if (entries[i].number != room->version + 1)
            return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.entry_missing", NULL);
        if (!room_fold(room, &entries[i], fault))
            return false;
    }
    return room->version >= 0 ||
           fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.entry_missing", NULL);
}

/* Looking back. */

/* A past begins with entry 0, which need not be read again. */
static struct room *past_new(const struct room *room)
{
    struct room *past = room_new(room->id, room->data_folder);
    past->is_past = true;
    past->version = 0;
    past->created_ms = past->changed_ms = room->created_ms;
    past->game = room->game;
    past->components = room->components;
    past->seats = room->seats;
    memcpy(past->options, room->options, sizeof past->options);
    past->is_public = room->is_public;
    past->takeover = room->takeover;
    past->hints = room->hints;
    past->chat = room->chat;
    past->open_hands_after = room->open_hands_after;
    past->autostart = room->autostart;
    past->pace = room->pace;
    past->clock = room->clock;
    past->clock_ms = room->clock_ms;
    memcpy(past->host, room->host, sizeof past->host);
    memcpy(past->host_name, room->host_name, sizeof past->host_name);
    past->seed = copy(room->seed);
    past->position = json_incref(room->position);
    memcpy(past->seed_hash, room->seed_hash, sizeof past->seed_hash);
    return past;
}

struct room *room_past(const struct room *room, int64_t number, struct room *past,
                       struct game_state_storage *before)
{
    CHECK(!room->is_past && number >= 0 && number <= room->version);
    if (!past || strcmp(past->id, room->id) != 0 || past->version >= number) {
        room_free(past);
        past = past_new(room);
    }
    past->last = room->entries[past->version];
    while (past->version < number) {
        struct fault fault;
        if (before && past->version == number - 1)
            *before = past->match.state;
        CHECK(room_fold(past, &room->entries[past->version + 1], &fault)); /* as it was before */
    }
    return past;
}

int64_t room_cid_version(const struct room *room, int seat, const char *cid)
{
    uint64_t hash = cid_hash(seat, cid);
    for (size_t i = 0; i < room->entry_count; i++)
        if (room->cid_hashes[i] == hash && room->entries[i].seat == seat &&
            strcmp(room->entries[i].cid, cid) == 0)
            return room->entries[i].number;
    return -1;
}

bool room_is_over(const struct room *room)
{
    return room->match.game && match_is_over(&room->match);
}
