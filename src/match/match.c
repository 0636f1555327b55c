/* Matches: starting, playing, and their results. */
#include "match/match.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

void match_free(struct match *match)
{
    for (size_t i = 0; i < match->move_count; i++)
        free(match->moves[i].text);
    free(match->moves);
    free(match->seed);
    *match = (struct match){0};
}

bool match_start(struct match *match, const struct game *game,
                 const struct game_components_storage *components, int seats,
                 const uint8_t *options, const char *seed, size_t seed_length, struct fault *fault)
{
    CHECK(seats >= game->seats_min && seats <= game->seats_max);
    struct match begun = {
        .game = game, .components = *components, .seats = seats, .seed_length = seed_length};
    memcpy(begun.options, options, (size_t)game->option_count);
    struct game_setup setup = {.seats = seats,
                               .components = begun.components.bytes,
                               .seed = seed,
                               .seed_length = seed_length};
    memcpy(setup.options, options, (size_t)game->option_count);
    if (!game->start(begun.state.bytes, &setup, fault))
        return false;
    begun.seed = alloc_copy(seed, seed_length);
    match_free(match);
    *match = begun;
    return true;
}

bool match_load(struct match *match, const struct game *game,
                const struct game_components_storage *components, const struct doc *doc,
                const struct doc_node *position, struct fault *fault)
{
    struct match begun = {.game = game, .components = *components};
    if (!game_head_load(game, doc, position, &begun.seats, begun.options, fault) ||
        !game->load(game, doc, position, components->bytes, begun.state.bytes, fault))
        return false;
    begun.start = begun.state;
    match_free(match);
    *match = begun;
    return true;
}

bool match_is_over(const struct match *match)
{
    return match->game->to_act(match->state.bytes) == 0;
}

bool match_check(const struct match *match, int seat, const char *text,
                 union game_move_storage *move, struct fault *fault)
{
    const struct game *game = match->game;
    const void *state = match->state.bytes;
    CHECK(seat >= 0 && seat < match->seats);
    uint32_t to_act = game->to_act(state);
    if (!to_act)
        return fault_set(fault, FAULT_OVER, NULL, "core.over", NULL);
    memset(move, 0, sizeof *move);
    if (!game->parse(state, text, &move->head))
        return fault_set(fault, FAULT_BAD_MOVE, NULL, "core.bad_move", "%s", text);
    if (!bits_have(to_act, seat))
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    return game->check(state, seat, &move->head, fault);
}

/* Adds the move, as each seat sees it, to that seat's memory. */
static void remember(struct match *match, int seat, const struct move *move)
{
    if (match->game->memory_size == 0)
        return;
    struct doc *events = doc_new();
    for (int viewer = 0; viewer < match->seats; viewer++)
        game_move_remember(match->game, match->state.bytes, seat, move, viewer,
                           match->memories[viewer].bytes, events);
    free(events);
}

static void keep(struct match *match, int seat, const char *text)
{
    if (match->move_count == match->move_capacity) {
        match->move_capacity = match->move_capacity ? match->move_capacity * 2 : 64;
        match->moves = alloc_resize(match->moves, match->move_capacity, sizeof *match->moves);
    }
    match->moves[match->move_count++] = (struct match_move){.seat = seat, .text = alloc_text(text)};
}

bool match_play(struct match *match, int seat, const char *text, struct doc *events, int viewer,
                struct fault *fault)
{
    union game_move_storage move;
    if (!match_check(match, seat, text, &move, fault))
        return false;
    remember(match, seat, &move.head);
    if (events)
        game_move_apply(match->game, match->state.bytes, seat, &move.head, viewer, events);
    else
        match->game->apply(match->state.bytes, seat, &move.head, NULL);
    keep(match, seat, text);
    return true;
}

void match_result(const struct match *match, struct doc *doc, const char *key)
{
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    doc_object(doc, key);
    doc_bool(doc, "over", result.over);
    doc_list(doc, "scores");
    for (int seat = 0; seat < match->seats; seat++)
        doc_integer(doc, NULL, result.scores[seat]);
    doc_end(doc);
    doc_list(doc, "winners");
    for (uint64_t winners = result.winners; winners;)
        doc_integer(doc, NULL, bits_pop(&winners));
    doc_end(doc);
    if (match->game->result_details)
        match->game->result_details(match->state.bytes, doc);
    doc_end(doc);
}

void match_components_hash(const struct game *game,
                           const struct game_components_storage *components,
                           char text[MATCH_HASH_TEXT])
{
    unsigned char hash[(MATCH_HASH_TEXT - 1) / 2];
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)game->id, strlen(game->id) + 1);
    crypto_generichash_update(&state, components->bytes, game->components_size);
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(text, MATCH_HASH_TEXT, hash, sizeof hash);
}
