/* Text files, and the small template language of their sentences:
 *
 *   {field}            a value of the event; seats become names, words are translated
 *   {the field}        words with their article: the word "the card" for `card` if there is one,
 *                      otherwise the word "the" before the other one
 *   {each field}       of a list with one value per seat, names and values: Ann 19, Luc 9
 *   {seats with field} seats, each with its value in another list: Ann (yellow 6), Luc (red 5)
 *   {#field|one|many}  one of two forms, by the number in the field or the length of its list;
 *                      # in a form is that number
 *   {@field|other|you} one of two forms, the second if the seat is the reader's; of lists there may
 *                      be three: {@field|one|several|you}
 *
 * A word may itself be such a template. The reader's seat is "you", with a capital letter where a sentence begins.
 */
#include "text/text.h"

#include "base/check.h"
#include "data/data.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
            fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.texts_unreadable", "%s", file->path);
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
    /* A word of a move, as people write it. */
    const char *typed = texts_get(texts, language, file, "typed", fault->detail);
    add_with_detail(sentence, typed ? typed : fault->detail, out);
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

/* {1} is the first of the values, {2} the second and so on. */
static void add_with_values(const struct texts *texts, enum language language, const char *game,
                            const char *sentence, const char *values, struct buffer *out)
{
    for (; *sentence; sentence++) {
        if (sentence[0] != '{' || sentence[1] < '1' || sentence[1] > '9' || sentence[2] != '}') {
            buffer_add_char(out, *sentence);
            continue;
        }
        const char *value = values;
        for (int skip = sentence[1] - '1'; skip > 0 && value; skip--) {
            value = strstr(value, ", ");
            value = value ? value + 2 : NULL;
        }
        char one[32] = "";
        if (value)
            snprintf(one, sizeof one, "%.*s", (int)strcspn(value, ","), value);
        add_words(texts, language, game, one, out);
        sentence += 2;
    }
}

void texts_hint(const struct texts *texts, enum language language, const char *game,
                const char *key, const char *detail, struct buffer *out)
{
    const char *sentence = texts_get(texts, language, game, "hints", key);
    if (!sentence)
        return;
    char with_values[HINT_WORDS_MAX];
    struct buffer filled;
    buffer_start(&filled, with_values, sizeof with_values);
    add_with_values(texts, language, game, sentence, detail, &filled);
    sentence = filled.text;
    char storage[HINT_WORDS_MAX];
    struct buffer words;
    buffer_start(&words, storage, sizeof storage);
    add_words(texts, language, game, detail, &words);
    add_with_detail(sentence, words.text, out);
}

struct telling {
    const struct texts *texts;
    enum language language;
    const char *game;
    const struct doc *doc;
    const struct doc_node *event;
    const char *const *names;
    struct buffer *out;
};

static bool is_seat_field(const char *field)
{
    static const char *const seat_fields[] = {"seat", "to", "from", "owner", "seats"};
    for (size_t i = 0; i < sizeof seat_fields / sizeof *seat_fields; i++)
        if (strcmp(field, seat_fields[i]) == 0)
            return true;
    return false;
}

/* Whether what comes next is the beginning of a sentence. */
static bool at_start(const struct buffer *out)
{
    size_t length = out->length;
    while (length > 0 && out->text[length - 1] == ' ')
        length--;
    return length == 0 || strchr(".!?", out->text[length - 1]);
}

static void tell_seat(const struct telling *t, int64_t seat)
{
    const char *name = t->names[seat];
    if (name) {
        buffer_add(t->out, name);
        return;
    }
    const char *you = texts_core(t->texts, t->language, "play", "you");
    buffer_add_char(t->out, at_start(t->out) ? (char)toupper((unsigned char)*you) : *you);
    buffer_add(t->out, you + 1);
}

static void tell_number(const struct telling *t, int64_t number)
{
    buffer_add_format(t->out, "%s%lld", number < 0 ? "−" : "", llabs((long long)number));
}

/* What comes between one item of a list and the next. */
static const char *separator(const struct telling *t, bool are_seats, int after, int count)
{
    bool last = are_seats && after == count - 2;
    return last ? texts_core(t->texts, t->language, "result", "and") : ", ";
}

static void tell(const struct telling *t, const char *sentence);

static void tell_word(const struct telling *t, const char *value, bool with_article)
{
    char key[64];
    snprintf(key, sizeof key, "the %s", value);
    const char *whole =
        with_article ? texts_get(t->texts, t->language, t->game, "words", key) : NULL;
    if (with_article && !whole)
        buffer_add(t->out, texts_word(t->texts, t->language, t->game, "the"));
    tell(t, whole ? whole : texts_word(t->texts, t->language, t->game, value));
}

static void tell_value(const struct telling *t, const char *field, const struct doc_node *value,
                       bool with_article)
{
    if (!value || value->type == DOC_NULL)
        return;
    if (value->type == DOC_STRING) {
        tell_word(t, doc_text(t->doc, value), with_article);
    } else if (value->type == DOC_INTEGER && is_seat_field(field)) {
        tell_seat(t, value->integer);
    } else if (value->type == DOC_INTEGER) {
        tell_number(t, value->integer);
    } else if (value->type == DOC_LIST) {
        int index = 0, count = (int)doc_count(value);
        DOC_EACH (t->doc, value, item) {
            if (index > 0)
                buffer_add(t->out, separator(t, is_seat_field(field), index - 1, count));
            tell_value(t, field, item, with_article);
            index++;
        }
    }
}

/* {each field}: Ann 19, Luc 9. */
static void tell_each(const struct telling *t, const char *field)
{
    int seat = 0;
    DOC_EACH (t->doc, doc_get(t->doc, t->event, field), value) {
        buffer_add(t->out, seat ? ", " : "");
        tell_seat(t, seat++);
        buffer_add_char(t->out, ' ');
        tell_value(t, "", value, false);
    }
}

/* {seats with field}: Ann (yellow 6), Luc (red 5). */
static void tell_pairs(const struct telling *t, const char *seats, const char *field)
{
    const struct doc_node *list = doc_get(t->doc, t->event, seats);
    const struct doc_node *value = doc_first(t->doc, doc_get(t->doc, t->event, field));
    DOC_EACH (t->doc, list, seat) {
        buffer_add(t->out, seat == doc_first(t->doc, list) ? "" : ", ");
        tell_seat(t, seat->integer);
        buffer_add(t->out, " (");
        tell_value(t, "", value, false);
        buffer_add_char(t->out, ')');
        value = value ? doc_next(t->doc, value) : NULL;
    }
}

enum { FORMS_MAX = 3, FIELD_MAX = 64 };

/* A field and the forms after it, "field|one|many", cut into its parts. The number of forms. */
static int cut_forms(char *inside, char *forms[FORMS_MAX])
{
    int count = 0;
    for (char *bar = inside; count < FORMS_MAX && (bar = strchr(bar, '|'));) {
        *bar++ = '\0';
        forms[count++] = bar;
    }
    return count;
}

/* {#field|one|many}. */
static void tell_plural(const struct telling *t, char *inside)
{
    char *forms[FORMS_MAX];
    if (cut_forms(inside, forms) < 2)
        return;
    const struct doc_node *value = doc_get(t->doc, t->event, inside);
    int64_t number = doc_is(value, DOC_LIST) ? doc_count(value) : value ? value->integer : 0;
    bool singular = number == 1 || (number == 0 && t->language == FRENCH);
    for (const char *at = forms[!singular]; *at; at++) {
        if (*at == '#')
            tell_number(t, number);
        else
            buffer_add_char(t->out, *at);
    }
}

/* {@field|other|you} and {@field|one|several|you}. */
static void tell_agreeing(const struct telling *t, char *inside)
{
    char *forms[FORMS_MAX];
    int count = cut_forms(inside, forms), chosen = 0;
    const struct doc_node *value = doc_get(t->doc, t->event, inside);
    bool you = doc_is(value, DOC_INTEGER) && !t->names[value->integer];
    if (doc_is(value, DOC_LIST)) {
        chosen = count == FORMS_MAX && doc_count(value) > 1;
        DOC_EACH (t->doc, value, seat)
            you = you || !t->names[seat->integer];
    }
    if (count >= 2)
        buffer_add(t->out, forms[you ? count - 1 : chosen]);
}

/* What stands between braces. */
static void tell_field(const struct telling *t, char *inside)
{
    static const char with[] = " with ", the[] = "the ", each[] = "each ";
    char *pair = strstr(inside, with);
    if (*inside == '#') {
        tell_plural(t, inside + 1);
    } else if (*inside == '@') {
        tell_agreeing(t, inside + 1);
    } else if (pair) {
        *pair = '\0';
        tell_pairs(t, inside, pair + sizeof with - 1);
    } else if (strncmp(inside, each, sizeof each - 1) == 0) {
        tell_each(t, inside + sizeof each - 1);
    } else {
        bool with_article = strncmp(inside, the, sizeof the - 1) == 0;
        const char *field = inside + (with_article ? sizeof the - 1 : 0);
        tell_value(t, field, doc_get(t->doc, t->event, field), with_article);
    }
}

static void tell(const struct telling *t, const char *sentence)
{
    while (*sentence) {
        size_t plain = strcspn(sentence, "{");
        buffer_add_bytes(t->out, sentence, plain);
        sentence += plain;
        const char *end = strchr(sentence, '}');
        if (!end)
            break;
        char inside[FIELD_MAX * (FORMS_MAX + 1)];
        size_t length = (size_t)(end - sentence - 1);
        if (length < sizeof inside) {
            memcpy(inside, sentence + 1, length);
            inside[length] = '\0';
            tell_field(t, inside);
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
        tell(&(struct telling){texts, language, game, doc, event, names, out}, sentence);
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
