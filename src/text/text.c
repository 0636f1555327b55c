/* Text files, and the sentences of faults and hints. Then: filling in; names. */
#include "text/text.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    VALUE_MAX = 32, /* longest value of a game, with its terminating zero */
    LIST_MAX = 160, /* longest list of values in a hint */
};

struct texts {
    json_t *files; /* file name without .json -> its content */
};

const char *const text_phrases[] = {"hello", "good_luck", "well_played", "thanks", "no_hurry",
                                    "your_turn", "moment", "oops", "sorry", "wow", "again", "bye",
                                    /* reactions, which are drawn */
                                    "laugh", "cheer", "surprise", "sad", "think", "roar", NULL};

static const char *const codes[LANGUAGES] = {[ENGLISH] = "en", [FRENCH] = "fr"};

/* The name of a file of texts, "texts/NAME.json"; false for another file. */
static bool name_of_texts(const char *path, char *name, size_t capacity)
{
    static const char folder[] = "texts/";
    const char *begin = path + sizeof folder - 1;
    if (strncmp(path, folder, sizeof folder - 1) != 0)
        return false;
    size_t length = strcspn(begin, ".");
    if (strcmp(begin + length, ".json") != 0 || length >= capacity)
        return false;
    memcpy(name, begin, length);
    name[length] = '\0';
    return true;
}

struct texts *texts_load(const char *folder, struct fault *fault)
{
    struct texts *texts = alloc_new(sizeof *texts);
    texts->files = json_object();
    for (const struct data_file *file = data_files; file->path; file++) {
        char name[32];
        if (!name_of_texts(file->path, name, sizeof name))
            continue;
        size_t size;
        char *bytes = data_read(folder, file->path, &size);
        json_t *json = bytes ? json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
        free(bytes);
        if (!json_is_object(json)) {
            json_decref(json);
            texts_free(texts);
            fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.texts_unreadable", "%s", file->path);
            return NULL;
        }
        json_object_set_new(texts->files, name, json);
    }
    return texts;
}

struct texts *texts_parse(const char *json, size_t size)
{
    json_t *files = json_loadb(json, size, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(files)) {
        json_decref(files);
        return NULL;
    }
    struct texts *texts = alloc_new(sizeof *texts);
    texts->files = files;
    return texts;
}

void texts_free(struct texts *texts)
{
    if (texts)
        json_decref(texts->files);
    free(texts);
}

static json_t *entry_of(const struct texts *texts, const char *file, const char *section,
                        const char *key)
{
    return json_object_get(json_object_get(json_object_get(texts->files, file), section), key);
}

const char *texts_get(const struct texts *texts, enum language language, const char *file,
                      const char *section, const char *key)
{
    return json_string_value(json_object_get(entry_of(texts, file, section, key), codes[language]));
}

const char *texts_key(const struct texts *texts, const char *file, const char *section,
                      const char *text)
{
    const char *key;
    json_t *entry;
    json_object_foreach(json_object_get(json_object_get(texts->files, file), section), key, entry)
    {
        for (int language = 0; language < LANGUAGES; language++) {
            const char *found = json_string_value(json_object_get(entry, codes[language]));
            if (found && strcasecmp(found, text) == 0)
                return key;
        }
    }
    return NULL;
}

json_t *texts_on_cards(const struct texts *texts, const char *game)
{
    return json_deep_copy(json_object_get(json_object_get(texts->files, game), "actions"));
}

const char *texts_game_name(const struct texts *texts, enum language language, const char *game)
{
    json_t *entry = json_object_get(json_object_get(texts->files, game), "name");
    const char *name = json_string_value(json_object_get(entry, codes[language]));
    return name ? name : game;
}

const char *texts_core(const struct texts *texts, enum language language, const char *section,
                       const char *key)
{
    const char *text = texts_get(texts, language, "core", section, key);
    return text ? text : key;
}

const char *texts_word(const struct texts *texts, enum language language, const char *game,
                       const char *value)
{
    const char *word = texts_get(texts, language, game, "words", value);
    return word ? word : value;
}

void texts_fault(const struct texts *texts, enum language language, const struct fault *fault,
                 struct buffer *out)
{
    char file[32];
    size_t length = strcspn(fault->text, ".");
    CHECK(fault->text[length] == '.' && length < sizeof file);
    memcpy(file, fault->text, length);
    file[length] = '\0';
    const char *sentence = texts_get(texts, language, file, "errors", fault->text + length + 1);
    if (!sentence)
        sentence = fault->text;
    /* A word of a move, as players type it. */
    const char *typed = texts_get(texts, language, file, "typed", fault->detail);
    fill_detail(out, sentence, typed ? typed : fault->detail);
}

static const char comma[] = ", ", semicolon[] = "; ";

/* Values with commas between them, each replaced by its word. */
static void add_words(const struct texts *texts, enum language language, const char *game,
                      const char *values, struct buffer *out)
{
    while (*values) {
        const char *end = strstr(values, comma);
        size_t length = end ? (size_t)(end - values) : strlen(values);
        char value[VALUE_MAX];
        if (length < sizeof value) {
            memcpy(value, values, length);
            value[length] = '\0';
            buffer_add(out, texts_word(texts, language, game, value));
        } else {
            buffer_add_bytes(out, values, length); /* too long for a value: a phrase */
        }
        if (end)
            buffer_add(out, comma);
        values += length + (end ? sizeof comma - 1 : 0);
    }
}

struct hint {
    const struct texts *texts;
    enum language language;
    const char *game;
    const char *values; /* with ", " between them, or with "; " if one of them is a list */
    const char *name;   /* of the seat, or NULL for "you" */
};

/* One of the forms "first|second|third", in which # stands for `value`. */
static void write_form(const char *value, int left, const char *forms, struct buffer *out)
{
    for (left = left < 2 ? left : 2; left > 0 && forms; left--) {
        forms = strchr(forms, '|');
        forms = forms ? forms + 1 : NULL;
    }
    for (; forms && *forms && *forms != '|'; forms++) {
        if (*forms == '#')
            buffer_add(out, value);
        else
            buffer_add_char(out, *forms);
    }
}

/* {detail}: all the values; {1}: the first, {2}: the second and so on; {#1|none|one|many}: by the number that is the first;
 * {@seat|other|you}: as in events, but # is the name of the seat. */
static void write_hint_field(const void *context, char *field, struct buffer *out)
{
    const struct hint *hint = context;
    const char *value = hint->values;
    char *forms = *field == '#' || *field == '@' ? strchr(field++, '|') : NULL;
    if (forms)
        *forms++ = '\0';
    if (forms && field[-1] == '@') {
        write_form(hint->name, !hint->name, forms, out);
        return;
    }
    if (strcmp(field, "detail") == 0) {
        add_words(hint->texts, hint->language, hint->game, value, out);
        return;
    }
    const char *separator = strstr(value, semicolon) ? semicolon : comma;
    for (int skip = fill_index(field); skip > 0 && value; skip--) {
        value = strstr(value, separator);
        value = value ? value + strlen(separator) : NULL;
    }
    if (!value || fill_index(field) < 0)
        return;
    const char *end = strstr(value, separator);
    char one[LIST_MAX];
    snprintf(one, sizeof one, "%.*s", (int)(end ? end - value : (ptrdiff_t)strlen(value)), value);
    if (forms)
        write_form(one, atoi(one), forms, out);
    else
        add_words(hint->texts, hint->language, hint->game, one, out);
}

static void write_sentence(const struct hint *hint, const char *section, const char *key,
                           struct buffer *out)
{
    const char *sentence = texts_get(hint->texts, hint->language, hint->game, section, key);
    if (!sentence)
        sentence = texts_get(hint->texts, hint->language, "core", section, key);
    if (sentence)
        fill_sentence(out, sentence, write_hint_field, hint);
}

void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, const char *name, struct buffer *out)
{
    write_sentence(&(struct hint){texts, language, game, detail, name}, "hints", key, out);
}

void texts_advice(const struct texts *texts, enum language language, const char *game,
                  const struct text_advice *advice, struct buffer *out)
{
    texts_hint(texts, language, game, advice->key, advice->detail, NULL, out);
    if (!advice->also)
        return;
    buffer_add_char(out, ' ');
    texts_hint(texts, language, game, advice->also, advice->also_detail, NULL, out);
}

const char *texts_hint_rule(const struct texts *texts, const char *game, const char *key)
{
    return json_string_value(json_object_get(entry_of(texts, game, "hints", key), "rule"));
}

void texts_review(const struct texts *texts, enum language language, const char *game,
                  const char *key, const char *detail, struct buffer *out)
{
    write_sentence(&(struct hint){texts, language, game, detail, NULL}, "reviews", key, out);
}

const char *language_code(enum language language)
{
    return codes[language];
}

bool language_parse(const char *text, enum language *language)
{
    for (int i = 0; i < LANGUAGES; i++) {
        size_t length = strlen(codes[i]);
        if (strncmp(text, codes[i], length) == 0 && strchr("_.@", text[length])) {
            *language = (enum language)i;
            return true;
        }
    }
    return false;
}

/* ---- Filling in ---- */

void fill_sentence(struct buffer *out, const char *text, fill_field *write, const void *context)
{
    while (*text) {
        size_t plain = strcspn(text, "{");
        buffer_add_bytes(out, text, plain);
        text += plain;
        const char *end = strchr(text, '}');
        if (!end) {
            buffer_add(out, text);
            return;
        }
        char field[FILL_FIELD_MAX];
        size_t length = (size_t)(end - text - 1);
        if (length < sizeof field) {
            memcpy(field, text + 1, length);
            field[length] = '\0';
            write(context, field, out);
        }
        text = end + 1;
    }
}

static void write_detail(const void *context, char *field, struct buffer *out)
{
    const char *detail = context;
    if (strcmp(field, "detail") == 0)
        buffer_add(out, detail);
}

void fill_detail(struct buffer *out, const char *text, const char *detail)
{
    fill_sentence(out, text, write_detail, detail);
}

int fill_index(const char *field)
{
    return field[0] >= '1' && field[0] <= '9' && !field[1] ? field[0] - '1' : -1;
}

/* ---- Names ---- */

bool name_is_of_program(const char *name)
{
    size_t length = strlen(name), end = strlen(NAME_OF_PROGRAM);
    return length >= end && strcasecmp(name + length - end, NAME_OF_PROGRAM) == 0;
}
