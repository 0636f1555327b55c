/* The truth: the entries in the database, read with a separate store, and what each viewer may know
 * after each of them, computed by the games and not by the server.
 *
 * Then: reading; what a hall has in memory; what viewers may know; names that disappear. */
#include "simulation.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/hall_internal.h"
#include "players/players.h"
#include "table/table.h"
#include "wire/wire.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SCRATCH_BYTES = 1 << 17 };

void truth_open(struct world *world)
{
    char error[200];
    world->store = database_open(error, sizeof error);
    if (!world->store)
        fail(world, "the database cannot be opened: %s", error);
    world->doc = alloc_new(sizeof *world->doc);
    world->scratch = alloc_new(SCRATCH_BYTES);
    world->moves = alloc_array(GAME_MOVES_MAX, sizeof *world->moves);
}

static void truth_free(struct truth *truth)
{
    for (size_t i = 0; i < truth->instant_count; i++)
        for (int v = 0; v <= GAME_SEATS_MAX; v++) {
            free(truth->instants[i].view[v]);
            free(truth->instants[i].events[v]);
            json_decref(truth->instants[i].rest[v]);
        }
    free(truth->instants);
    json_decref(truth->result);
    json_decref(truth->position);
    table_free(truth->table);
    free(truth);
}

void truth_close(struct world *world)
{
    for (int i = 0; i < world->truth_count; i++)
        truth_free(world->truths[i]);
    store_close(world->store);
    free(world->doc);
    free(world->scratch);
    free(world->moves);
}

/* ---- Reading ---- */

struct reading {
    enum store_outcome outcome;
    struct store_entry *entries;
    size_t entry_count;
};

static void reading_done(struct store_job *job)
{
    struct reading *reading = job->context;
    *reading = (struct reading){
        .outcome = job->outcome, .entries = job->entries, .entry_count = job->entry_count};
    job->entries = NULL;
    job->entry_count = 0;
}

static struct reading read_entries(struct store *store, const char *table, int64_t from)
{
    struct reading reading = {.outcome = STORE_FAILED};
    struct store_job *job = store_job_new(STORE_TABLE_READ, reading_done, &reading);
    memcpy(job->table, table, STORE_ID_TEXT);
    job->from = from;
    store_submit(store, job);
    store_work(store);
    store_collect(store);
    return reading;
}

static void reading_free(struct reading *reading)
{
    for (size_t i = 0; i < reading->entry_count; i++) {
        free(reading->entries[i].text);
        free(reading->entries[i].cid);
    }
    free(reading->entries);
}

static bool texts_equal(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool entries_equal(const struct store_entry *a, const struct store_entry *b)
{
    return a->number == b->number && a->at_ms == b->at_ms && a->used_ms == b->used_ms &&
           a->kind == b->kind && a->seat == b->seat && texts_equal(a->cid, b->cid) &&
           (texts_equal(a->text, b->text) || names_lost(a->kind, a->text, b->text));
}

static bool is_move(const struct store_entry *entry)
{
    return entry->kind == ENTRY_MOVE || entry->kind == ENTRY_MOVE_BOT ||
           entry->kind == ENTRY_MOVE_TIMEOUT;
}

/* A seat uses a client id only once. */
static void check_cid(struct world *world, const struct truth *truth,
                      const struct store_entry *entry)
{
    if (!entry->cid || !is_move(entry))
        return;
    const struct table *table = truth->table;
    for (size_t i = 0; i < table->entry_count; i++)
        if (table->entries[i].seat == entry->seat && texts_equal(table->entries[i].cid, entry->cid))
            fail(world, "table %s: seat %d made the move %s twice, as %lld and %lld", truth->id,
                 entry->seat, entry->cid, (long long)table->entries[i].number,
                 (long long)entry->number);
}

/* The game alone reaches the same state as the table. */
static void check_state(struct world *world, const struct truth *truth,
                        const struct store_entry *entry, const struct instant *after)
{
    const struct table *table = truth->table;
    if (!is_move(entry))
        return;
    struct game_state_storage state = truth->instants[entry->number - 1].state;
    union game_move_storage move = {0};
    if (!table->settings.game->parse(state.bytes, entry->text, &move.head))
        fail(world, "table %s, %lld: no move: %s", truth->id, (long long)entry->number,
             entry->text);
    table->settings.game->apply(state.bytes, entry->seat, &move.head, NULL);
    if (memcmp(state.bytes, after->state.bytes, table->settings.game->state_size) != 0)
        fail(world, "table %s, %lld: the table's state is not the game's", truth->id,
             (long long)entry->number);
}

/* In one match a person never has two seats, not even one after the other: they would see a second
 * hand. */
static void check_one_seat(struct world *world, const struct truth *truth,
                           const struct instant *now)
{
    for (int seat = 0; now->has_state && seat < truth->table->settings.seats; seat++)
        for (size_t i = 0; now->person[seat][0] && i < truth->instant_count; i++)
            for (int other = 0;
                 truth->instants[i].has_state && other < truth->table->settings.seats; other++)
                if (other != seat &&
                    strcmp(truth->instants[i].person[other], now->person[seat]) == 0)
                    fail(world, "table %s: %s has had seat %d at %zu and has seat %d now",
                         truth->id, now->person[seat], other, i, seat);
}

/* Follows votes by the texts of the entries alone. */
static void note_vote(struct instant *now, const struct store_entry *entry)
{
    json_t *json = entry->kind == ENTRY_VOTE ? json_loads(entry->text, 0, NULL) : NULL;
    const json_t *against = json_object_get(json, "against");
    size_t i;
    json_t *seat;
    if (against) {
        now->against = (int)json_integer_value(against);
        now->asked = now->agreed = 0;
        json_array_foreach(json_object_get(json, "asked"), i, seat) now->asked |=
            bit32((int)json_integer_value(seat));
    }
    if (json && !against && !json_is_true(json_object_get(json, "agree")))
        now->against = -1;
    if (json)
        now->agreed |= bit32(entry->seat);
    json_decref(json);
    if (entry->kind == ENTRY_STAND && entry->seat == now->against)
        now->lost |= bit32(entry->seat);
    if (entry_is_seat_change(entry->kind) &&
        (entry->seat == now->against || bits_have(now->asked, entry->seat)))
        now->against = -1;
}

/* Nobody is removed by a vote unless everyone who was asked, two or more, has agreed. Nobody ever has that seat again. */
static void check_vote(struct world *world, const struct truth *truth,
                       const struct store_entry *entry, const struct instant *before,
                       const struct instant *now)
{
    bool by_vote = entry->kind == ENTRY_STAND && strstr(entry->text, "\"by\":\"vote\"");
    if (by_vote && (before->against != entry->seat || bits_count(before->asked) < 2 ||
                    before->asked != before->agreed))
        fail(world, "table %s: seat %d is removed at %lld", truth->id, entry->seat,
             (long long)entry->number);
    for (uint64_t lost = now->lost; lost;) {
        int seat = bits_pop(&lost);
        if (now->person[seat][0])
            fail(world, "table %s: %s has the lost seat %d", truth->id, now->person[seat], seat);
    }
    world->counts.votes += by_vote;
}

static int find_removed(const struct instant *now, const char *person)
{
    for (int i = 0; i < now->removed_count; i++)
        if (strcmp(now->removed[i], person) == 0)
            return i;
    return -1;
}

bool truth_is_removed(const struct truth *truth, int64_t version, const char *person)
{
    return find_removed(&truth->instants[version], person) >= 0;
}

/* Follows by the texts of the entries alone whom the host has removed. They do not sit down. */
static void note_removed(struct world *world, const struct truth *truth,
                         const struct store_entry *entry, const struct instant *before,
                         struct instant *now)
{
    char person[STORE_ID_TEXT] = "";
    memcpy(now->removed, before->removed, sizeof now->removed);
    now->removed_count = before->removed_count;
    if (entry->kind == ENTRY_SIT || entry->kind == ENTRY_ADMIT)
        entry_read_person(entry, person);
    int at = find_removed(now, person);
    if (entry->kind == ENTRY_SIT && at >= 0)
        fail(world, "table %s: %s, whom the host has removed, sits down at %lld", truth->id, person,
             (long long)entry->number);
    if (entry->kind == ENTRY_ADMIT && at >= 0)
        memcpy(now->removed[at], now->removed[--now->removed_count], STORE_ID_TEXT);
    if (entry->kind != ENTRY_STAND || !strstr(entry->text, "\"by\":\"host\"") ||
        strcmp(before->person[entry->seat], truth->table->settings.host) == 0)
        return;
    CHECK(now->removed_count < REMOVED_MAX);
    memcpy(now->removed[now->removed_count++], before->person[entry->seat], STORE_ID_TEXT);
    world->counts.removed++;
}

static void truth_add(struct world *world, struct truth *truth, const struct store_entry *entry)
{
    struct fault fault;
    if (entry->number != (int64_t)truth->instant_count)
        fail(world, "table %s: entry %lld where %zu was due", truth->id, (long long)entry->number,
             truth->instant_count);
    check_cid(world, truth, entry);
    if (!table_fold(truth->table, entry, &fault))
        fail(world, "table %s: entry %lld (kind %d, seat %d, %s) cannot be folded in: %s",
             truth->id, (long long)entry->number, entry->kind, entry->seat, entry->text,
             fault.text);
    truth->instants = alloc_grow(truth->instants, truth->instant_count, &truth->instant_capacity,
                                 sizeof *truth->instants);
    const struct table *table = truth->table;
    struct instant *instant = &truth->instants[truth->instant_count++];
    *instant = (struct instant){.table_state = table->state,
                                .seats = table->settings.seats,
                                .has_state = table->match.game != NULL};
    for (int seat = 0; seat < instant->seats; seat++) {
        memcpy(instant->person[seat], table->seat[seat].person, STORE_ID_TEXT);
        instant->left_ms[seat] = table->seat[seat].left_ms;
    }
    instant->running = table_running(table);
    const struct instant *before = entry->number > 0 ? instant - 1 : NULL;
    instant->against = before ? before->against : -1;
    if (before) {
        instant->asked = before->asked;
        instant->agreed = before->agreed;
        instant->lost = before->lost;
        note_vote(instant, entry);
        check_vote(world, truth, entry, before, instant);
        note_removed(world, truth, entry, before, instant);
    }
    if (instant->has_state)
        instant->state = table->match.state;
    check_state(world, truth, entry, instant);
    if (entry->kind == ENTRY_SIT)
        check_one_seat(world, truth, instant);
    if (entry->number == 0 && table->settings.seed) {
        unsigned char hash[crypto_hash_sha256_BYTES];
        crypto_hash_sha256(hash, (const unsigned char *)table->settings.seed,
                           strlen(table->settings.seed));
        sodium_bin2hex(truth->seed_hash, sizeof truth->seed_hash, hash, sizeof hash);
        world->counts.tables++;
    }
    bool was_over = entry->number > 0 && truth_is_over(truth, entry->number - 1);
    world->counts.finished += truth_is_over(truth, entry->number) && !was_over;
    world->counts.timeouts += entry->kind == ENTRY_MOVE_TIMEOUT;
    world->counts.people_moves += entry->kind == ENTRY_MOVE;
    world->counts.bot_moves += entry->kind == ENTRY_MOVE_BOT;
    trace(world, "truth: table %s has %lld: kind %d, seat %d, %s, %s", truth->id,
          (long long)entry->number, entry->kind, entry->seat, entry->text ? entry->text : "",
          entry->cid ? entry->cid : "");
}

bool truth_is_over(const struct truth *truth, int64_t version)
{
    const struct instant *instant = &truth->instants[version];
    return instant->has_state && truth->table->settings.game->to_act(instant->state.bytes) == 0;
}

struct truth *truth_reach(struct world *world, const char *table, int64_t version)
{
    struct truth *truth = NULL;
    for (int i = 0; i < world->truth_count && !truth; i++)
        if (strcmp(world->truths[i]->id, table) == 0)
            truth = world->truths[i];
    if (truth && version < (int64_t)truth->instant_count)
        return truth;
    struct reading reading =
        read_entries(world->store, table, truth ? (int64_t)truth->instant_count : 0);
    if (reading.outcome == STORE_OK && !truth && reading.entry_count > 0) {
        CHECK(world->truth_count < INVITATIONS_MAX * 2);
        truth = alloc_new(sizeof *truth);
        memcpy(truth->id, table, STORE_ID_TEXT);
        truth->table = table_new(table, NULL);
        world->truths[world->truth_count++] = truth;
    }
    for (size_t i = 0; truth && i < reading.entry_count; i++)
        truth_add(world, truth, &reading.entries[i]);
    reading_free(&reading);
    return truth && version < (int64_t)truth->instant_count ? truth : NULL;
}

void truth_check_kept(struct world *world)
{
    char error[200];
    struct store *store = database_open(error, sizeof error);
    if (!store)
        fail(world, "the database cannot be opened: %s", error);
    for (int i = 0; i < world->truth_count; i++) {
        const struct truth *truth = world->truths[i];
        struct reading reading = read_entries(store, truth->id, 0);
        if (reading.outcome != STORE_OK || reading.entry_count < truth->instant_count)
            fail(world, "table %s had %zu entries and has %zu", truth->id, truth->instant_count,
                 reading.entry_count);
        for (size_t e = 0; e < truth->instant_count; e++)
            if (!entries_equal(&reading.entries[e], &truth->table->entries[e]))
                fail(world, "table %s: entry %zu is not what it was", truth->id, e);
        reading_free(&reading);
    }
    store_close(store);
}

/* ---- What a hall has in memory ---- */

static bool seats_equal(const struct table *a, const struct table *b)
{
    for (int seat = 0; seat < a->settings.seats; seat++) {
        const struct table_seat *in_a = &a->seat[seat], *in_b = &b->seat[seat];
        bool lost_name = in_a->person[0] && (!in_a->name[0] || !in_b->name[0]);
        if (strcmp(in_a->person, in_b->person) != 0 ||
            (strcmp(in_a->name, in_b->name) != 0 && !lost_name) || in_a->bot != in_b->bot ||
            in_a->left_ms != in_b->left_ms || strcmp(in_a->absent, in_b->absent) != 0 ||
            /* A running clock may have been restarted with the server. */
            (in_a->awaited_since_ms == 0) != (in_b->awaited_since_ms == 0))
            return false;
    }
    return true;
}

static bool removed_equal(const struct table *a, const struct table *b)
{
    bool equal = a->removed_count == b->removed_count;
    for (int i = 0; equal && i < a->removed_count; i++)
        equal = strcmp(a->removed[i].person, b->removed[i].person) == 0;
    return equal;
}

/* Names what differs, or returns NULL. */
static const char *find_difference(const struct table *a, const struct table *b)
{
    if (a->state != b->state || a->version != b->version || a->changed_ms != b->changed_ms)
        return "state, version or time";
    if (a->settings.seats != b->settings.seats || !seats_equal(a, b))
        return "seats or clocks";
    if (strcmp(a->settings.host, b->settings.host) != 0 || a->host_left != b->host_left)
        return "host";
    if (!removed_equal(a, b))
        return "who was removed";
    if (strcmp(a->rematch, b->rematch) != 0 ||
        strcmp(a->settings.seed_hash, b->settings.seed_hash) != 0)
        return "rematch or seed";
    if (a->proposal.version != b->proposal.version || a->proposal.agreed != b->proposal.agreed ||
        a->proposal.asked != b->proposal.asked || a->refused != b->refused ||
        a->has_taken_back != b->has_taken_back)
        return "what is taken back";
    if (a->match.game != b->match.game || a->match.move_count != b->match.move_count)
        return "match";
    if (a->match.game &&
        memcmp(a->match.state.bytes, b->match.state.bytes, a->settings.game->state_size) != 0)
        return "state";
    /* In real time, memories also contain gestures, which are no entries. */
    if (a->match.game && !a->settings.game->realtime &&
        memcmp(a->match.memories, b->match.memories, sizeof a->match.memories) != 0)
        return "memories";
    if (a->entry_count != b->entry_count)
        return "number of entries";
    for (size_t i = 0; i < a->entry_count; i++)
        if (!entries_equal(&a->entries[i], &b->entries[i]))
            return "entries";
    return NULL;
}

/* The hall's counts of open tables, in all and per person, are right. */
static void check_counts(struct world *world, const struct hall *hall)
{
    int open = 0;
    size_t at = 0;
    for (const struct live_table *live; (live = live_tables_next(&hall->tables, &at));)
        open += live->table->state < TABLE_OVER;
    if (open != hall->tables.open_count)
        fail(world, "the hall counts %d open tables, and has %d", hall->tables.open_count, open);
    for (int a = 0; a < world->actor_count; a++) {
        const char *person = world->actors[a]->person;
        int count = 0;
        at = 0;
        for (const struct live_table *live; (live = live_tables_next(&hall->tables, &at));)
            count += live->table->state < TABLE_OVER &&
                     (strcmp(live->table->settings.host, person) == 0 ||
                      table_seat_of(live->table, person) >= 0);
        if (person[0] && count != live_tables_count_of(&hall->tables, person))
            fail(world, "the hall counts %d tables of actor %d, who is at %d",
                 live_tables_count_of(&hall->tables, person), a, count);
    }
}

void truth_check_hall(struct world *world, const struct hall *hall)
{
    check_counts(world, hall);
    size_t at = 0;
    for (const struct live_table *live; (live = live_tables_next(&hall->tables, &at));) {
        if (live->table->entry_count == 0)
            continue;
        const struct table *table = live->table;
        struct truth *truth = truth_reach(world, table->id, table->version);
        if (!truth)
            fail(world, "table %s: the hall has version %lld, the database has not", table->id,
                 (long long)table->version);
        struct table *fresh = table_new(table->id, NULL);
        struct fault fault;
        for (int64_t number = 0; number <= table->version; number++)
            CHECK(table_fold(fresh, &truth->table->entries[number], &fault));
        const char *difference = find_difference(table, fresh);
        if (difference)
            fail(world, "table %s at %lld: the hall's table is not what its entries say: %s",
                 table->id, (long long)table->version, difference);
        table_free(fresh);
    }
}

/* ---- What viewers may know ---- */

int truth_seat(const struct truth *truth, int64_t version, const char *person)
{
    const struct instant *instant = &truth->instants[version];
    for (int seat = 0; person[0] && seat < instant->seats; seat++)
        if (strcmp(instant->person[seat], person) == 0)
            return seat;
    return GAME_SPECTATOR;
}

static char *written(struct world *world, const char *key)
{
    struct buffer out;
    CHECK(!world->doc->full);
    buffer_start(&out, world->scratch, SCRATCH_BYTES);
    buffer_add_format(&out, "\"%s\":", key);
    wire_write(world->doc, doc_root(world->doc), &out);
    CHECK(!out.cut);
    return alloc_text(out.text);
}

const char *truth_view(struct world *world, struct truth *truth, int64_t version, int viewer)
{
    struct instant *instant = &truth->instants[version];
    char **kept = &instant->view[viewer + 1];
    if (!*kept) {
        const struct game *game = truth->table->settings.game;
        struct game_state_storage view = {0};
        game_view(game, instant->state.bytes, viewer, view.bytes);
        doc_start(world->doc);
        game->save(game, view.bytes, world->doc, NULL);
        *kept = written(world, "view");
    }
    return *kept;
}

const char *truth_events(struct world *world, struct truth *truth, int64_t version, int viewer)
{
    char **kept = &truth->instants[version].events[viewer + 1];
    if (!*kept) {
        const struct store_entry *entry = &truth->table->entries[version];
        struct game_state_storage state = truth->instants[version - 1].state;
        union game_move_storage move = {0};
        CHECK(is_move(entry) &&
              truth->table->settings.game->parse(state.bytes, entry->text, &move.head));
        game_move_apply(truth->table->settings.game, state.bytes, entry->seat, &move.head, viewer,
                        world->doc);
        *kept = written(world, "events");
    }
    return *kept;
}

static json_t *legal_list(struct world *world, const struct game *game, const void *view,
                          int viewer)
{
    json_t *list = json_array();
    if (viewer == GAME_SPECTATOR || !bits_have(game->to_act(view), viewer))
        return list;
    int count = game->legal(view, viewer, world->moves);
    for (int i = 0; i < count; i++) {
        struct buffer text;
        buffer_start(&text, world->scratch, SCRATCH_BYTES);
        game->format(view, &world->moves[i], &text);
        json_array_append_new(list, json_string(text.text));
    }
    return list;
}

const json_t *truth_rest(struct world *world, struct truth *truth, int64_t version, int viewer)
{
    struct instant *instant = &truth->instants[version];
    json_t **kept = &instant->rest[viewer + 1];
    if (*kept)
        return *kept;
    const struct game *game = truth->table->settings.game;
    struct game_state_storage view = {0};
    game_view(game, instant->state.bytes, viewer, view.bytes);
    json_t *to_act = json_array(), *open = json_array();
    for (uint64_t seats = game->to_act(instant->state.bytes); seats;)
        json_array_append_new(to_act, json_integer(bits_pop(&seats)));
    const char *kind =
        viewer != GAME_SPECTATOR && game->open_kind && bits_have(game->to_act(view.bytes), viewer)
            ? game->open_kind(view.bytes, viewer)
            : NULL;
    if (kind)
        json_array_append_new(open, json_string(kind));
    *kept = json_pack("{s:s,s:o,s:o,s:o}", "phase", game->phase(instant->state.bytes), "to_act",
                      to_act, "legal", legal_list(world, game, view.bytes, viewer), "open", open);
    CHECK(*kept);
    return *kept;
}

const json_t *truth_result(struct world *world, struct truth *truth)
{
    if (!truth->result) {
        doc_start(world->doc);
        match_result(&truth->table->match, world->doc, NULL);
        truth->result = wire_from_doc(world->doc, doc_root(world->doc));
    }
    return truth->result;
}

const json_t *truth_position(struct world *world, struct truth *truth)
{
    if (!truth->position) {
        doc_start(world->doc);
        truth->table->settings.game->save(truth->table->settings.game,
                                          truth->table->match.state.bytes, world->doc, NULL);
        truth->position = wire_from_doc(world->doc, doc_root(world->doc));
    }
    return truth->position;
}

/* ---- Names that disappear ---- */

/* The member of an entry's text that names a person: the text itself, or its host; or NULL. */
static json_t *naming_part(int kind, json_t *json)
{
    return kind == ENTRY_SIT ? json : kind == ENTRY_CREATE ? json_object_get(json, "host") : NULL;
}

static json_t *parse(const char *text)
{
    return json_loads(text ? text : "", 0, NULL);
}

bool names_lost(int kind, const char *a, const char *b)
{
    json_t *texts[2] = {parse(a), parse(b)};
    int nameless = 0;
    for (int i = 0; i < 2; i++) {
        json_t *part = naming_part(kind, texts[i]);
        const char *name = wire_text(json_object_get(part, "name"));
        nameless += name && !*name;
        if (name)
            json_object_set_new(part, "name", json_string(""));
    }
    bool lost = nameless > 0 && json_equal(texts[0], texts[1]);
    json_decref(texts[0]);
    json_decref(texts[1]);
    return lost;
}

static void finish(struct world *world, struct store_job *job)
{
    store_submit(world->store, job);
    store_work(world->store);
    store_collect(world->store);
}

static void person_asked(struct store_job *job)
{
    CHECK(job->outcome == STORE_OK);
    *(bool *)job->context = job->people_count > 0;
}

static bool is_gone(struct world *world, const char *person)
{
    bool gone = false;
    struct store_job *job = store_job_new(STORE_PEOPLE_GONE, person_asked, &gone);
    store_job_add_person(job, person);
    finish(world, job);
    return gone;
}

bool was_deleted(const struct world *world, const char *person)
{
    for (int i = 0; i < world->deletion_count; i++)
        if (strcmp(world->deletions[i], person) == 0)
            return true;
    return false;
}

/* The entries of a table. */
struct naming {
    struct store_entry *entries;
    size_t count;
};

static void entries_read(struct store_job *job)
{
    struct naming *naming = job->context;
    CHECK(job->outcome == STORE_OK);
    naming->entries = job->entries;
    naming->count = job->entry_count;
    job->entries = NULL;
    job->entry_count = 0;
}

static void check_entry(struct world *world, const char *table, const struct store_entry *entry)
{
    json_t *json = parse(entry->text);
    json_t *part = naming_part(entry->kind, json);
    const char *person = wire_text(json_object_get(part, part == json ? "person" : "id"));
    const char *name = wire_text(json_object_get(part, "name"));
    if (person && name) {
        bool gone = (!*name || was_deleted(world, person)) && is_gone(world, person);
        if (!*name != gone)
            fail(world, "table %s: entry %lld says '%s' of %s, who %s", table,
                 (long long)entry->number, name, person, gone ? "was deleted" : "is there");
    }
    json_decref(json);
}

void names_check(struct world *world)
{
    for (int i = 0; database_has_accounts() && i < world->truth_count; i++) {
        const char *table = world->truths[i]->id;
        struct naming naming = {0};
        struct store_job *job = store_job_new(STORE_TABLE_READ, entries_read, &naming);
        memcpy(job->table, table, STORE_ID_TEXT);
        finish(world, job);
        for (size_t e = 0; e < naming.count; e++) {
            check_entry(world, table, &naming.entries[e]);
            free(naming.entries[e].text);
            free(naming.entries[e].cid);
        }
        free(naming.entries);
    }
}
