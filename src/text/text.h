/* Sentences in French and English, from data/texts/, for faults, hints and everything else that
 * people read. A text file is JSON: section, key, then the two languages. See
 * data/texts/template.json.
 *
 *     text.c   text files; faults and hints as sentences; fills in the fields of a sentence
 *     event.c  events as sentences
 *     name.c   the names that people choose (in a browser src/wasm/name.c takes its place)
 *     address.c  addresses in what people write (not in a browser) */
#ifndef TEXT_TEXT_H
#define TEXT_TEXT_H

#include "base/base.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

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

/* What is written on the cards of a game, by card, in all languages: the section "actions" of its file. A new
 * value; NULL if there is none. */
json_t *texts_on_cards(const struct texts *texts, const char *game);

/* The name of a game. */
const char *texts_game_name(const struct texts *texts, enum language language, const char *game);

/* A text of core.json; the key itself if a user's file lacks it. */
const char *texts_core(const struct texts *texts, enum language language, const char *section,
                       const char *key);

/* What people say to each other by its key, each in their own language: the keys of the section "phrases" of core.json, which ends
 * with NULL here. */
extern const char *const text_phrases[];

/* The word for a value of the game, or the value itself. */
const char *texts_word(const struct texts *texts, enum language language, const char *game,
                       const char *value);

/* Adds the sentence for a fault. */
void texts_fault(const struct texts *texts, enum language language, const struct fault *fault,
                 struct buffer *out);

/* Adds the sentence `key` of the game's "hints", or of those of core.json, which all games share;
 * nothing if there is none. `detail` is a list of
 * values of the game separated by ", ". {detail} stands for the words of all of them, {1} for the
 * first. `name` is that of the seat it is about, or NULL for the reader's own seat: "you". */
void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, const char *name, struct buffer *out);

/* Adds one sentence of "hints" to the reader, or two. */
struct text_advice {
    const char *key, *detail;
    const char *also, *also_detail; /* `also` may be NULL */
};
void texts_advice(const struct texts *texts, enum language language, const char *game,
                  const struct text_advice *advice, struct buffer *out);

/* The number of the rule that a hint is about, or NULL. */
const char *texts_hint_rule(const struct texts *texts, const char *game, const char *key);

/* Like texts_hint, for the game's "reviews", which speak of nobody. */
void texts_review(const struct texts *texts, enum language language, const char *game,
                  const char *key, const char *detail, struct buffer *out);

/* "fr" or "en". */
const char *language_code(enum language language);
/* Reads "fr" or "en", or a locale such as fr_CA.UTF-8; false if it is neither. */
bool language_parse(const char *text, enum language *language);

/* ---- Filling in ---- */

/* Fills in sentences: text with fields in braces, such as "{seat} draws {card}". This is the one place
 * that parses them; what a field means is up to the caller. */

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

/* ---- Events as sentences, from the section "events" of a game's text file ---- */

/* Adds the sentence for an event; nothing if the event has no text. names[i] is the name of seat i,
 * or NULL for the reader's own seat, which becomes "you". */
void texts_event(const struct texts *texts, enum language language, const char *game,
                 const struct doc *doc, const struct doc_node *event, const char *const *names,
                 struct buffer *out);

/* ---- Names ---- */

/* The names that people choose: which are allowed, and in which form they are stored. */

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

/* The end of the name of a program that plays as a person does (docs/bots.md). People's names do not end
 * so, and nobody can take it off, so a program is marked wherever its name is shown. */
#define NAME_OF_PROGRAM "[bot]"
bool name_is_of_program(const char *name);

/* The number of code points in a text; -1 if it contains control characters or direction marks. */
int text_characters(const char *text);

/* Whether a text has what looks like the address of a page or a mailbox, also a disguised one. */
bool text_has_address(const char *text);

#endif
