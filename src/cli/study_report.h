/* The report of a study: README.md, a page for each game, and charts. */
#ifndef CLI_STUDY_REPORT_H
#define CLI_STUDY_REPORT_H

#include "cli/study_sample.h"

/* Writes the report into a folder, which is created if it does not exist. Returns an exit code. */
int study_report_write(const struct console *console, const struct study *study,
                       const char *folder);

#endif
