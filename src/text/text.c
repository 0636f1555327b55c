/* Text files, and the small template language of their sentences:
 *
 *   {field}            a value of the event; seats become names, words are translated
 *   {#field|one|many}  one of two forms, by the number in the field or the length of its list;
 *                      # in a form is that number
 */
#include "text/text.h"

#include "base/check.h"
#include "data/data.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_WORDS_MAX = 1024 };

struct texts {
    json_t *files; /* file name without .json -> its content */
};

static const char *const codes[LANGUAGES] = {[ENGLISH] = "en", [FRENCH] = "fr"};

struct texts *texts_load(const char *folder, struct fault *fault)
{
    struct texts *texts = malloc(sizeof *texts);
    CHECK(texts);
    texts->files = json_object();
    for (const struct data_file *file = data_files; file->path; file++) {
        char name[32];
        if (sscanf(file->path, "texts/%31[a-z_].json", name) != 1)
            continue;
        size_t size;
        char *bytes = data_read(folder, file->path, &size);
        json_t *json = bytes ? json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
        free(bytes);
        if (!json_is_object(json)) {
            json_decref(json);
            texts_free(texts);
            fault_set(fault, FAULT_BAD_TABLES, NULL, "core.texts_unreadable", "%s", file->path);
            return NULL;
        }
        json_object_set_new(texts->files, name, json);
    }
    return texts;
}

void texts_free(struct texts *texts)
{
    if (texts)
        json_decref(texts->files);
    free(texts);
}

const char *texts_get(const struct texts *texts, enum language language, const char *file,
                      const char *section, const char *key)
{
    json_t *entry =
        json_object_get(json_object_get(json_object_get(texts->files, file), section), key);
    return json_string_value(json_object_get(entry, codes[language]));
}

const char *texts_line(const struct texts *texts, enum language language, const char *file,
                       const char *key)
{
    json_t *entry = json_object_get(json_object_get(texts->files, file), key);
    return json_string_value(json_object_get(entry, codes[language]));
}

const char *texts_game_name(const struct texts *texts, enum language language, const char *game)
{
    const char *name = texts_line(texts, language, game, "name");
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

/* A sentence, with `detail` where it says {detail}. */
static void add_with_detail(const char *sentence, const char *detail, struct buffer *out)
{
    static const char mark[] = "{detail}";
    for (const char *at; (at = strstr(sentence, mark)); sentence = at + sizeof mark - 1) {
        buffer_add_bytes(out, sentence, (size_t)(at - sentence));
        buffer_add(out, detail);
    }
    buffer_add(out, sentence);
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
    add_with_detail(sentence, fault->detail, out);
}

/* Values with commas between them, each by the word that people use for it. */
static void add_words(const struct texts *texts, enum language language, const char *game,
                      const char *values, struct buffer *out)
{
    static const char comma[] = ", ";
    while (*values) {
        const char *end = strstr(values, comma);
        size_t length = end ? (size_t)(end - values) : strlen(values);
        char value[32];
        if (length < sizeof value) {
            memcpy(value, values, length);
            value[length] = '\0';
            buffer_add(out, texts_word(texts, language, game, value));
        } else {
            buffer_add_bytes(out, values, length); /* too long for a value: it is words already */
        }
        if (end)
            buffer_add(out, comma);
        values += length + (end ? sizeof comma - 1 : 0);
    }
}

void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, struct buffer *out)
{
    const char *sentence = texts_get(texts, language, game, "hints", key);
    if (!sentence)
        return;
    char storage[HINT_WORDS_MAX];
    struct buffer words;
    buffer_start(&words, storage, sizeof storage);
    add_words(texts, language, game, detail, &words);
    add_with_detail(sentence, words.text, out);
}

struct teller {
    const struct texts *texts;
    enum language language;
    const char *game;
    const struct doc *doc;
    const struct doc_node *event;
    const char *const *names;
    struct buffer *out;
};

static void tell_value(const struct teller *t, const char *field, const struct doc_node *value)
{
    static const char *const seat_fields[] = {"seat", "to", "from", "owner", "seats"};
    if (!value || value->type == DOC_NULL)
        return;
    if (value->type == DOC_STRING) {
        buffer_add(t->out, texts_word(t->texts, t->language, t->game, doc_text(t->doc, value)));
    } else if (value->type == DOC_INTEGER) {
        bool is_seat = false;
        for (size_t i = 0; i < sizeof seat_fields / sizeof *seat_fields; i++)
            is_seat = is_seat || strcmp(field, seat_fields[i]) == 0;
        if (is_seat)
            buffer_add(t->out, t->names[value->integer]);
        else
            buffer_add_format(t->out, "%lld", (long long)value->integer);
    } else if (value->type == DOC_LIST) {
        DOC_EACH (t->doc, value, item) {
            if (item != doc_first(t->doc, value))
                buffer_add(t->out, ", ");
            tell_value(t, field, item);
        }
    }
}

/* What stands between the braces of {#field|one|many}, after the #. */
static void tell_plural(const struct teller *t, const char *inside, size_t length)
{
    char field[32];
    const char *end = inside + length, *one = memchr(inside, '|', length);
    const char *many = one ? memchr(one + 1, '|', (size_t)(end - one - 1)) : NULL;
    if (!many || (size_t)(one - inside) >= sizeof field)
        return;
    memcpy(field, inside, (size_t)(one - inside));
    field[one - inside] = '\0';
    const struct doc_node *value = doc_get(t->doc, t->event, field);
    long long number = doc_is(value, DOC_LIST) ? doc_count(value) : value ? value->integer : 0;
    bool singular = number == 1 || (number == 0 && t->language == FRENCH);
    for (const char *at = (singular ? one : many) + 1; at < (singular ? many : end); at++) {
        if (*at == '#')
            buffer_add_format(t->out, "%lld", number);
        else
            buffer_add_char(t->out, *at);
    }
}

static void tell(const struct teller *t, const char *sentence)
{
    while (*sentence) {
        size_t plain = strcspn(sentence, "{");
        buffer_add_bytes(t->out, sentence, plain);
        sentence += plain;
        const char *end = strchr(sentence, '}');
        if (!end)
            break;
        size_t length = (size_t)(end - sentence - 1);
        char field[32];
        if (sentence[1] == '#') {
            tell_plural(t, sentence + 2, length - 1);
        } else if (length < sizeof field) {
            memcpy(field, sentence + 1, length);
            field[length] = '\0';
            tell_value(t, field, doc_get(t->doc, t->event, field));
        }
        sentence = end + 1;
    }
}

/* Whether something in the event is hidden from the listener. */
static bool has_hidden(const struct doc *doc, const struct doc_node *event)
{
    DOC_EACH (doc, event, value) {
        const char *text = doc_text(doc, value);
        if (text && strcmp(text, "?") == 0)
            return true;
        DOC_EACH (doc, value, item) {
            text = doc_text(doc, item);
            if (text && strcmp(text, "?") == 0)
                return true;
        }
    }
    return false;
}

void texts_event(const struct texts *texts, enum language language, const char *game,
                 const struct doc *doc, const struct doc_node *event, const char *const *names,
                 struct buffer *out)
{
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    CHECK(type);
    char hidden[64];
    snprintf(hidden, sizeof hidden, "%s.hidden", type);
    const char *sentence = NULL;
    if (has_hidden(doc, event))
        sentence = texts_get(texts, language, game, "events", hidden);
    if (!sentence)
        sentence = texts_get(texts, language, game, "events", type);
    if (sentence)
        tell(&(struct teller){texts, language, game, doc, event, names, out}, sentence);
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
