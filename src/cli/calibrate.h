/* ludosaure analyse calibrate: how often each level makes mistakes, as the analysis sees it. */
#ifndef CLI_CALIBRATE_H
#define CLI_CALIBRATE_H

#include "game/game.h"
#include "players/player.h"
#include "terminal/console.h"

enum { CALIBRATION_PLAYERS_MAX = 8 };

struct calibration {
    const struct game *game;
    struct game_components_storage components;
    uint8_t options[GAME_OPTIONS_MAX];
    int seats, games, effort;
    int ms, iterations; /* of the players; 0: their default */
    const char *seed;
    const struct player *players[CALIBRATION_PLAYERS_MAX];
    int player_count;
    bool progress; /* on standard error */
};

/* Plays and analyses games of each player against itself, and prints a table. */
void calibrate(const struct console *console, const struct calibration *calibration);

#endif
