/* An analysis on the terminal. */
#ifndef CLI_ANALYSE_TEXT_H
#define CLI_ANALYSE_TEXT_H

#include "analysis/analysis.h"
#include "terminal/session.h"

/* Everyone's winning chances over the match: a line of bars for each seat. */
void analyse_text_curve(const struct session *session, const struct analysis *analysis);

/* The curve, what made the result of each seat, and all mistakes of at least this grade. */
void analyse_text(const struct session *session, const struct analysis *analysis, enum grade least);

#endif
