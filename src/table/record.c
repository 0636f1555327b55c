/* The record of a finished match: who sat where, whether it is rated, its result and moves.
 *
 * Then: names to forget. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of the person or computer player on the seat, or else of the person who left it. */
static const char *seat_name(const struct table_seat *seat)
{
    return table_seat_is_free(seat) && seat->absent[0] ? seat->absent_name : seat->name;
}

static void record_seats(const struct table *table, const struct match *match,
                         struct store_record *record)
{
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    bool together = match->seats == match->game->seats_together;
    for (int i = 0; i < table->settings.seats; i++) {
        const struct table_seat *seat = &table->seat[i];
        struct store_result_seat *kept = &record->seat[i];
        const char *person = table_seat_is_free(seat) ? seat->absent : seat->person;
        const char *name = seat_name(seat);
        snprintf(kept->person, sizeof kept->person, "%s", name[0] ? person : ""); /* was deleted */
        snprintf(kept->name, sizeof kept->name, "%s", name);
        snprintf(kept->level, sizeof kept->level, "%s", seat->bot ? seat->bot->name : "");
        kept->score = result.scores[i];
        if (bits_have(result.winners, i))
            kept->won = together ? 1 : 1.0 / bits_count(result.winners);
        if (match->game->part)
            snprintf(kept->part, sizeof kept->part, "%s", match->game->part(match->state.bytes, i));
    }
}

/* Those who have or had a seat in the match; before it, those who have one. */
static int count_people(const struct table *table)
{
    int seated = 0;
    for (int i = 0; i < table->settings.seats; i++)
        seated += table->seat[i].person[0] != '\0';
    return table->holder_count > seated ? table->holder_count : seated;
}

bool table_is_rated(const struct table *table)
{
    const struct table_settings *settings = &table->settings;
    bool is_rated = settings->seats != settings->game->seats_together &&
                    settings->origin.kind == ORIGIN_NONE && !table->has_hint &&
                    !table->has_taken_back && !(settings->hints && count_people(table) > 1);
    for (int i = 0; i < settings->seats; i++)
        is_rated &= !(table->seat[i].bot && table->seat[i].absent[0]);
    return is_rated;
}

static struct store_record *record_make(const struct table *table, const struct match *match,
                                        int64_t ended_ms)
{
    struct store_record *record = alloc_new(sizeof *record);
    memcpy(record->table, table->id, sizeof record->table);
    snprintf(record->game, sizeof record->game, "%s", match->game->id);
    record->ended_ms = ended_ms;
    record->is_shared = table->settings.is_public;
    record->is_rated = table_is_rated(table);
    record->is_continued = table->settings.origin.kind != ORIGIN_NONE;
    strcpy(record->host, table->settings.host);
    record->seats = match->seats;
    record->move_count = (int)match->move_count;
    record_seats(table, match, record);
    /* Without names: those of the seats are kept apart, because people may delete their accounts. */
    json_t *json = record_from_match(match, NULL);
    if (match->seed)
        json_object_set_new(json, "seed_hash", json_string(table->settings.seed_hash));
    if (table->settings.origin.kind)
        json_object_set_new(json, "origin", table_origin_json(&table->settings.origin));
    json_object_set_new(json, "table", json_string(table->id));
    record->record = json_dumps(json, JSON_COMPACT);
    CHECK(record->record);
    json_decref(json);
    return record;
}

struct store_record *table_record(const struct table *table, int64_t ended_ms)
{
    CHECK(table_is_over(table));
    return record_make(table, &table->match, ended_ms);
}

struct store_record *table_record_after(const struct table *table, const struct store_entry *entry)
{
    union game_move_storage move;
    struct fault fault;
    if (!entry_is_move(entry->kind) || table_origin_is_exercise(&table->settings.origin) ||
        !match_check(&table->match, entry->seat, entry->text, &move, &fault))
        return NULL;
    struct game_state_storage after;
    memcpy(after.bytes, table->match.state.bytes, table->settings.game->state_size);
    table->settings.game->apply(after.bytes, entry->seat, &move.head, NULL);
    if (table->settings.game->to_act(after.bytes))
        return NULL;
    /* The finished match shares everything with this one, except its list of moves. */
    struct match finished = table->match;
    finished.state = after;
    finished.moves = alloc_array(finished.move_count + 1, sizeof *finished.moves);
    if (finished.move_count)
        memcpy(finished.moves, table->match.moves, finished.move_count * sizeof *finished.moves);
    finished.moves[finished.move_count++] =
        (struct match_move){.seat = entry->seat, .text = entry->text};
    struct store_record *record = record_make(table, &finished, entry->at_ms);
    free(finished.moves);
    return record;
}

/* ---- Names to forget ---- */

void table_named_people(const struct table *table, void (*visit)(void *context, const char *person),
                        void *context)
{
    visit(context, table->given.host);
    for (size_t i = 0; i < table->entry_count; i++) {
        char person[STORE_ID_TEXT] = "";
        if (table->entries[i].kind == ENTRY_SIT)
            entry_read_person(&table->entries[i], person);
        if (person[0])
            visit(context, person);
    }
}

static void forget(char *name, const char *of, const char *person)
{
    if (strcmp(of, person) == 0)
        name[0] = '\0';
}

/* The member of the text that names this person: the text itself, or its host; NULL if there is none. */
static json_t *naming_part(json_t *json, const char *person)
{
    json_t *host = json_object_get(json, "host");
    const char *sits = wire_text(json_object_get(json, "person"));
    const char *hosts = wire_text(json_object_get(host, "id"));
    if (sits && strcmp(sits, person) == 0)
        return json;
    return hosts && strcmp(hosts, person) == 0 ? host : NULL;
}

static void forget_entry(struct store_entry *entry, const char *person)
{
    if (entry->kind != ENTRY_CREATE && entry->kind != ENTRY_SIT)
        return;
    json_t *json = entry->text ? json_loads(entry->text, 0, NULL) : NULL;
    json_t *part = naming_part(json, person);
    if (part) {
        json_object_set_new(part, "name", json_string(""));
        json_object_del(part, "face");
        free(entry->text);
        entry->text = json_dumps(json, JSON_COMPACT);
        CHECK(entry->text);
    }
    json_decref(json);
}

void table_forget_person(struct table *table, const char *person)
{
    forget(table->settings.host_name, table->settings.host, person);
    forget(table->given.host_name, table->given.host, person);
    for (int i = 0; i < table->settings.seats; i++) {
        forget(table->seat[i].name, table->seat[i].person, person);
        forget(table->seat[i].absent_name, table->seat[i].absent, person);
    }
    forget(table->before.name, table->before.person, person);
    forget(table->before.absent_name, table->before.absent, person);
    for (int i = 0; i < table->holder_count; i++)
        forget(table->holders[i].name, table->holders[i].person, person);
    for (int i = 0; i < table->removed_count; i++)
        forget(table->removed[i].name, table->removed[i].person, person);
    for (size_t i = 0; i < table->entry_count; i++)
        forget_entry(&table->entries[i], person);
    if (table->entry_count > 0)
        table->last.text = table->entries[table->entry_count - 1].text;
}
