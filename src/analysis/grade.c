/* Grades and their statistics. */
#include "analysis/grade.h"

#include <math.h>

const int32_t grade_losses[GRADES] = {
    [GRADE_INACCURACY] = 15000, [GRADE_MISTAKE] = 40000, [GRADE_BLUNDER] = 100000};
const char *const grade_names[GRADES] = {[GRADE_NONE] = "none",
                                         [GRADE_GOOD] = "good",
                                         [GRADE_INACCURACY] = "inaccuracy",
                                         [GRADE_MISTAKE] = "mistake",
                                         [GRADE_BLUNDER] = "blunder"};

/* A loss must exceed this many standard errors. Batches are few, so the errors are uncertain too. */
enum { ERRORS_CLEAR = 3 };

int32_t chance_of(double share)
{
    double units = share * CHANCE_ONE;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

void grade_sample_add(struct grade_sample *sample, double difference)
{
    sample->count++;
    sample->sum += difference;
    sample->squares += difference * difference;
}

struct grade_loss grade_sample_loss(const struct grade_sample *sample)
{
    if (sample->count == 0)
        return (struct grade_loss){0};
    double count = sample->count, mean = sample->sum / count;
    double variance = count > 1 ? (sample->squares - count * mean * mean) / (count - 1) : 0;
    double error = variance > 0 ? sqrt(variance / count) : 0;
    return (struct grade_loss){chance_of(mean), chance_of(error)};
}

bool grade_loss_is_clear(struct grade_loss loss)
{
    return loss.mean > 0 && loss.mean >= ERRORS_CLEAR * loss.error;
}

enum grade grade_of(struct grade_loss loss)
{
    if (!grade_loss_is_clear(loss))
        return GRADE_GOOD;
    enum grade grade = GRADE_BLUNDER;
    while (grade > GRADE_GOOD && loss.mean < grade_losses[grade])
        grade--;
    return grade;
}
