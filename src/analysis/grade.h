/* How bad a decision was, in winning chance. A difference that may be noise of the estimates is not
 * a mistake. */
#ifndef ANALYSIS_GRADE_H
#define ANALYSIS_GRADE_H

#include <stdbool.h>
#include <stdint.h>

/* Chances are integers, so that sums are exact; this is certainty. */
enum { CHANCE_ONE = 1000000 };

enum grade {
    GRADE_NONE, /* not judged: no choice, or the seat could not know enough */
    GRADE_GOOD,
    GRADE_INACCURACY,
    GRADE_MISTAKE,
    GRADE_BLUNDER,
    GRADES,
};

/* The smallest loss of each grade. */
extern const int32_t grade_losses[GRADES];
/* "good", "inaccuracy" …; "none". */
extern const char *const grade_names[GRADES];

int32_t chance_of(double share);

/* Differences between two moves, one per independent sample. */
struct grade_sample {
    int count;
    double sum, squares;
};
void grade_sample_add(struct grade_sample *sample, double difference);

/* The mean difference in winning chance and its standard error. */
struct grade_loss {
    int32_t mean, error;
};
struct grade_loss grade_sample_loss(const struct grade_sample *sample);

/* Whether a loss is more than noise. */
bool grade_loss_is_clear(struct grade_loss loss);

/* The grade of a loss. Good if the loss is not clearly above zero. */
enum grade grade_of(struct grade_loss loss);

#endif
