/* What a study of a game plays. data/study/<game>.json says it: numbers of seats, variants, events to
 * count, and budgets. A game without this file is studied as it is, with the fewest seats. */
#ifndef CLI_STUDY_DESIGN_H
#define CLI_STUDY_DESIGN_H

#include "game/game.h"
#include "terminal/console.h"

#include <jansson.h>

enum {
    STUDY_SETTINGS_MAX = 16,
    STUDY_COUNTS_MAX = 6,
    STUDY_GAMES_MAX = 1000000,
};

/* A way to play the game: as it is, or with a change. */
struct study_setting {
    const char *id;     /* of the variant; "standard" for the game as it is */
    const json_t *says; /* the change, by language; NULL for the game as it is */
    int base;           /* the setting to compare it with; itself: it is compared with none */
    int seats;
    int iterations; /* for each decision */
    uint8_t options[GAME_OPTIONS_MAX];
    struct game_components_storage components;
};

/* An event that is counted in every match. */
struct study_count {
    const char *event;
    const json_t *says; /* what is counted, by language */
};

struct study_design {
    const struct game *game;
    json_t *file;   /* owns the texts below */
    int games;      /* for each setting */
    int iterations; /* for each decision, unless a variant says otherwise */
    struct study_setting settings[STUDY_SETTINGS_MAX];
    int setting_count;
    struct study_count counts[STUDY_COUNTS_MAX];
    int count_count;
};

/* Reads the design. `games` and `iterations` replace those of the file unless they are 0. Returns an
 * exit code, after a message unless it is CONSOLE_OK. The design must be freed in any case. */
int study_design_load(const struct console *console, const struct game *game, int games,
                      int iterations, struct study_design *design);
void study_design_free(struct study_design *design);

static inline bool study_is_variant(const struct study_design *design, int setting)
{
    return design->settings[setting].base != setting;
}

/* The text of a language in an object such as {"en": …, "fr": …}. */
const char *study_design_text(const struct console *console, const json_t *says);

#endif
