/* Experts play whole rounds: every move is legal (bot_match.c checks it), and the same random numbers give
 * the same round again.
 *
 * usage: trakks_hold; the last line says how many rounds passed.
 * size: usual, since its games take long under sanitizers */
#include "games/trakks/trakks.h"
#include "players/players.h"

#include <stdio.h>
#include <string.h>

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer) /* slow */
#else
#define SANITIZED 0
#endif

enum { ROUNDS = SANITIZED ? 2 : 6, ITERATIONS = 500, SEATS_MIN = 2, SEATS_MAX = 4 };

static struct game_state_storage play(int number, int64_t *moves)
{
    static struct bot_match match;
    const struct player *players[SEATS_MAX];
    int seats = SEATS_MIN + number % (SEATS_MAX - SEATS_MIN + 1);
    char seed[32];
    int length = snprintf(seed, sizeof seed, "hold%d", number);
    struct game_setup setup = {.seats = seats, .seed = seed, .seed_length = (size_t)length};
    for (int i = 0; i < game_trakks.option_count; i++)
        setup.options[i] = game_trakks.options[i].standard;
    for (int seat = 0; seat < seats; seat++)
        players[seat] = player_find("expert");
    bot_match_start(&match, &game_trakks, &setup, players, (uint64_t)number);
    match.iterations = ITERATIONS;
    struct game_result result;
    *moves = bot_match_play(&match, &result);
    bot_match_end(&match);
    return match.state;
}

int main(void)
{
    int passed = 0, failed = 0;
    for (int number = 0; number < ROUNDS; number++) {
        int64_t moves, again;
        struct game_state_storage one = play(number, &moves), two = play(number, &again);
        bool same = moves == again && memcmp(&one, &two, game_trakks.state_size) == 0;
        passed += same;
        failed += !same;
        if (!same)
            printf("round %d: another course the second time\n", number);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
