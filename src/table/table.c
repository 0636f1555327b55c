/* Entries are checked again before they are folded in: those from the disk may have been written by
 * anyone. */
#include "table/table.h"

#include "base/alloc.h"
#include "base/check.h"
#include "base/hash.h"
#include "players/adapting.h"
#include "table/clocks.h"
#include "table/create.h"
#include "table/entry_check.h"
#include "table/seats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char takeover_level[] = "casual";

static void seat_clear(struct table_seat *seat)
{
    seat->person[0] = '\0';
    seat->name[0] = '\0';
    seat->bot = NULL;
    seat->was_auto = false;
}

/* The person on this seat leaves. During a match they may come back. */
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
    seat->bot = player_find_for_table(level);
    snprintf(seat->name, sizeof seat->name, "%s", name ? name : level);
}

static void fold_stand(struct table *table, struct table_seat *seat,
                       const struct entry_content *content)
{
    struct fault fault;
    seat_leave(table, seat);
    if (table->state == TABLE_PLAYING && table->settings.takeover &&
        players_take_part(table->settings.game, table->settings.options, &fault))
        seat_bot(seat, takeover_level, content->name);
}

static bool fold_move(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (table->is_past) {
        union game_move_storage move;
        if (!match_check(&table->match, entry->seat, entry->text, &move, fault))
            return false;
        table->settings.game->apply(table->match.state.bytes, entry->seat, &move.head, NULL);
    } else if (!match_play(&table->match, entry->seat, entry->text, NULL, STORY_ALL, fault)) {
        return false;
    }
    table->moves_of[entry->seat]++;
    struct table_seat *seat = &table->seat[entry->seat];
    if (entry->kind != ENTRY_MOVE_BOT && table->settings.clock == TABLE_CLOCK_GAME)
        seat->left_ms -= entry->used_ms < seat->left_ms ? entry->used_ms : seat->left_ms;
    if (match_is_over(&table->match))
        table->state = TABLE_OVER;
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
        seat->bot = decided ? decided : adapting_player(&unknown);
        seat->was_auto = true;
    }
    entry_content_free(&content);
}

static bool fold_start(struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (!table_begin(table, &table->match, fault))
        return false;
    if (table_has_auto(table))
        fold_auto(table, entry);
    table->state = match_is_over(&table->match) ? TABLE_OVER : TABLE_PLAYING;
    for (int i = 0; i < table->settings.seats; i++)
        table->seat[i].left_ms = table->settings.clock_ms;
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
    case ENTRY_HINT:
        table->has_hint = true;
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
        return table_create(table, entry->text, fault);
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
