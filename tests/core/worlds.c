/* Other worlds that fit the same view, for tests over sockets (tests/server/leaks.py): nothing that
 * the server sends to a seat may reveal in which of them it is. One JSON request per line, one
 * answer per line.
 *
 * {"position":P,"viewer":seat or null,"number":n}
 *     → {"position":Q}: another state that fits what the viewer sees of P; n picks which.
 * {"a":P,"b":Q,"viewer":seat or null,"number":n,"any":bool}
 *     → {"seat":s or -1,"a":move,"b":move,"same":bool,"over":bool,"position_a":…,
 *       "position_b":…}: a move in each of the two worlds, by the same seat, and the positions after them. `same`: neither the viewer nor a spectator can tell them apart; false if `any` was requested, or if no such pair was found.
 */
#include "support.h"

#include "base/base.h"
#include "game/game.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_MAX = 48, SAMPLES = 12 };

struct candidate {
    char *move;
    char *key; /* everything that the viewer and a spectator see of it */
};
struct candidates {
    struct candidate items[2 * CANDIDATES_MAX];
    int count;
};

static struct doc doc;
static struct move moves[GAME_MOVES_MAX];

static json_t *json_of_doc(void)
{
    CHECK(!doc.full);
    return wire_from_doc(&doc, doc_root(&doc));
}

static void position_load(const json_t *position, struct match *match)
{
    struct fault fault = {0};
    const struct game *game =
        game_find(games_all, json_string_value(json_object_get(position, "game")));
    CHECK(game && wire_to_doc(position, &doc));
    struct game_components_storage components = tested_components(game);
    *match = (struct match){0};
    if (!match_load(match, game, &components, &doc, doc_root(&doc), &fault)) {
        fprintf(stderr, "%s %s: %s\n", fault.text, fault.rule ? fault.rule : "", fault.detail);
        exit(1);
    }
}

static json_t *position_save(const struct match *match)
{
    doc_start(&doc);
    match->game->save(match->game, match->state.bytes, &doc, NULL);
    return json_of_doc();
}

static int viewer_of(const json_t *request)
{
    const json_t *viewer = json_object_get(request, "viewer");
    return json_is_integer(viewer) ? (int)json_integer_value(viewer) : GAME_SPECTATOR;
}

static json_t *world(const json_t *request, struct rng *rng)
{
    struct match match;
    struct game_state_storage view;
    int viewer = viewer_of(request);
    position_load(json_object_get(request, "position"), &match);
    game_view(match.game, match.state.bytes, viewer, view.bytes);
    game_determinize(match.game, view.bytes, viewer, NULL, rng, match.state.bytes);
    json_t *answer = json_pack("{s:o}", "position", position_save(&match));
    match_free(&match);
    return answer;
}

/* What one viewer sees of a move: events, the view after it, the result. False if it is not a move.
 */
static bool seen_of_move(const struct match *match, int seat, const char *move, int viewer,
                         json_t *list)
{
    struct match copy = *match;
    struct game_state_storage view;
    struct fault fault;
    if (!match_play(&copy, seat, move, &doc, viewer, &fault)) {
        match_free(&copy);
        return false;
    }
    json_array_append_new(list, json_of_doc());
    game_view(copy.game, copy.state.bytes, viewer, view.bytes);
    doc_start(&doc);
    copy.game->save(copy.game, view.bytes, &doc, NULL);
    json_array_append_new(list, json_of_doc());
    if (match_is_over(&copy)) {
        doc_start(&doc);
        match_result(&copy, &doc, NULL);
        json_array_append_new(list, json_of_doc());
    }
    match_free(&copy);
    return true;
}

/* Adds a move by its text, if it is legal and not there yet. */
static void candidate_add(struct candidates *candidates, const struct match *match, int seat,
                          const char *move, int viewer)
{
    for (int i = 0; i < candidates->count; i++)
        if (strcmp(candidates->items[i].move, move) == 0)
            return;
    json_t *list = json_array();
    if (seen_of_move(match, seat, move, viewer, list) &&
        seen_of_move(match, seat, move, GAME_SPECTATOR, list)) {
        struct candidate *candidate = &candidates->items[candidates->count++];
        *candidate =
            (struct candidate){.move = strdup(move), .key = json_dumps(list, JSON_COMPACT)};
        CHECK(candidate->move && candidate->key);
    }
    json_decref(list);
}

static void format_move(const struct match *match, const struct move *move, char *text)
{
    struct buffer buffer;
    buffer_start(&buffer, text, GAME_MOVE_TEXT_MAX);
    match->game->format(match->state.bytes, move, &buffer);
    CHECK(!buffer.cut);
}

/* Some moves of the seat: random ones from the list, and sampled ones for those not listed. */
static void candidates_find(struct candidates *candidates, const struct match *match, int seat,
                            int viewer, struct rng *rng)
{
    char text[GAME_MOVE_TEXT_MAX];
    int count = match->game->legal(match->state.bytes, seat, moves);
    for (int i = 0; i < count && candidates->count < CANDIDATES_MAX - SAMPLES; i++) {
        int k = i + (int)rng_below(rng, (uint32_t)(count - i));
        struct move picked = moves[k];
        moves[k] = moves[i];
        format_move(match, &picked, text);
        candidate_add(candidates, match, seat, text, viewer);
    }
    for (int i = 0; i < SAMPLES; i++) {
        union game_move_storage move = {0};
        game_sample(match->game, match->state.bytes, seat, rng, &move.head);
        format_move(match, &move.head, text);
        candidate_add(candidates, match, seat, text, viewer);
    }
}

static void candidates_free(struct candidates *candidates)
{
    for (int i = 0; i < candidates->count; i++) {
        free(candidates->items[i].move);
        free(candidates->items[i].key);
    }
    candidates->count = 0;
}

/* A random pair that the viewer cannot distinguish; half the time with different moves, if possible. */
static bool pair_find(const struct candidates *a, const struct candidates *b, struct rng *rng,
                      int *in_a, int *in_b)
{
    bool want_different = rng_below(rng, 2) == 0, found = false, found_different = false;
    uint32_t seen = 0;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            if (strcmp(a->items[i].key, b->items[k].key) != 0)
                continue;
            bool different = want_different && strcmp(a->items[i].move, b->items[k].move) != 0;
            if (found_different && !different)
                continue;
            if (different && !found_different)
                found_different = true, seen = 0;
            if (rng_below(rng, ++seen) == 0)
                *in_a = i, *in_b = k;
            found = true;
        }
    return found;
}

static void seat_pairs(const struct match *a, const struct match *b, int seat, int viewer,
                       struct candidates *in_a, struct candidates *in_b, struct rng *rng)
{
    candidates_free(in_a);
    candidates_free(in_b);
    candidates_find(in_a, a, seat, viewer, rng);
    if (seat != viewer)
        candidates_find(in_b, b, seat, viewer, rng);
    for (int i = 0; i < in_a->count; i++)
        candidate_add(in_b, b, seat, in_a->items[i].move, viewer);
}

/* Any move, if possible the same in both worlds. True if the viewer cannot distinguish them. */
static bool pair_any(const struct candidates *a, const struct candidates *b, struct rng *rng,
                     int *in_a, int *in_b)
{
    CHECK(a->count && b->count);
    *in_a = (int)rng_below(rng, (uint32_t)a->count);
    *in_b = (int)rng_below(rng, (uint32_t)b->count);
    for (int k = 0; k < b->count; k++)
        if (strcmp(a->items[*in_a].move, b->items[k].move) == 0)
            *in_b = k;
    return strcmp(a->items[*in_a].key, b->items[*in_b].key) == 0;
}

/* The seat that moves, or -1, and its moves. */
static int pair_choose(const struct match *a, const struct match *b, const json_t *request,
                       struct rng *rng, struct candidates *in_a, struct candidates *in_b, int *i,
                       int *k, bool *same)
{
    uint32_t left = a->game->to_act(a->state.bytes) & b->game->to_act(b->state.bytes);
    bool any = json_is_true(json_object_get(request, "any"));
    int seat = -1;
    *same = false;
    while (left && !*same) {
        seat = bits_nth(left, (int)rng_below(rng, (uint32_t)bits_count(left)));
        left &= ~(1u << seat);
        seat_pairs(a, b, seat, viewer_of(request), in_a, in_b, rng);
        if (any || !left)
            break;
        *same = pair_find(in_a, in_b, rng, i, k);
    }
    if (seat >= 0 && !*same && (any || !pair_find(in_a, in_b, rng, i, k)))
        *same = pair_any(in_a, in_b, rng, i, k);
    else
        *same = seat >= 0;
    return seat;
}

static json_t *pair(const json_t *request, struct rng *rng)
{
    struct match a, b;
    static struct candidates in_a, in_b;
    int i, k;
    bool same;
    struct fault fault;
    position_load(json_object_get(request, "a"), &a);
    position_load(json_object_get(request, "b"), &b);
    int seat = pair_choose(&a, &b, request, rng, &in_a, &in_b, &i, &k, &same);
    json_t *answer = json_pack("{s:i,s:b}", "seat", seat, "same", same);
    if (seat >= 0) {
        json_object_set_new(answer, "a", json_string(in_a.items[i].move));
        json_object_set_new(answer, "b", json_string(in_b.items[k].move));
        CHECK(match_play(&a, seat, in_a.items[i].move, NULL, STORY_ALL, &fault));
        CHECK(match_play(&b, seat, in_b.items[k].move, NULL, STORY_ALL, &fault));
        json_object_set_new(answer, "over", json_boolean(match_is_over(&a)));
        json_object_set_new(answer, "position_a", position_save(&a));
        json_object_set_new(answer, "position_b", position_save(&b));
    }
    candidates_free(&in_a);
    candidates_free(&in_b);
    match_free(&a);
    match_free(&b);
    return answer;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0) {
        json_t *request = json_loadb(line, (size_t)length, 0, NULL);
        CHECK(request);
        struct rng rng;
        rng_start(&rng, (uint64_t)json_integer_value(json_object_get(request, "number")));
        json_t *answer = json_object_get(request, "a") ? pair(request, &rng) : world(request, &rng);
        char *text = json_dumps(answer, JSON_COMPACT);
        puts(text);
        fflush(stdout);
        free(text);
        json_decref(answer);
        json_decref(request);
    }
    free(line);
    return 0;
}
