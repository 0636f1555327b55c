/* New tables. Entry 0 and those of the people and computer players who have seats from the beginning
 * go to the disk together, so that no one else can take these seats, and no table lacks its host.
 *
 * Then: to the disk; limits; the request `create`; origins. */
#include "hall/tables/tables.h"

#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"
#include "hall/people/people.h"
#include "match/match.h"
#include "players/players.h"
#include "puzzles/puzzles.h"
#include "table/table.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void openings_start(struct openings *openings, struct changes *changes)
{
    *openings = (struct openings){
        .changes = changes, .tables = changes->tables, .environment = changes->environment};
}

void openings_free(struct openings *openings)
{
    while (openings->first)
        opening_free(openings->first);
}

static void add_entry(struct opening *opening, enum entry_kind kind, int seat, char *text)
{
    opening->entries[opening->entry_count] =
        (struct store_entry){.number = opening->entry_count,
                             .at_ms = opening->openings->environment->now_ms,
                             .kind = (int)kind,
                             .seat = seat,
                             .text = text};
    opening->entry_count++;
}

struct opening *opening_new(struct openings *openings,
                            void (*done)(struct opening *opening, struct live_table *live),
                            void *context)
{
    struct opening *opening = alloc_new(sizeof *opening);
    opening->openings = openings;
    opening->done = done;
    opening->context = context;
    opening->next = openings->first;
    if (opening->next)
        opening->next->previous = opening;
    openings->first = opening;
    add_entry(opening, ENTRY_CREATE, -1, NULL); /* opening_submit sets its text */
    return opening;
}

void opening_free(struct opening *opening)
{
    *(opening->previous ? &opening->previous->next : &opening->openings->first) = opening->next;
    if (opening->next)
        opening->next->previous = opening->previous;
    for (int i = 0; i < opening->entry_count; i++)
        free(opening->entries[i].text);
    table_free(opening->table);
    if (opening->client)
        client_release(opening->client);
    free(opening->answer);
    free(opening);
}

void opening_seat(struct opening *opening, enum entry_kind kind, int seat, char *text)
{
    add_entry(opening, kind, seat, text);
}

/* ---- To the disk ---- */

static void finish(struct opening *opening, struct live_table *live)
{
    opening->done(opening, live);
    opening_free(opening);
}

static void loaded(struct table_wait *wait, struct live_table *live, bool failed)
{
    (void)failed;
    finish((struct opening *)wait, live);
}

/* All entries are on the disk. If another server has added one at once, the table may be in memory, or
 * on its way there. */
static void become_live(struct opening *opening)
{
    struct changes *changes = opening->openings->changes;
    struct live_table *live = live_tables_find(changes->tables, opening->table->id);
    if (live && live->loading) {
        opening->wait.done = loaded;
        live_table_wait(live, &opening->wait);
    } else if (live) {
        finish(opening, live);
    } else {
        live = live_table_new(changes->tables, opening->table);
        opening->table = NULL;
        live_table_opened(live);
        finish(opening, live);
        change_loaded(changes, live);
    }
}

/* Someone who was to have a seat has been deleted meanwhile: closes the table after its first entries. */
static void abandon(const struct opening *opening)
{
    const struct environment *environment = opening->openings->environment;
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, NULL, NULL);
    memcpy(job->table, opening->table->id, sizeof job->table);
    job->closes = true;
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = opening->stored,
                                           .at_ms = environment->now_ms,
                                           .kind = ENTRY_CLOSE,
                                           .seat = -1,
                                           .text = alloc_text("{\"why\":\"unused\"}")};
    store_submit(environment->store, job);
}

static void written(struct store_job *job)
{
    struct opening *opening = job->context;
    opening->stored += job->outcome == STORE_OK;
    if (--opening->remaining > 0)
        return;
    if (opening->stored == opening->entry_count) {
        become_live(opening);
        return;
    }
    if (opening->stored > 0)
        abandon(opening);
    finish(opening, NULL);
}

/* Entries are folded in at once, because no one sees the table before they are on the disk. */
static bool fold_all(const struct opening *opening, struct fault *fault)
{
    for (int i = 0; i < opening->entry_count; i++)
        if (!table_check(opening->table, &opening->entries[i], fault) ||
            !table_fold(opening->table, &opening->entries[i], fault))
            return false;
    return true;
}

/* The job that stores the entry with this number. */
static struct store_job *entry_job(struct opening *opening, int number)
{
    struct store_entry *entry = &opening->entries[number];
    struct store_job *job =
        store_job_new(number == 0 ? STORE_TABLE_NEW : STORE_TABLE_APPEND, written, opening);
    memcpy(job->table, opening->table->id, sizeof job->table);
    if (number == 0) {
        memcpy(job->person.id, opening->table->settings.host, sizeof job->person.id);
        secret_hash(opening->invite, job->invite_hash);
        secret_hash(opening->code, job->code_hash);
    } else if (entry->kind == ENTRY_SIT) {
        entry_read_person(entry, job->person.id);
    }
    job->entries = alloc_new(sizeof *job->entries);
    job->entries[0] = *entry;
    job->entry_count = 1;
    entry->text = NULL;
    return job;
}

bool opening_submit(struct opening *opening, const struct table_settings *settings,
                    struct fault *fault)
{
    const struct environment *environment = opening->openings->environment;
    char id[STORE_ID_TEXT];
    id_new(environment, id);
    invite_new(environment, opening->invite, opening->code);
    opening->entries[0].text = table_settings_text(settings);
    opening->table = table_new(id, environment->settings.data_folder);
    if (!fold_all(opening, fault))
        return false;
    opening->remaining = opening->entry_count;
    struct store_job *jobs = NULL;
    for (int number = opening->entry_count - 1; number >= 0; number--) {
        struct store_job *job = entry_job(opening, number);
        job->next = jobs;
        jobs = job;
    }
    store_submit(environment->store, jobs);
    return true;
}

/* ---- Limits ---- */

/* The tables of this host (NULL: of anyone) that are not live yet. */
static int count_of(const struct openings *openings, const char *host)
{
    int count = 0;
    for (const struct opening *opening = openings->first; opening; opening = opening->next)
        count += opening->table && (!host || strcmp(opening->table->settings.host, host) == 0);
    return count;
}

bool opening_has_too_many(const struct openings *openings, const char *person)
{
    return live_tables_count_of(openings->tables, person) + count_of(openings, person) >=
           openings->environment->settings.limits.tables_per_person;
}

bool opening_days_allowed(const struct openings *openings, const struct person *person,
                          const struct table_settings *settings, struct fault *fault)
{
    if (settings->clock == TABLE_CLOCK_DAYS && !person->login[0])
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.days_need_account", NULL);
    return live_tables_allow_days(openings->tables, person->id, settings,
                                  count_of(openings, person->id), fault);
}

bool opening_is_allowed(struct openings *openings, const struct client *client, struct fault *fault)
{
    const struct hall_limits *limits = &openings->environment->settings.limits;
    if (opening_has_too_many(openings, client->person->id))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    if (openings->tables->open_count + count_of(openings, NULL) >= limits->tables)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.hall_is_full", NULL);
    return bucket_take(&client->address->tables, limits->new_tables_per_minute,
                       limits->new_tables_per_minute, openings->environment->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_openings", NULL);
}

/* ---- The request `create` ---- */

/* Computer players, and the host's own seat. */
static void seat_all(struct opening *opening, const struct table_asked *asked,
                     const struct person *host)
{
    for (int seat = 0; seat < asked->settings.seats; seat++) {
        const struct player *bot = asked->bots[seat];
        if (bot) {
            char name[STORE_NAME_MAX];
            bot_name_at_new_table(opening->openings->environment, host->name, seat, name);
            opening_seat(opening, ENTRY_BOT, seat, entry_bot_text(bot->name, name));
        } else if (seat == asked->sit) {
            opening_seat(opening, ENTRY_SIT, seat,
                         entry_sit_text(host->id, host->name, host->face));
        }
    }
}

static void created(struct opening *opening, struct live_table *live)
{
    struct client *client = opening->client;
    if (client->gone)
        return;
    if (!live) {
        client_refuse_text(client, opening->answer, FAULT_UNAVAILABLE, "server.unavailable");
        return;
    }
    client_answer(client, opening->answer,
                  json_pack("{s:s, s:s, s:s}", "table", live->id, "invite", opening->invite, "code",
                            opening->code));
    if (!client->is_http)
        watch_begin(live, client);
}

static bool open_asked(struct openings *openings, struct client *client, const char *id,
                       struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    const struct person *host = client->person;
    char seed[SEED_TEXT];
    table_settings_set_host(settings, host->id, host->name);
    if (!settings->seed && !settings->position) {
        seed_new(openings->environment, seed);
        table_settings_set_seed(settings, seed);
    }
    struct opening *opening = opening_new(openings, created, NULL);
    opening->client = client;
    client_hold(client);
    opening->answer = alloc_text(id);
    seat_all(opening, asked, host);
    if (opening_submit(opening, settings, fault))
        return true;
    opening_free(opening);
    return false;
}

static bool read_asked(const struct openings *openings, const struct request *request,
                       struct table_asked *asked, struct fault *fault)
{
    return table_asked_read(asked, request->json, openings->environment->settings.positions, fault);
}

/* Opens a table that starts from a moment of this record. */
static bool open_from(struct openings *openings, struct client *client,
                      const struct request *request, const json_t *record, struct fault *fault)
{
    struct table_asked asked = {0};
    bool good = read_asked(openings, request, &asked, fault) &&
                origin_from_record(openings->environment, record, &asked, fault) &&
                open_asked(openings, client, request->id, &asked, fault);
    table_settings_free(&asked.settings);
    return good;
}

struct origin_task {
    struct task task;
    struct openings *openings;
};

static void origin_read_done(struct store_job *job)
{
    struct origin_task *origin = job->context;
    struct task *task = &origin->task;
    struct client *client = task->client;
    int64_t began_us = address_work_begin(client->clients->addresses);
    struct fault fault;
    if (client->gone || !client->person) { /* it has left, or was logged out meanwhile */
        task_refuse(task, FAULT_WHO, "server.say_hello");
    } else if (task_has_record(task, job)) {
        json_t *record = json_loads(job->records[0].record, 0, NULL);
        if (!open_from(origin->openings, client, &task->request, record, &fault))
            client_refuse(client, task->request.id, &fault);
        json_decref(record);
    }
    address_work_end(client->clients->addresses, client->address, began_us);
    task_resume(task);
}

/* Takes the request. */
static void read_origin(struct openings *openings, struct client *client, struct request *request,
                        const char *record)
{
    struct origin_task *origin = task_new(sizeof *origin, client, request);
    origin->openings = openings;
    struct store_job *job = task_job(&origin->task, STORE_RECORD_GET, origin_read_done);
    strcpy(job->table, record);
    strcpy(job->viewer, client->person->id);
    store_submit(openings->environment->store, job);
}

/* Returns false and sets `fault`, or true: the request is under way. */
static bool create(struct openings *openings, struct client *client, struct request *request,
                   struct fault *fault)
{
    struct table_asked asked = {0};
    const struct table_origin *origin = &asked.settings.origin;
    bool good = opening_is_allowed(openings, client, fault) &&
                read_asked(openings, request, &asked, fault) &&
                opening_days_allowed(openings, client->person, &asked.settings, fault);
    if (good && origin->kind == ORIGIN_RECORD && origin->name[0])
        read_origin(openings, client, request, origin->name);
    else if (good && origin->kind == ORIGIN_RECORD && !openings->environment->settings.records)
        good = table_origin_bad_name(origin, fault);
    else if (good && origin->kind == ORIGIN_RECORD)
        good = open_from(openings, client, request, asked.origin, fault);
    else
        good = good && origin_from_file(openings->environment, &asked, fault) &&
               open_asked(openings, client, request->id, &asked, fault);
    table_settings_free(&asked.settings);
    return good;
}

void opening_create(struct openings *openings, struct client *client, struct request *request)
{
    struct fault fault;
    if (!create(openings, client, request, &fault))
        client_refuse(client, request->id, &fault);
}

/* ---- Origins ---- */

/* Plays the first moves of the record. */
static bool play_until(const struct record *record, int moves, struct match *match,
                       struct fault *fault)
{
    if ((size_t)moves > record->move_count)
        return fault_bad_request(fault, "origin.move");
    for (int i = 0; i < moves; i++) {
        int seat;
        const char *text;
        record_move(record, (size_t)i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, fault))
            return false;
    }
    return !match_is_over(match) || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
}

bool origin_from_record(const struct environment *environment, const json_t *json,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct record record;
    struct match match = {0}, branch = {0};
    if (!record_read(&record, json, fault))
        return false;
    if (record.game != settings->game || record.seats != settings->seats)
        return table_origin_bad_name(&settings->origin, fault);
    bool good = record_start(&record, environment->settings.data_folder, &match, fault) &&
                play_until(&record, settings->origin.number, &match, fault);
    if (good) {
        struct rng rng = environment_rng(environment);
        match_branch(&match, asked->sit, &rng, &branch);
        table_settings_set_position(settings, &branch);
    }
    match_free(&branch);
    match_free(&match);
    return good;
}

/* Takes over the start of a match of the request's game. */
static bool take_start(struct table_settings *settings, struct match *match, struct fault *fault)
{
    if (match->seats != settings->seats)
        return fault_bad_request(fault, "seats");
    if (match_is_over(match))
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    table_settings_set_position(settings, match);
    return true;
}

static bool start_scene(const struct environment *environment, const json_t *lesson,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct match match = {0};
    if (settings->origin.number >= wire_lesson_scenes(lesson))
        return table_origin_bad_number(&settings->origin, fault);
    bool good = wire_lesson_start(lesson, settings->origin.number, settings->game,
                                  environment->settings.data_folder, &match, fault) &&
                take_start(settings, &match, fault);
    match_free(&match);
    return good;
}

/* Starts from an entry of a puzzle file. */
static bool start_entry(const struct environment *environment, const json_t *entry,
                        struct table_asked *asked, struct fault *fault)
{
    struct table_settings *settings = &asked->settings;
    struct match match = {0}, branch = {0};
    bool good = wire_position_start(json_object_get(entry, "position"), settings->game,
                                    environment->settings.data_folder, &match, fault);
    if (good) {
        struct rng rng = environment_rng(environment);
        match_branch(&match, asked->sit, &rng, &branch);
        good = take_start(settings, &branch, fault);
    }
    match_free(&branch);
    match_free(&match);
    return good;
}

static bool start_puzzle(const struct environment *environment, const json_t *list,
                         struct table_asked *asked, struct fault *fault)
{
    const struct table_origin *origin = &asked->settings.origin;
    const json_t *entry = puzzle_list_entry(list, origin->number);
    if (!entry)
        return table_origin_bad_number(origin, fault);
    if (!puzzle_is_out(origin->number, puzzle_day_at(environment->now_ms)))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.puzzle_later", NULL);
    return start_entry(environment, entry, asked, fault);
}

/* A kind of origin that is in the files of a game. */
struct origin_file {
    json_t *(*read)(const struct game *game, const char *folder);
    bool (*start)(const struct environment *environment, const json_t *file,
                  struct table_asked *asked, struct fault *fault);
    /* The same for what a request contains instead of the game's name. */
    bool (*start_given)(const struct environment *environment, const json_t *given,
                        struct table_asked *asked, struct fault *fault);
};
static const struct origin_file files[ORIGIN_KINDS] = {
    [ORIGIN_LESSON] = {wire_lesson_json, start_scene, start_scene},
    [ORIGIN_PUZZLE] = {puzzle_list, start_puzzle, start_entry},
};

bool origin_from_file(const struct environment *environment, struct table_asked *asked,
                      struct fault *fault)
{
    const struct game *game = asked->settings.game;
    const struct table_origin *origin = &asked->settings.origin;
    const struct origin_file *file = &files[origin->kind];
    if (!file->read)
        return true;
    if (!origin->name[0])
        return environment->settings.records && asked->origin
                   ? file->start_given(environment, asked->origin, asked, fault)
                   : table_origin_bad_name(origin, fault);
    json_t *json = strcmp(origin->name, game->id) == 0
                       ? file->read(game, environment->settings.data_folder)
                       : NULL;
    bool good =
        json ? file->start(environment, json, asked, fault) : table_origin_bad_name(origin, fault);
    json_decref(json);
    return good;
}
