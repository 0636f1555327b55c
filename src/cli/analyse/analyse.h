/* `ludosaure analyse`: an analysis on the terminal and as a picture, and how well it is calibrated.
 *
 *     analyse.c  the command; how well winning chances and levels are calibrated
 *     report.c   an analysis as text, and as a picture */
#ifndef CLI_ANALYSE_ANALYSE_H
#define CLI_ANALYSE_ANALYSE_H

#include "analysis/analysis.h"
#include "game/game.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"

/* ---- On the terminal ---- */

/* An analysis on the terminal. */

/* Everyone's winning chances over the match: a line of bars for each seat. */
void analyse_text_curve(const struct session *session, const struct analysis *analysis);

/* The curve, what made the result of each seat, and all mistakes of at least this grade. */
void analyse_text(const struct session *session, const struct analysis *analysis, enum grade least);

/* ---- The picture ---- */

/* Writes an SVG file; false if that fails, with the reason in errno. */
bool analyse_svg(const struct session *session, const struct analysis *analysis, const char *path);

/* ---- Calibrating levels ---- */

/* ludosaure analyse calibrate: how often each level makes mistakes, as the analysis sees it. */

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
