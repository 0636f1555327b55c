/* Fuzzes moves in a running match. The first two bytes choose the game, the seats and the progress
 * of the match; each further line is a byte for the seat and a move. */
#include "support.h"

#include "base/base.h"
#include "match/match.h"

#include <stdlib.h>
#include <string.h>

static const struct game *pick_game(uint8_t byte)
{
    int count = 0;
    while (tested_games()[count])
        count++;
    return tested_games()[byte % count];
}

/* Starts a match and makes some random moves. */
static void begin(struct match *match, uint8_t which, uint8_t how_far)
{
    const struct game *game = pick_game(which);
    struct game_components_storage components = tested_components(game);
    uint8_t options[GAME_OPTIONS_MAX];
    struct fault fault;
    struct rng rng;
    for (int i = 0; i < game->option_count; i++)
        options[i] = game->options[i].standard;
    int seats = game->seats_min + how_far % (game->seats_max - game->seats_min + 1);
    CHECK(match_start(match, game, &components, seats, options, "fuzz", 4, &fault));
    rng_start(&rng, how_far);
    for (int i = 0; i < how_far && !match_is_over(match); i++) {
        int seat = bits_first(game->to_act(match->state.bytes));
        union game_move_storage move = {0};
        game_sample(game, match->state.bytes, seat, &rng, &move.head);
        game->apply(match->state.bytes, seat, &move.head, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || size > 20000)
        return 0;
    struct match match = {0};
    struct fault fault;
    begin(&match, data[0], data[1]);
    char *text = malloc(size - 1);
    CHECK(text);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        struct game_state_storage before = match.state;
        if (line[0] == '\0' || line[1] == '\0')
            continue;
        if (!match_play(&match, (unsigned char)line[0] % match.seats, line + 1, NULL, STORY_ALL,
                        &fault))
            CHECK(memcmp(&before, &match.state, sizeof before) == 0 && fault.text);
        else
            CHECK(game_invariants(match.game, match.state.bytes, &fault));
    }
    free(text);
    match_free(&match);
    return 0;
}
