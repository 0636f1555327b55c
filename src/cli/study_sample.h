/* The matches of a study. Every deal of a setting is played several times, with other random numbers
 * for the players: what differs between deals is due to the deal, the rest is due to play. */
#ifndef CLI_STUDY_SAMPLE_H
#define CLI_STUDY_SAMPLE_H

#include "cli/series.h"
#include "cli/study_design.h"

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

#endif
