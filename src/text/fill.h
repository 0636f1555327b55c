/* Fills in sentences: text with fields in braces, such as "{seat} draws {card}". This is the one place
 * that parses them; what a field means is up to the caller. */
#ifndef TEXT_FILL_H
#define TEXT_FILL_H

#include "base/buffer.h"

/* Longest text between braces, with its terminating zero; longer fields are left out. */
enum { FILL_FIELD_MAX = 256 };

/* Writes the value of a field. `field` is the text between its braces, a copy that may be changed. */
typedef void fill_field(const void *context, char *field, struct buffer *out);

/* Writes `text` to `out`, with each field replaced by what `write` adds for it. */
void fill_sentence(struct buffer *out, const char *text, fill_field *write, const void *context);

/* The same with one value, for the field {detail}. Other fields are left out. */
void fill_detail(struct buffer *out, const char *text, const char *detail);

/* The index that a field {1}, {2} … {9} stands for: 0 to 8. -1: it is another field. */
int fill_index(const char *field);

#endif
