/* Words and numbers of the report of a study. */
#include "cli/study_words.h"

#include "terminal/say.h"

#include <math.h>

const char *study_text(const struct console *console, const char *key)
{
    return texts_core(console->texts, console->language, "study", key);
}

struct study_words study_number(const struct console *console, double number, int decimals,
                                bool with_sign)
{
    struct study_words words;
    char digits[40];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(number));
    char *point = strchr(digits, '.');
    if (point && console->language == FRENCH)
        *point = ',';
    bool is_zero = !strpbrk(digits, "123456789");
    snprintf(words.text, sizeof words.text, "%s%s",
             is_zero      ? ""
             : number < 0 ? "−"
             : with_sign  ? "+"
                          : "",
             digits);
    return words;
}

/* Whether the figure is from 0 to 1, and written in percent. */
static bool in_percent(enum study_figure figure)
{
    return figure == STUDY_SEAT_SHARE || figure == STUDY_PART_SHARE || figure == STUDY_SHARED ||
           figure == STUDY_UNFINISHED || figure == STUDY_DEAL_WINS || figure == STUDY_DEAL_SCORES;
}

struct study_words study_value(const struct console *console, enum study_figure figure,
                               const struct study_estimate *estimate)
{
    struct study_words words = {"–"};
    double factor = in_percent(figure) ? 100 : 1;
    if (!estimate->is_known)
        return words;
    int decimals = figure == STUDY_COUNT ? 2 : 1;
    struct study_words value = study_number(console, factor * estimate->value, decimals, false),
                       low = study_number(console, factor * estimate->low, decimals, false),
                       high = study_number(console, factor * estimate->high, decimals, false);
    bool is_negative = estimate->low < 0; /* a dash before a minus sign would be hard to read */
    snprintf(words.text, sizeof words.text, "%.30s%s (%.30s%s%s%s%.30s)", value.text,
             in_percent(figure) ? "\u00a0%" : "", low.text, is_negative ? " " : "",
             is_negative ? study_text(console, "to") : "–", is_negative ? " " : "", high.text);
    return words;
}

struct study_words study_difference(const struct console *console, enum study_figure figure,
                                    const struct study_estimate *estimate, bool with_unit)
{
    struct study_words words = {"–"};
    double factor = in_percent(figure) ? 100 : 1;
    if (!estimate->is_known)
        return words;
    int decimals = figure == STUDY_COUNT ? 2 : 1;
    bool in_points = with_unit && in_percent(figure);
    struct study_words value = study_number(console, factor * estimate->value, decimals, true),
                       low = study_number(console, factor * estimate->low, decimals, true),
                       high = study_number(console, factor * estimate->high, decimals, true);
    snprintf(words.text, sizeof words.text, "%.30s%s%s (%.30s %s %.30s)", value.text,
             in_points ? " " : "", in_points ? study_text(console, "points") : "", low.text,
             study_text(console, "to"), high.text);
    return words;
}

struct study_words study_label(const struct console *console, const struct study_sheet *sheet,
                               enum study_figure figure, int index)
{
    static const char *const keys[] = {
        [STUDY_SEAT_SHARE] = "seat",        [STUDY_SHARED] = "shared",
        [STUDY_UNFINISHED] = "unfinished",  [STUDY_LENGTH] = "length",
        [STUDY_MINUTES] = "minutes",        [STUDY_SCORE] = "score",
        [STUDY_MARGIN] = "margin",          [STUDY_DEAL_WINS] = "deal_wins",
        [STUDY_DEAL_SCORES] = "deal_scores"};
    struct study_words words;
    struct buffer out;
    const struct study_design *design = &sheet->design;
    buffer_start(&out, words.text, sizeof words.text);
    if (figure == STUDY_PART_SHARE)
        buffer_add(&out, texts_word(console->texts, console->language, design->game->id,
                                    sheet->parts[index]));
    else if (figure == STUDY_COUNT)
        buffer_add(&out, study_design_text(console, design->counts[index].says));
    else
        say_into(&out, console, "study", keys[figure], SAY_NUMBER(index + 1), NULL);
    return words;
}

struct study_words study_setting_name(const struct console *console,
                                      const struct study_sheet *sheet, int setting)
{
    struct study_words words;
    struct buffer out;
    const struct study_setting *about = &sheet->design.settings[setting];
    buffer_start(&out, words.text, sizeof words.text);
    if (about->says)
        buffer_add(&out, study_design_text(console, about->says));
    else
        say_into(&out, console, "study", "players", SAY_NUMBER(about->seats), NULL);
    return words;
}
