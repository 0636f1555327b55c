/* S5: what a player may not say while performing. Digits, number words and comparisons such as
 * "half" and "more", in French or English, would give the level away. */
#ifndef GAMES_SCALE_SPEECH_H
#define GAMES_SCALE_SPEECH_H

#include <stdbool.h>

/* Whether a performer may send this text: any bytes, ending with a zero. Case, accents, hyphens and
 * invisible characters make no difference; invalid UTF-8 is skipped. */
bool scale_speech_allowed(const char *utf8);

/* The forbidden words in lower case without accents; ends with NULL. For tests. */
extern const char *const scale_speech_forbidden[];

#endif
