/* Computer players at the tables: when they are asked, what becomes of their answers, and hints. A
 * thought goes to another thread with what its seat may know, a view and a memory, and nothing
 * else; it comes back as a wish, which is checked like a person's. */
#include "server/inside.h"

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
    struct thought *thought;
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

/* --- thoughts ---------------------------------------------------------------------------------- */

void thought_think(struct thought *thought)
{
    struct player_question question = {.game = thought->game,
                                       .seat = thought->seat,
                                       .view = thought->view.bytes,
                                       .memory = thought->memory.bytes,
                                       .rng = &thought->rng,
                                       .ms = thought->ms,
                                       .iterations = thought->iterations};
    struct buffer detail;
    buffer_start(&detail, thought->detail, sizeof thought->detail);
    thought->waits = thought->with_reason && player_waits(thought->player, &question);
    if (!thought->waits)
        player_choose(thought->player, &question, &thought->move.head);
    if (thought->with_reason)
        thought->reason = player_reason(thought->player, &question,
                                        thought->waits ? NULL : &thought->move.head, &detail);
}

static struct thought *thought_new(struct hall *hall, const struct seating *seating, int seat,
                                   const struct player *player)
{
    const struct room *room = seating->room;
    struct thought *thought = calloc(1, sizeof *thought);
    CHECK(thought);
    thought->hall = hall;
    memcpy(thought->table, seating->id, sizeof thought->table);
    thought->version = room->version;
    thought->seat = seat;
    thought->game = room->game;
    thought->player = player;
    thought->rng = rng_new(hall);
    room->game->view(room->match.state.bytes, seat, thought->view.bytes);
    thought->memory = room->match.memories[seat];
    return thought;
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
static int64_t whole_ms(const struct seating *seating, int seat, int ms)
{
    int seats = bits_count(seating->thinking | UINT32_C(1) << seat);
    return (int64_t)seats * (ms + LATE_MS);
}

static int64_t pace_ms(struct hall *hall, const struct room *room)
{
    struct rng rng = rng_new(hall);
    int64_t ms = PACE_MS + rng_below(&rng, PACE_SPREAD_MS);
    return room->pace == ROOM_PACE_FAST   ? 0
           : room->pace == ROOM_PACE_CALM ? PACE_CALM_TIMES * ms
                                          : ms;
}

static void not_before(struct seating *seating, int seat, int64_t at_ms)
{
    if (seating->bot_not_before_ms[seat] < at_ms)
        seating->bot_not_before_ms[seat] = at_ms;
}

static void ask(struct hall *hall, struct seating *seating, int seat)
{
    const struct player *player = seating->room->seat[seat].bot;
    struct thought *thought = thought_new(hall, seating, seat, player);
    thought->ms = thinking_ms(hall, seating->address, player);
    if (!seating->bot_not_before_ms[seat])
        not_before(seating, seat, hall->now_ms + pace_ms(hall, seating->room));
    not_before(seating, seat, hall->now_ms + whole_ms(seating, seat, thought->ms));
    seating->thinking |= UINT32_C(1) << seat;
    seating->bot_thought[seat] = thought;
    tables_due(seating, seating->bot_not_before_ms[seat]);
    thinking_add(hall, seating->address, thought);
}

static bool is_to_act(const struct room *room, int seat)
{
    return room->stage == ROOM_PLAYING && room->seat[seat].bot &&
           bits_have(room->game->to_act(room->match.state.bytes), seat);
}

/* Nothing is thought for this seat any more. */
static void forget_thought(struct seating *seating, int seat)
{
    seating->thinking &= ~(UINT32_C(1) << seat);
    seating->bot_thought[seat] = NULL;
    free(seating->bot_move[seat]);
    seating->bot_move[seat] = NULL;
}

/* What `easy` plays: it needs no time worth the name, so it is asked here and now. */
static char *move_at_once(struct hall *hall, const struct seating *seating, int seat)
{
    struct thought *thought = thought_new(hall, seating, seat, player_find("easy"));
    thought_think(thought);
    char *text = move_text(thought->game, seating->room->match.state.bytes, &thought->move.head);
    free(thought);
    return text;
}

/* When many wait, thinking begins late; the time that it may need is counted from then. */
static void note_begun(struct seating *seating, const struct thought *thought)
{
    int64_t begun_ms = atomic_load(&thought->begun_ms);
    if (begun_ms)
        not_before(seating, thought->seat, begun_ms + thought->ms + LATE_MS);
}

/* The move that is being thought of, when its time has come. */
static void make_move(struct hall *hall, struct seating *seating, int seat)
{
    struct thought *thought = seating->bot_thought[seat];
    if (thought)
        note_begun(seating, thought);
    if (seating->bot_not_before_ms[seat] > hall->now_ms) {
        tables_due(seating, seating->bot_not_before_ms[seat]);
        return;
    }
    if (!is_to_act(seating->room, seat)) { /* it was sent away */
        forget_thought(seating, seat);
        return;
    }
    if (thought && !atomic_load(&thought->begun_ms)) {
        tables_due(seating, hall->now_ms + HALL_TICK_MS);
        return;
    }
    char *text = thought ? move_at_once(hall, seating, seat) : seating->bot_move[seat];
    seating->bot_move[seat] = NULL;
    seating->bot_thought[seat] = NULL;
    hall->figures.thoughts_done++;
    tables_wish(hall, seating, wish_new(ROOM_MOVE_BOT, seat, text, NULL, NULL, NULL));
    free(text);
}

/* Computer players do not play for nobody; in real time, nobody is there who does not watch. */
static bool is_for_somebody(const struct seating *seating)
{
    if (seating->watches)
        return true;
    if (seating->room->game->stage)
        return false;
    for (int seat = 0; seat < seating->room->seats; seat++)
        if (seating->room->seat[seat].person[0])
            return true;
    return false;
}

void bots_look(struct hall *hall, struct seating *seating)
{
    const struct room *room = seating->room;
    if (room->stage != ROOM_PLAYING || hall->stopping || !is_for_somebody(seating))
        return;
    if (room->game->stage) {
        stage_room_tick(hall, seating);
        return;
    }
    if (seating->bots_rest_ms > hall->now_ms) {
        tables_due(seating, seating->bots_rest_ms);
        return;
    }
    uint32_t to_act = room->game->to_act(room->match.state.bytes);
    for (int seat = 0; seat < room->seats; seat++) {
        if (seating->bot_move[seat] || seating->bot_thought[seat])
            make_move(hall, seating, seat);
        else if (bits_have(to_act & ~seating->thinking, seat) && room->seat[seat].bot)
            ask(hall, seating, seat);
    }
}

/* Somebody was faster, or another server's player: it is asked again, but not at once. */
void bots_refused(struct seating *seating)
{
    seating->bots_rest_ms = seating->hall->now_ms + AFTER_REFUSAL_MS;
    tables_due(seating, seating->bots_rest_ms);
}

/* The answer; the move is made when its time comes, and not now. */
static void thought_played(struct hall *hall, struct seating *seating,
                           const struct thought *thought)
{
    const struct room *room = seating->room;
    const void *state = room->match.state.bytes;
    int seat = thought->seat;
    struct fault fault;
    /* While it thought, others moved, or somebody took the seat. */
    if (!is_to_act(room, seat) || room->seat[seat].bot != thought->player ||
        !room->game->check(state, seat, &thought->move.head, &fault)) {
        forget_thought(seating, seat);
        bots_look(hall, seating);
        return;
    }
    note_begun(seating, thought);
    seating->bot_thought[seat] = NULL;
    seating->bot_move[seat] = move_text(room->game, state, &thought->move.head);
    tables_due(seating, seating->bot_not_before_ms[seat]);
}

/* --- hints ------------------------------------------------------------------------------------- */

static bool may_suggest(const struct seating *seating, int seat, const struct request *request,
                        struct fault *fault)
{
    const struct room *room = seating->room;
    if (!room->hints)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_hints", NULL);
    if (request->level && !player_find(request->level))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.no_such_level", "%s",
                         request->level);
    if (room->stage == ROOM_OVER || room->stage == ROOM_CLOSED)
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    if (room->stage != ROOM_PLAYING)
        return fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL);
    if (!bits_have(room->game->to_act(room->match.state.bytes), seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    if (bits_have(seating->suggesting, seat))
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
    const struct thought *thought = suggestion->thought;
    struct seating *seating = index_find(&hall->seatings, thought->table);
    if (seating)
        seating->suggesting &= ~(UINT32_C(1) << thought->seat);
    client_release(suggestion->client);
    free(suggestion->answer);
    free(suggestion->thought);
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
        thinking_add(hall, suggestion->client->address->text, suggestion->thought);
    }
}

void bots_suggestions_free(struct hall *hall)
{
    while (hall->suggestions)
        suggestion_free(hall, hall->suggestions);
}

void bots_suggest(struct hall *hall, struct seating *seating, struct client *client, int seat,
                  const struct request *request)
{
    struct fault fault;
    if (!may_suggest(seating, seat, request, &fault) || !may_wait(hall, client, &fault)) {
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
    struct thought *thought = thought_new(
        hall, seating, seat, player_find(request->level ? request->level : PLAYER_HINT_LEVEL));
    thought->rng = player_rng(thought->game, thought->view.bytes, seating->room->match.move_count);
    thought->iterations = PLAYER_HINT_ITERATIONS;
    thought->with_reason = true;
    thought->context = suggestion;
    suggestion->thought = thought;
    seating->suggesting |= UINT32_C(1) << seat;
    struct suggestion **last = &hall->suggestions;
    while (*last)
        last = &(*last)->next;
    *last = suggestion;
    suggestions_begin(hall);
}

static json_t *reason_json(const struct hall *hall, const struct thought *thought)
{
    json_t *why = json_object();
    CHECK(why);
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[SENTENCE_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_hint(hall->settings.texts, (enum language)language, thought->game->id,
                   thought->reason, thought->detail, &text);
        json_object_set_new(why, language == FRENCH ? "fr" : "en", json_string(text.text));
    }
    return why;
}

static void thought_suggested(struct hall *hall, const struct thought *thought)
{
    struct suggestion *suggestion = thought->context;
    if (!suggestion->client->gone && !thought->undone) {
        char *text = thought->waits
                         ? NULL
                         : move_text(thought->game, thought->view.bytes, &thought->move.head);
        json_t *why = thought->reason ? reason_json(hall, thought) : json_null();
        client_answer(suggestion->client, suggestion->answer,
                      json_pack("{s:s?, s:o}", "move", text, "why", why));
        free(text);
    }
    suggestion_free(hall, suggestion);
    suggestions_begin(hall);
}

/* ------------------------------------------------------------------------------------------------ */

void hall_thought_done(struct hall *hall, struct thought *thought, int64_t now_ms)
{
    hall->now_ms = now_ms > hall->now_ms ? now_ms : hall->now_ms;
    thinking_done(hall, thought);
    if (thought->context) {
        thought_suggested(hall, thought);
        return;
    }
    struct seating *seating = index_find(&hall->seatings, thought->table);
    bool is_wanted = seating && seating->bot_thought[thought->seat] == thought;
    if (is_wanted && thought->undone)
        seating->bot_thought[thought->seat] = NULL;
    else if (is_wanted)
        thought_played(hall, seating, thought);
    free(thought);
}

void bots_timeout(struct hall *hall, struct seating *seating, int seat)
{
    char *text = move_at_once(hall, seating, seat);
    seating->timing_out |= UINT32_C(1) << seat;
    tables_wish(hall, seating, wish_new(ROOM_MOVE_TIMEOUT, seat, text, NULL, NULL, NULL));
    free(text);
}

void bots_free(struct seating *seating)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        free(seating->bot_move[seat]);
        seating->bot_move[seat] = NULL;
    }
    stage_room_free(seating);
}
