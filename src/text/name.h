/* The names that people choose: which are allowed, and in which form they are stored. */
#ifndef TEXT_NAME_H
#define TEXT_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NAME_CHARACTERS_MAX = 30, /* grapheme clusters */
    NAME_MARKS_MAX = 3,       /* combining marks on one cluster, beyond what composes */
    NAME_PARTS_MAX = 10,      /* code points in one cluster: enough for the longest emoji */
};

enum name_verdict { NAME_FINE, NAME_BAD, NAME_TOO_LONG };

/* Writes the stored form of a name: composed (NFC), every run of blanks one space, none at the
 * ends. NAME_BAD: the name is empty, not UTF-8, or contains invisible characters, direction marks,
 * unassigned code points or stacked marks. NAME_TOO_LONG: it has more than NAME_CHARACTERS_MAX
 * characters, or more bytes than fit. */
enum name_verdict name_clean(const char *name, char *clean, size_t capacity);

/* The number of code points in a text; -1 if it contains control characters or direction marks. */
int text_characters(const char *text);

#endif
