/* Secrecy over time. A seat imagines worlds from its view and its memory. This test proves that in
 * each of them everything that the seat has seen could have happened, and that no event it receives
 * reveals what it may not know.
 *
 * Histories: in random games, at random moments, let W be a world that a viewer imagines. There
 * must be another start of the match (see history.h) from which the same moves, except those secret
 * to the viewer, are accepted, show the viewer byte for byte the same views and the same events,
 * and lead exactly to W. So a view hides enough, determinize contradicts nothing that was seen, and
 * neither views nor events depend on what is hidden. Moments after the end are excluded: a result
 * may reveal something about hidden cards (sums, penalties), and there are no more moves to choose.
 *
 * Secrets: whatever a seat chooses in secret, all others see the same.
 *
 * News: a move that is possible both in the real state and in W first shows the viewer the same
 * events, up to one that reveals something hidden; if none does, the views afterwards are the same
 * too.
 *
 * usage: history [--games N] [GAME]  N random games of each kind (default 40)
 *        history GAME SEATS SEED    one game, as named by a failure
 *
 * Then: what the games' files use; comparing; histories; secrets; news; games. */
#include "history.h"

#include "support.h"
#include "test_histories.h" /* generated: HISTORIES */

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLD_EVERY = 6,   /* moments, on average */
    SECRETS_TRIED = 8, /* choices of one seat to compare */
    STIRRED_EVERY = 4, /* games, see `stirs` in history.h */
};

struct run {
    struct history history;
    const struct history_game *hidden;
    int seats, seed;
    struct rng rng;
    struct match match;
    struct game_state_storage *states;
    size_t state_room;
    bool failed;
    struct doc *doc, *doc_other;
    struct move *moves; /* for `legal` */
};

static void fail(struct run *run, int viewer, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, for seat %d, broken: %s\n", run->match.game->id,
               run->seats, run->seed, run->match.move_count, viewer, property);
    run->failed = true;
}

/* ---- What the games' files use ---- */

void history_move(const struct history *history, size_t number, union game_move_storage *move)
{
    memset(move, 0, sizeof *move);
    CHECK(history->game->parse(history->states[number].bytes, history->match->moves[number].text,
                               &move->head));
}

void history_tell(const struct history *history, size_t number, int viewer, struct doc *doc)
{
    union game_move_storage move;
    history_move(history, number, &move);
    game_move_describe(history->game, history->states[number].bytes,
                       history->match->moves[number].seat, &move.head, viewer, doc);
}

void history_replace(struct history_other *other, size_t number, struct move move)
{
    CHECK(other->replaced_count < HISTORY_REPLACED_MAX);
    other->replaced[other->replaced_count++] = (struct history_replaced){number, move};
}

void history_exchange(uint8_t *becomes, uint32_t truth, uint32_t world)
{
    uint64_t from = truth & ~world, to = world & ~truth;
    while (from && to)
        becomes[bits_pop(&from)] = (uint8_t)bits_pop(&to);
}

/* ---- Comparing ---- */

static bool views_equal(const struct game *game, int viewer, const void *a, const void *b)
{
    struct game_state_storage view_a, view_b;
    game_view(game, a, viewer, view_a.bytes);
    game_view(game, b, viewer, view_b.bytes);
    return memcmp(view_a.bytes, view_b.bytes, game->state_size) == 0;
}

static bool stories_equal(const struct run *run)
{
    return doc_equal(run->doc, doc_root(run->doc), run->doc_other, doc_root(run->doc_other));
}

/* ---- Histories ---- */

static void move_text(const struct history *history, const struct history_other *other,
                      size_t number, char text[GAME_MOVE_TEXT_MAX])
{
    struct buffer buffer;
    buffer_start(&buffer, text, GAME_MOVE_TEXT_MAX);
    const struct move *move = NULL;
    for (int i = 0; i < other->replaced_count; i++)
        if (other->replaced[i].number == number)
            move = &other->replaced[i].move;
    if (move)
        history->game->format(other->start.bytes, move, &buffer);
    else
        buffer_add(&buffer, history->match->moves[number].text);
}

/* Makes one move of the other history; `match` has its state. */
static void step_replay(struct run *run, const struct history_other *other, size_t number,
                        struct match *match)
{
    const struct game *game = match->game;
    int seat = run->match.moves[number].seat, viewer = other->viewer;
    char text[GAME_MOVE_TEXT_MAX];
    union game_move_storage move;
    struct fault fault;
    move_text(&run->history, other, number, text);
    if (!match_check(match, seat, text, &move, &fault)) {
        fail(run, viewer, "a move that was seen is legal in the imagined world");
    } else {
        game_move_apply(game, match->state.bytes, seat, &move.head, viewer, run->doc_other);
        if (run->hidden->reshuffle)
            run->hidden->reshuffle(&run->history, other, number, match->state.bytes);
        history_tell(&run->history, number, viewer, run->doc);
        if (!stories_equal(run))
            fail(run, viewer, "the viewer received the same events");
        else if (!views_equal(game, viewer, match->state.bytes, run->states[number + 1].bytes))
            fail(run, viewer, "the viewer saw the same views");
    }
    if (run->failed)
        printf("  move %zu, %d: %s\n", number, seat, text);
}

static void history_replay(struct run *run, const struct history_other *other)
{
    const struct game *game = run->match.game;
    struct match match = {.game = game, .seats = run->seats, .state = other->start};
    struct fault fault;
    if (!game_invariants(game, match.state.bytes, &fault))
        fail(run, other->viewer, "the other beginning can be"), printf("  %s\n", fault.text);
    if (!views_equal(game, other->viewer, match.state.bytes, run->states[other->begin].bytes))
        fail(run, other->viewer, "the viewer saw the same at the beginning");
    for (size_t number = other->begin; number < run->match.move_count && !run->failed; number++)
        step_replay(run, other, number, &match);
    struct game_state_storage world = {0};
    memcpy(world.bytes, other->world, game->state_size);
    if (run->hidden->stream_clear) {
        run->hidden->stream_clear(world.bytes);
        run->hidden->stream_clear(match.state.bytes);
    }
    if (!run->failed && memcmp(world.bytes, match.state.bytes, game->state_size) != 0)
        fail(run, other->viewer, "the other history leads to the world imagined");
}

/* The match keeps the memory of each seat. A spectator has none, and without one a world need not
 * agree with what was seen, if there is something to remember. */
static int viewer_choose(struct run *run)
{
    bool spectator = run->match.game->memory_size == 0;
    return (int)rng_below(&run->rng, (uint32_t)(run->seats + spectator)) - spectator;
}

static void world_imagine(struct run *run, int viewer, struct game_state_storage *world)
{
    const struct game *game = run->match.game;
    const void *memory = viewer == GAME_SPECTATOR ? NULL : run->match.memories[viewer].bytes;
    struct game_state_storage view;
    game_view(game, run->match.state.bytes, viewer, view.bytes);
    game_determinize(game, view.bytes, viewer, memory, &run->rng, world->bytes);
}

static void test_history(struct run *run, int viewer, const struct game_state_storage *world)
{
    struct history_other other = {.viewer = viewer, .world = world->bytes, .start = run->states[0]};
    if (!run->hidden->imagine(&run->history, &other))
        fail(run, viewer, "the world can have come about");
    else
        history_replay(run, &other);
}

/* ---- Secrets ---- */

static void test_secret(struct run *run, int seat, const struct move *move,
                        const struct move *instead)
{
    const struct game *game = run->match.game;
    for (int viewer = GAME_SPECTATOR; viewer < run->seats; viewer++) {
        if (viewer == seat)
            continue;
        struct game_state_storage state = run->match.state, other = run->match.state;
        game_move_apply(game, state.bytes, seat, move, viewer, run->doc);
        game_move_apply(game, other.bytes, seat, instead, viewer, run->doc_other);
        if (!stories_equal(run))
            fail(run, viewer, "events hide a secret choice");
        if (!views_equal(game, viewer, state.bytes, other.bytes))
            fail(run, viewer, "views hide a secret choice");
        if (game->to_act(state.bytes) != game->to_act(other.bytes) ||
            strcmp(game->phase(state.bytes), game->phase(other.bytes)) != 0)
            fail(run, viewer, "a secret choice does not change who is to move");
    }
}

static void test_secrets(struct run *run, int seat, const struct move *move)
{
    const void *state = run->match.state.bytes;
    if (!run->hidden->secret || !run->hidden->secret(state, move))
        return;
    int count = run->match.game->legal(state, seat, run->moves);
    for (int i = 0; i < SECRETS_TRIED && count > 0; i++) {
        const struct move *instead = &run->moves[rng_below(&run->rng, (uint32_t)count)];
        if (run->hidden->secret(state, instead))
            test_secret(run, seat, move, instead);
    }
}

/* ---- News ---- */

static bool brings_news(const struct run *run, int viewer, const struct doc *doc,
                        const struct doc_node *event)
{
    int seat = -1, to = -1;
    doc_number(doc_get(doc, event, "seat"), 0, GAME_SEATS_MAX, &seat);
    doc_number(doc_get(doc, event, "to"), 0, GAME_SEATS_MAX, &to);
    bool personal = viewer != GAME_SPECTATOR && (seat == viewer || to == viewer);
    for (const struct history_news *news = run->hidden->news; news->type; news++)
        if (strcmp(news->type, doc_text(doc, doc_get(doc, event, "type"))) == 0)
            return !news->personal || personal;
    return false;
}

static void test_news(struct run *run, int seat, const struct move *move, int viewer,
                      const struct game_state_storage *world)
{
    const struct game *game = run->match.game;
    struct fault fault;
    if (!game->check(world->bytes, seat, move, &fault))
        return;
    struct game_state_storage state = run->match.state, other = *world;
    game_move_apply(game, state.bytes, seat, move, viewer, run->doc);
    game_move_apply(game, other.bytes, seat, move, viewer, run->doc_other);
    const struct doc_node *event = doc_first(run->doc, doc_root(run->doc));
    const struct doc_node *event_other = doc_first(run->doc_other, doc_root(run->doc_other));
    bool news = false;
    while (event && event_other && doc_equal(run->doc, event, run->doc_other, event_other)) {
        news |= brings_news(run, viewer, run->doc, event);
        event = doc_next(run->doc, event);
        event_other = doc_next(run->doc_other, event_other);
    }
    news |= event && brings_news(run, viewer, run->doc, event);
    news |= event_other && brings_news(run, viewer, run->doc_other, event_other);
    if (news)
        return;
    if (event || event_other)
        fail(run, viewer, "events do not depend on what is hidden");
    else if (!views_equal(game, viewer, state.bytes, other.bytes))
        fail(run, viewer, "views do not depend on what is hidden");
}

/* ---- Games ---- */

static void state_keep(struct run *run)
{
    size_t now = run->match.move_count;
    if (now == run->state_room) {
        run->state_room = now ? 2 * now : 64;
        run->states = realloc(run->states, run->state_room * sizeof *run->states);
        CHECK(run->states);
    }
    run->states[now] = run->match.state;
    run->history =
        (struct history){.game = run->match.game, .match = &run->match, .states = run->states};
}

/* A random move; in some games, mostly one that leads to rare situations. */
static void move_choose(struct run *run, int seat, union game_move_storage *move)
{
    const struct game *game = run->match.game;
    const void *state = run->match.state.bytes;
    memset(move, 0, sizeof *move);
    game_sample(game, state, seat, &run->rng, &move->head);
    if (!run->hidden->stirs || run->seed % STIRRED_EVERY || rng_below(&run->rng, 8) == 0)
        return;
    int count = game->legal(state, seat, run->moves);
    for (int i = 0; i < count; i++)
        if (run->hidden->stirs(&run->moves[i]))
            move->head = run->moves[i];
}

static void step(struct run *run)
{
    const struct game *game = run->match.game;
    uint32_t to_act = game->to_act(run->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    int viewer = viewer_choose(run);
    union game_move_storage move;
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    state_keep(run);
    move_choose(run, seat, &move);
    buffer_start(&buffer, text, sizeof text);
    game->format(run->match.state.bytes, &move.head, &buffer);

    struct game_state_storage world;
    world_imagine(run, viewer, &world);
    test_news(run, seat, &move.head, viewer, &world);
    test_secrets(run, seat, &move.head);
    if (run->failed)
        printf("  by move %zu, %d: %s\n", run->match.move_count, seat, text);
    if (rng_below(&run->rng, WORLD_EVERY) == 0) {
        test_history(run, viewer, &world);
        test_history(run, viewer, &run->match.state); /* the truth is always possible */
    }
    struct fault fault;
    CHECK(match_play(&run->match, seat, text, NULL, STORY_ALL, &fault));
}

#define DECLARE(id) extern const struct history_game history_##id;
HISTORIES(DECLARE)

#define LIST(id) &history_##id,
static const struct history_game *const histories[] = {HISTORIES(LIST) NULL};

static const struct history_game *hidden_of(const struct game *game)
{
    for (const struct history_game *const *hidden = histories; *hidden; hidden++)
        if ((*hidden)->game == game)
            return *hidden;
    return NULL;
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.hidden = hidden_of(game), .seats = seats, .seed = seed};
    char text[32];
    if (!game->view) /* an open game has no secrets */
        return true;
    if (!run.hidden) {
        printf("%s: tests/games/%s/history.c is missing\n", game->id, game->id);
        return false;
    }
    run.doc = malloc(sizeof *run.doc);
    run.doc_other = malloc(sizeof *run.doc);
    run.moves = calloc(GAME_MOVES_MAX, sizeof *run.moves);
    CHECK(run.doc && run.doc_other && run.moves);
    rng_start(&run.rng, (uint64_t)seed);
    snprintf(text, sizeof text, "history %d", seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    while (!run.failed && !match_is_over(&run.match))
        step(&run);
    match_free(&run.match);
    free(run.states);
    free(run.doc);
    free(run.doc_other);
    free(run.moves);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 40, test_game);
}
