/* Seeded matches between computer players that think by iterations. Prints one line for each: the
 * game, seats, seed, the number of moves, and a hash of every position on the way. Every build of the
 * program has to print the same bytes.
 *
 * usage: games FIRST COUNT [ITERATIONS [GAME [LEVEL]]]
 *        seeds FIRST to FIRST + COUNT - 1, in turn over all games and levels, or only these */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "players/players.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hashed_match {
    struct bot_match match;
    uint64_t hash;
    int64_t moves;
};

static void note_position(struct hashed_match *hashed)
{
    const struct bot_match *match = &hashed->match;
    hashed->hash = hash_bytes(hashed->hash, match->state.bytes, match->game->state_size);
}

static void play_in_turns(struct hashed_match *hashed)
{
    struct bot_match *match = &hashed->match;
    for (uint32_t to_act; (to_act = match->game->to_act(match->state.bytes)); hashed->moves++) {
        int seat = bits_nth(to_act, (int)(hashed->moves % bits_count(to_act)));
        struct bot_match_seat *at = &match->seat[seat];
        union game_move_storage move = {0};
        player_choose(at->player,
                      &(struct player_question){.game = match->game,
                                                .seat = seat,
                                                .view = at->view.bytes,
                                                .memory = at->memory.bytes,
                                                .rng = &at->rng,
                                                .iterations = match->iterations},
                      &move.head);
        bot_match_move(match, seat, &move.head);
        note_position(hashed);
    }
}

static void play_in_real_time(struct hashed_match *hashed)
{
    struct bot_match *match = &hashed->match;
    for (uint32_t tick = 0; tick < BOT_MATCH_TICKS_MAX && match->game->to_act(match->state.bytes);
         tick++) {
        hashed->moves += bot_match_tick(match, tick);
        note_position(hashed);
    }
}

/* `level` NULL: one after the other. */
static void play(const struct game *game, int seed, int64_t iterations, const struct player *level)
{
    static struct hashed_match hashed;
    const struct player *players[GAME_SEATS_MAX];
    int levels = 0;
    while (players_all[levels].name)
        levels++;
    int seats = game->seats_min + seed % (game->seats_max - game->seats_min + 1);
    for (int seat = 0; seat < seats; seat++)
        players[seat] = level ? level : &players_all[(seed + seat) % levels];
    char text[16];
    snprintf(text, sizeof text, "%d", seed);
    struct game_components_storage components = tested_components(game);
    struct game_setup setup = {
        .components = components.bytes, .seats = seats, .seed = text, .seed_length = strlen(text)};
    struct fault fault;
    struct doc *doc = doc_new();
    CHECK(game_options_load(game, doc, NULL, setup.options, &fault));
    free(doc);
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    if (need)
        setup.options[need->option] = need->value;
    bot_match_start(&hashed.match, game, &setup, players, (uint64_t)seed);
    hashed.match.iterations = iterations;
    hashed.hash = HASH_START;
    hashed.moves = 0;
    if (game->realtime)
        play_in_real_time(&hashed);
    else
        play_in_turns(&hashed);
    bot_match_end(&hashed.match);
    printf("%s %d %d %" PRId64 " %016" PRIx64 "\n", game->id, seats, seed, hashed.moves,
           hashed.hash);
}

int main(int argc, char **argv)
{
    int first, count, iterations = 30;
    const struct game *only = argc > 4 ? game_find(tested_games(), argv[4]) : NULL;
    const struct player *level = argc > 5 ? player_find(argv[5]) : NULL;
    if (argc < 3 || argc > 6 || !tested_number(argv[1], &first) ||
        !tested_number(argv[2], &count) || (argc > 3 && !tested_number(argv[3], &iterations)) ||
        (argc > 4 && !only) || (argc > 5 && !level))
        return tested_usage(argv[0], "FIRST COUNT [ITERATIONS [GAME [LEVEL]]]");
    const struct game *const *games = tested_games();
    int game_count = 0;
    while (games[game_count])
        game_count++;
    for (int seed = first; seed < first + count; seed++)
        play(only ? only : games[seed % game_count], seed, iterations, level);
    return 0;
}
