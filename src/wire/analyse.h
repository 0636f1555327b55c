/* Analyses records, for front ends that send requests. A request is an object with some of
 *
 *   record, effort   start over with this record; effort as in analysis.h, 1 by default
 *   steps            do this many steps, 1 to 1000
 *   show             true: the answer also has the result so far, as wire/analysis.h writes it
 *
 * The answer is {"progress":0…1000,"curve":whether it is known to its end,"rough":whether there is a
 * result for the whole match,"analysis":…}, or {"error":…}. */
#ifndef WIRE_ANALYSE_H
#define WIRE_ANALYSE_H

#include "analysis/analysis.h"
#include "text/text.h"
#include "wire/record.h"

#include <jansson.h>

/* Starts the analysis of a record. Fails if the match is not finished, or its moves are not legal.
 * `folder` as in wire_components_load. */
bool wire_analysis_start(struct analysis *analysis, const struct record *record, const char *folder,
                         int effort, struct fault *fault);

/* What is kept between requests; NULL before the first. */
struct wire_analyser;
json_t *wire_analyse(struct wire_analyser **analyser, const struct texts *texts,
                     const json_t *request);
void wire_analyser_free(struct wire_analyser *analyser);

#endif
