/* libludosaure in one page: lists the games, plays a match of each with random moves, saves it, loads it again,
 * and lets a batch play on all processors.
 *
 * cc example.c $(pkg-config --cflags --libs ludosaure) -o example */
#include <ludosaure.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with the reason why the latest call failed. */
static void fail(const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", what, ludosaure_error_code(),
            ludosaure_error_text(LUDOSAURE_ENGLISH));
    exit(1);
}

/* A match with random moves, from its seed to its end. */
static void play(const char *game)
{
    struct ludosaure_match *match = ludosaure_match_new(game, 2, NULL, "example", NULL);
    if (!match)
        fail("new");
    while (ludosaure_match_to_act(match)) {
        int seat = ludosaure_match_random_seat(match);
        if (!ludosaure_match_play(match, seat, ludosaure_match_sample(match, seat)))
            fail("play");
    }
    printf("%s: %lld moves, %s\n", game, (long long)ludosaure_match_moves(match),
           ludosaure_match_result(match));

    struct ludosaure_match *again =
        ludosaure_match_from_record(ludosaure_match_record(match), NULL);
    if (!again)
        fail("record");
    char *position = strdup(ludosaure_match_position(match));
    if (!position || strcmp(position, ludosaure_match_position(again)) != 0)
        fail("a record gives the same match again");
    free(position);
    ludosaure_match_free(again);
    ludosaure_match_free(match);
}

/* 64 matches side by side, 1,000 moves in each, by an agent that takes the first legal action. */
static void play_batch(const char *game)
{
    enum { COUNT = 64, STEPS = 1000 };
    static int32_t actions[COUNT];
    static uint8_t ended[COUNT];
    size_t action_count = (size_t)ludosaure_action_count(game);
    uint8_t *masks = malloc(COUNT * action_count);
    struct ludosaure_batch *batch =
        ludosaure_batch_new(game, 2, NULL, "example", NULL, COUNT, 0, LUDOSAURE_TURNS);
    if (!batch || !masks)
        fail("batch");
    ludosaure_batch_reset(batch, NULL, NULL, masks);
    int matches = 0;
    for (int step = 0; step < STEPS; step++) {
        for (size_t i = 0; i < COUNT; i++) {
            const uint8_t *legal = memchr(masks + i * action_count, 1, action_count);
            actions[i] =
                legal ? (int32_t)(legal - (masks + i * action_count)) : LUDOSAURE_ACTION_RANDOM;
        }
        if (!ludosaure_batch_step(batch, actions, NULL, NULL, masks, NULL, ended))
            fail("step");
        for (int i = 0; i < COUNT; i++)
            matches += ended[i];
    }
    printf("%s: a batch ended %d matches\n", game, matches);
    ludosaure_batch_free(batch);
    free(masks);
}

int main(int argc, char **argv)
{
    printf("Ludosaure %s\n%s\n", ludosaure_version(), ludosaure_games());
    for (int i = 1; i < argc; i++) {
        play(argv[i]);
        play_batch(argv[i]);
    }
    return 0;
}
