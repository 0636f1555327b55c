/* A table is what its entries say. Each kind of entry has a function that checks it and one that
 * makes it so; the latter relies on the former, which table_fold runs again, because what comes from
 * the disk may have been written by anybody. */
#include "table/table.h"

#include "base/bits.h"
#include "base/check.h"
#include "base/hash.h"
#include "players/player.h"
#include "table/seats.h"
#include "table/settings.h"
#include "wire/components.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char takeover_level[] = "easy";

/* Checking. */

static bool check_sit(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    if (!content->person || !content->person[0])
        return table_bad_request(fault, "person");
    if (!content->name)
        return table_bad_request(fault, "name");
    if (table_seat_of(table, content->person) >= 0)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.sits_already", NULL);
    return table_seat_is_free(&table->seat[entry->seat]) ||
           table_may_return(table, entry->seat, content->person) ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
}

static bool check_stand(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)content;
    return table->seat[entry->seat].person[0] ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_bot(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    const struct table_seat *seat = &table->seat[entry->seat];
    if (!content->json || (content->level && (!player_find(content->level) || !content->name)))
        return table_bad_request(fault, "level");
    if (content->level && !players_take_part(table->game, table->options, fault))
        return false;
    if (table->state == TABLE_PLAYING) {
        if (!table->takeover)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_takeover", NULL);
        if (seat->bot || !content->level)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.computer_stays", NULL);
        return true;
    }
    if (seat->person[0])
        return fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
    return content->level || seat->bot ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_start(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)entry, (void)content;
    for (int i = 0; i < table->seats; i++)
        if (table_seat_is_free(&table->seat[i]))
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.seats_free", NULL);
    return true;
}

/* Whether this kind of move can come from this seat; the match says whether it is legal. */
static bool check_mover(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)content;
    const struct table_seat *seat = &table->seat[entry->seat];
    if (!entry->text)
        return table_bad_request(fault, "move");
    if ((entry->kind == ENTRY_MOVE && !seat->person[0]) ||
        (entry->kind == ENTRY_MOVE_BOT && !seat->bot) ||
        (entry->kind == ENTRY_MOVE_TIMEOUT && (seat->bot || table->clock == TABLE_CLOCK_NONE)))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    return true;
}

static bool check_rematch(const struct table *table, const struct store_entry *entry,
                          const struct entry_content *content, struct fault *fault)
{
    (void)entry;
    if (!content->table || !content->table[0])
        return table_bad_request(fault, "table");
    return !table->rematch[0] ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.rematch_there", "%s", table->rematch);
}

/* Reads entry 0 into an empty table, and sees whether its match can begin. */
static bool create(struct table *table, const char *text, struct fault *fault)
{
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    struct match match = {0};
    bool good = json ? table_read(table, json, fault) : table_bad_request(fault, "create");
    good = good &&
           wire_components_load(table->game, table->data_folder, &table->components, fault) &&
           table_begin(table, &match, fault);
    json_decref(json);
    match_free(&match);
    return good;
}

static bool check_create(const struct table *table, const struct store_entry *entry,
                         struct fault *fault)
{
    struct table *changed = table_new(table->id, table->data_folder);
    bool good = create(changed, entry->text, fault);
    table_free(changed);
    return good;
}

/* In which stages an entry of a kind can come, whether it speaks of a seat, and its check. */
static const struct kind {
    bool waiting, playing, over, has_seat, has_json;
    bool (*check)(const struct table *table, const struct store_entry *entry,
                  const struct entry_content *content, struct fault *fault);
} kinds[ENTRY_KINDS] = {
    [ENTRY_SIT] = {true, true, false, true, true, check_sit},
    [ENTRY_STAND] = {true, true, false, true, false, check_stand},
    [ENTRY_BOT] = {true, true, false, true, true, check_bot},
    [ENTRY_START] = {true, false, false, false, false, check_start},
    [ENTRY_MOVE] = {false, true, false, true, false, check_mover},
    [ENTRY_MOVE_BOT] = {false, true, false, true, false, check_mover},
    [ENTRY_MOVE_TIMEOUT] = {false, true, false, true, false, check_mover},
    [ENTRY_CLOSE] = {true, true, true, false, false, NULL},
    [ENTRY_REMATCH] = {false, false, true, false, true, check_rematch},
};

static bool check_stage(const struct table *table, const struct kind *kind, struct fault *fault)
{
    switch (table->state) {
    case TABLE_WAITING:
        return kind->waiting ||
               (kind->playing ? fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case TABLE_PLAYING:
        return kind->playing ||
               (kind->waiting ? fault_set(fault, FAULT_FORBIDDEN, NULL, "server.begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case TABLE_OVER:
        return kind->over || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    case TABLE_CLOSED:
        break;
    }
    return fault_set(fault, FAULT_NO_TABLE, NULL, "server.closed", NULL);
}

/* All that is to be checked of an entry, but for whether a move is legal. */
static bool check_entry(const struct table *table, const struct store_entry *entry,
                        struct fault *fault)
{
    if (entry->kind <= ENTRY_CREATE || entry->kind >= ENTRY_KINDS || table->version < 0)
        return table_bad_request(fault, "kind");
    const struct kind *kind = &kinds[entry->kind];
    if (!check_stage(table, kind, fault))
        return false;
    if (kind->has_seat && (entry->seat < 0 || entry->seat >= table->seats))
        return table_bad_request(fault, "seat");
    if (!kind->check)
        return true;
    struct entry_content content = {0};
    if (kind->has_json)
        entry_content_read(&content, entry->text);
    bool good = kind->check(table, entry, &content, fault);
    entry_content_free(&content);
    return good;
}

/* Not when folding: entries from before this rule stay as they are. */
static bool check_own_seat(const struct table *table, const struct store_entry *entry,
                           struct fault *fault)
{
    if (entry->kind != ENTRY_SIT)
        return true;
    struct entry_content content;
    entry_content_read(&content, entry->text);
    bool good = table_check_own_seat(table, entry->seat, content.person, fault);
    entry_content_free(&content);
    return good;
}

bool table_check(const struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ENTRY_CREATE && table->version < 0)
        return check_create(table, entry, fault);
    union game_move_storage move;
    return check_entry(table, entry, fault) && check_own_seat(table, entry, fault) &&
           (!entry_is_move(entry->kind) ||
            match_check(&table->match, entry->seat, entry->text, &move, fault));
}

/* Clocks. */

uint32_t table_awaited(const struct table *table)
{
    return table->state == TABLE_PLAYING ? game_awaited(table->game, table->match.state.bytes) : 0;
}

uint32_t table_running(const struct table *table)
{
    uint32_t running = 0;
    if (table->clock == TABLE_CLOCK_NONE)
        return 0;
    for (int i = 0; i < table->seats; i++)
        if (table->seat[i].awaited_since_ms)
            running |= (uint32_t)bit(i);
    return running;
}

/* Starts and stops the clocks after an entry; `mover`, or -1, has just moved. */
static void clocks_set(struct table *table, int64_t at_ms, int mover)
{
    uint32_t awaited = table_awaited(table);
    for (int i = 0; i < table->seats; i++) {
        struct table_seat *seat = &table->seat[i];
        if (!bits_have(awaited, i) || seat->bot)
            seat->awaited_since_ms = 0;
        else if (!seat->awaited_since_ms || i == mover)
            seat->awaited_since_ms = at_ms;
    }
}

int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms)
{
    int64_t since_ms = table->seat[seat].awaited_since_ms;
    return since_ms && now_ms > since_ms ? now_ms - since_ms : 0;
}

int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms)
{
    if (table->clock == TABLE_CLOCK_NONE)
        return INT64_MAX;
    bool per_game = table->clock == TABLE_CLOCK_GAME && table->match.game;
    int64_t left_ms = per_game ? table->seat[seat].left_ms : table->clock_ms;
    left_ms -= table_used_ms(table, seat, now_ms);
    return left_ms > 0 ? left_ms : 0;
}

void table_clocks_restart(struct table *table, int64_t now_ms)
{
    for (int i = 0; i < table->seats; i++)
        if (table->seat[i].awaited_since_ms)
            table->seat[i].awaited_since_ms = now_ms;
}

/* Folding. */

static void seat_clear(struct table_seat *seat)
{
    seat->person[0] = '\0';
    seat->name[0] = '\0';
    seat->bot = NULL;
}

/* Whoever sits here goes, and during a match may come back. */
static void seat_leave(const struct table *table, struct table_seat *seat)
{
    if (table->state == TABLE_PLAYING && seat->person[0]) {
        memcpy(seat->absent, seat->person, sizeof seat->absent);
        memcpy(seat->absent_name, seat->name, sizeof seat->absent_name);
    }
    seat_clear(seat);
}

static void fold_sit(struct table_seat *seat, const struct entry_content *content)
{
    seat_clear(seat);
    seat->absent[0] = '\0';
    strcpy(seat->person, content->person);
    strcpy(seat->name, content->name);
}

static void seat_bot(struct table_seat *seat, const char *level, const char *name)
{
    seat->bot = player_find(level);
    snprintf(seat->name, sizeof seat->name, "%s", name ? name : level);
}

static void fold_stand(struct table *table, struct table_seat *seat,
                       const struct entry_content *content)
{
    struct fault fault;
    seat_leave(table, seat);
    if (table->state == TABLE_PLAYING && table->takeover &&
        players_take_part(table->game, table->options, &fault))
        seat_bot(seat, takeover_level, content->name);
}

static bool fold_move(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (table->is_past) {
        union game_move_storage move;
        if (!match_check(&table->match, entry->seat, entry->text, &move, fault))
            return false;
        table->game->apply(table->match.state.bytes, entry->seat, &move.head, NULL);
    } else if (!match_play(&table->match, entry->seat, entry->text, NULL, STORY_ALL, fault)) {
        return false;
    }
    table->moves_of[entry->seat]++;
    struct table_seat *seat = &table->seat[entry->seat];
    if (entry->kind != ENTRY_MOVE_BOT && table->clock == TABLE_CLOCK_GAME)
        seat->left_ms -= entry->used_ms < seat->left_ms ? entry->used_ms : seat->left_ms;
    if (match_is_over(&table->match))
        table->state = TABLE_OVER;
    return true;
}

static bool fold_start(struct table *table, struct fault *fault)
{
    if (!table_begin(table, &table->match, fault))
        return false;
    table->state = match_is_over(&table->match) ? TABLE_OVER : TABLE_PLAYING;
    for (int i = 0; i < table->seats; i++)
        table->seat[i].left_ms = table->clock_ms;
    return true;
}

static void fold_json(struct table *table, const struct store_entry *entry)
{
    struct entry_content content;
    struct table_seat *seat = &table->seat[entry->seat >= 0 ? entry->seat : 0];
    entry_content_read(&content, entry->text);
    table->before = *seat;
    switch (entry->kind) {
    case ENTRY_SIT:
        fold_sit(seat, &content);
        break;
    case ENTRY_STAND:
        fold_stand(table, seat, &content);
        break;
    case ENTRY_BOT:
        seat_leave(table, seat);
        if (content.level)
            seat_bot(seat, content.level, content.name);
        break;
    case ENTRY_CLOSE:
        table->state = TABLE_CLOSED;
        break;
    case ENTRY_REMATCH:
        strcpy(table->rematch, content.table);
        break;
    default:
        CHECK(false);
    }
    entry_content_free(&content);
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
static void keep(struct table *table, const struct store_entry *entry)
{
    if (table->entry_count == table->entry_capacity) {
        table->entry_capacity = table->entry_capacity ? table->entry_capacity * 2 : 16;
        table->entries = realloc(table->entries, table->entry_capacity * sizeof *table->entries);
        table->cid_hashes =
            realloc(table->cid_hashes, table->entry_capacity * sizeof *table->cid_hashes);
        CHECK(table->entries && table->cid_hashes);
    }
    struct store_entry *kept = &table->entries[table->entry_count];
    *kept = *entry;
    if (entry_is_move(entry->kind))
        kept->text = table->match.moves[table->match.move_count - 1].text;
    else
        kept->text = copy(entry->text);
    kept->cid = copy(entry->cid);
    kept->number = table->version;
    table->cid_hashes[table->entry_count++] = kept->cid ? cid_hash(entry->seat, kept->cid) : 0;
    table->last = *kept;
}

static bool fold(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ENTRY_CREATE && table->version < 0) {
        table->created_ms = entry->at_ms;
        return create(table, entry->text, fault);
    }
    if (!check_entry(table, entry, fault))
        return false;
    if (entry_is_move(entry->kind))
        return fold_move(table, entry, fault);
    if (entry->kind == ENTRY_START)
        return fold_start(table, fault);
    fold_json(table, entry);
    return true;
}

bool table_fold(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (!fold(table, entry, fault))
        return false;
    table->version++;
    table->changed_ms = entry->at_ms;
    if (table->state == TABLE_PLAYING && (entry->kind == ENTRY_START || entry->kind == ENTRY_SIT))
        table_seats_hold(table);
    clocks_set(table, entry->at_ms, entry_is_move(entry->kind) ? entry->seat : -1);
    if (table->is_past)
        table->last = *entry;
    else
        keep(table, entry);
    return true;
}

bool table_fold_all(struct table *table, const struct store_entry *entries, size_t count,
                    struct fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        if (entries[i].number != table->version + 1)
            return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.entry_missing", NULL);
        if (!table_fold(table, &entries[i], fault))
            return false;
    }
    return table->version >= 0 ||
           fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.entry_missing", NULL);
}

/* Looking back. */

/* A past begins with entry 0, which need not be read again. */
static struct table *past_new(const struct table *table)
{
    struct table *past = table_new(table->id, table->data_folder);
    past->is_past = true;
    past->version = 0;
    past->created_ms = past->changed_ms = table->created_ms;
    past->game = table->game;
    past->components = table->components;
    past->seats = table->seats;
    memcpy(past->options, table->options, sizeof past->options);
    past->is_public = table->is_public;
    past->takeover = table->takeover;
    past->hints = table->hints;
    past->chat = table->chat;
    past->open_hands_after = table->open_hands_after;
    past->autostart = table->autostart;
    past->pace = table->pace;
    past->clock = table->clock;
    past->clock_ms = table->clock_ms;
    memcpy(past->host, table->host, sizeof past->host);
    memcpy(past->host_name, table->host_name, sizeof past->host_name);
    past->seed = copy(table->seed);
    past->position = json_incref(table->position);
    memcpy(past->seed_hash, table->seed_hash, sizeof past->seed_hash);
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
        CHECK(table_fold(past, &table->entries[past->version + 1], &fault)); /* as it was before */
    }
    return past;
}

int64_t table_cid_version(const struct table *table, int seat, const char *cid)
{
    uint64_t hash = cid_hash(seat, cid);
    for (size_t i = 0; i < table->entry_count; i++)
        if (table->cid_hashes[i] == hash && table->entries[i].seat == seat &&
            strcmp(table->entries[i].cid, cid) == 0)
            return table->entries[i].number;
    return -1;
}

bool table_is_over(const struct table *table)
{
    return table->match.game && match_is_over(&table->match);
}
