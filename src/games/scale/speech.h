/* S5: what a player may not say while performing. Text that holds digits, number words, or words
 * of comparison such as "half" and "more", in French or English, gives the level away. */
#ifndef GAMES_SCALE_SPEECH_H
#define GAMES_SCALE_SPEECH_H

#include <stdbool.h>

/* Whether a performer may send this text: any bytes, ending with zero. Capitals, accents, hyphens
 * and invisible characters make no difference; bytes that are no UTF-8 are passed over. */
bool scale_speech_allowed(const char *utf8);

/* The forbidden words, in small letters without accents; ends with NULL. For tests. */
extern const char *const scale_speech_forbidden[];

#endif
