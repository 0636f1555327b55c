/* libludosaure through its header, as a stranger uses it. */
#include <library/ludosaure.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static void assert_fails(bool failed, const char *code)
{
    assert_true(failed);
    assert_string_equal(ludosaure_error_code(), code);
    assert_true(strlen(ludosaure_error_text(LUDOSAURE_ENGLISH)) > 10);
    assert_true(strlen(ludosaure_error_text(LUDOSAURE_FRENCH)) > 10);
}

/* Calls `test` for every game, or those that have an encoding, with its fewest and its most seats. */
static void each_game(bool encoded_only, void (*test)(const char *game, int seats))
{
    json_t *games = json_loads(ludosaure_games(), 0, NULL), *game;
    size_t index;
    assert_true(json_array_size(games) >= 4);
    json_array_foreach(games, index, game)
    {
        const char *id = json_string_value(json_object_get(game, "id"));
        if (encoded_only && !ludosaure_encoding(id))
            continue;
        for (size_t i = 0; i < 2; i++)
            test(id, (int)json_integer_value(json_array_get(json_object_get(game, "seats"), i)));
    }
    json_decref(games);
}

static struct ludosaure_match *match_new(const char *game, int seats, const char *seed)
{
    struct ludosaure_match *match = ludosaure_match_new(game, seats, NULL, seed, NULL);
    assert_non_null(match);
    return match;
}

/* A seat that may move: another one each time, so that real-time games go on. */
static int seat_of(const struct ludosaure_match *match)
{
    uint32_t to_act = ludosaure_match_to_act(match);
    int seat = (int)(ludosaure_match_moves(match) % LUDOSAURE_SEATS_MAX);
    while (!(to_act >> seat & 1))
        seat = (seat + 1) % LUDOSAURE_SEATS_MAX;
    return seat;
}

static void random_move(struct ludosaure_match *match)
{
    int seat = seat_of(match);
    assert_true(ludosaure_match_play(match, seat, ludosaure_match_sample(match, seat)));
}

static void test_version(void **state)
{
    (void)state;
    assert_int_equal(ludosaure_api(), 1000 * LUDOSAURE_API_MAJOR + LUDOSAURE_API_MINOR);
    assert_true(strchr(ludosaure_version(), '.') != NULL);
    assert_string_equal(ludosaure_error_code(), "");
    assert_null(ludosaure_error_rule());
    assert_string_equal(ludosaure_error_text(LUDOSAURE_FRENCH), "");
}

/* An action that is a move, but not a legal one. */
static int illegal_action(const struct ludosaure_match *match, int seat)
{
    int count = ludosaure_action_count(ludosaure_match_game(match)), action = 0;
    uint8_t *mask = calloc((size_t)count, 1);
    assert_true(ludosaure_match_mask(match, seat, mask));
    while (mask[action] || !ludosaure_match_action_move(match, seat, action))
        assert_in_range(++action, 0, count - 1);
    free(mask);
    return action;
}

static void bad_arguments_of_game(const char *game, int seats)
{
    assert_fails(!ludosaure_match_new(game, 9, NULL, "", NULL), "bad_request");
    assert_fails(!ludosaure_match_new(game, seats, "{\"wild\":1}", "", NULL), "bad_option");
    assert_fails(!ludosaure_match_new(game, seats, "[]", "", NULL), "bad_request");
    assert_fails(!ludosaure_match_new(game, seats, "{", "", NULL), "bad_json");
    assert_fails(!ludosaure_match_new(game, seats, NULL, "a\xff", NULL), "bad_request");
    assert_fails(!ludosaure_batch_new(game, seats, NULL, "", NULL, 0, 1, LUDOSAURE_TURNS),
                 "bad_request");
    assert_fails(!ludosaure_batch_new(game, seats, NULL, "", NULL, 1, 1000, LUDOSAURE_TURNS),
                 "bad_request");
    assert_fails(!ludosaure_play_random(game, seats, NULL, "", NULL, 0, -1, 1, NULL, NULL, NULL),
                 "bad_request");
    struct ludosaure_match *match = match_new(game, seats, "a");
    int seat = seat_of(match);
    assert_fails(!ludosaure_match_view(match, seats), "bad_request");
    assert_fails(!ludosaure_match_events(match, -3), "bad_request");
    assert_fails(!ludosaure_match_drawing(match, -3, LUDOSAURE_FRENCH), "bad_request");
    assert_fails(!ludosaure_match_legal(match, -1), "bad_request");
    assert_fails(!ludosaure_match_play(match, seats, "dance"), "bad_request");
    assert_fails(!ludosaure_match_play(match, seat, "dance"), "bad_move");
    assert_fails(!ludosaure_match_play_index(match, seat, 99999), "bad_request");
    assert_fails(!ludosaure_match_play_action(match, seat, 99999), "bad_request");
    if (ludosaure_encoding(game)) {
        assert_fails(ludosaure_match_move_action(match, seat, "dance") == -1, "bad_move");
        assert_fails(!ludosaure_match_play_action(match, seat, illegal_action(match, seat)),
                     "illegal_move");
        assert_non_null(ludosaure_error_rule());
    } else {
        assert_fails(ludosaure_match_move_action(match, seat, "dance") == -1, "bad_request");
        assert_fails(!ludosaure_batch_new(game, seats, NULL, "", NULL, 1, 1, LUDOSAURE_TURNS),
                     "bad_request");
    }
    assert_int_equal(ludosaure_match_moves(match), 0);
    char *move = strdup(ludosaure_match_sample(match, seat));
    while (ludosaure_match_to_act(match))
        random_move(match);
    assert_fails(!ludosaure_match_play(match, seat, move), "over");
    assert_fails(!ludosaure_match_sample(match, seat), "over");
    assert_fails(ludosaure_match_random_seat(match) == -1, "over");
    assert_fails(!ludosaure_match_suggest(match, seat, "easy"), "over");
    assert_fails(!ludosaure_match_analysis(match, 101), "bad_request");
    free(move);
    ludosaure_match_free(match);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    assert_fails(!ludosaure_match_new("chess", 2, NULL, "", NULL), "unknown_game");
    assert_fails(ludosaure_action_count("chess") == -1, "unknown_game");
    assert_fails(!ludosaure_encoding("chess"), "unknown_game");
    assert_fails(!ludosaure_components("chess", NULL), "unknown_game");
    assert_fails(!ludosaure_match_from_position("{\"game\":\"chess\"}", NULL), "unknown_game");
    assert_fails(!ludosaure_match_from_position("{}", NULL), "bad_position");
    assert_fails(!ludosaure_match_from_record("{}", NULL), "bad_record");
    assert_fails(!ludosaure_match_from_record("?", NULL), "bad_json");
    each_game(false, bad_arguments_of_game);
}

/* Whether two matches show the same to everyone. */
static bool look_equal(const struct ludosaure_match *a, const struct ludosaure_match *b, int viewer)
{
    char *view = strdup(ludosaure_match_view(a, viewer));
    bool equal = strcmp(view, ludosaure_match_view(b, viewer)) == 0;
    free(view);
    return equal;
}

static void match_of_game(const char *game, int seats)
{
    struct ludosaure_match *match = match_new(game, seats, "library");
    for (int i = 0; i < 20 && ludosaure_match_to_act(match); i++)
        random_move(match);
    struct ludosaure_match *copy = ludosaure_match_copy(match);
    struct ludosaure_match *world = ludosaure_match_world(match, 0, 7);
    assert_true(look_equal(match, copy, 0));
    assert_true(look_equal(match, world, 0));
    char *drawing = strdup(ludosaure_match_drawing(match, 0, LUDOSAURE_ENGLISH));
    assert_true(*drawing); /* a game may draw a table without anyone's name */
    assert_string_equal(drawing, ludosaure_match_drawing(world, 0, LUDOSAURE_ENGLISH));
    free(drawing);
    assert_fails(!ludosaure_match_record(world), "bad_request");
    for (int i = 0; i < 10 && ludosaure_match_to_act(match); i++) {
        random_move(match);
        random_move(copy); /* the same random numbers */
    }
    assert_true(look_equal(match, copy, LUDOSAURE_SPECTATOR));
    char *record = strdup(ludosaure_match_record(match));
    struct ludosaure_match *again = ludosaure_match_from_record(record, NULL);
    assert_non_null(again);
    assert_string_equal(record, ludosaure_match_record(again));
    struct ludosaure_match *set =
        ludosaure_match_from_position(ludosaure_match_position(match), NULL);
    assert_non_null(set);
    assert_true(look_equal(match, set, 1));
    assert_string_equal(ludosaure_match_events(set, 0), "[]");
    int32_t scores[LUDOSAURE_SEATS_MAX], scores_again[LUDOSAURE_SEATS_MAX];
    uint32_t winners = ludosaure_match_playout(match, 5, scores);
    assert_int_equal(winners, ludosaure_match_playout(copy, 5, scores_again));
    assert_memory_equal(scores, scores_again, (size_t)seats * sizeof *scores);
    free(record);
    ludosaure_match_free(match);
    ludosaure_match_free(copy);
    ludosaure_match_free(world);
    ludosaure_match_free(again);
    ludosaure_match_free(set);
}

static void test_matches(void **state)
{
    (void)state;
    each_game(false, match_of_game);
}

/* An index, an action and a text are the same move. */
static void moves_of_game(const char *game, int seats)
{
    struct ludosaure_match *match = match_new(game, seats, "moves");
    for (int i = 0; i < 30 && ludosaure_match_to_act(match); i++) {
        int seat = seat_of(match), count = ludosaure_match_legal_count(match, seat);
        if (count == 0) {
            random_move(match);
            continue;
        }
        struct ludosaure_match *copy = ludosaure_match_copy(match);
        char *text = strdup(ludosaure_match_legal_move(match, seat, i % count));
        int action = ludosaure_match_move_action(match, seat, text);
        assert_true(action >= 0 && action < ludosaure_action_count(game));
        assert_true(ludosaure_match_play_index(match, seat, i % count));
        assert_true(ludosaure_match_play_action(copy, seat, action));
        assert_true(look_equal(match, copy, seat));
        char *events = strdup(ludosaure_match_events(match, LUDOSAURE_EVERYTHING));
        assert_string_equal(events, ludosaure_match_events(copy, LUDOSAURE_EVERYTHING));
        assert_true(strlen(events) > 2);
        free(events);
        free(text);
        ludosaure_match_free(copy);
    }
    ludosaure_match_free(match);
}

static void test_moves(void **state)
{
    (void)state;
    each_game(true, moves_of_game);
}

/* All arrays of a batch. */
struct arrays {
    struct ludosaure_batch *batch;
    size_t count, agents, seats_each, observation_size, action_count;
    int32_t *actions;
    int8_t *seats;
    uint8_t *observations, *masks, *ended;
    float *rewards;
};

static struct arrays arrays_new(const char *game, int seats, size_t count, int threads,
                                enum ludosaure_mode mode)
{
    struct arrays a = {.count = count, .seats_each = (size_t)seats};
    a.batch = ludosaure_batch_new(game, seats, NULL, "batch", NULL, (int)count, threads, mode);
    assert_non_null(a.batch);
    a.agents = (size_t)ludosaure_batch_agents(a.batch);
    a.observation_size = (size_t)ludosaure_observation_size(game);
    a.action_count = (size_t)ludosaure_action_count(game);
    a.actions = calloc(count * a.agents, sizeof *a.actions);
    a.seats = calloc(count * a.agents, 1);
    a.observations = calloc(count * a.agents, a.observation_size);
    a.masks = calloc(count * a.agents, a.action_count);
    a.ended = calloc(count, 1);
    a.rewards = calloc(count * a.seats_each, sizeof *a.rewards);
    ludosaure_batch_reset(a.batch, a.seats, a.observations, a.masks);
    return a;
}

static void arrays_free(struct arrays *a)
{
    ludosaure_batch_free(a->batch);
    free(a->actions);
    free(a->seats);
    free(a->observations);
    free(a->masks);
    free(a->ended);
    free(a->rewards);
}

static bool arrays_step(struct arrays *a)
{
    return ludosaure_batch_step(a->batch, a->actions, a->seats, a->observations, a->masks,
                                a->rewards, a->ended);
}

/* Chooses a legal action for each agent, or a random move. */
static void arrays_choose(struct arrays *a, size_t step)
{
    for (size_t i = 0; i < a->count * a->agents; i++) {
        const uint8_t *mask = a->masks + i * a->action_count;
        size_t from = (step * 31 + i * 17) % a->action_count;
        const uint8_t *legal = memchr(mask + from, 1, a->action_count - from);
        a->actions[i] = legal && step % 4 ? (int32_t)(legal - mask) : LUDOSAURE_ACTION_RANDOM;
    }
}

static void arrays_compare(const struct arrays *a, const struct arrays *b)
{
    size_t all = a->count * a->agents;
    assert_memory_equal(a->seats, b->seats, all);
    assert_memory_equal(a->observations, b->observations, all * a->observation_size);
    assert_memory_equal(a->masks, b->masks, all * a->action_count);
    assert_memory_equal(a->ended, b->ended, a->count);
    assert_memory_equal(a->rewards, b->rewards, a->count * a->seats_each * sizeof *a->rewards);
}

static void batch_in_mode(const char *game, int seats, enum ludosaure_mode mode)
{
    struct arrays one = arrays_new(game, seats, 23, 1, mode);
    struct arrays many = arrays_new(game, seats, 23, 3, mode);
    for (size_t step = 0; step < 150; step++) {
        arrays_compare(&one, &many);
        arrays_choose(&one, step);
        arrays_choose(&many, step);
        assert_true(arrays_step(&one));
        assert_true(arrays_step(&many));
    }
    /* An illegal action changes nothing in any slot. */
    arrays_choose(&one, 1);
    memcpy(many.actions, one.actions, one.count * one.agents * sizeof *one.actions);
    size_t last = one.count * one.agents - 1;
    while (one.seats[last] < 0)
        last--;
    one.actions[last] = (int32_t)one.action_count;
    assert_fails(!arrays_step(&one), "illegal_move");
    one.actions[last] = LUDOSAURE_ACTION_NONE; /* not for a seat that acts */
    assert_fails(!arrays_step(&one), "illegal_move");
    one.actions[last] = many.actions[last];
    assert_true(arrays_step(&one));
    assert_true(arrays_step(&many));
    arrays_compare(&one, &many);
    arrays_free(&one);
    arrays_free(&many);
}

static void batch_of_game(const char *game, int seats)
{
    batch_in_mode(game, seats, LUDOSAURE_TURNS);
    batch_in_mode(game, seats, LUDOSAURE_TOGETHER);
}

static void test_batches(void **state)
{
    (void)state;
    each_game(true, batch_of_game);
}

/* A batch of random moves plays the matches that ludosaure_play_random plays. */
static void whole_matches(const char *game, int seats)
{
    enum { COUNT = 5, MATCHES = 4 * COUNT };
    int32_t scores[MATCHES][LUDOSAURE_SEATS_MAX], last[COUNT][LUDOSAURE_SEATS_MAX];
    int32_t flat[MATCHES * LUDOSAURE_SEATS_MAX], flat_last[COUNT * LUDOSAURE_SEATS_MAX];
    uint8_t winners[MATCHES], ended[COUNT];
    int32_t moves[MATCHES];
    float rewards[COUNT * LUDOSAURE_SEATS_MAX];
    int64_t numbers[COUNT];
    assert_true(ludosaure_play_random(game, seats, NULL, "whole", NULL, 0, MATCHES, 2, flat,
                                      winners, moves));
    struct ludosaure_batch *batch =
        ludosaure_batch_new(game, seats, NULL, "whole", NULL, COUNT, 2, LUDOSAURE_TURNS);
    int steps[COUNT] = {0}, compared = 0;
    while (compared < MATCHES) {
        ludosaure_batch_numbers(batch, numbers);
        assert_true(ludosaure_batch_step(batch, NULL, NULL, NULL, NULL, rewards, ended));
        ludosaure_batch_scores(batch, flat_last);
        for (int i = 0; i < COUNT; i++) {
            steps[i]++;
            if (!ended[i] || numbers[i] >= MATCHES)
                continue;
            memcpy(last[i], &flat_last[i * seats], (size_t)seats * sizeof(int32_t));
            memcpy(scores[numbers[i]], &flat[numbers[i] * seats], (size_t)seats * sizeof(int32_t));
            assert_memory_equal(last[i], scores[numbers[i]], (size_t)seats * sizeof(int32_t));
            assert_int_equal(steps[i], moves[numbers[i]]);
            for (int seat = 0; seat < seats; seat++)
                assert_true(
                    (winners[numbers[i]] >> seat & 1) ==
                    (rewards[i * seats + seat] > 0 || winners[numbers[i]] == (1u << seats) - 1));
            steps[i] = 0;
            compared++;
        }
    }
    ludosaure_batch_free(batch);
}

static void test_whole_matches(void **state)
{
    (void)state;
    each_game(true, whole_matches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version), cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_matches), cmocka_unit_test(test_moves),
        cmocka_unit_test(test_batches), cmocka_unit_test(test_whole_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
