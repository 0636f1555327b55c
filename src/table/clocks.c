#include "table/clocks.h"

#include "base/bits.h"

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
            running |= (uint32_t)bit(i);
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

int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms)
{
    int64_t since_ms = table->seat[seat].awaited_since_ms;
    return since_ms && now_ms > since_ms ? now_ms - since_ms : 0;
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

void table_clocks_restart(struct table *table, int64_t now_ms)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].awaited_since_ms)
            table->seat[i].awaited_since_ms = now_ms;
}
