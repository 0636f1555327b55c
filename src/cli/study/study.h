/* `ludosaure study`: what a game is like between equal experts.
 *
 *     study.c    plays the matches of a study
 *     design.c   what it plays, from data/study/
 *     figures.c  its figures with their intervals, and what differs clearly
 *     json.c     a study as JSON, to be merged
 *     charts.c   charts, and the words of numbers
 *     report.c   its pages */
#ifndef CLI_STUDY_STUDY_H
#define CLI_STUDY_STUDY_H

#include "cli/cli.h"
#include "game/game.h"
#include "terminal/screen/screen.h"

#include <jansson.h>

/* ---- The design ---- */

/* What a study of a game plays. data/study/<game>.json says it: numbers of seats, variants, events to
 * count, and budgets. A game without this file is studied as it is, with the fewest seats. */

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

/* ---- Sample ---- */

/* The matches of a study. Every deal of a setting is played several times, with other random numbers
 * for the players: what differs between deals is due to the deal, the rest is due to play. */

enum {
    STUDY_REPLAYS = 4, /* matches of a deal */
    STUDY_PARTS_MAX = 8,
    STUDY_PART_BYTES = 24,
    STUDY_SEED_BYTES = 101,
};

struct study_match {
    bool is_over;     /* false: stopped, since it took too long */
    uint32_t winners; /* a bit per seat */
    int32_t scores[GAME_SEATS_MAX];
    int32_t moves;
    int32_t ticks; /* in real time */
    int32_t counts[STUDY_COUNTS_MAX];
};

struct study_deal {
    int number;                    /* deal d of seed S is the match with the seed "S/d" */
    uint8_t parts[GAME_SEATS_MAX]; /* the part of each seat, as an index */
    struct study_match matches[STUDY_REPLAYS];
};

/* The deals of one setting, by number. */
struct study_sample {
    struct study_deal *deals;
    int deal_count;
};

/* The study of one game. */
struct study_sheet {
    struct study_design design;
    char parts[STUDY_PARTS_MAX][STUDY_PART_BYTES];
    int part_count; /* 0: the game has none */
    struct study_sample samples[STUDY_SETTINGS_MAX];
};

struct study {
    char seed[STUDY_SEED_BYTES];
    int games, iterations; /* as asked for; 0: as the design of each game says */
    struct study_sheet *sheets;
    int sheet_count;
    struct series series; /* the shards that it contains */
};

/* Prepares the samples of a sheet whose design is loaded: numbers the deals of the shard. */
void study_sheet_prepare(struct study_sheet *sheet, const struct shard *shard);

/* The index of a part, which is added if it is new; -1 if there are too many. */
int study_part_find(struct study_sheet *sheet, const char *part);

/* Puts the parts in alphabetical order, whatever was dealt first. */
void study_parts_sort(struct study_sheet *sheet);

/* A number that changes if any result does: after a change of the rules or the players, it shows that
 * a study is out of date. */
uint64_t study_signature(const struct study *study);

void study_free(struct study *study);

/* ---- Playing ---- */

enum { STUDY_THREADS_MAX = 256 };

/* All seats are experts with the same budget in iterations. The result depends on the seed alone,
 * not on the number of threads. */
void study_play(struct study *study, int threads, bool progress);

/* ---- Figures ---- */

/* Figures of a study with their confidence intervals.
 *
 * The matches of one deal are not independent of each other, but deals are. The intervals therefore
 * come from the jackknife: each figure is computed again without each deal, and the spread of the
 * results gives its error. Shares get Wilson's interval for as many independent matches as that error
 * is worth. */

enum study_figure {
    STUDY_SEAT_SHARE,  /* of finished matches; a shared win is divided, unless all win together */
    STUDY_PART_SHARE,  /* the same, by part */
    STUDY_SHARED,      /* share of matches with several winners */
    STUDY_UNFINISHED,  /* share of matches that were stopped */
    STUDY_LENGTH,      /* moves of a finished match */
    STUDY_MINUTES,     /* of a finished match, in real time */
    STUDY_SCORE,       /* of a seat */
    STUDY_MARGIN,      /* between the best two scores of a finished match */
    STUDY_COUNT,       /* events of a match, by index in the design */
    STUDY_DEAL_WINS,   /* share of the variance of wins between equal players due to the deal */
    STUDY_DEAL_SCORES, /* the same for scores */
};

struct study_estimate {
    double value, low, high;
    bool is_known; /* false: there are too few matches */
};

/* A figure of a setting with its interval, z deviations wide, or more if there are few deals. `index` is a seat, part or event; it
 * is ignored for other figures. */
struct study_estimate study_estimate(const struct study_sheet *sheet, int setting,
                                     enum study_figure figure, int index, double z);

/* The difference from the setting without the change. Deals are compared one by one. */
struct study_estimate study_change(const struct study_sheet *sheet, int setting,
                                   enum study_figure figure, int index, double z);

/* The width of an interval that holds with 95 % for all of `comparisons` at once (Bonferroni). */
double study_z(int comparisons);

/* The difference between the best two scores. */
int32_t study_margin(const struct game *game, int seats, const int32_t *scores);

/* Whether a part occurs in a setting. */
bool study_has_part(const struct study_sheet *sheet, int setting, int part);

/* ---- Findings ---- */

/* What a study of a game has found: every comparison that it makes, and whether the difference is
 * beyond chance. */

enum study_verdict {
    STUDY_NO_DIFFERENCE, /* the 95 % interval includes none */
    STUDY_POSSIBLE, /* beyond its own interval only: a few of many comparisons are so by chance */
    STUDY_CLEAR,    /* beyond the interval that holds for all comparisons at once */
};

struct study_finding {
    int setting;
    enum study_figure figure;
    int index;
    struct study_estimate estimate; /* 95 %; in a variant, of the change */
    double even;                    /* without a difference; 0 in a variant */
    enum study_verdict verdict;
};

enum {
    STUDY_DEALS_LEAST = 10, /* with fewer, errors are too uncertain themselves */
    STUDY_FINDINGS_MAX = STUDY_SETTINGS_MAX * (GAME_SEATS_MAX + STUDY_PARTS_MAX + 2),
};

struct study_findings {
    int count;
    int with[STUDY_CLEAR + 1]; /* how many have each verdict */
    bool too_few_deals;        /* fewer than STUDY_DEALS_LEAST: all verdicts are no difference */
    struct study_finding of[STUDY_FINDINGS_MAX];
};

/* Compares shares of wins with an even share in the game as it is, and with the game as it is in the
 * variants; for these, also length and the share of the deal. */
void study_findings_make(const struct study_sheet *sheet, struct study_findings *findings);

/* Whether all seats win or lose together in a setting. */
bool study_is_together(const struct study_sheet *sheet, int setting);

/* ---- As JSON ---- */

/* A study as JSON: every match with its result, and the figures. Parts of a study, played on several
 * machines, can be added up. */

/* Describes the series that the study is a part of. */
void study_series_start(struct study *study, const char *shard);

json_t *study_json_write(const struct study *study);
/* The figures and findings alone, which the page draws; `findings` of each sheet. */
json_t *study_json_figures(const struct study *study, const struct study_findings *findings);

/* Adds what study_json_write wrote to a study, which is all zero before the first time. Returns an
 * exit code, after a message unless it is CONSOLE_OK; `path` is for the message. */
int study_json_add(const struct console *console, struct study *study, const json_t *json,
                   const char *path);

/* ---- Words ---- */

/* How the report of a study writes things: numbers, intervals, and the names of what was measured. */

struct study_words {
    char text[SVG_LABEL_BYTES]; /* may become a label */
};

/* A sentence of core.json's section "study". */
const char *study_text(const struct console *console, const char *key);

/* A number with this many decimals, as the language writes it; `with_sign`: also a plus. */
struct study_words study_number(const struct console *console, double number, int decimals,
                                bool with_sign);

/* "25.1 % (22.0–28.4)", or "12.3 (11.8–12.8)" for what is not a share. */
struct study_words study_value(const struct console *console, enum study_figure figure,
                               const struct study_estimate *estimate);
/* "+3.1 (−0.2 to +6.4)", shares in points of a hundred, which `with_unit` says. */
struct study_words study_difference(const struct console *console, enum study_figure figure,
                                    const struct study_estimate *estimate, bool with_unit);

/* The name of a figure: "seat 1", "Triceratops", "moves in a game". */
struct study_words study_label(const struct console *console, const struct study_sheet *sheet,
                               enum study_figure figure, int index);

/* "4 players", or the sentence of a variant. */
struct study_words study_setting_name(const struct console *console,
                                      const struct study_sheet *sheet, int setting);

/* ---- Charts ---- */

/* The charts of a study, as SVG files. Functions return false if a file cannot be written. */

/* Shares of wins of the game as it is. */
bool study_chart_shares(const struct console *console, const struct study_sheet *sheet,
                        const struct study_findings *findings, const char *path);
/* What variants change in the shares of wins. */
bool study_chart_changes(const struct console *console, const struct study_sheet *sheet,
                         const struct study_findings *findings, const char *path);
/* How many matches of the first setting have which length: moves, or minutes in real time. */
struct svg_histogram study_lengths(const struct study_sheet *sheet, const char *title);
/* Lengths, scores and margins of the first setting. */
bool study_chart_course(const struct console *console, const struct study_sheet *sheet,
                        const char *path);
/* The share of the deal, in all games. */
bool study_chart_deals(const struct console *console, const struct study *study, const char *path);

/* ---- Report ---- */

/* The report of a study: README.md, a page for each game, and charts. */

/* Writes the report into a folder, which is created if it does not exist. Returns an exit code. */
int study_report_write(const struct console *console, const struct study *study,
                       const char *folder);

#endif
