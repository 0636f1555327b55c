/* Hints: a computer player suggests a move to a person. A hint may take seconds, and anyone may
 * ask, so only a few are computed at a time: the moves of computer players come first. */
#include "hall/play/play.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"
#include "table/table.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

enum {
    AT_ONCE = 2,
    OF_ADDRESS_MAX = 8,
    WAITING_MAX = 64,
    SENTENCE_MAX = 2048,
};

struct hint_request {
    struct hints *hints;
    struct client *client; /* held */
    char *answer;          /* the JSON of the request's id, or NULL */
    char person[STORE_ID_TEXT];
    struct decision decision;
    bool is_noted; /* the match is not rated, or no longer: so says the disk */
    bool is_under_way;
    struct hint_request *next;
};

void hints_start(struct hints *hints, struct changes *changes, struct thinking *thinking)
{
    *hints = (struct hints){
        .environment = changes->environment, .changes = changes, .thinking = thinking};
}

static void hint_free(struct hint_request *hint)
{
    struct hint_request **at = &hint->hints->first;
    while (*at != hint)
        at = &(*at)->next;
    *at = hint->next;
    client_release(hint->client);
    free(hint->answer);
    free(hint);
}

void hints_free(struct hints *hints)
{
    while (hints->first)
        hint_free(hints->first);
}

/* Starts thinking about the next hints. Those of clients that have gone are dropped. */
static void begin_next(struct hints *hints)
{
    int under_way = 0;
    for (const struct hint_request *hint = hints->first; hint; hint = hint->next)
        under_way += hint->is_under_way;
    struct hint_request *next = hints->first;
    while (next && under_way < AT_ONCE && !hints->environment->stopping) {
        struct hint_request *hint = next;
        next = hint->next;
        if (hint->is_under_way || !hint->is_noted)
            continue;
        if (hint->client->gone) {
            hint_free(hint);
            continue;
        }
        hint->is_under_way = true;
        under_way++;
        thinking_add(hints->thinking, hint->client->address->text, &hint->decision);
    }
}

/* The reason in both languages, and the rule that it is about. */
static json_t *reason_json(const struct texts *texts, const struct decision *decision)
{
    json_t *why = json_object();
    CHECK(why);
    for (int language = 0; language < LANGUAGES; language++) {
        char storage[SENTENCE_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        texts_advice(texts, (enum language)language, decision->game->id,
                     &(struct text_advice){decision->advice.key, decision->detail,
                                           decision->advice.also, decision->advice.also_detail},
                     &text);
        json_object_set_new(why, language == FRENCH ? "fr" : "en", json_string(text.text));
    }
    const char *rule = texts_hint_rule(texts, decision->game->id, decision->advice.key);
    json_object_set_new(why, "rule", rule ? json_string(rule) : json_null());
    return why;
}

static void decision_done(struct decision *decision)
{
    struct hint_request *hint = decision->context;
    struct hints *hints = hint->hints;
    if (!hint->client->gone && !decision->undone) {
        char *text =
            decision->advice.waits ? NULL : decision_move_text(decision, decision->view.bytes);
        json_t *why = decision->advice.key
                          ? reason_json(hints->environment->settings.texts, decision)
                          : json_null();
        client_answer(hint->client, hint->answer,
                      json_pack("{s:s?, s:o}", "move", text, "why", why));
        free(text);
    }
    hint_free(hint);
    begin_next(hints);
}

static bool is_possible(const struct table *table, int seat, const struct request *request,
                        struct fault *fault)
{
    if (!table->settings.hints)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_hints", NULL);
    if (request->level && !player_find(request->level))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.no_such_level", "%s",
                         request->level);
    if (table->state == TABLE_OVER || table->state == TABLE_CLOSED)
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    if (table->state != TABLE_PLAYING)
        return fault_set(fault, FAULT_NO_MATCH, NULL, "server.not_begun", NULL);
    return bits_have(table->settings.game->to_act(table->match.state.bytes), seat) ||
           fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
}

/* One at a time for a person and for a seat, a few for an address, and a limit for all. */
static bool is_allowed(const struct hints *hints, const struct live_table *live,
                       const struct client *client, int seat, struct fault *fault)
{
    int count = 0, of_address = 0;
    for (const struct hint_request *other = hints->first; other; other = other->next) {
        if (strcmp(other->person, client->person->id) == 0 ||
            (other->decision.seat == seat && strcmp(other->decision.table, live->id) == 0))
            return fault_set(fault, FAULT_LIMIT, NULL, "server.one_hint", NULL);
        of_address += other->client->address == client->address;
        count++;
    }
    return (count < WAITING_MAX && of_address < OF_ADDRESS_MAX) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_hints", NULL);
}

static struct hint_request *hint_new(struct hints *hints, const struct live_table *live,
                                     struct client *client, int seat, const struct request *request)
{
    struct hint_request *hint = alloc_new(sizeof *hint);
    struct decision *decision = &hint->decision;
    hint->hints = hints;
    hint->client = client;
    client_hold(client);
    memcpy(hint->person, client->person->id, sizeof hint->person);
    hint->answer = alloc_text(request->id);
    const struct player *player = request->level ? player_find(request->level) : NULL;
    decision_start(decision, live, seat,
                   player ? player_in_game(live->table->settings.game, player) : NULL);
    decision->rng = player_rng(decision->game, decision->view.bytes, live->table->match.move_count);
    decision->iterations = PLAYER_HINT_ITERATIONS;
    decision->with_reason = true;
    decision->done = decision_done;
    decision->context = hint;
    return hint;
}

/* The entry is on the disk, or could not be made. */
static void noted(void *context, enum change_outcome outcome, const struct fault *fault)
{
    struct hint_request *hint = context;
    struct hints *hints = hint->hints;
    hint->is_noted = true;
    if (outcome == CHANGE_REFUSED) {
        if (!hint->client->gone)
            client_refuse(hint->client, hint->answer, fault);
        hint_free(hint);
    }
    begin_next(hints);
}

void hints_ask(struct hints *hints, struct live_table *live, struct client *client, int seat,
               const struct request *request)
{
    struct fault fault;
    if (!is_possible(live->table, seat, request, &fault) ||
        !is_allowed(hints, live, client, seat, &fault)) {
        client_refuse(client, request->id, &fault);
        return;
    }
    struct hint_request **last = &hints->first;
    while (*last)
        last = &(*last)->next;
    struct hint_request *hint = *last = hint_new(hints, live, client, seat, request);
    if (table_is_rated(live->table))
        change_submit(
            hints->changes, live,
            &(struct change){.kind = ENTRY_HINT, .seat = -1, .done = noted, .context = hint});
    else
        noted(hint, CHANGE_MADE, NULL);
}
