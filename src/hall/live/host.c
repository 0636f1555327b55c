/* Who hosts a table when its host leaves; votes to remove a person during the match. */
#include "hall/live/live.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { AFTER_REFUSAL_MS = 500 };

/* Whether the host watches, as far as this server knows: a host without a seat may be among those who look on at
 * another server. */
static bool is_here(const struct live_table *live)
{
    const char *host = live->table->settings.host;
    int seat = table_seat_of(live->table, host);
    if (seat >= 0)
        return bits_have(live->online, seat);
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        if (watch->client->person && strcmp(watch->client->person->id, host) == 0)
            return true;
    return live->spectators > live->own_spectators;
}

/* The seat of the person present who sits there longest and is not the host, or -1. */
static int longest_seated(const struct live_table *live)
{
    const struct table *table = live->table;
    int found = -1;
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (bits_have(live->online, seat) && table->seat[seat].person[0] &&
            strcmp(table->seat[seat].person, table->settings.host) != 0 &&
            (found < 0 || table->seat[seat].sat < table->seat[found].sat))
            found = seat;
    return found;
}

/* How long the host may be away. */
static int64_t patience_ms(const struct live_table *live)
{
    const struct table_settings *settings = &live->table->settings;
    if (live->table->host_left)
        return HOST_LEFT_MS;
    return settings->clock == TABLE_CLOCK_DAYS ? settings->clock_ms : HOST_AWAY_MS;
}

static bool is_gone(const struct live_table *live)
{
    return live->host_away_ms && !is_here(live) &&
           live->environment->now_ms - live->host_away_ms >= patience_ms(live);
}

int host_heir(const struct live_table *live)
{
    return live->table->state < TABLE_OVER && is_gone(live) ? longest_seated(live) : -1;
}

/* What was not stored is tried again, but not at once. */
static void try_later(struct live_table *live, enum change_outcome outcome)
{
    if (outcome == CHANGE_REFUSED)
        live_table_due(live, live->environment->now_ms + AFTER_REFUSAL_MS);
}

static void passed(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct live_table *live = context;
    live->is_passing_host = false;
    try_later(live, outcome);
}

void host_tick(struct changes *changes, struct live_table *live)
{
    if (live->broken || live->environment->stopping || live->table->state >= TABLE_OVER)
        return;
    if (is_here(live))
        live->host_away_ms = 0;
    else if (!live->host_away_ms)
        live->host_away_ms = live->environment->now_ms;
    int heir = host_heir(live);
    if (heir >= 0 && !live->is_passing_host) {
        live->is_passing_host = true;
        change_submit(
            changes, live,
            &(struct change){.kind = ENTRY_HOST, .seat = heir, .done = passed, .context = live});
    } else if (heir < 0 && live->host_away_ms && longest_seated(live) >= 0) {
        live_table_due(live, live->host_away_ms + patience_ms(live));
    }
}

/* ---- Votes ---- */

void vote_ask(struct changes *changes, const struct watch *watch, const struct request *request)
{
    bool is_new = request->proposal < 0;
    uint32_t asked = is_new ? watch->table->online & ~bit32(request->seat) : 0;
    char *text = is_new ? entry_vote_text(request->seat, asked)
                        : entry_proposal_text(request->proposal, request->agree);
    change_submit(changes, watch->table,
                  &(struct change){.kind = ENTRY_VOTE,
                                   .seat = watch->seat,
                                   .text = text,
                                   .client = watch->client,
                                   .answer = request->id});
    free(text);
}

static bool is_soon_after(const struct live_table *live, int64_t at_ms)
{
    return at_ms && live->environment->now_ms - at_ms < VOTE_PAUSE_MS;
}

bool vote_check(const struct live_table *live, const struct store_entry *entry, struct fault *fault)
{
    const struct table *table = live->table;
    int against = table_vote_against(entry);
    bool is_soon = against >= 0 && (is_soon_after(live, table->vote[entry->seat].proposed_ms) ||
                                    is_soon_after(live, table->vote[against].concerned_ms));
    /* While there is a vote, that is why there is no other. */
    return !is_soon || table->proposal.version ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.vote_later", NULL);
}

static void vote_ended(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct live_table *live = context;
    live->is_ending_vote = false;
    try_later(live, outcome);
}

/* Several servers may do it at once: then the entry of the first one counts. */
void vote_tick(struct changes *changes, struct live_table *live)
{
    const struct table_proposal *proposal = &live->table->proposal;
    const struct environment *environment = live->environment;
    if (!proposal->is_vote || live->table->state != TABLE_PLAYING || live->broken ||
        environment->stopping || live->is_ending_vote)
        return;
    bool is_decided = !table_proposal_awaits(live->table);
    if (!is_decided && environment->now_ms < proposal->at_ms + VOTE_MS) {
        live_table_due(live, proposal->at_ms + VOTE_MS);
        return;
    }
    char *text = is_decided ? alloc_text(entry_by_vote) : entry_vote_end_text(proposal->version);
    live->is_ending_vote = true;
    change_submit(changes, live,
                  &(struct change){.kind = is_decided ? ENTRY_STAND : ENTRY_VOTE,
                                   .seat = proposal->seat,
                                   .text = text,
                                   .done = vote_ended,
                                   .context = live});
    free(text);
}
