/* Sentences in French and English, from data/texts/: what a fault or an event says to a person.
 * Text files are JSON: section, key, then the two languages. See data/texts/template.json. */
#ifndef TEXT_TEXT_H
#define TEXT_TEXT_H

#include "base/buffer.h"
#include "base/doc.h"
#include "base/fault.h"

enum language { ENGLISH, FRENCH, LANGUAGES };

struct texts;

/* All text files; one in `folder` (which may be NULL) takes the place of the one compiled in.
 * NULL, and a fault whose detail is the file, if one is broken. */
struct texts *texts_load(const char *folder, struct fault *fault);
void texts_free(struct texts *texts);

/* texts_get(texts, FRENCH, "trex", "words", "yellow"), or NULL if there is no such text. */
const char *texts_get(const struct texts *texts, enum language language, const char *file,
                      const char *section, const char *key);

/* The other way: the key of a section whose text in any language is this one, capitals or not; NULL
 * if there is none. */
const char *texts_key(const struct texts *texts, const char *file, const char *section,
                      const char *text);

/* What the game is called. */
const char *texts_game_name(const struct texts *texts, enum language language, const char *game);

/* A text of the program's own, core.json; the key itself if a user's file lacks it. */
const char *texts_core(const struct texts *texts, enum language language, const char *section,
                       const char *key);

/* The word that people use for a value of the game, or the value itself. */
const char *texts_word(const struct texts *texts, enum language language, const char *game,
                       const char *value);

/* The sentence of a fault. */
void texts_fault(const struct texts *texts, enum language language, const struct fault *fault,
                 struct buffer *out);

/* The sentence `key` of the game's "hints"; nothing if there is none. `detail` is what it speaks of:
 * values of the game with ", " between them, told in words: {detail} is all of them, {1} the first. */
void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, struct buffer *out);

/* "fr" or "en" (or a locale such as fr_CA.UTF-8) as a language; false if it is neither. */
bool language_parse(const char *text, enum language *language);

#endif
