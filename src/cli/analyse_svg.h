/* The winning chances of an analysis as a picture. */
#ifndef CLI_ANALYSE_SVG_H
#define CLI_ANALYSE_SVG_H

#include "analysis/analysis.h"
#include "terminal/session.h"

/* Writes an SVG file; false if that fails, with the reason in errno. */
bool analyse_svg(const struct session *session, const struct analysis *analysis, const char *path);

#endif
