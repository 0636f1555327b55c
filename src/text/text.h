/* Sentences in French and English, from data/texts/, for faults, hints and everything else that
 * people read. A text file is JSON: section, key, then the two languages. See
 * data/texts/template.json. */
#ifndef TEXT_TEXT_H
#define TEXT_TEXT_H

#include "base/buffer.h"
#include "base/doc.h"
#include "base/fault.h"

enum language { ENGLISH, FRENCH, LANGUAGES };

struct texts;

/* Loads all text files; one in `folder`, which may be NULL, replaces the compiled one. If a file is
 * broken, returns NULL and a fault whose detail is its path. */
struct texts *texts_load(const char *folder, struct fault *fault);
/* Reads texts from one JSON object: the name of a file, without .json -> its content. NULL if it is none. */
struct texts *texts_parse(const char *json, size_t size);
void texts_free(struct texts *texts);

/* texts_get(texts, FRENCH, "core", "levels", "easy"), or NULL if there is no such text. */
const char *texts_get(const struct texts *texts, enum language language, const char *file,
                      const char *section, const char *key);

/* The reverse: the key of the text in this section that equals `text` in any language, ignoring
 * case; NULL if there is none. */
const char *texts_key(const struct texts *texts, const char *file, const char *section,
                      const char *text);

/* The name of a game. */
const char *texts_game_name(const struct texts *texts, enum language language, const char *game);

/* A text of core.json; the key itself if a user's file lacks it. */
const char *texts_core(const struct texts *texts, enum language language, const char *section,
                       const char *key);

/* The word for a value of the game, or the value itself. */
const char *texts_word(const struct texts *texts, enum language language, const char *game,
                       const char *value);

/* Adds the sentence for a fault. */
void texts_fault(const struct texts *texts, enum language language, const struct fault *fault,
                 struct buffer *out);

/* Adds the sentence `key` of the game's "hints"; nothing if there is none. `detail` is a list of
 * values of the game separated by ", ". {detail} stands for the words of all of them, {1} for the
 * first. */
void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, struct buffer *out);

/* The number of the rule that a hint is about, or NULL. */
const char *texts_hint_rule(const struct texts *texts, const char *game, const char *key);

/* Like texts_hint, for the game's "reviews". */
void texts_review(const struct texts *texts, enum language language, const char *game,
                  const char *key, const char *detail, struct buffer *out);

/* "fr" or "en". */
const char *language_code(enum language language);
/* Reads "fr" or "en", or a locale such as fr_CA.UTF-8; false if it is neither. */
bool language_parse(const char *text, enum language *language);

#endif
