/* Figures of a study with their confidence intervals.
 *
 * The matches of one deal are not independent of each other, but deals are. The intervals therefore
 * come from the jackknife: each figure is computed again without each deal, and the spread of the
 * results gives its error. Shares get Wilson's interval for as many independent matches as that error
 * is worth. */
#ifndef CLI_STUDY_FIGURES_H
#define CLI_STUDY_FIGURES_H

#include "cli/study_sample.h"

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

#endif
