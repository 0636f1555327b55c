/* What a study of a game has found: every comparison that it makes, and whether the difference is
 * beyond chance. */
#ifndef CLI_STUDY_FINDINGS_H
#define CLI_STUDY_FINDINGS_H

#include "cli/study_figures.h"

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

#endif
