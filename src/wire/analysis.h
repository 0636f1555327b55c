/* The analysis of a match as JSON; docs/analysis.md describes it. */
#ifndef WIRE_ANALYSIS_H
#define WIRE_ANALYSIS_H

#include "analysis/analysis.h"
#include "text/text.h"

#include <jansson.h>

/* As far as it has got. names[i] is the name of seat i. A new JSON value. */
json_t *wire_analysis(const struct analysis *analysis, const char *const *names,
                      const struct texts *texts);

#endif
