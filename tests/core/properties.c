/* Properties of every game, with every number of players and every option, at every moment of
 * random games. A failure prints the game, seats, options and seed.
 *
 * usage: properties [--games N] [GAME]    N random games of each kind (default 2)
 *        properties GAME SEATS SEED       one game, as named by a failure */
#include "support.h"

#include "base/base.h"
#include "match/match.h"
#include "text/text.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 100000 }; /* every game must end before */

struct run {
    const struct game *game;
    struct game_components_storage components;
    int seats, seed;
    struct rng rng;
    struct match match;
    bool failed;
    struct move *moves, *moves_seen; /* for `legal` */
    struct doc *doc, *doc_seen;
};

static void fail(struct run *run, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, broken: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, property);
    run->failed = true;
}

static const void *state_of(const struct run *run)
{
    return run->match.state.bytes;
}

static void format_move(const struct run *run, const struct move *move, char *text)
{
    struct buffer buffer;
    buffer_start(&buffer, text, GAME_MOVE_TEXT_MAX);
    run->game->format(state_of(run), move, &buffer);
    CHECK(!buffer.cut);
}

/* The invariants hold, and the match is over exactly when nobody may move. */
static void test_state(struct run *run)
{
    struct fault fault;
    struct game_result result;
    if (!game_invariants(run->game, state_of(run), &fault))
        fail(run, fault.text);
    run->game->result(state_of(run), &result);
    bool nobody = run->game->to_act(state_of(run)) == 0;
    if (result.over != nobody || nobody != (strcmp(run->game->phase(state_of(run)), "over") == 0))
        fail(run, "over just when nobody may move");
    if (run->game->awaited && run->game->awaited(state_of(run)) & ~run->game->to_act(state_of(run)))
        fail(run, "only those who may move are waited for");
    if (!result.over && result.winners)
        fail(run, "nobody has won before the end");
}

/* load(save(state)) is the state, byte for byte. */
static void test_load_save(struct run *run)
{
    struct game_state_storage loaded;
    struct fault fault;
    memset(&loaded, 0xA5, sizeof loaded);
    doc_start(run->doc);
    run->game->save(run->game, state_of(run), run->doc, NULL);
    if (run->doc->full)
        fail(run, "a position fits into a document");
    else if (!game_load(run->game, run->doc, doc_root(run->doc), run->components.bytes,
                        loaded.bytes, &fault))
        fail(run, fault.text), printf("  %s %s\n", fault.rule ? fault.rule : "", fault.detail);
    else if (memcmp(loaded.bytes, state_of(run), run->game->state_size) != 0)
        fail(run, "load after save is the same state");
}

/* Formatting and parsing a move gives the same move, and the same text. */
static void test_move_text(struct run *run, const struct move *move, size_t size)
{
    char text[GAME_MOVE_TEXT_MAX], again[GAME_MOVE_TEXT_MAX];
    union game_move_storage parsed = {0};
    format_move(run, move, text);
    if (!run->game->parse(state_of(run), text, &parsed.head))
        fail(run, "a formatted move can be parsed");
    else if (memcmp(&parsed, move, size) != 0)
        fail(run, "parse after format is the same move");
    format_move(run, &parsed.head, again);
    if (strcmp(text, again) != 0)
        fail(run, "format after parse is the same text");
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct move));
}

/* Every listed move is allowed and listed once; a seat that may not move has none. */
static void test_legal(struct run *run, int seat)
{
    int count = run->game->legal(state_of(run), seat, run->moves);
    if (!bits_have(run->game->to_act(state_of(run)), seat)) {
        if (count)
            fail(run, "a seat that may not move has no legal move");
        return;
    }
    bool open = run->game->open_kind && run->game->open_kind(state_of(run), seat);
    if (count == 0 && !open)
        fail(run, "a seat that may move has a legal move");
    for (int i = 0; i < count; i++) {
        struct fault fault;
        if (!run->game->check(state_of(run), seat, &run->moves[i], &fault))
            fail(run, fault.text);
        test_move_text(run, &run->moves[i], sizeof run->moves[i]);
    }
    qsort(run->moves, (size_t)count, sizeof *run->moves, compare_moves);
    for (int i = 1; i < count; i++)
        if (compare_moves(&run->moves[i - 1], &run->moves[i]) == 0)
            fail(run, "no legal move is listed twice");
}

/* Every move that check allows is listed, unless its kind is open. */
static bool is_listed(struct run *run, int seat, const char *text)
{
    const char *open = run->game->open_kind ? run->game->open_kind(state_of(run), seat) : NULL;
    if (open && strncmp(text, open, strlen(open)) == 0)
        return true;
    int count = run->game->legal(state_of(run), seat, run->moves);
    for (int i = 0; i < count; i++) {
        char listed[GAME_MOVE_TEXT_MAX];
        format_move(run, &run->moves[i], listed);
        if (strcmp(listed, text) == 0)
            return true;
    }
    return false;
}

static void mutate(struct run *run, char *text)
{
    static const char letters[] = "abcdeghlmnoprstuwxyNESW0123456789 |@,-?\x80";
    size_t length = strlen(text);
    size_t at = rng_below(&run->rng, (uint32_t)length + 1);
    switch (rng_below(&run->rng, 4)) {
    case 0: /* change a letter */
        if (at < length)
            text[at] = letters[rng_below(&run->rng, sizeof letters - 1)];
        break;
    case 1: /* leave one out */
        if (at < length)
            memmove(text + at, text + at + 1, length - at);
        break;
    case 2: /* put one in */
        if (length + 2 < GAME_MOVE_TEXT_MAX) {
            memmove(text + at + 1, text + at, length - at + 1);
            text[at] = letters[rng_below(&run->rng, sizeof letters - 1)];
        }
        break;
    default: /* cut it off */
        text[at] = '\0';
    }
}

/* A text that is almost a move is refused with a rule, or is a legal move; nothing changes. */
static void test_mutated(struct run *run, int seat, const struct move *move)
{
    char text[GAME_MOVE_TEXT_MAX];
    format_move(run, move, text);
    for (int times = 1 + (int)rng_below(&run->rng, 2); times > 0; times--)
        mutate(run, text);
    union game_move_storage parsed;
    struct fault fault = {0};
    if (match_check(&run->match, seat, text, &parsed, &fault)) {
        if (!is_listed(run, seat, text))
            fail(run, "what check allows, legal lists"), printf("  %s\n", text);
    } else if (fault.code == FAULT_ILLEGAL_MOVE && !fault.rule) {
        fail(run, "an illegal move names a rule");
    }
}

/* Whether the questions of a seat get the same answers from its view as from the state. */
static void test_answers_from_view(struct run *run, int viewer, const void *view)
{
    const struct game *game = run->game;
    if (game->to_act(view) != game->to_act(state_of(run)) ||
        strcmp(game->phase(view), game->phase(state_of(run))) != 0)
        fail(run, "a view tells who is to move");
    if (game->awaited && game->awaited(view) != game->awaited(state_of(run)))
        fail(run, "a view tells who is waited for");
    if (viewer == GAME_SPECTATOR)
        return;
    int count = game->legal(state_of(run), viewer, run->moves);
    int count_seen = game->legal(view, viewer, run->moves_seen);
    if (count != count_seen ||
        memcmp(run->moves, run->moves_seen, (size_t)count * sizeof *run->moves) != 0)
        fail(run, "legal moves depend on the view alone");
    if (!bits_have(game->to_act(view), viewer))
        return;
    union game_move_storage move = {0}, move_seen = {0};
    struct rng rng = run->rng, rng_seen = run->rng;
    game_sample(game, state_of(run), viewer, &rng, &move.head);
    game_sample(game, view, viewer, &rng_seen, &move_seen.head);
    if (memcmp(&move, &move_seen, game->move_size) != 0 || memcmp(&rng, &rng_seen, sizeof rng))
        fail(run, "the random player depends on the view alone");
    struct fault fault;
    if (!game->check(view, viewer, &move.head, &fault))
        fail(run, "what is allowed depends on the view alone");
}

/* A world that fits the view shows the same view, in bytes and as a document. */
static void test_worlds(struct run *run, int viewer, const void *view)
{
    const struct game *game = run->game;
    const void *memory = viewer == GAME_SPECTATOR ? NULL : run->match.memories[viewer].bytes;
    struct fault fault;
    for (int with_memory = 0; with_memory <= (memory && game->memory_size ? 1 : 0); with_memory++) {
        struct game_state_storage world, view_again;
        memset(&world, 0xA5, sizeof world);
        memset(&view_again, 0xA5, sizeof view_again);
        game_determinize(game, view, viewer, with_memory ? memory : NULL, &run->rng, world.bytes);
        if (!game_invariants(game, world.bytes, &fault))
            fail(run, fault.text), printf("  in a world behind the view of %d\n", viewer);
        game_view(game, world.bytes, viewer, view_again.bytes);
        if (memcmp(view, view_again.bytes, game->state_size) != 0)
            fail(run, "a world behind a view shows that view");
        doc_start(run->doc);
        game->save(game, view, run->doc, NULL);
        doc_start(run->doc_seen);
        game->save(game, view_again.bytes, run->doc_seen, NULL);
        if (!doc_equal(run->doc, doc_root(run->doc), run->doc_seen, doc_root(run->doc_seen)))
            fail(run, "equal views have equal documents");
    }
}

/* A view has the same keys as the position. */
static void test_view_keys(struct run *run, const void *view)
{
    doc_start(run->doc);
    run->game->save(run->game, state_of(run), run->doc, NULL);
    doc_start(run->doc_seen);
    run->game->save(run->game, view, run->doc_seen, NULL);
    const struct doc_node *seen = doc_first(run->doc_seen, doc_root(run->doc_seen));
    DOC_EACH (run->doc, doc_root(run->doc), value) {
        if (!seen || strcmp(doc_key(run->doc, value), doc_key(run->doc_seen, seen)) != 0) {
            fail(run, "a view has the position's keys");
            return;
        }
        seen = doc_next(run->doc_seen, seen);
    }
}

static void test_views(struct run *run)
{
    for (int viewer = GAME_SPECTATOR; viewer < run->seats; viewer++) {
        struct game_state_storage view;
        memset(&view, 0xA5, sizeof view);
        game_view(run->game, state_of(run), viewer, view.bytes);
        test_view_keys(run, view.bytes);
        test_answers_from_view(run, viewer, view.bytes);
        test_worlds(run, viewer, view.bytes);
    }
}

/* Recording events changes nothing, and every event has a sentence in both languages. */
static void test_story(struct run *run, int seat, const struct move *move)
{
    struct game_state_storage silent = run->match.state;
    run->game->apply(silent.bytes, seat, move, NULL);
    for (int viewer = STORY_ALL; viewer < run->seats; viewer++) {
        struct game_state_storage recorded = run->match.state;
        game_move_apply(run->game, recorded.bytes, seat, move, viewer, run->doc);
        if (memcmp(&silent, &recorded, run->game->state_size) != 0)
            fail(run, "recording events changes nothing");
        if (doc_count(doc_root(run->doc)) == 0)
            fail(run, "every move has an event");
        const char *names[GAME_SEATS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
        if (viewer >= 0)
            names[viewer] = NULL;
        DOC_EACH (run->doc, doc_root(run->doc), event)
            for (int language = 0; language < LANGUAGES; language++) {
                char text[512];
                struct buffer buffer;
                buffer_start(&buffer, text, sizeof text);
                texts_event(tested_texts(), (enum language)language, run->game->id, run->doc, event,
                            names, &buffer);
                bool lacks_value = strstr(text, " .") || strstr(text, "  ");
                if (buffer.length == 0 || strchr(text, '{') || strchr(text, '?') || lacks_value)
                    fail(run, "every event has its sentence"),
                        printf("  %s: %s\n", doc_text(run->doc, doc_get(run->doc, event, "type")),
                               text);
            }
    }
}

/* A random place in a JSON value: the container, and which of its values. */
static json_t *random_container(struct run *run, json_t *json, size_t *index)
{
    json_t *container = json;
    for (;;) {
        size_t count =
            json_is_array(container) ? json_array_size(container) : json_object_size(container);
        *index = rng_below(&run->rng, (uint32_t)count);
        json_t *value = json_array_get(container, *index);
        if (json_is_object(container)) {
            void *at = json_object_iter(container);
            for (size_t i = 0; i < *index; i++)
                at = json_object_iter_next(container, at);
            value = json_object_iter_value(at);
        }
        if ((json_array_size(value) == 0 && json_object_size(value) == 0) ||
            rng_below(&run->rng, 5) == 0)
            return container;
        container = value;
    }
}

/* Replaces a value by another, inserts one, or removes one. */
static void mutate_json(struct run *run, json_t *json)
{
    size_t to, from;
    json_t *container = random_container(run, json, &to);
    json_t *donor = random_container(run, json, &from), *value;
    value = json_is_array(donor) ? json_array_get(donor, from)
                                 : json_object_iter_value(json_object_iter(donor));
    if (json_is_integer(value) && rng_below(&run->rng, 2))
        value = json_integer(json_integer_value(value) + (rng_below(&run->rng, 2) ? 1 : -1));
    else
        value = json_deep_copy(value);
    if (json_is_object(container)) {
        void *at = json_object_iter(container);
        for (size_t i = 0; i < to; i++)
            at = json_object_iter_next(container, at);
        json_object_iter_set_new(container, at, value);
    } else if (rng_below(&run->rng, 3) == 0) {
        json_array_insert_new(container, to, value);
    } else {
        json_array_set_new(container, to, value);
        if (rng_below(&run->rng, 3) == 0)
            json_array_remove(container, to);
    }
}

/* A modified position is refused, or can be played. */
static void test_mutated_position(struct run *run)
{
    struct game_state_storage state;
    struct fault fault = {0};
    doc_start(run->doc);
    run->game->save(run->game, state_of(run), run->doc, NULL);
    json_t *json = wire_from_doc(run->doc, doc_root(run->doc));
    for (int times = 1 + (int)rng_below(&run->rng, 2); times > 0; times--)
        mutate_json(run, json);
    bool loaded =
        wire_to_doc(json, run->doc) && game_load(run->game, run->doc, doc_root(run->doc),
                                                 run->components.bytes, state.bytes, &fault);
    if (!loaded && fault.code != FAULT_NONE && fault.code != FAULT_BAD_POSITION)
        fail(run, "a contradictory position is a bad position");
    for (int i = 0; loaded && i < 60; i++) {
        uint32_t to_act = run->game->to_act(state.bytes);
        if (!game_invariants(run->game, state.bytes, &fault)) {
            char *text = json_dumps(json, JSON_COMPACT);
            fail(run, fault.text), printf("  %d moves after loading %s\n", i, text);
            free(text);
            break;
        }
        if (!to_act)
            break;
        int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move = {0};
        game_sample(run->game, state.bytes, seat, &run->rng, &move.head);
        run->game->apply(state.bytes, seat, &move.head, NULL);
    }
    json_decref(json);
}

/* Seed and moves reproduce the match. */
static void test_replay(struct run *run)
{
    struct match again = {0};
    struct fault fault;
    CHECK(match_start(&again, run->game, &run->components, run->seats, run->match.options,
                      run->match.seed, run->match.seed_length, &fault));
    for (size_t i = 0; i < run->match.move_count && !run->failed; i++)
        if (!match_play(&again, run->match.moves[i].seat, run->match.moves[i].text, NULL, STORY_ALL,
                        &fault))
            fail(run, "a match can be replayed");
    if (memcmp(&again.state, &run->match.state, run->game->state_size) != 0 ||
        memcmp(&again.memories, &run->match.memories, sizeof again.memories) != 0)
        fail(run, "a replay is the same match");
    match_free(&again);
}

static void step(struct run *run)
{
    uint32_t to_act = run->game->to_act(state_of(run));
    test_state(run);
    test_load_save(run);
    test_mutated_position(run);
    test_views(run);
    for (int seat = 0; seat < run->seats; seat++)
        test_legal(run, seat);
    if (!to_act || run->failed)
        return;
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    union game_move_storage move = {0};
    char text[GAME_MOVE_TEXT_MAX];
    struct fault fault;
    game_sample(run->game, state_of(run), seat, &run->rng, &move.head);
    test_move_text(run, &move.head, run->game->move_size);
    for (int i = 0; i < 8; i++)
        test_mutated(run, (int)rng_below(&run->rng, (uint32_t)run->seats), &move.head);
    test_story(run, seat, &move.head);
    format_move(run, &move.head, text);
    if (!match_play(&run->match, seat, text, NULL, STORY_ALL, &fault))
        fail(run, fault.text), printf("  %s\n", text);
}

static void start(struct run *run)
{
    char seed[32];
    snprintf(seed, sizeof seed, "properties %d", run->seed);
    tested_match_start(&run->match, run->game, run->seats, seed, &run->rng);
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {
        .game = game, .components = tested_components(game), .seats = seats, .seed = seed};
    run.moves = calloc(GAME_MOVES_MAX, sizeof *run.moves);
    run.moves_seen = calloc(GAME_MOVES_MAX, sizeof *run.moves);
    run.doc = malloc(sizeof *run.doc);
    run.doc_seen = malloc(sizeof *run.doc);
    CHECK(run.moves && run.moves_seen && run.doc && run.doc_seen);
    rng_start(&run.rng, (uint64_t)seed);
    start(&run);
    if (!game->view != !game->determinize)
        fail(&run, "a game that hides something has both view and determinize");
    while (!run.failed && !match_is_over(&run.match) && run.match.move_count < MOVES_MAX)
        step(&run);
    if (!run.failed && !match_is_over(&run.match))
        fail(&run, "games end");
    if (!run.failed) {
        step(&run);
        test_replay(&run);
    }
    match_free(&run.match);
    free(run.moves);
    free(run.moves_seen);
    free(run.doc);
    free(run.doc_seen);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 2, test_game);
}
