/* Follows the plans of a training: the program bench/games/<id>/fit, which tools/train starts. A game
 * adds its positions (course.h), its network (learner.h) and its plans (training.h). */
#ifndef BENCH_PLANS_H
#define BENCH_PLANS_H

#include "course.h"
#include "training.h"

/* All of main. Each network is written into the output when it is complete, beside those for other
 * numbers of players. Returns the exit code. */
int plans_main(struct training *training, const struct course_game *game, int count,
               char **arguments);

#endif
