/* What databases have in common: the connection to a server, open tables, statistics, undoing, the columns of a copy.
 *
 * Then: open tables; statistics; undoing; copies. */
#include "store/database/database.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void link_lose(struct database_link *link, const char *error, int64_t now_ms)
{
    link->error = error;
    link->lost_ms = now_ms;
}

/* A thread that sees the new count sees what belongs to it. */
void link_restore(struct database_link *link, int64_t now_ms)
{
    link->away_ms = now_ms - link->lost_ms;
    link->lost_ms = 0;
    link->reconnections++;
}

struct link_figures link_read(const struct database_link *link)
{
    struct link_figures figures = {.reconnections = link->reconnections};
    figures.is_lost = link->lost_ms != 0;
    figures.error = link->error;
    figures.away_ms = link->away_ms;
    return figures;
}

/* ---- Open tables ---- */

struct open_tables_change {
    struct open_table before;
    bool was_open; /* false: only before.id counts */
};

void open_tables_free(struct open_tables *tables)
{
    size_t at = 0;
    for (struct open_table *table; (table = id_map_next(&tables->by_id, &at));)
        free(table);
    id_map_free(&tables->by_id);
    free(tables->changes);
    *tables = (struct open_tables){0};
}

const struct open_table *open_tables_find(const struct open_tables *tables, const char *id)
{
    return id_map_find(&tables->by_id, id);
}

static void set(struct open_tables *tables, const struct open_table *table)
{
    struct open_table *known = id_map_find(&tables->by_id, table->id);
    if (known) {
        *known = *table;
        return;
    }
    known = alloc_new(sizeof *known);
    *known = *table;
    id_map_add(&tables->by_id, known);
}

static void clear(struct open_tables *tables, const char *id)
{
    struct open_table *known = id_map_find(&tables->by_id, id);
    id_map_remove(&tables->by_id, id);
    free(known);
}

/* Remembers what is known of a table before it changes. */
static void note_change(struct open_tables *tables, const char *id)
{
    const struct open_table *known = id_map_find(&tables->by_id, id);
    tables->changes = alloc_grow(tables->changes, tables->change_count, &tables->change_capacity,
                                 sizeof *tables->changes);
    struct open_tables_change *change = &tables->changes[tables->change_count++];
    *change = (struct open_tables_change){.was_open = known != NULL};
    if (known)
        change->before = *known;
    else
        memcpy(change->before.id, id, strnlen(id, STORE_ID_TEXT - 1));
}

void open_tables_put(struct open_tables *tables, const struct open_table *table)
{
    note_change(tables, table->id);
    set(tables, table);
}

void open_tables_remove(struct open_tables *tables, const char *id)
{
    note_change(tables, id);
    clear(tables, id);
}

struct removal {
    struct open_tables *tables;
    uint64_t scan;
    void (*removed)(void *context, const struct open_table *table);
    void *context;
};

static bool is_older(void *context, void *item)
{
    const struct removal *removal = context;
    struct open_table *table = item;
    if (table->scan == removal->scan)
        return false;
    removal->removed(removal->context, table);
    note_change(removal->tables, table->id);
    free(table);
    return true;
}

void open_tables_remove_older(struct open_tables *tables, uint64_t scan,
                              void (*removed)(void *context, const struct open_table *table),
                              void *context)
{
    struct removal removal = {tables, scan, removed, context};
    id_map_remove_if(&tables->by_id, is_older, &removal);
}

void open_tables_keep(struct open_tables *tables)
{
    tables->change_count = 0;
}

void open_tables_restore(struct open_tables *tables)
{
    while (tables->change_count) {
        const struct open_tables_change *change = &tables->changes[--tables->change_count];
        if (change->was_open)
            set(tables, &change->before);
        else
            clear(tables, change->before.id);
    }
}

/* ---- Statistics ---- */

struct statistics_level *statistics_level(struct statistics_sums *sums, const char *level)
{
    int at = 0;
    while (at < sums->level_count && strcmp(sums->by_level[at].level, level) < 0)
        at++;
    struct statistics_level *line = &sums->by_level[at];
    if (at < sums->level_count && strcmp(line->level, level) == 0)
        return line;
    if (sums->level_count == STORE_LEVELS_MAX)
        return NULL;
    memmove(line + 1, line, (size_t)(sums->level_count++ - at) * sizeof *line);
    *line = (struct statistics_level){0};
    snprintf(line->level, sizeof line->level, "%s", level);
    return line;
}

struct store_statistics_part *statistics_part(struct statistics_sums *sums, const char *part)
{
    int at = 0;
    while (at < sums->part_count && strcmp(sums->by_part[at].part, part) < 0)
        at++;
    struct store_statistics_part *line = &sums->by_part[at];
    if (at < sums->part_count && strcmp(line->part, part) == 0)
        return line;
    if (sums->part_count == STORE_PARTS_MAX)
        return NULL;
    memmove(line + 1, line, (size_t)(sums->part_count++ - at) * sizeof *line);
    *line = (struct store_statistics_part){0};
    snprintf(line->part, sizeof line->part, "%s", part);
    return line;
}

void statistics_seats_add(struct statistics_seats *sums, const struct statistics_seats *more)
{
    bool is_first = sums->matches == 0;
    sums->matches += more->matches;
    sums->moves += more->moves;
    sums->score += more->score;
    sums->best_score += more->best_score;
    if (is_first || more->shortest < sums->shortest)
        sums->shortest = more->shortest;
    if (is_first || more->longest > sums->longest)
        sums->longest = more->longest;
    if (is_first || more->lowest_score < sums->lowest_score)
        sums->lowest_score = more->lowest_score;
    if (is_first || more->highest_score > sums->highest_score)
        sums->highest_score = more->highest_score;
}

static struct store_statistics_line seats_line(const struct statistics_seats *sums, int seats)
{
    double matches = (double)sums->matches, won = 0;
    struct store_statistics_line line = {
        .seats = seats,
        .matches = sums->matches,
        .mean_moves = (double)sums->moves / matches,
        .mean_score = (double)sums->score / (matches * seats),
        .mean_best_score = (double)sums->best_score / matches,
        .shortest = sums->shortest,
        .longest = sums->longest,
        .lowest_score = sums->lowest_score,
        .highest_score = sums->highest_score,
    };
    for (int i = 0; i < seats; i++)
        won += sums->won[i];
    for (int i = 0; i < seats; i++)
        line.seat_shares[i] = won > 0 ? sums->won[i] / won : 0;
    return line;
}

struct store_statistics *statistics_new(const struct statistics_sums *sums)
{
    struct store_statistics *statistics = alloc_new(sizeof *statistics);
    for (int seats = 0; seats <= STORE_SEATS_MAX; seats++) {
        const struct statistics_seats *from = &sums->by_seats[seats];
        if (!from->matches)
            continue;
        statistics->matches += from->matches;
        statistics->moves += from->moves;
        statistics->by_seats[seats] = seats_line(from, seats);
    }
    for (int i = 0; i < sums->level_count; i++) {
        const struct statistics_level *from = &sums->by_level[i];
        struct store_statistics_level *to = &statistics->by_level[i];
        memcpy(to->level, from->level, sizeof to->level);
        to->seats = from->seats;
        to->won = from->won;
        to->mean_score = (double)from->score / (double)from->seats;
    }
    statistics->level_count = sums->level_count;
    memcpy(statistics->by_part, sums->by_part, sizeof statistics->by_part);
    statistics->part_count = sums->part_count;
    return statistics;
}

/* ---- Undoing ---- */

struct undo_step {
    void *address;
    void (*function)(void *object); /* to call with the address; NULL: bytes to restore there */
    size_t size;
    unsigned char bytes[UNDO_BYTES_MAX];
};

static struct undo_step *step_new(struct undo *undo)
{
    undo->steps = alloc_grow(undo->steps, undo->count, &undo->capacity, sizeof *undo->steps);
    return &undo->steps[undo->count++];
}

void undo_save(struct undo *undo, void *address, size_t size)
{
    CHECK(size > 0 && size <= UNDO_BYTES_MAX);
    struct undo_step *step = step_new(undo);
    step->address = address;
    step->function = NULL;
    step->size = size;
    memcpy(step->bytes, address, size);
}

void undo_call(struct undo *undo, void (*function)(void *object), void *object)
{
    struct undo_step *step = step_new(undo);
    step->address = object;
    step->function = function;
}

void undo_commit(struct undo *undo)
{
    undo->count = 0;
}

void undo_rollback(struct undo *undo)
{
    while (undo->count > 0) {
        const struct undo_step *step = &undo->steps[--undo->count];
        if (step->function)
            step->function(step->address);
        else
            memcpy(step->address, step->bytes, step->size);
    }
}

void undo_close(struct undo *undo)
{
    free(undo->steps);
    *undo = (struct undo){0};
}

/* ---- Relations between people ---- */

const char *relation_opposite(enum store_relation_kind kind)
{
    return kind == STORE_FOLLOWS ? "b" : kind == STORE_BLOCKS ? "f" : "";
}

/* ---- Copies ---- */

const char *const copy_types[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] = "tttthiiit",       [COPY_SESSIONS] = "hti",     [COPY_TABLES] = "thhit",
    [COPY_TABLE_PEOPLE] = "tti",       [COPY_ENTRIES] = "tiiiiitt", [COPY_RECORDS] = "ttiiitiii",
    [COPY_RECORD_SEATS] = "titttidit", [COPY_NOTES] = "tt",         [COPY_RELATIONS] = "tttit",
    [COPY_REPORTS] = "ittiti",
};
