/* How long matches of Scale between computer players last, in game time, and how many are not over
 * after 15 minutes of it.
 *
 * usage: endings PLAYER[,PLAYER…] SEATS GAMES [SEED]     the last player takes all remaining seats */
#include "base/base.h"
#include "game/realtime.h"
#include "games/scale/scale.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 10000, MINUTE = 60 * 1000 / REALTIME_TICK_MS, LATE = 15 * MINUTE };

/* The ticks that one match lasts, and the share of the first seat in the win. */
static uint32_t play(const struct player *const *players, const struct game_setup *setup, int game,
                     double *share)
{
    static struct bot_match match;
    struct game_result result;
    char seed[64];
    struct game_setup own = *setup;
    own.seed_length = (size_t)snprintf(seed, sizeof seed, "%s %d", setup->seed, game);
    own.seed = seed;
    bot_match_start(&match, &game_scale, &own, players, (uint64_t)game);
    bot_match_play(&match, &result);
    *share = bits_have(result.winners, 0) ? 1.0 / bits_count(result.winners) : 0;
    uint32_t ticks = match.ticks;
    bot_match_end(&match);
    return ticks;
}

static int ascending(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static double minutes(uint32_t ticks)
{
    return (double)ticks / MINUTE;
}

int main(int count, char **arguments)
{
    static uint32_t ticks[GAMES_MAX];
    struct game_components_storage components;
    const struct player *players[GAME_SEATS_MAX];
    struct fault fault;
    int seats = count > 3 ? atoi(arguments[2]) : 0, games = count > 3 ? atoi(arguments[3]) : 0;
    if (seats < game_scale.seats_min || seats > game_scale.seats_max || games < 1 ||
        games > GAMES_MAX || !wire_components_load(&game_scale, NULL, &components, &fault)) {
        fprintf(stderr, "usage: endings PLAYER[,PLAYER…] SEATS GAMES [SEED]\n");
        return 2;
    }
    char *name = strtok(arguments[1], ",");
    for (int seat = 0; seat < seats; seat++) {
        players[seat] = name ? player_find(name) : players[seat - 1];
        if (!players[seat])
            return 2;
        name = name ? strtok(NULL, ",") : NULL;
    }
    struct game_setup setup = {
        .seats = seats, .components = components.bytes, .seed = count > 4 ? arguments[4] : "1"};
    setup.options[SCALE_OPTION_MODE] = SCALE_MODE_STAGE;
    int late = 0;
    double shares = 0;
    for (int game = 0; game < games; game++) {
        double share;
        ticks[game] = play(players, &setup, game, &share);
        late += ticks[game] > LATE;
        shares += share;
    }
    qsort(ticks, (size_t)games, sizeof ticks[0], ascending);
    printf("%s, %d seats: median %.1f min, nine in ten %.1f, longest %.1f; later than 15: %.1f %%; "
           "share of the first seat: %.1f %%\n",
           arguments[1], seats, minutes(ticks[games / 2]), minutes(ticks[games * 9 / 10]),
           minutes(ticks[games - 1]), 100.0 * late / games, 100.0 * shares / games);
    return 0;
}
