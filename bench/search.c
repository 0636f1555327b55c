/* The speed of the tree search: iterations per second of processor time, in matches of experts against
 * themselves. The last line is a signature of all moves: it stays the same as long as a seed and a
 * number of iterations give the same moves.
 *
 * usage: bench_search [GAME SEATS [ITERATIONS [MATCHES]]]      default: trex 4 6000 2 */
#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

struct search_figures {
    int64_t iterations, ns, moves;
    uint64_t signature;
};

static void play_match(const struct game *game, int seats, int iterations, int number,
                       struct search_figures *figures)
{
    struct game_components_storage components;
    struct game_state_storage state, view;
    struct fault fault;
    static struct move moves[GAME_MOVES_MAX];
    char seed[32];
    int length = snprintf(seed, sizeof seed, "bench %d", number);
    CHECK(wire_components_load(game, NULL, &components, &fault));
    struct game_setup setup = {.seats = seats,
                               .components = components.bytes,
                               .seed = seed,
                               .seed_length = (size_t)length};
    CHECK(game->start(state.bytes, &setup, &fault));
    struct rng rng;
    rng_start(&rng, (uint64_t)number);
    for (uint32_t to_act; (to_act = game->to_act(state.bytes)); figures->moves++) {
        int seat = bits_first(to_act);
        union game_move_storage move = {0};
        game_view(game, state.bytes, seat, view.bytes);
        int64_t begin = clock_cpu_ns();
        player_choose(player_find("expert"),
                      &(struct player_question){.game = game,
                                                .seat = seat,
                                                .view = view.bytes,
                                                .rng = &rng,
                                                .iterations = iterations},
                      &move.head);
        figures->ns += clock_cpu_ns() - begin;
        if (game->legal(view.bytes, seat, moves) > 1) /* otherwise there is nothing to search */
            figures->iterations += iterations;
        figures->signature = hash_bytes(figures->signature, &move.head, sizeof move.head);
        game->apply(state.bytes, seat, &move.head, NULL);
    }
}

int main(int argc, char **argv)
{
    const struct game *game = game_find(games_all, argc > 1 ? argv[1] : "trex");
    int seats = argc > 2 ? atoi(argv[2]) : 4, iterations = argc > 3 ? atoi(argv[3]) : 6000;
    int matches = argc > 4 ? atoi(argv[4]) : 2;
    CHECK(game && game->memory_size == 0 && seats >= game->seats_min && seats <= game->seats_max);
    struct search_figures figures = {.signature = HASH_START};
    for (int i = 0; i < matches; i++)
        play_match(game, seats, iterations, i, &figures);
    printf("%s, %d seats, %d iterations per decision: %.0f iterations/s\n", game->id, seats,
           iterations, (double)figures.iterations / ((double)figures.ns / 1e9));
    printf("signature %016llx, %lld moves\n", (unsigned long long)figures.signature,
           (long long)figures.moves);
    return 0;
}
