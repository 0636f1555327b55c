/* How the report of a study writes things: numbers, intervals, and the names of what was measured. */
#ifndef CLI_STUDY_WORDS_H
#define CLI_STUDY_WORDS_H

#include "cli/study_figures.h"
#include "cli/svg.h"

struct study_words {
    char text[SVG_LABEL_BYTES]; /* may become a label */
};

/* A sentence of core.json's section "study". */
const char *study_text(const struct console *console, const char *key);

/* A number with this many decimals, as the language writes it; `with_sign`: also a plus. */
struct study_words study_number(const struct console *console, double number, int decimals,
                                bool with_sign);

/* "25.1 % (22.0–28.4)", or "12.3 (11.8–12.8)" for what is not a share. */
struct study_words study_value(const struct console *console, enum study_figure figure,
                               const struct study_estimate *estimate);
/* "+3.1 (−0.2 to +6.4)", shares in points of a hundred, which `with_unit` says. */
struct study_words study_difference(const struct console *console, enum study_figure figure,
                                    const struct study_estimate *estimate, bool with_unit);

/* The name of a figure: "seat 1", "Triceratops", "moves in a game". */
struct study_words study_label(const struct console *console, const struct study_sheet *sheet,
                               enum study_figure figure, int index);

/* "4 players", or the sentence of a variant. */
struct study_words study_setting_name(const struct console *console,
                                      const struct study_sheet *sheet, int setting);

#endif
