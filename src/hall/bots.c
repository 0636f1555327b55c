/* Computer players at the tables: when they are asked, what becomes of their answers, and hints. A
 * thought goes to another thread with what its seat may know, a view and a memory, and nothing
 * else; it comes back as a change, which is checked like a person's. */
#include "hall/hall.h"
#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"
#include "players/player.h"
#include "players/stage.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* People want to see what happens: a move comes this long after the one before. */
    PACE_MS = 700,
    PACE_SPREAD_MS = 900,
    PACE_CALM_TIMES = 2,
    LATE_MS = 50, /* thinking ends at most this long after its time is up */
    AFTER_REFUSAL_MS = 500,
    SENTENCE_MAX = 2048,
    /* A hint may take seconds, and everybody may ask: computer players' turns and passwords must not
     * have to wait for many of them. */
    HINTS_AT_ONCE = 2,
    HINTS_OF_ADDRESS = 8,
    HINTS_WAITING_MAX = 64,
};

/* Who asked for a hint. */
struct suggestion {
    struct client *client; /* held */
    char *answer;          /* the JSON of the request's id, or NULL */
    char person[STORE_ID_TEXT];
    struct decision *decision;
    bool is_thought_about; /* elsewhere, now */
    struct suggestion *next;
};

static struct rng rng_new(struct hall *hall)
{
    uint64_t seed;
    struct rng rng;
    hall->outside.entropy(hall->outside.context, &seed, sizeof seed);
    rng_start(&rng, seed);
    return rng;
}

/* --- decisions ---------------------------------------------------------------------------------- */

void decision_think(struct decision *decision)
{
    struct player_question question = {.game = decision->game,
                                       .seat = decision->seat,
                                       .view = decision->view.bytes,
                                       .memory = decision->memory.bytes,
                                       .rng = &decision->rng,
                                       .ms = decision->ms,
                                       .iterations = decision->iterations};
    struct buffer detail;
    buffer_start(&detail, decision->detail, sizeof decision->detail);
    decision->waits = decision->with_reason && player_waits(decision->player, &question);
    if (!decision->waits)
        player_choose(decision->player, &question, &decision->move.head);
    if (decision->with_reason)
        decision->reason = player_reason(decision->player, &question,
                                         decision->waits ? NULL : &decision->move.head, &detail);
}

static struct decision *decision_new(struct hall *hall, const struct live_table *live, int seat,
                                     const struct player *player)
{
    const struct table *table = live->table;
    struct decision *decision = calloc(1, sizeof *decision);
    CHECK(decision);
    decision->hall = hall;
    memcpy(decision->table, live->id, sizeof decision->table);
    decision->version = table->version;
    decision->seat = seat;
    decision->game = table->game;
    decision->player = player;
    decision->rng = rng_new(hall);
    table->game->view(table->match.state.bytes, seat, decision->view.bytes);
    decision->memory = table->match.memories[seat];
    return decision;
}

static char *move_text(const struct game *game, const void *state, const struct move *move)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    game->format(state, move, &text);
    CHECK(!text.cut);
    char *copy = strdup(storage);
    CHECK(copy);
    return copy;
}

/* --- playing ----------------------------------------------------------------------------------- */

/* When a move is made may tell nobody what only its seat knows. How long the thinking took does: it
 * ends at once where there is one legal move. So that moment is decided before the thinking, from
 * what everybody knows: the level, the pace, how many wait. What has not been thought of by then is
 * played as `easy` would. */

/* The whole time that thinking for this seat may need. With one thread, all seats of the table that
 * are thought for at the same time need it one after the other. */
static int64_t whole_ms(const struct live_table *live, int seat, int ms)
{
    int seats = bits_count(live->thinking | UINT32_C(1) << seat);
    return (int64_t)seats * (ms + LATE_MS);
}

static int64_t pace_ms(struct hall *hall, const struct table *table)
{
    struct rng rng = rng_new(hall);
    int64_t ms = PACE_MS + rng_below(&rng, PACE_SPREAD_MS);
    return table->pace == TABLE_PACE_FAST   ? 0
           : table->pace == TABLE_PACE_CALM ? PACE_CALM_TIMES * ms
                                            : ms;
}

static void not_before(struct live_table *live, int seat, int64_t at_ms)
{
    if (live->bot_not_before_ms[seat] < at_ms)
        live->bot_not_before_ms[seat] = at_ms;
}

static void ask(struct hall *hall, struct live_table *live, int seat)
{
    const struct player *player = live->table->seat[seat].bot;
    struct decision *decision = decision_new(hall, live, seat, player);
    decision->ms = thinking_ms(hall, live->address, player);
    if (!live->bot_not_before_ms[seat])
        not_before(live, seat, hall->now_ms + pace_ms(hall, live->table));
    not_before(live, seat, hall->now_ms + whole_ms(live, seat, decision->ms));
    live->thinking |= UINT32_C(1) << seat;
    live->bot_decision[seat] = decision;
    live_due(live, live->bot_not_before_ms[seat]);
    thinking_add(hall, live->address, decision);
}

static bool is_to_act(const struct table *table, int seat)
{
    return table->state == TABLE_PLAYING && table->seat[seat].bot &&
           bits_have(table->game->to_act(table->match.state.bytes), seat);
}

/* Nothing is thought for this seat any more. */
static void forget_decision(struct live_table *live, int seat)
{
    live->thinking &= ~(UINT32_C(1) << seat);
    live->bot_decision[seat] = NULL;
    free(live->bot_move[seat]);
    live->bot_move[seat] = NULL;
}

/* What `easy` plays: it needs no time worth the name, so it is asked here and now. */
static char *move_at_once(struct hall *hall, const struct live_table *live, int seat)
{
    struct decision *decision = decision_new(hall, live, seat, player_find("easy"));
    decision_think(decision);
    char *text = move_text(decision->game, live->table->match.state.bytes, &decision->move.head);
    free(decision);
    return text;
}

/* When many wait, thinking begins late; the time that it may need is counted from then. */
static void note_begun(struct live_table *live, const struct decision *decision)
{
    int64_t begun_ms = atomic_load(&decision->begun_ms);
    if (begun_ms)
        not_before(live, decision->seat, begun_ms + decision->ms + LATE_MS);
}

/* The move that is being thought of, when its time has come. */
static void make_move(struct hall *hall, struct live_table *live, int seat)
{
    struct decision *decision = live->bot_decision[seat];
    if (decision)
        note_begun(live, decision);
    if (live->bot_not_before_ms[seat] > hall->now_ms) {
        live_due(live, live->bot_not_before_ms[seat]);
        return;
    }
    if (!is_to_act(live->table, seat)) { /* it was sent away */
        forget_decision(live, seat);
        return;
    }
    if (decision && !atomic_load(&decision->begun_ms)) {
        live_due(live, hall->now_ms + HALL_TICK_MS);
        return;
    }
    char *text = decision ? move_at_once(hall, live, seat) : live->bot_move[seat];
    live->bot_move[seat] = NULL;
    live->bot_decision[seat] = NULL;
    hall->figures.thoughts_done++;
    change_submit(hall, live, change_new(ENTRY_MOVE_BOT, seat, text, NULL, NULL, NULL));
    free(text);
}

/* Computer players do not play for nobody; in real time, nobody is there who does not watch. */
static bool is_for_somebody(const struct live_table *live)
{
    if (live->watches)
        return true;
    if (live->table->game->stage)
        return false;
    for (int seat = 0; seat < live->table->seats; seat++)
        if (live->table->seat[seat].person[0])
            return true;
    return false;
}

void bots_look(struct hall *hall, struct live_table *live)
{
    const struct table *table = live->table;
    if (table->state != TABLE_PLAYING || hall->stopping || !is_for_somebody(live))
        return;
    if (table->game->stage) {
        live_stage_tick(hall, live);
        return;
    }
    if (live->bots_rest_ms > hall->now_ms) {
        live_due(live, live->bots_rest_ms);
        return;
    }
    uint32_t to_act = table->game->to_act(table->match.state.bytes);
    for (int seat = 0; seat < table->seats; seat++) {
        if (live->bot_move[seat] || live->bot_decision[seat])
            make_move(hall, live, seat);
        else if (bits_have(to_act & ~live->thinking, seat) && table->seat[seat].bot)
            ask(hall, live, seat);
    }
}

/* Somebody was faster, or another server's player: it is asked again, but not at once. */
void bots_refused(struct live_table *live)
{
    live->bots_rest_ms = live->hall->now_ms + AFTER_REFUSAL_MS;
    live_due(live, live->bots_rest_ms);
}

/* The answer; the move is made when its time comes, and not now. */
static void decision_played(struct hall *hall, struct live_table *live,
                            const struct decision *decision)
{
    const struct table *table = live->table;
    const void *state = table->match.state.bytes;
    int seat = decision->seat;
    struct fault fault;
    /* While it thought, others moved, or somebody took the seat. */
    if (!is_to_act(table, seat) || table->seat[seat].bot != decision->player ||
        !table->game->check(state, seat, &decision->move.head, &fault)) {
        forget_decision(live, seat);
        bots_look(hall, live);
        return;
    }
    note_begun(live, decision);
    live->bot_decision[seat] = NULL;
    live->bot_move[seat] = move_text(table->game, state, &decision->move.head);
    live_due(live, live->bot_not_before_ms[seat]);
}

/* --- hints ------------------------------------------------------------------------------------- */

static bool may_suggest(const struct live_table *live, int seat, const struct request *request,
                        struct fault *fault)
{
    const struct table *table = live->table;
    if (!table->hints)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_hints", NULL);
    if (request->level && !player_find(request->level))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.no_such_level", "%s",
                         request->level);
    if (table->state == TABLE_OVER || table->state == TABLE_CLOSED)
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    if (table->state != TABLE_PLAYING)
        return fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL);
    if (!bits_have(table->game->to_act(table->match.state.bytes), seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    if (bits_have(live->suggesting, seat))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.one_hint", NULL);
    return true;
}

/* One at a time for a person, not many for an address, and so many in all. */
static bool may_wait(const struct hall *hall, const struct client *client, struct fault *fault)
{
    int in_all = 0, of_address = 0;
    for (const struct suggestion *other = hall->suggestions; other; other = other->next) {
        if (strcmp(other->person, client->person->id) == 0)
            return fault_set(fault, FAULT_LIMIT, NULL, "server.one_hint", NULL);
        of_address += other->client->address == client->address;
        in_all++;
    }
    return (in_all < HINTS_WAITING_MAX && of_address < HINTS_OF_ADDRESS) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_hints", NULL);
}

static void suggestion_free(struct hall *hall, struct suggestion *suggestion)
{
    struct suggestion **at = &hall->suggestions;
    while (*at != suggestion)
        at = &(*at)->next;
    *at = suggestion->next;
    const struct decision *decision = suggestion->decision;
    struct live_table *live = id_map_find(&hall->live_tables, decision->table);
    if (live)
        live->suggesting &= ~(UINT32_C(1) << decision->seat);
    client_release(suggestion->client);
    free(suggestion->answer);
    free(suggestion->decision);
    free(suggestion);
}

/* Hands over those whose turn it is. Nobody waits any more for what a client that has gone asked. */
static void suggestions_begin(struct hall *hall)
{
    int under_way = 0;
    for (struct suggestion *at = hall->suggestions; at; at = at->next)
        under_way += at->is_thought_about;
    struct suggestion *next = hall->suggestions;
    while (next && under_way < HINTS_AT_ONCE && !hall->stopping) {
        struct suggestion *suggestion = next;
        next = suggestion->next;
        if (suggestion->is_thought_about)
            continue;
        if (suggestion->client->gone) {
            suggestion_free(hall, suggestion);
            continue;
        }
        suggestion->is_thought_about = true;
        under_way++;
        thinking_add(hall, suggestion->client->address->text, suggestion->decision);
    }
}

void bots_suggestions_free(struct hall *hall)
{
    while (hall->suggestions)
        suggestion_free(hall, hall->suggestions);
}

void bots_suggest(struct hall *hall, struct live_table *live, struct client *client, int seat,
                  const struct request *request)
{
    struct fault fault;
    if (!may_suggest(live, seat, request, &fault) || !may_wait(hall, client, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct suggestion *suggestion = calloc(1, sizeof *suggestion);
    CHECK(suggestion);
    suggestion->client = client;
    client_hold(client);
    memcpy(suggestion->person, client->person->id, sizeof suggestion->person);
    if (request->id) {
        suggestion->answer = strdup(request->id);
        CHECK(suggestion->answer);
    }
    struct decision *decision = decision_new(
        hall, live, seat, player_find(request->level ? request->level : PLAYER_HINT_LEVEL));
    decision->rng = player_rng(decision->game, decision->view.bytes, live->table->match.move_count);
    decision->iterations = PLAYER_HINT_ITERATIONS;
    decision->with_reason = true;
    decision->context = suggestion;
    suggestion->decision = decision;
    live->suggesting |= UINT32_C(1) << seat;
    struct suggestion **last = &hall->suggestions;
    while (*last)
        last = &(*last)->next;
    *last = suggestion;
    suggestions_begin(hall);
}

static json_t *reason_json(const struct hall *hall, const struct decision *decision)
{
    json_t *why = json_object();
    CHECK(why);
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[SENTENCE_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_hint(hall->settings.texts, (enum language)language, decision->game->id,
                   decision->reason, decision->detail, &text);
        json_object_set_new(why, language == FRENCH ? "fr" : "en", json_string(text.text));
    }
    return why;
}

static void decision_suggested(struct hall *hall, const struct decision *decision)
{
    struct suggestion *suggestion = decision->context;
    if (!suggestion->client->gone && !decision->undone) {
        char *text = decision->waits
                         ? NULL
                         : move_text(decision->game, decision->view.bytes, &decision->move.head);
        json_t *why = decision->reason ? reason_json(hall, decision) : json_null();
        client_answer(suggestion->client, suggestion->answer,
                      json_pack("{s:s?, s:o}", "move", text, "why", why));
        free(text);
    }
    suggestion_free(hall, suggestion);
    suggestions_begin(hall);
}

/* ------------------------------------------------------------------------------------------------ */

void hall_decision_done(struct hall *hall, struct decision *decision, int64_t now_ms)
{
    hall->now_ms = now_ms > hall->now_ms ? now_ms : hall->now_ms;
    thinking_done(hall, decision);
    if (decision->context) {
        decision_suggested(hall, decision);
        return;
    }
    struct live_table *live = id_map_find(&hall->live_tables, decision->table);
    bool is_wanted = live && live->bot_decision[decision->seat] == decision;
    if (is_wanted && decision->undone)
        live->bot_decision[decision->seat] = NULL;
    else if (is_wanted)
        decision_played(hall, live, decision);
    free(decision);
}

void bots_timeout(struct hall *hall, struct live_table *live, int seat)
{
    char *text = move_at_once(hall, live, seat);
    live->timing_out |= UINT32_C(1) << seat;
    change_submit(hall, live, change_new(ENTRY_MOVE_TIMEOUT, seat, text, NULL, NULL, NULL));
    free(text);
}

void bots_free(struct live_table *live)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        free(live->bot_move[seat]);
        live->bot_move[seat] = NULL;
    }
    live_stage_free(live);
}
