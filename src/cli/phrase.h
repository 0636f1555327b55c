/* Small pieces of what the terminal says: texts of core.json with values in them, and columns. */
#ifndef CLI_PHRASE_H
#define CLI_PHRASE_H

#include "cli/cli.h"
#include "cli/terminal.h"

/* Adds a text of core.json in which {field} is replaced by a value. After `key` come pairs of a
 * field's name and its value, then NULL. Values come from people and files as well, so those of
 * their characters that could steer the terminal become question marks. */
void phrase_add(struct buffer *out, const struct cli *cli, const char *section, const char *key,
                ...) __attribute__((sentinel));

/* Prints a text, made as harmless, in exactly `width` columns: filled up with spaces, or cut. */
void phrase_pad(const struct terminal *terminal, const char *text, int width);

#endif
