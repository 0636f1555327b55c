#include "hall/timeouts.h"

#include "base/bits.h"
#include "hall/decision.h"
#include "table/clocks.h"

#include <stdlib.h>

enum { AFTER_REFUSAL_MS = 500 };

/* If the move was not stored, it is made again, but not at once. */
static void moved(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct live_seat *seat = context;
    struct live_table *live = seat->live;
    seat->timing_out = false;
    if (outcome == CHANGE_REFUSED)
        live_table_due(live, live->environment->now_ms + AFTER_REFUSAL_MS);
}

static void move_for(struct changes *changes, struct live_seat *seat)
{
    char *text = decision_at_once(seat->live, seat->seat);
    seat->timing_out = true;
    change_submit(changes, seat->live,
                  &(struct change){.kind = ENTRY_MOVE_TIMEOUT,
                                   .seat = seat->seat,
                                   .text = text,
                                   .done = moved,
                                   .context = seat});
    free(text);
}

void timeouts_tick(struct changes *changes, struct leases *leases, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = live->environment->now_ms;
    if (table->settings.clock == TABLE_CLOCK_NONE || live->environment->stopping ||
        !lease_is_held(leases, live))
        return;
    for (uint64_t running = table_running(table); running;) {
        int seat = bits_pop(&running);
        int64_t left_ms = table_left_ms(table, seat, now_ms);
        if (live->seat[seat].timing_out)
            continue;
        if (left_ms <= 0)
            move_for(changes, &live->seat[seat]);
        else if (left_ms < INT64_MAX)
            live_table_due(live, now_ms + left_ms);
    }
}
