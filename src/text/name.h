/* The names that people give themselves: what may be in one, and how it is kept. */
#ifndef TEXT_NAME_H
#define TEXT_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NAME_CHARACTERS_MAX = 30, /* as people count them: grapheme clusters */
    NAME_MARKS_MAX = 3,       /* combining marks on one of them, beyond what composes */
    NAME_PARTS_MAX = 10,      /* code points in one of them: the longest emoji of several people */
};

enum name_verdict { NAME_FINE, NAME_BAD, NAME_TOO_LONG };

/* Writes the name as it is kept: composed (NFC), every run of blanks one space, none at the ends.
 * NAME_BAD: nothing is left, or there is something in it that cannot be seen, would turn the
 * writing round, is not in Unicode, or stacks marks. NAME_TOO_LONG: more than NAME_CHARACTERS_MAX,
 * or more bytes than fit. `name` is UTF-8; bytes that are not are NAME_BAD. */
enum name_verdict name_clean(const char *name, char *clean, size_t capacity);

/* How many characters of Unicode a text has; -1 if one of them would only confuse: control
 * characters, and those that turn the writing round. */
int text_characters(const char *text);

#endif
