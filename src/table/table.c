/* What entries change in a table. Entries are checked again before they are folded in: those from the disk may have been
 * written by anyone.
 *
 * Then: the data; clocks; seats. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char takeover_level[] = "casual";

static void seat_clear(struct table_seat *seat)
{
    seat->person[0] = '\0';
    seat->name[0] = '\0';
    seat->face = 0;
    seat->bot = NULL;
    seat->was_auto = false;
}

/* The person on this seat leaves. During a match they may come back. */
static void seat_leave(const struct table *table, struct table_seat *seat)
{
    if (table->state == TABLE_PLAYING && seat->person[0]) {
        memcpy(seat->absent, seat->person, sizeof seat->absent);
        memcpy(seat->absent_name, seat->name, sizeof seat->absent_name);
        seat->absent_face = seat->face;
    }
    seat_clear(seat);
}

/* Before the match, a person may move from one seat to another. */
static void fold_sit(struct table *table, struct table_seat *seat,
                     const struct entry_content *content)
{
    int former = table_seat_of(table, content->person);
    seat_clear(seat);
    seat->sat = former < 0 ? table->version + 1 : table->seat[former].sat;
    if (former >= 0)
        seat_clear(&table->seat[former]);
    table_admit(table, content->person);
    if (strcmp(content->person, table->settings.host) == 0)
        table->host_left = false;
    seat->absent[0] = '\0';
    strcpy(seat->person, content->person);
    strcpy(seat->name, content->name);
    seat->face = content->face;
}

static void seat_bot(const struct table *table, struct table_seat *seat, const char *level,
                     const char *name)
{
    seat->bot = player_in_game(table->settings.game, player_find_for_table(level));
    snprintf(seat->name, sizeof seat->name, "%s", name ? name : seat->bot->name);
}

void table_set_host(struct table *table, const struct table_seat *seat)
{
    table_settings_set_host(&table->settings, seat->person, seat->name);
    table->host_left = false;
}

static void fold_stand(struct table *table, struct table_seat *seat,
                       const struct entry_content *content)
{
    if (strcmp(seat->person, table->settings.host) == 0)
        table->host_left = true;
    if (content->by_host)
        table_remove(table, seat);
    seat_leave(table, seat);
    if (table->state == TABLE_PLAYING && table_takes_over(table))
        seat_bot(table, seat, takeover_level, content->name);
    if (table->proposal.is_vote && seat == &table->seat[table->proposal.seat])
        table_vote_end(table, seat);
}

static void fold_seats(struct table *table, const json_t *from)
{
    struct table_seat before[GAME_SEATS_MAX];
    memcpy(before, table->seat, sizeof before);
    memset(table->seat, 0, sizeof table->seat);
    table->settings.seats = (int)json_array_size(from);
    for (int i = 0; i < table->settings.seats; i++) {
        const json_t *seat = json_array_get(from, (size_t)i);
        if (json_is_integer(seat))
            table->seat[i] = before[json_integer_value(seat)];
    }
}

static bool fold_move(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (!match_play(&table->match, entry->seat, entry->text, NULL, STORY_ALL, fault))
        return false;
    table->move_count++;
    table->moves_of[entry->seat]++;
    table->refused = 0;
    if (!table->proposal.is_vote)
        table->proposal = (struct table_proposal){0};
    struct table_seat *seat = &table->seat[entry->seat];
    if (entry->kind != ENTRY_MOVE_BOT && table->settings.clock == TABLE_CLOCK_GAME)
        seat->left_ms -= entry->used_ms < seat->left_ms ? entry->used_ms : seat->left_ms;
    if (match_is_over(&table->match)) {
        table->state = TABLE_OVER;
        table->proposal = (struct table_proposal){0};
    }
    return true;
}

/* Replaces `auto` by the level that the entry decided on. */
static void fold_auto(struct table *table, const struct store_entry *entry)
{
    struct entry_content content;
    entry_content_read(&content, entry->text);
    const struct player *decided = content.level ? player_find(content.level) : NULL;
    const struct adapting unknown = adapting_new(table->settings.game);
    for (int i = 0; i < table->settings.seats; i++) {
        struct table_seat *seat = &table->seat[i];
        if (seat->bot != &player_auto)
            continue;
        seat->bot =
            decided ? player_in_game(table->settings.game, decided) : adapting_player(&unknown);
        seat->was_auto = true;
    }
    entry_content_free(&content);
}

static bool fold_start(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (!table_begin(table, &table->match, fault))
        return false;
    table->match.without_memories = table->is_past;
    if (table_has_auto(table))
        fold_auto(table, entry);
    table->state = match_is_over(&table->match) ? TABLE_OVER : TABLE_PLAYING;
    for (int i = 0; i < table->settings.seats; i++)
        table->seat[i].left_ms = table->settings.clock_ms;
    return true;
}

/* Whether a change of this seat ends the proposal. */
static bool ends_proposal(const struct table_proposal *proposal, int seat)
{
    return !proposal->is_vote || seat == proposal->seat || bits_have(proposal->asked, seat);
}

static void fold_json(struct table *table, const struct store_entry *entry)
{
    struct entry_content content;
    struct table_seat *seat = &table->seat[entry->seat >= 0 ? entry->seat : 0];
    entry_content_read(&content, entry->text);
    table->before = *seat;
    switch (entry->kind) {
    case ENTRY_SIT:
        fold_sit(table, seat, &content);
        break;
    case ENTRY_STAND:
        fold_stand(table, seat, &content);
        break;
    case ENTRY_BOT:
        seat_leave(table, seat);
        if (content.level)
            seat_bot(table, seat, content.level, content.name);
        break;
    case ENTRY_CLOSE:
        table->state = TABLE_CLOSED;
        table->has_lost = content.by_clock;
        table->loser = entry->seat;
        break;
    case ENTRY_REMATCH:
        strcpy(table->rematch, content.table);
        break;
    case ENTRY_HINT:
        table->has_hint = true;
        break;
    case ENTRY_SEATS:
        fold_seats(table, content.from);
        break;
    case ENTRY_HOST:
        table_set_host(table, seat);
        break;
    case ENTRY_TAKE_BACK:
        table_take_back(table, entry, &content);
        break;
    case ENTRY_VOTE:
        table_vote(table, entry, &content);
        break;
    case ENTRY_ADMIT:
        table_admit(table, content.person);
        break;
    default:
        CHECK(false);
    }
    if (entry_is_seat_change(entry->kind) && ends_proposal(&table->proposal, entry->seat))
        table->proposal = (struct table_proposal){0};
    if (entry_is_seat_change(entry->kind))
        table_lend_holidays(table, entry->seat, NULL);
    entry_content_free(&content);
}

static uint64_t cid_hash(int seat, const char *cid)
{
    return hash_text(HASH_START + (uint64_t)seat, cid) | 1; /* 0 means none */
}

/* A move shares its text with the match, which has just made it. */
static void keep(struct table *table, const struct store_entry *entry)
{
    if (table->entry_count == table->entry_capacity) {
        table->entry_capacity = table->entry_capacity ? table->entry_capacity * 2 : 16;
        table->entries =
            alloc_resize(table->entries, table->entry_capacity, sizeof *table->entries);
        table->cid_hashes =
            alloc_resize(table->cid_hashes, table->entry_capacity, sizeof *table->cid_hashes);
    }
    struct store_entry *kept = &table->entries[table->entry_count];
    *kept = *entry;
    if (entry_is_move(entry->kind))
        kept->text = table->match.moves[table->match.move_count - 1].text;
    else
        kept->text = alloc_text(entry->text);
    kept->cid = alloc_text(entry->cid);
    kept->number = table->version;
    table->cid_hashes[table->entry_count++] = kept->cid ? cid_hash(entry->seat, kept->cid) : 0;
    table->last = *kept;
}

static bool fold(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ENTRY_CREATE && table->version < 0) {
        table->created_ms = entry->at_ms;
        if (!table_create(table, entry->text, fault))
            return false;
        table->given.seats = table->settings.seats;
        strcpy(table->given.host, table->settings.host);
        strcpy(table->given.host_name, table->settings.host_name);
        return true;
    }
    if (!table_check_stored(table, entry, fault))
        return false;
    if (entry_is_move(entry->kind))
        return fold_move(table, entry, fault);
    if (entry->kind == ENTRY_START)
        return fold_start(table, entry, fault);
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
    table_clocks_update(table, entry->at_ms, entry_is_move(entry->kind) ? entry->seat : -1);
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

int64_t table_cid_version(const struct table *table, int seat, const char *cid)
{
    uint64_t hash = cid_hash(seat, cid);
    for (size_t i = 0; i < table->entry_count; i++)
        if (table->cid_hashes[i] == hash && table->entries[i].seat == seat &&
            strcmp(table->entries[i].cid, cid) == 0)
            return table->entries[i].number;
    return -1;
}

/* ---- The data ---- */

struct table *table_new(const char *id, const char *data_folder)
{
    struct table *table = alloc_new(sizeof *table);
    CHECK(strlen(id) < sizeof table->id);
    strcpy(table->id, id);
    table->data_folder = data_folder;
    table->version = -1;
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->entry_count; i++) {
        if (!entry_is_move(table->entries[i].kind))
            free(table->entries[i].text);
        free(table->entries[i].cid);
    }
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        free(table->holidays[seat]);
    free(table->entries);
    free(table->cid_hashes);
    free(table->holders);
    free(table->removed);
    table_settings_free(&table->settings);
    match_free(&table->match);
    free(table);
}

bool table_has_auto(const struct table *table)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].bot == &player_auto)
            return true;
    return false;
}

bool table_is_over(const struct table *table)
{
    return table->match.game && match_is_over(&table->match);
}

/* ---- Clocks ---- */

uint32_t table_awaited(const struct table *table)
{
    return table->state == TABLE_PLAYING
               ? game_awaited(table->settings.game, table->match.state.bytes)
               : 0;
}

uint32_t table_running(const struct table *table)
{
    uint32_t running = 0;
    if (table->settings.clock == TABLE_CLOCK_NONE)
        return 0;
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].awaited_since_ms)
            running |= bit32(i);
    return running;
}

void table_clocks_update(struct table *table, int64_t at_ms, int mover)
{
    uint32_t awaited = table_awaited(table);
    for (int i = 0; i < table->settings.seats; i++) {
        struct table_seat *seat = &table->seat[i];
        if (!bits_have(awaited, i) || seat->bot)
            seat->awaited_since_ms = 0;
        else if (!seat->awaited_since_ms || i == mover)
            seat->awaited_since_ms = at_ms;
    }
}

bool table_takes_over(const struct table *table)
{
    struct fault fault;
    return table->settings.takeover &&
           players_take_part(table->settings.game, table->settings.options, &fault);
}

int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms)
{
    int64_t since_ms = table->seat[seat].awaited_since_ms;
    return since_ms ? holidays_without(table->holidays[seat], since_ms, now_ms) : 0;
}

int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms)
{
    if (table->settings.clock == TABLE_CLOCK_NONE)
        return INT64_MAX;
    bool per_game = table->settings.clock == TABLE_CLOCK_GAME && table->match.game;
    int64_t left_ms = per_game ? table->seat[seat].left_ms : table->settings.clock_ms;
    left_ms -= table_used_ms(table, seat, now_ms);
    return left_ms > 0 ? left_ms : 0;
}

void table_lend_holidays(struct table *table, int seat, const struct holidays *holidays)
{
    free(table->holidays[seat]);
    table->holidays[seat] = holidays ? alloc_copy(holidays, sizeof *holidays) : NULL;
}

uint32_t table_resting(const struct table *table, int64_t now_ms)
{
    uint32_t resting = 0;
    for (int i = 0; i < table->settings.seats; i++)
        resting |= holidays_until(table->holidays[i], now_ms) ? bit32(i) : 0;
    return resting;
}

int64_t table_deadline_ms(const struct table *table, int seat, int64_t now_ms)
{
    int64_t until_ms = holidays_until(table->holidays[seat], now_ms);
    return (until_ms ? until_ms : now_ms) + table_left_ms(table, seat, now_ms);
}

void table_clocks_restart(struct table *table, int64_t now_ms)
{
    if (table->settings.clock == TABLE_CLOCK_DAYS)
        return;
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].awaited_since_ms)
            table->seat[i].awaited_since_ms = now_ms;
}

/* ---- Seats ---- */

/* A person who has had a seat in a match has seen its hand. So a person can only have one seat during a
 * match. */

bool table_seat_is_free(const struct table_seat *seat)
{
    return !seat->person[0] && !seat->bot;
}

bool table_is_full(const struct table *table)
{
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table_seat_is_free(&table->seat[seat]))
            return false;
    return true;
}

int table_seat_of(const struct table *table, const char *person)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (person[0] && strcmp(table->seat[i].person, person) == 0)
            return i;
    return -1;
}

int table_seat_due(const struct table *table, const char *person)
{
    int seat = table->settings.clock == TABLE_CLOCK_DAYS ? table_seat_of(table, person) : -1;
    return seat >= 0 && bits_have(table_running(table), seat) ? seat : -1;
}

static struct table_holder *holder_find(const struct table *table, const char *person)
{
    for (int i = 0; i < table->holder_count; i++)
        if (strcmp(table->holders[i].person, person) == 0)
            return &table->holders[i];
    return NULL;
}

int table_seat_held(const struct table *table, const char *person)
{
    const struct table_holder *holder = holder_find(table, person);
    return holder ? holder->seat : -1;
}

int table_seat_for(const struct table *table, const char *person)
{
    int seat = table_seat_held(table, person);
    for (int i = 0; i < table->settings.seats && seat < 0; i++)
        if (table_seat_is_free(&table->seat[i]))
            seat = i;
    return seat;
}

const char *table_name_held(const struct table *table, const char *person)
{
    const struct table_holder *holder = holder_find(table, person);
    return holder ? holder->name : NULL;
}

bool table_may_show(const struct table *table, int viewer, const char *text, struct fault *fault)
{
    return table->state != TABLE_PLAYING || !table->settings.game->may_say ||
           table->settings.game->may_say(table->match.state.bytes, viewer, text, fault);
}

/* At old tables, from before this rule, a person may have had several: the latest counts. */
static void hold(struct table *table, const char *person, int seat)
{
    struct table_holder *holder = holder_find(table, person);
    if (!holder) {
        table->holders = alloc_grow(table->holders, (size_t)table->holder_count,
                                    &table->holder_capacity, sizeof *table->holders);
        holder = &table->holders[table->holder_count++];
        strcpy(holder->person, person);
        strcpy(holder->name, table->seat[seat].name);
    }
    holder->seat = seat;
}

void table_seats_hold(struct table *table)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].person[0])
            hold(table, table->seat[i].person, i);
}

uint32_t table_may_sit(const struct table *table, const char *person, int held)
{
    uint32_t seats = 0;
    bool may = table->state < TABLE_OVER && !table_is_removed(table, person);
    for (int i = 0; i < table->settings.seats && may; i++)
        if (held < 0 ? table_seat_is_free(&table->seat[i])
                     : i == held && !table->seat[i].person[0] && !table->seat[i].is_lost)
            seats |= UINT32_C(1) << i;
    return seats;
}

bool table_may_return(const struct table *table, int seat, const char *person)
{
    return table->seat[seat].bot && !table->seat[seat].is_lost &&
           table_seat_held(table, person) == seat;
}

bool table_check_own_seat(const struct table *table, int seat, const char *person,
                          struct fault *fault)
{
    int held = table_seat_held(table, person);
    return held < 0 || held == seat ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.own_seat_only", "%d", held + 1);
}
