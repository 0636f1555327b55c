/* The moves of a match: listing, making, telling, choosing at random; and as numbers. */
#include "library/library_internal.h"

#include "base/base.h"
#include "game/game.h"
#include "library/ludosaure.h"

#include <jansson.h>
#include <string.h>

const char *library_move_text(const struct ludosaure_match *match, const struct move *move)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    match->match.game->format(match->match.state.bytes, move, &text);
    CHECK(!text.cut);
    return scratch_copy(text.text);
}

static int legal_list(const struct ludosaure_match *match, int seat)
{
    return match->match.game->legal(match->match.state.bytes, seat, scratch_get()->moves);
}

const char *ludosaure_match_legal(const struct ludosaure_match *match, int seat)
{
    if (!library_is_seat(match, seat))
        return NULL;
    const struct game *game = match->match.game;
    int count = legal_list(match, seat);
    json_t *moves = json_array(), *open = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(moves,
                              json_string(library_move_text(match, &scratch_get()->moves[i])));
    const char *kind = game->open_kind ? game->open_kind(match->match.state.bytes, seat) : NULL;
    if (kind)
        json_array_append_new(open, json_string(kind));
    json_t *answer = json_pack("{s:o, s:o}", "moves", moves, "open", open);
    char *text = json_dumps(answer, JSON_COMPACT);
    json_decref(answer);
    return scratch_keep(text);
}

int ludosaure_match_legal_count(const struct ludosaure_match *match, int seat)
{
    return library_is_seat(match, seat) ? legal_list(match, seat) : -1;
}

bool library_legal_move(const struct ludosaure_match *match, int seat, int index, struct move *move)
{
    if (!library_is_seat(match, seat))
        return false;
    int count = legal_list(match, seat);
    if (index < 0 || index >= count)
        return scratch_bad_range("index", 0, count - 1);
    *move = scratch_get()->moves[index];
    return true;
}

const char *ludosaure_match_legal_move(const struct ludosaure_match *match, int seat, int index)
{
    struct move move;
    return library_legal_move(match, seat, index, &move) ? library_move_text(match, &move) : NULL;
}

bool ludosaure_match_play(struct ludosaure_match *match, int seat, const char *text)
{
    union game_move_storage move;
    struct game_state_storage before = match->match.state;
    struct fault *fault = scratch_fault();
    if (!library_is_seat(match, seat) || !match_check(&match->match, seat, text, &move, fault))
        return false;
    CHECK(match_play(&match->match, seat, text, NULL, STORY_ALL, fault));
    match->has_moved = true;
    match->seat = seat;
    match->move = move;
    match->before = before;
    return true;
}

bool ludosaure_match_play_index(struct ludosaure_match *match, int seat, int index)
{
    struct move move;
    return library_legal_move(match, seat, index, &move) &&
           ludosaure_match_play(match, seat, library_move_text(match, &move));
}

const char *ludosaure_match_events(const struct ludosaure_match *match, int viewer)
{
    struct doc *doc = &scratch_get()->doc;
    struct game_state_storage state = match->before;
    if (viewer != LUDOSAURE_EVERYTHING && !library_is_viewer(match, viewer))
        return NULL;
    doc_start(doc);
    doc_list(doc, NULL);
    if (match->has_moved)
        match->match.game->apply(state.bytes, match->seat, &match->move.head,
                                 &(struct story){.doc = doc, .viewer = viewer});
    doc_end(doc);
    return scratch_keep_doc();
}

void ludosaure_match_random_start(struct ludosaure_match *match, uint64_t seed)
{
    rng_start(&match->rng, seed);
}

bool library_may_move(const struct ludosaure_match *match, int seat)
{
    uint32_t to_act = ludosaure_match_to_act(match);
    if (!library_is_seat(match, seat))
        return false;
    if (!to_act)
        return fault_set(scratch_fault(), FAULT_OVER, NULL, "core.over", NULL);
    return bits_have(to_act, seat) ||
           fault_set(scratch_fault(), FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
}

int ludosaure_match_random_seat(struct ludosaure_match *match)
{
    int seat = numbered_seat(ludosaure_match_to_act(match), &match->rng);
    if (seat == NUMBERED_NOBODY)
        fault_set(scratch_fault(), FAULT_OVER, NULL, "core.over", NULL);
    return seat;
}

const char *ludosaure_match_sample(struct ludosaure_match *match, int seat)
{
    union game_move_storage move = {0};
    if (!library_may_move(match, seat))
        return NULL;
    game_sample(match->match.game, match->match.state.bytes, seat, &match->rng, &move.head);
    return library_move_text(match, &move.head);
}

uint32_t ludosaure_match_playout(const struct ludosaure_match *match, uint64_t seed,
                                 int32_t *scores)
{
    const struct game *game = match->match.game;
    struct game_state_storage state = match->match.state;
    struct game_result result;
    struct rng rng;
    rng_start(&rng, seed);
    for (uint32_t to_act; (to_act = game->to_act(state.bytes));) {
        int seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move;
        game_sample(game, state.bytes, seat, &rng, &move.head);
        game->apply(state.bytes, seat, &move.head, NULL);
    }
    game->result(state.bytes, &result);
    memcpy(scores, result.scores, (size_t)match->match.seats * sizeof *scores);
    return result.winners;
}

static bool is_encoded(const struct ludosaure_match *match)
{
    return match->match.game->encoding ||
           fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.no_encoding", "%s",
                     match->match.game->id);
}

bool ludosaure_match_observe(const struct ludosaure_match *match, int viewer, uint8_t *observation)
{
    struct game_state_storage view;
    if (!is_encoded(match) || !library_is_viewer(match, viewer))
        return false;
    game_view(match->match.game, match->match.state.bytes, viewer, view.bytes);
    game_observe(match->match.game, view.bytes, viewer, observation,
                 (size_t)game_observation_size(match->match.game));
    return true;
}

bool ludosaure_match_mask(const struct ludosaure_match *match, int seat, uint8_t *mask)
{
    if (!is_encoded(match) || !library_is_seat(match, seat))
        return false;
    game_mask(match->match.game, match->match.state.bytes, seat, scratch_get()->moves, mask,
              (size_t)game_action_count(match->match.game));
    return true;
}

const char *ludosaure_match_action_move(const struct ludosaure_match *match, int seat, int action)
{
    union game_move_storage move = {0};
    if (!is_encoded(match) || !library_is_seat(match, seat))
        return NULL;
    if (action < 0 || action >= game_action_count(match->match.game)) {
        scratch_bad_range("action", 0, game_action_count(match->match.game) - 1);
        return NULL;
    }
    if (!match->match.game->encoding->decode(match->match.state.bytes, seat, action, &move.head)) {
        fault_set(scratch_fault(), FAULT_BAD_MOVE, NULL, "core.bad_move", "%d", action);
        return NULL;
    }
    return library_move_text(match, &move.head);
}

bool ludosaure_match_play_action(struct ludosaure_match *match, int seat, int action)
{
    const char *text = ludosaure_match_action_move(match, seat, action);
    return text && ludosaure_match_play(match, seat, text);
}

int ludosaure_match_move_action(const struct ludosaure_match *match, int seat, const char *text)
{
    const struct game *game = match->match.game;
    union game_move_storage move = {0};
    if (!is_encoded(match) || !library_is_seat(match, seat))
        return -1;
    int number = -1;
    if (game->parse(match->match.state.bytes, text, &move.head))
        number = game->encoding->number(match->match.state.bytes, seat, &move.head);
    if (number < 0)
        fault_set(scratch_fault(), FAULT_BAD_MOVE, NULL, "core.bad_move", "%s", text);
    return number;
}
