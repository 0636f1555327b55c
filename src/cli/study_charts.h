/* The charts of a study, as SVG files. Functions return false if a file cannot be written. */
#ifndef CLI_STUDY_CHARTS_H
#define CLI_STUDY_CHARTS_H

#include "cli/study_findings.h"

/* Shares of wins of the game as it is. */
bool study_chart_shares(const struct console *console, const struct study_sheet *sheet,
                        const struct study_findings *findings, const char *path);
/* What variants change in the shares of wins. */
bool study_chart_changes(const struct console *console, const struct study_sheet *sheet,
                         const struct study_findings *findings, const char *path);
/* Length, scores and margins of the first setting. */
bool study_chart_course(const struct console *console, const struct study_sheet *sheet,
                        const char *path);
/* The share of the deal, in all games. */
bool study_chart_deals(const struct console *console, const struct study *study, const char *path);

#endif
