/* Rematches: the match again at a new table, the same one for all who ask.
 *
 * Then: answering; asking. */
#include "hall/tables/tables.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/front/front.h"
#include "hall/people/people.h"
#include "players/players.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

struct rematch_wait {
    struct client *client; /* held */
    char *answer;          /* the JSON of the request's id, or NULL */
    struct rematch_wait *next;
};

/* Attached to the old table. */
struct rematch {
    struct openings *openings;
    struct live_table *old;
    struct rematch_wait *waits;
    bool is_under_way;        /* a new table is being made or announced */
    char made[STORE_ID_TEXT]; /* the new table */
};

static struct rematch *rematch_of(struct openings *openings, struct live_table *live)
{
    if (!live->rematch) {
        live->rematch = alloc_new(sizeof *live->rematch);
        live->rematch->openings = openings;
        live->rematch->old = live;
    }
    return live->rematch;
}

static void waits_free(struct rematch *rematch)
{
    for (struct rematch_wait *wait; (wait = rematch->waits);) {
        rematch->waits = wait->next;
        client_release(wait->client);
        free(wait->answer);
        free(wait);
    }
}

void rematch_forget(struct live_table *live)
{
    if (live->rematch)
        waits_free(live->rematch);
    free(live->rematch);
    live->rematch = NULL;
}

bool rematch_is_pending(const struct live_table *live)
{
    return live->rematch && (live->rematch->waits || live->rematch->is_under_way);
}

/* ---- Answering ---- */

static void answer_all(struct rematch *rematch)
{
    const char *table = rematch->old->table->rematch;
    for (struct rematch_wait *wait = rematch->waits; wait; wait = wait->next) {
        if (wait->client->gone)
            continue;
        if (table[0])
            client_answer(wait->client, wait->answer, json_pack("{s:s}", "table", table));
        else
            client_refuse_text(wait->client, wait->answer, FAULT_UNAVAILABLE, "server.unavailable");
    }
    waits_free(rematch);
}

void rematch_stepped(struct live_table *live, const struct store_entry *entry)
{
    if (live->rematch && entry->kind == ENTRY_REMATCH)
        answer_all(live->rematch);
}

/* If another server was faster, the table made here is closed, and the other one is the answer. */
static void announced(void *context, enum change_outcome outcome, const struct fault *fault)
{
    (void)fault;
    struct rematch *rematch = context;
    const struct openings *openings = rematch->openings;
    rematch->is_under_way = false;
    if (outcome == CHANGE_MADE)
        return;
    struct live_table *made = live_tables_find(openings->tables, rematch->made);
    if (made && !made->loading && strcmp(made->id, rematch->old->table->rematch) != 0)
        change_submit(
            openings->changes, made,
            &(struct change){.kind = ENTRY_CLOSE, .seat = -1, .text = "{\"why\":\"rematch\"}"});
    answer_all(rematch);
}

static void opened(struct opening *opening, struct live_table *made)
{
    struct rematch *rematch = opening->context;
    if (!made) {
        rematch->is_under_way = false;
        answer_all(rematch);
        return;
    }
    memcpy(rematch->made, made->id, sizeof rematch->made);
    const struct client *first = rematch->waits ? rematch->waits->client : NULL;
    int seat = first && first->person ? table_seat_of(rematch->old->table, first->person->id) : -1;
    char *text = entry_rematch_text(made->id);
    change_submit(rematch->openings->changes, rematch->old,
                  &(struct change){.kind = ENTRY_REMATCH,
                                   .seat = seat,
                                   .text = text,
                                   .done = announced,
                                   .context = rematch});
    free(text);
}

/* ---- Asking ---- */

/* The next seat starts: seats move on by one. People who are away, or at too many tables, have to take
 * a seat themselves; those without a name were deleted. */
static void seat_all(struct opening *opening, const struct live_table *live)
{
    const struct table *table = live->table;
    struct fault fault;
    for (int seat = 0; seat < table->settings.seats; seat++) {
        int old_seat = (seat + 1) % table->settings.seats;
        const struct table_seat *from = &table->seat[old_seat];
        const struct player *bot = from->was_auto ? &player_auto : from->bot;
        if (bot)
            opening_seat(opening, ENTRY_BOT, seat, entry_bot_text(bot->name, from->name));
        else if (from->person[0] && from->name[0] && !watch_is_away(live, old_seat) &&
                 !opening_has_too_many(opening->openings, from->person) &&
                 live_tables_allow_days(live->tables, from->person, &table->settings, 0, &fault))
            opening_seat(opening, ENTRY_SIT, seat,
                         entry_sit_text(from->person, from->name, from->face));
    }
}

static bool host_is_there(const struct live_table *live)
{
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table)
        if (watch->client->person &&
            strcmp(watch->client->person->id, live->table->settings.host) == 0)
            return true;
    int seat = table_seat_of(live->table, live->table->settings.host);
    return seat >= 0 && live->table->seat[seat].name[0] && !watch_is_away(live, seat);
}

/* The same settings, and open to all who sat at the old table. The host stays, if they are there to
 * start the match; otherwise the person who asks becomes the host. */
static struct table_settings settings_for(const struct live_table *live, const struct person *asks)
{
    const struct table *table = live->table;
    struct table_settings settings = table_settings_copy(&table->settings);
    char seed[SEED_TEXT];
    seed_new(live->environment, seed);
    table_settings_set_seed(&settings, seed);
    if (!host_is_there(live))
        table_settings_set_host(&settings, asks->id, asks->name);
    settings.guest_count = 0;
    for (int seat = 0; seat < settings.seats; seat++)
        if (table->seat[seat].person[0])
            strcpy(settings.guests[settings.guest_count++], table->seat[seat].person);
    return settings;
}

static bool open_table(struct openings *openings, struct live_table *live,
                       const struct client *client, struct fault *fault)
{
    if (!opening_is_allowed(openings, client, fault) ||
        !opening_days_allowed(openings, client->person, &live->table->settings, fault))
        return false;
    struct table_settings settings = settings_for(live, client->person);
    struct rematch *rematch = rematch_of(openings, live);
    struct opening *opening = opening_new(openings, opened, rematch);
    seat_all(opening, live);
    rematch->is_under_way = opening_submit(opening, &settings, fault);
    if (!rematch->is_under_way)
        opening_free(opening);
    table_settings_free(&settings);
    return rematch->is_under_way;
}

static bool is_possible(const struct live_table *live, struct fault *fault)
{
    const struct table *table = live->table;
    if (table->rematch[0])
        return true;
    if (table->state != TABLE_OVER)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL);
    if (live->broken)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    return true;
}

void rematch_ask(struct openings *openings, struct live_table *live, struct client *client,
                 const struct request *request)
{
    struct fault fault;
    bool is_first = !rematch_is_pending(live) && !live->table->rematch[0];
    if (!is_possible(live, &fault) || (is_first && !open_table(openings, live, client, &fault))) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct rematch *rematch = rematch_of(openings, live);
    struct rematch_wait *wait = alloc_new(sizeof *wait);
    *wait = (struct rematch_wait){
        .client = client, .answer = alloc_text(request->id), .next = rematch->waits};
    client_hold(client);
    rematch->waits = wait;
    if (live->table->rematch[0])
        answer_all(rematch);
}
