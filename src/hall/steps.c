#include "hall/steps.h"

#include "table/clocks.h"
#include "table/table.h"

#include <string.h>

static void count_move(struct hall_figures *figures, int kind)
{
    figures->moves_person += kind == ENTRY_MOVE;
    figures->moves_bot += kind == ENTRY_MOVE_BOT;
    figures->moves_timeout += kind == ENTRY_MOVE_TIMEOUT;
}

static void set_broken(struct live_table *live, int64_t entry, const struct fault *fault)
{
    live->broken = true;
    environment_log(live->environment, "table_broken",
                    json_pack("{s:s, s:I, s:s?}", "table", live->id, "entry", (json_int_t)entry,
                              "why", fault->text));
}

bool steps_add(struct live_table *live, const struct store_entry *entry, struct client *asker,
               const char *answer)
{
    const struct table *table = live->table;
    struct game_state_storage before;
    struct fault fault = {0};
    bool is_move = entry_is_move(entry->kind), was_open = table->state < TABLE_OVER;
    if (is_move)
        memcpy(before.bytes, table->match.state.bytes, table->settings.game->state_size);
    if (!table_fold(live->table, entry, &fault)) {
        set_broken(live, entry->number, &fault);
        return false;
    }
    live->tables->open_count -= was_open && table->state >= TABLE_OVER;
    if (!is_move)
        watch_update_seats(live);
    bool answered = watch_send_step(live, is_move ? &before : NULL, asker, asker ? answer : NULL);
    if (asker && !answered && !asker->gone)
        client_answer(asker, answer,
                      json_pack("{s:s, s:I}", "table", live->id, "v", (json_int_t)table->version));
    count_move(&live->environment->figures, entry->kind);
    return true;
}

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool steps_continue(const struct live_table *live, const struct store_entry *entries, size_t count)
{
    const struct store_entry *last = &live->table->last;
    return count > 0 && entries->number == last->number && entries->at_ms == last->at_ms &&
           entries->used_ms == last->used_ms && entries->kind == last->kind &&
           entries->seat == last->seat && is_same_text(entries->text, last->text) &&
           is_same_text(entries->cid, last->cid);
}

bool steps_start_over(struct live_table *live, const struct store_entry *entries, size_t count)
{
    const struct environment *environment = live->environment;
    struct table *table = table_new(live->id, environment->settings.data_folder);
    struct fault fault = {0};
    if (count == 0 || !table_fold_all(table, entries, count, &fault)) {
        set_broken(live, table->version + 1, &fault);
        table_free(table);
        return false;
    }
    if (!live->must_start_over)
        environment_log(environment, "table_replaced",
                        json_pack("{s:s, s:I, s:I}", "table", live->id, "had",
                                  (json_int_t)live->table->version, "has",
                                  (json_int_t)table->version));
    live->must_start_over = false;
    table_clocks_restart(table, environment->now_ms);
    live->tables->open_count += (table->state < TABLE_OVER) - (live->table->state < TABLE_OVER);
    table_free(live->table);
    live->table = table;
    watch_update_seats(live);
    watch_send_table(live);
    return true;
}
