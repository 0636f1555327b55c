/* Matches: starting, playing, their results; taking moves back; playing on from a moment of another match;
 * turning points.
 *
 * Then: taking back; branching; turning points. */
#include "match/match.h"

#include "base/base.h"
#include "base/system/system.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void moves_free(struct match_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(moves[i].text);
    free(moves);
}

static size_t mark_size(const struct match *match)
{
    return match->game->state_size + (size_t)match->seats * match->game->memory_size;
}

void match_free(struct match *match)
{
    moves_free(match->moves, match->move_count);
    for (size_t i = 0; i < match->undone_count; i++)
        moves_free(match->undone[i].moves, match->undone[i].move_count);
    free(match->undone);
    free(match->mark);
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
        !game_load(game, doc, position, components->bytes, begun.state.bytes, fault))
        return false;
    begun.start = begun.state;
    match_free(match);
    *match = begun;
    return true;
}

static struct match_move *moves_copy(const struct match_move *moves, size_t count)
{
    struct match_move *copy = count ? alloc_array(count, sizeof *copy) : NULL;
    for (size_t i = 0; i < count; i++) {
        copy[i] = moves[i];
        copy[i].text = alloc_text(moves[i].text);
    }
    return copy;
}

struct match match_copy(const struct match *match)
{
    struct match copy = *match;
    copy.seed = match->seed ? alloc_copy(match->seed, match->seed_length) : NULL;
    copy.moves = moves_copy(match->moves, match->move_count);
    copy.move_capacity = match->move_count;
    copy.undone =
        match->undone_count ? alloc_array(match->undone_count, sizeof *copy.undone) : NULL;
    copy.undone_capacity = match->undone_count;
    for (size_t i = 0; i < match->undone_count; i++) {
        copy.undone[i] = match->undone[i];
        copy.undone[i].moves = moves_copy(match->undone[i].moves, match->undone[i].move_count);
    }
    copy.mark = match->mark
                    ? (unsigned char *)alloc_copy((const char *)match->mark, mark_size(match))
                    : NULL;
    return copy;
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
    if (match->game->memory_size == 0 || match->without_memories)
        return;
    struct doc *events = doc_new();
    for (int viewer = 0; viewer < match->seats; viewer++)
        game_move_remember(match->game, match->state.bytes, seat, move, viewer,
                           match->memories[viewer].bytes, events);
    free(events);
}

static void make(struct match *match, int seat, const struct move *move, struct doc *events,
                 int viewer)
{
    remember(match, seat, move);
    if (events)
        game_move_apply(match->game, match->state.bytes, seat, move, viewer, events);
    else
        match->game->apply(match->state.bytes, seat, move, NULL);
}

/* Copies state and memories to where the match can come back to, or back from there. */
static void copy_mark(struct match *match, bool back)
{
    size_t state = match->game->state_size, memory = match->game->memory_size;
    for (int part = 0; part <= (memory && !match->without_memories ? match->seats : 0); part++) {
        unsigned char *here = part ? match->memories[part - 1].bytes : match->state.bytes;
        unsigned char *there = match->mark + (part ? state + (size_t)(part - 1) * memory : 0);
        memcpy(back ? here : there, back ? there : here, part ? memory : state);
    }
}

static void mark(struct match *match)
{
    if (!match->mark)
        match->mark = alloc_new(mark_size(match));
    copy_mark(match, false);
    match->marked = match->move_count;
}

static void keep(struct match *match, int seat, const char *text, enum game_reveals reveals)
{
    match->moves =
        alloc_grow(match->moves, match->move_count, &match->move_capacity, sizeof *match->moves);
    match->moves[match->move_count++] =
        (struct match_move){.seat = seat, .reveals = reveals, .text = alloc_text(text)};
    if (reveals == GAME_REVEALS_MORE)
        mark(match);
}

bool match_play(struct match *match, int seat, const char *text, struct doc *events, int viewer,
                struct fault *fault)
{
    union game_move_storage move;
    if (!match_check(match, seat, text, &move, fault))
        return false;
    enum game_reveals reveals = game_reveals(match->game, match->state.bytes, seat, &move.head);
    if (match->move_count == 0)
        mark(match);
    make(match, seat, &move.head, events, viewer);
    keep(match, seat, text, reveals);
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

void match_components_hash(const struct game *game, const uint8_t *options,
                           const struct game_components_storage *components,
                           char text[MATCH_HASH_TEXT])
{
    unsigned char hash[(MATCH_HASH_TEXT - 1) / 2];
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)game->id, strlen(game->id) + 1);
    crypto_generichash_update(&state, game_components(game, options, components->bytes),
                              game->components_size);
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(text, MATCH_HASH_TEXT, hash, sizeof hash);
}

/* ---- Taking back ---- */

static bool has_moved(const struct match *match, int seat)
{
    for (size_t i = match->move_count; i-- > 0;)
        if (match->moves[i].seat == seat)
            return true;
    return false;
}

/* The number of the seat's latest move since the mark, or -1. */
static long latest_of(const struct match *match, int seat)
{
    for (size_t i = match->move_count; i-- > match->marked;)
        if (match->moves[i].seat == seat)
            return (long)i;
    return -1;
}

enum match_taking match_taking(const struct match *match, int seat)
{
    long latest = latest_of(match, seat);
    bool secret = true;
    if (latest < 0)
        return has_moved(match, seat) ? MATCH_TAKES_REVEALED : MATCH_TAKES_NOTHING;
    for (size_t i = (size_t)latest; i < match->move_count; i++) {
        const struct match_move *move = &match->moves[i];
        if (move->reveals == GAME_REVEALS_OWN && move->seat != seat)
            return MATCH_TAKES_REVEALED;
        secret &= move->reveals == GAME_REVEALS_NO_MOVE;
    }
    return secret ? MATCH_TAKES_SECRET : MATCH_TAKES_OPEN;
}

void match_rewind(struct match *match, int seat, size_t count)
{
    CHECK(count >= match->marked && count < match->move_count);
    match->undone = alloc_grow(match->undone, match->undone_count, &match->undone_capacity,
                               sizeof *match->undone);
    struct match_undone *undone = &match->undone[match->undone_count++];
    *undone =
        (struct match_undone){.seat = seat, .at = count, .move_count = match->move_count - count};
    undone->moves = alloc_array(undone->move_count, sizeof *undone->moves);
    memcpy(undone->moves, match->moves + count, undone->move_count * sizeof *undone->moves);
    copy_mark(match, true);
    match->move_count = count;
    for (size_t i = match->marked; i < count; i++) {
        union game_move_storage move = {0};
        CHECK(match->game->parse(match->state.bytes, match->moves[i].text, &move.head));
        make(match, match->moves[i].seat, &move.head, NULL, STORY_ALL);
    }
}

void match_take_back(struct match *match, int seat)
{
    enum match_taking taking = match_taking(match, seat);
    CHECK(taking >= MATCH_TAKES_SECRET);
    size_t at = (size_t)latest_of(match, seat);
    match_rewind(match, seat, at);
    const struct match_undone *undone = &match->undone[match->undone_count - 1];
    for (size_t i = 1; taking == MATCH_TAKES_SECRET && i < undone->move_count; i++) {
        const struct match_move *move = &undone->moves[i];
        struct fault fault;
        CHECK(match_play(match, move->seat, move->text, NULL, STORY_ALL, &fault));
    }
}

/* ---- Branching ---- */

void match_branch(const struct match *match, int viewer, struct rng *rng, struct match *branch)
{
    const struct game *game = match->game;
    bool remembers = game->memory_size > 0 && viewer != GAME_SPECTATOR;
    struct match begun = {.game = game, .components = match->components, .seats = match->seats};
    struct game_state_storage view;
    memcpy(begun.options, match->options, sizeof begun.options);
    game_view(game, match->state.bytes, viewer, view.bytes);
    game_determinize(game, view.bytes, viewer, remembers ? match->memories[viewer].bytes : NULL,
                     rng, begun.state.bytes);
    begun.start = begun.state;
    match_free(branch);
    *branch = begun;
}

/* ---- Turning points ---- */

/* The points of a match are found from its events and results, which every game has. */

enum { SWINGS_MAX = 5 };

static void add(struct turning *turning, const struct turning_point *point)
{
    turning->points =
        alloc_grow(turning->points, turning->count, &turning->capacity, sizeof *turning->points);
    turning->points[turning->count++] = *point;
}

void turning_start(struct turning *turning, const struct match *match)
{
    struct game_result result;
    turning_free(turning);
    match->game->result(match->state.bytes, &result);
    memcpy(turning->scores, result.scores, sizeof turning->scores);
    turning->leader = -1;
}

/* An event that begins a part of a match has the number of that part, under its own type. */
static void follow_parts(struct turning *turning, const struct match *match,
                         const struct doc *events)
{
    DOC_EACH (events, doc_root(events), event) {
        struct turning_point point = {.moves = match->move_count, .kind = TURNING_PART, .seat = -1};
        const char *type = doc_text(events, doc_get(events, event, "type"));
        if (!doc_number(doc_get(events, event, type), 0, INT_MAX, &point.number))
            continue;
        snprintf(point.part, sizeof point.part, "%s", type);
        add(turning, &point);
    }
}

/* The seat that is alone in the lead, or -1. */
static int leader_of(const struct match *match, const int32_t scores[])
{
    int leader = 0;
    bool alone = true;
    for (int seat = 1; seat < match->seats; seat++) {
        int32_t ahead = scores[seat] - scores[leader];
        if (match->game->lowest_wins)
            ahead = -ahead;
        alone = ahead == 0 ? false : alone || ahead > 0;
        leader = ahead > 0 ? seat : leader;
    }
    return alone ? leader : -1;
}

static void follow_lead(struct turning *turning, const struct match *match,
                        const struct game_result *result)
{
    int leader = leader_of(match, result->scores);
    if (match->seats == match->game->seats_together || leader < 0 || leader == turning->leader)
        return;
    if (turning->leader >= 0)
        add(turning, &(struct turning_point){
                         .moves = match->move_count, .kind = TURNING_LEAD, .seat = leader});
    turning->leader = leader;
}

/* The largest change of a score by this move. */
static void follow_scores(struct turning *turning, const struct match *match,
                          const struct game_result *result)
{
    struct turning_point point = {.moves = match->move_count, .kind = TURNING_SWING};
    for (int seat = 0; seat < match->seats; seat++) {
        int change = result->scores[seat] - turning->scores[seat];
        if (abs(change) > abs(point.number)) {
            point.number = change;
            point.seat = seat;
        }
    }
    memcpy(turning->scores, result->scores, sizeof turning->scores);
    if (point.number != 0)
        add(turning, &point);
}

void turning_follow(struct turning *turning, const struct match *match, const struct doc *events)
{
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    follow_scores(turning, match, &result);
    follow_lead(turning, match, &result);
    follow_parts(turning, match, events);
    if (result.over)
        add(turning,
            &(struct turning_point){.moves = match->move_count, .kind = TURNING_END, .seat = -1});
}

/* How many swings are larger than this one, or as large and earlier. */
static int rank_of(const struct turning *turning, size_t index)
{
    int rank = 0, size = abs(turning->points[index].number);
    for (size_t i = 0; i < turning->count; i++) {
        int other = abs(turning->points[i].number);
        if (turning->points[i].kind == TURNING_SWING)
            rank += other > size || (other == size && i < index);
    }
    return rank;
}

void turning_finish(struct turning *turning)
{
    struct turning kept = {0};
    for (size_t i = 0; i < turning->count; i++)
        if (turning->points[i].kind != TURNING_SWING || rank_of(turning, i) < SWINGS_MAX)
            add(&kept, &turning->points[i]);
    free(turning->points);
    turning->points = kept.points;
    turning->count = kept.count;
    turning->capacity = kept.capacity;
}

void turning_free(struct turning *turning)
{
    free(turning->points);
    *turning = (struct turning){0};
}
