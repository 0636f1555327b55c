/* The entries of a table's log: their kinds, and the texts in which they are stored.
 *
 * Then: taking back; which entry may come next; entry 0. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"
#include "text/text.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool entry_is_move(int kind)
{
    return kind == ENTRY_MOVE || kind == ENTRY_MOVE_BOT || kind == ENTRY_MOVE_TIMEOUT;
}

bool entry_is_seat_change(int kind)
{
    return kind == ENTRY_SIT || kind == ENTRY_STAND || kind == ENTRY_BOT;
}

static const char *short_text(const json_t *json, const char *key, size_t size)
{
    const char *text = wire_text(json_object_get(json, key));
    return text && strlen(text) < size ? text : NULL;
}

void entry_content_read(struct entry_content *content, const char *text)
{
    content->json = text ? json_loads(text, 0, NULL) : NULL;
    content->person = short_text(content->json, "person", STORE_ID_TEXT);
    content->name = short_text(content->json, "name", STORE_NAME_MAX);
    content->level = short_text(content->json, "level", STORE_NAME_MAX);
    content->table = short_text(content->json, "table", STORE_ID_TEXT);
    content->from = json_object_get(content->json, "from");
    const char *by = wire_text(json_object_get(content->json, "by"));
    content->by_clock = by && strcmp(by, "clock") == 0;
    content->by_vote = by && strcmp(by, "vote") == 0;
    content->by_host = by && !content->by_clock && !content->by_vote;
    const json_t *proposal = json_object_get(content->json, "proposal");
    content->proposal = json_is_integer(proposal) ? json_integer_value(proposal) : -1;
    const json_t *face = json_object_get(content->json, "face");
    content->face =
        store_face_is_valid(json_integer_value(face)) ? (int)json_integer_value(face) : 0;
    content->agrees = json_is_true(json_object_get(content->json, "agree"));
}

void entry_content_free(struct entry_content *content)
{
    json_decref(content->json);
}

void entry_read_person(const struct store_entry *entry, char person[STORE_ID_TEXT])
{
    struct entry_content content;
    entry_content_read(&content, entry->text);
    snprintf(person, STORE_ID_TEXT, "%s", content.person ? content.person : "");
    entry_content_free(&content);
}

/* Takes the JSON. */
static char *dump(json_t *json)
{
    CHECK(json);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    return text;
}

char *entry_sit_text(const char *person, const char *name, int face)
{
    json_t *text = json_pack("{s:s, s:s}", "person", person, "name", name);
    if (face > 0)
        json_object_set_new(text, "face", json_integer(face));
    return dump(text);
}

char *entry_stand_text(const char *bot_name, const char *by)
{
    return dump(json_pack("{s:s, s:s*}", "name", bot_name, "by", by));
}

char *entry_bot_text(const char *level, const char *name)
{
    return dump(json_pack("{s:s, s:s*}", "level", level, "name", name));
}

char *entry_start_text(const char *level)
{
    return dump(json_pack("{s:s}", "level", level));
}

char *entry_rematch_text(const char *table)
{
    return dump(json_pack("{s:s}", "table", table));
}

char *entry_seats_text(const json_t *from)
{
    return dump(json_pack("{s:O}", "from", from));
}

char *entry_admit_text(const char *person)
{
    return dump(json_pack("{s:s}", "person", person));
}

char *entry_proposal_text(int64_t proposal, bool agree)
{
    return proposal < 0
               ? alloc_text("{}")
               : dump(json_pack("{s:I, s:b}", "proposal", (json_int_t)proposal, "agree", agree));
}

char *entry_vote_text(int against, uint32_t asked)
{
    json_t *seats = json_array();
    for (uint64_t left = asked; left;)
        json_array_append_new(seats, json_integer(bits_pop(&left)));
    return dump(json_pack("{s:i, s:o}", "against", against, "asked", seats));
}

char *entry_vote_end_text(int64_t proposal)
{
    return dump(json_pack("{s:I, s:s}", "proposal", (json_int_t)proposal, "by", "clock"));
}

const char entry_stand_by_host[] = "{\"by\":\"host\"}";
const char entry_by_clock[] = "{\"by\":\"clock\"}";
const char entry_by_vote[] = "{\"by\":\"vote\"}";

/* ---- Taking back ---- */

uint32_t table_people(const struct table *table)
{
    uint32_t people = 0;
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].person[0] || (!table->seat[i].bot && table->seat[i].absent[0]))
            people |= bit32(i);
    return people;
}

uint32_t table_proposal_awaits(const struct table *table)
{
    return table->proposal.asked & ~table->proposal.agreed;
}

static enum table_taking take_not(struct fault *fault, const char *key)
{
    if (fault)
        fault_set(fault, FAULT_FORBIDDEN, NULL, key, NULL);
    return TABLE_TAKES_NOT;
}

enum table_taking table_taking(const struct table *table, int seat, struct fault *fault)
{
    if (table->state != TABLE_PLAYING || table->settings.game->realtime ||
        table_origin_is_exercise(&table->settings.origin))
        return take_not(fault, "server.no_take_back");
    if (table->proposal.version)
        return take_not(fault, "server.proposed_already");
    if (bits_have(table->refused, seat))
        return take_not(fault, "server.take_back_refused");
    switch (match_taking(&table->match, seat)) {
    case MATCH_TAKES_NOTHING:
        return take_not(fault, "server.nothing_to_take_back");
    case MATCH_TAKES_REVEALED:
        return take_not(fault, "server.revealed_since");
    case MATCH_TAKES_SECRET:
        return TABLE_TAKES_SECRET;
    case MATCH_TAKES_OPEN:
        break;
    }
    return table_people(table) & ~bit32(seat) ? TABLE_TAKES_ASKING : TABLE_TAKES_ALONE;
}

/* A proposal, or an answer to one. Once everyone agrees, or if nobody is to be asked, the move is taken back. */
void table_take_back(struct table *table, const struct store_entry *entry,
                     const struct entry_content *content)
{
    struct table_proposal *proposal = &table->proposal;
    bool asks = content->proposal < 0;
    enum table_taking taking = asks ? table_taking(table, entry->seat, NULL) : TABLE_TAKES_ASKING;
    table->proposal_count++;
    if (asks)
        *proposal = (struct table_proposal){.version = table->version + 1,
                                            .seat = entry->seat,
                                            .proposer = entry->seat,
                                            .asked = table_people(table),
                                            .at_ms = entry->at_ms};
    int seat = table->proposed_seat = proposal->seat;
    proposal->agreed |= bit32(entry->seat);
    bool refused = !asks && !content->agrees;
    if (refused && entry->seat != seat)
        table->refused |= bit32(seat);
    if (!refused && taking == TABLE_TAKES_ASKING && table_proposal_awaits(table))
        return;
    *proposal = (struct table_proposal){0};
    if (refused)
        return;
    table->has_taken_back |= taking != TABLE_TAKES_SECRET;
    match_take_back(&table->match, seat);
}

/* ---- Which entry may come next ---- */

static bool check_sit(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    if (!content->person || !content->person[0])
        return fault_bad_request(fault, "person");
    if (!content->name)
        return fault_bad_request(fault, "name");
    int former = table_seat_of(table, content->person);
    if (former >= 0 && (former == entry->seat || table->state != TABLE_WAITING))
        return fault_set(fault, FAULT_TAKEN, NULL, "server.sits_already", NULL);
    if (table->seat[entry->seat].is_lost && table_seat_held(table, content->person) == entry->seat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.voted_out", NULL);
    return table_seat_is_free(&table->seat[entry->seat]) ||
           table_may_return(table, entry->seat, content->person) ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
}

/* Whether the clock over days of this seat runs: it may run out. */
static bool check_days(const struct table *table, int seat, struct fault *fault)
{
    return (table->settings.clock == TABLE_CLOCK_DAYS && bits_have(table_running(table), seat)) ||
           fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
}

/* Without a seat, unless that has lost on time. */
static bool check_close(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    return !content->by_clock || check_days(table, entry->seat, fault);
}

static bool check_stand(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    if (!table->seat[entry->seat].person[0])
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
    if (content->by_clock && !table_takes_over(table))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_takeover", NULL);
    if (content->by_clock)
        return check_days(table, entry->seat, fault);
    if (content->by_vote)
        return (table->proposal.is_vote && table->proposal.seat == entry->seat &&
                !table_proposal_awaits(table)) ||
               fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_proposal", NULL);
    return !content->by_host || table->state == TABLE_WAITING ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.begun", NULL);
}

static bool check_bot(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    const struct table_seat *seat = &table->seat[entry->seat];
    const struct player *player = content->level ? player_find_for_table(content->level) : NULL;
    if (!content->json || (content->level && (!player || !content->name)))
        return fault_bad_request(fault, "level");
    if (player == &player_auto && table->state == TABLE_PLAYING)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.auto_before", NULL);
    if (content->level && !players_take_part(table->settings.game, table->settings.options, fault))
        return false;
    if (table->state == TABLE_PLAYING) {
        if (!table->settings.takeover)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_takeover", NULL);
        if (seat->bot || !content->level)
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.computer_stays", NULL);
        return true;
    }
    if (seat->person[0])
        return fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
    return content->level || seat->bot ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_start(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)entry, (void)content;
    for (int i = 0; i < table->settings.seats; i++)
        if (table_seat_is_free(&table->seat[i]))
            return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.seats_free", NULL);
    return true;
}

/* Whether this kind of move may come from this seat. The match checks whether it is legal. */
static bool check_mover(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)content;
    const struct table_seat *seat = &table->seat[entry->seat];
    if (!entry->text)
        return fault_bad_request(fault, "move");
    if ((entry->kind == ENTRY_MOVE && !seat->person[0]) ||
        (entry->kind == ENTRY_MOVE_BOT && !seat->bot) ||
        (entry->kind == ENTRY_MOVE_TIMEOUT &&
         (seat->bot || table->settings.clock == TABLE_CLOCK_NONE)))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    return true;
}

static bool check_rematch(const struct table *table, const struct store_entry *entry,
                          const struct entry_content *content, struct fault *fault)
{
    (void)entry;
    if (!content->table || !content->table[0])
        return fault_bad_request(fault, "table");
    return !table->rematch[0] ||
           fault_set(fault, FAULT_TAKEN, NULL, "server.rematch_there", "%s", table->rematch);
}

static bool check_hint(const struct table *table, const struct store_entry *entry,
                       const struct entry_content *content, struct fault *fault)
{
    (void)entry, (void)content;
    return table->settings.hints ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_hints", NULL);
}

/* Everyone who has a seat keeps one, and nobody gets two. */
static bool check_from(const struct table *table, const json_t *from, struct fault *fault)
{
    uint64_t kept = 0;
    for (size_t i = 0; i < json_array_size(from); i++) {
        const json_t *seat = json_array_get(from, i);
        if (json_is_null(seat))
            continue;
        json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
        if (number < 0 || number >= table->settings.seats || bits_have(kept, (int)number))
            return fault_bad_request(fault, "from");
        kept |= bit((int)number);
    }
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (!table_seat_is_free(&table->seat[seat]) && !bits_have(kept, seat))
            return fault_set(fault, FAULT_TAKEN, NULL, "server.seat_taken", NULL);
    return true;
}

/* A number of seats for which the game, with these options, can be dealt. */
static bool check_seats(const struct table *table, const struct store_entry *entry,
                        const struct entry_content *content, struct fault *fault)
{
    (void)entry;
    const struct table_settings *settings = &table->settings;
    const struct game *game = settings->game;
    int seats = (int)json_array_size(content->from);
    if (seats < game->seats_min || seats > game->seats_max)
        return fault_bad_request(fault, "from");
    if (!settings->seed && seats != settings->seats)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.seats_fixed", NULL);
    if (!check_from(table, content->from, fault))
        return false;
    struct match match = {0};
    bool good = seats == settings->seats ||
                match_start(&match, game, &table->components, seats, settings->options,
                            settings->seed, strlen(settings->seed), fault);
    match_free(&match);
    return good;
}

static bool check_host(const struct table *table, const struct store_entry *entry,
                       const struct entry_content *content, struct fault *fault)
{
    (void)content;
    const struct table_seat *seat = &table->seat[entry->seat];
    return (seat->person[0] && strcmp(seat->person, table->settings.host) != 0) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
}

static bool check_take_back(const struct table *table, const struct store_entry *entry,
                            const struct entry_content *content, struct fault *fault)
{
    const struct table_proposal *proposal = &table->proposal;
    if (!table->seat[entry->seat].person[0])
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
    if (content->proposal < 0)
        return table_taking(table, entry->seat, fault) != TABLE_TAKES_NOT;
    return (proposal->version && !proposal->is_vote && proposal->version == content->proposal &&
            !(content->agrees && bits_have(proposal->agreed, entry->seat))) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_proposal", NULL);
}

/* When an entry of a kind may come, whether it is about a seat, and how it is checked. */
static const struct entry_rule {
    bool waiting, playing, over; /* the states of the table in which it may come */
    bool has_seat;
    bool has_json; /* its text is JSON that `check` reads */
    bool (*check)(const struct table *table, const struct store_entry *entry,
                  const struct entry_content *content, struct fault *fault);
} rules[ENTRY_KINDS] = {
    [ENTRY_SIT] =
        {.waiting = true, .playing = true, .has_seat = true, .has_json = true, .check = check_sit},
    [ENTRY_STAND] = {.waiting = true,
                     .playing = true,
                     .has_seat = true,
                     .has_json = true,
                     .check = check_stand},
    [ENTRY_BOT] =
        {.waiting = true, .playing = true, .has_seat = true, .has_json = true, .check = check_bot},
    [ENTRY_START] = {.waiting = true, .check = check_start},
    [ENTRY_MOVE] = {.playing = true, .has_seat = true, .check = check_mover},
    [ENTRY_MOVE_BOT] = {.playing = true, .has_seat = true, .check = check_mover},
    [ENTRY_MOVE_TIMEOUT] = {.playing = true, .has_seat = true, .check = check_mover},
    [ENTRY_CLOSE] =
        {.waiting = true, .playing = true, .over = true, .has_json = true, .check = check_close},
    [ENTRY_REMATCH] = {.over = true, .has_json = true, .check = check_rematch},
    [ENTRY_HINT] = {.playing = true, .check = check_hint},
    [ENTRY_SEATS] = {.waiting = true, .has_json = true, .check = check_seats},
    [ENTRY_HOST] = {.waiting = true, .playing = true, .has_seat = true, .check = check_host},
    [ENTRY_TAKE_BACK] = {.playing = true,
                         .has_seat = true,
                         .has_json = true,
                         .check = check_take_back},
    [ENTRY_VOTE] = {.playing = true, .has_seat = true, .has_json = true, .check = table_check_vote},
    [ENTRY_ADMIT] = {.waiting = true,
                     .playing = true,
                     .has_json = true,
                     .check = table_check_admit},
};

static bool check_state(const struct table *table, const struct entry_rule *rule,
                        struct fault *fault)
{
    switch (table->state) {
    case TABLE_WAITING:
        return rule->waiting ||
               (rule->playing ? fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case TABLE_PLAYING:
        return rule->playing ||
               (rule->waiting ? fault_set(fault, FAULT_FORBIDDEN, NULL, "server.begun", NULL)
                              : fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_over", NULL));
    case TABLE_OVER:
        return rule->over || fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    case TABLE_CLOSED:
        break;
    }
    return fault_set(fault, FAULT_NO_TABLE, NULL, "server.closed", NULL);
}

bool table_check_stored(const struct table *table, const struct store_entry *entry,
                        struct fault *fault)
{
    if (entry->kind <= ENTRY_CREATE || entry->kind >= ENTRY_KINDS || table->version < 0)
        return fault_bad_request(fault, "kind");
    const struct entry_rule *rule = &rules[entry->kind];
    if (!check_state(table, rule, fault))
        return false;
    if (rule->has_seat && (entry->seat < 0 || entry->seat >= table->settings.seats))
        return fault_bad_request(fault, "seat");
    if (!rule->check)
        return true;
    struct entry_content content = {0};
    if (rule->has_json)
        entry_content_read(&content, entry->text);
    bool good = rule->check(table, entry, &content, fault);
    entry_content_free(&content);
    return good;
}

/* Not for stored entries: some are older than these checks. */
static bool check_sitter(const struct table *table, const struct store_entry *entry,
                         struct fault *fault)
{
    if (entry->kind != ENTRY_SIT)
        return true;
    struct entry_content content;
    entry_content_read(&content, entry->text);
    bool good = table_check_own_seat(table, entry->seat, content.person, fault);
    if (good && name_is_of_program(content.name) && !table->settings.programs)
        good = fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_programs", NULL);
    if (good && table_is_removed(table, content.person))
        good = fault_set(fault, FAULT_FORBIDDEN, NULL, "server.removed", NULL);
    entry_content_free(&content);
    return good;
}

static bool check_create(const struct table *table, const struct store_entry *entry,
                         struct fault *fault)
{
    struct table *created = table_new(table->id, table->data_folder);
    bool good = table_create(created, entry->text, fault);
    table_free(created);
    return good;
}

bool table_check(const struct table *table, const struct store_entry *entry, struct fault *fault)
{
    if (entry->kind == ENTRY_CREATE && table->version < 0)
        return check_create(table, entry, fault);
    union game_move_storage move;
    return table_check_stored(table, entry, fault) && check_sitter(table, entry, fault) &&
           (!entry_is_move(entry->kind) ||
            match_check(&table->match, entry->seat, entry->text, &move, fault));
}

/* ---- Entry 0 ---- */

bool table_begin(const struct table *table, struct match *match, struct fault *fault)
{
    const struct table_settings *settings = &table->settings;
    if (settings->seed)
        return match_start(match, settings->game, &table->components, settings->seats,
                           settings->options, settings->seed, strlen(settings->seed), fault);
    struct doc *doc = alloc_new(sizeof *doc);
    bool good =
        wire_to_doc(settings->position, doc)
            ? match_load(match, settings->game, &table->components, doc, doc_root(doc), fault)
            : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}

/* A table that was stored before an option existed does not name it. It keeps the edition of that time,
 * unless the host has components of his own: those are in the file, then as now. */
static bool keep_edition(struct table *table, const char *text, struct fault *fault)
{
    struct table_settings *settings = &table->settings;
    const struct game *game = settings->game;
    json_t *json = json_loads(text, 0, NULL), *options = json_object_get(json, "options");
    struct game_components_storage own;
    bool good = wire_components_load(game, NULL, &own, fault);
    for (int i = 0; good && i < game->option_count; i++) {
        int before = game_option_before(&game->options[i]);
        if (before >= 0 && !json_object_get(options, game->options[i].name) &&
            memcmp(own.bytes, table->components.bytes, game->components_size) == 0)
            settings->options[i] = (uint8_t)before;
    }
    if (settings->position) {
        json_t *position = wire_position_of_older(settings->position, game, settings->options);
        json_decref(settings->position);
        settings->position = position;
    }
    json_decref(json);
    return good;
}

bool table_create(struct table *table, const char *text, struct fault *fault)
{
    struct match match = {0};
    bool good =
        table_settings_read(&table->settings, text, fault) &&
        wire_components_load(table->settings.game, table->data_folder, &table->components, fault) &&
        keep_edition(table, text, fault) && table_begin(table, &match, fault);
    match_free(&match);
    return good;
}
