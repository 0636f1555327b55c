/* Plays the matches of a study. */
#ifndef CLI_STUDY_PLAY_H
#define CLI_STUDY_PLAY_H

#include "cli/study_sample.h"

enum { STUDY_THREADS_MAX = 256 };

/* All seats are experts with the same budget in iterations. The result depends on the seed alone,
 * not on the number of threads. */
void study_play(struct study *study, int threads, bool progress);

#endif
