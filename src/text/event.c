/* The language of the sentences for events:
 *
 *   {field}            a value of the event; seats become names, words are translated
 *   {the field}        the word with its article: the word "the card" for `card` if the file has it,
 *                      otherwise the word "the" followed by the plain one
 *   {each field}       a list with one value per seat, as names and values: Ann 19, Luc 9
 *   {seats with field} seats, each with its value in another list: Ann (yellow 6), Luc (red 5)
 *   {#field|one|many}  singular or plural, by the number in the field or the length of its list;
 *                      # in a form is that number
 *   {@field|other|you} the second form if the seat is the reader's; a list of seats may have three:
 *                      {@field|one|several|you}
 *
 * An event may have several sentences: `type`; `type.hidden` if it has a value that the reader may
 * not know; `type.to_you` and `type.from_you` if it goes to or comes from the reader's seat.
 *
 * A word may itself be such a sentence. The reader's seat is "you", with a capital letter at the
 * beginning of a sentence. */
#include "text/text.h"

#include "base/base.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event_text {
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

/* Whether the next word begins a sentence. */
static bool at_start(const struct buffer *out)
{
    size_t length = out->length;
    while (length > 0 && out->text[length - 1] == ' ')
        length--;
    return length == 0 || strchr(".!?", out->text[length - 1]);
}

static void write_seat(const struct event_text *t, int64_t seat)
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

static void write_number(const struct event_text *t, int64_t number)
{
    buffer_add_format(t->out, "%s%lld", number < 0 ? "−" : "", llabs((long long)number));
}

/* The text between item `after` of a list and the next one. */
static const char *separator(const struct event_text *t, bool are_seats, int after, int count)
{
    bool last = are_seats && after == count - 2;
    return last ? texts_core(t->texts, t->language, "result", "and") : ", ";
}

static void write_sentence(const struct event_text *t, const char *sentence);

static void write_word(const struct event_text *t, const char *value, bool with_article)
{
    char key[64];
    snprintf(key, sizeof key, "the %s", value);
    const char *whole =
        with_article ? texts_get(t->texts, t->language, t->game, "words", key) : NULL;
    if (with_article && !whole)
        buffer_add(t->out, texts_word(t->texts, t->language, t->game, "the"));
    write_sentence(t, whole ? whole : texts_word(t->texts, t->language, t->game, value));
}

static void write_value(const struct event_text *t, const char *field, const struct doc_node *value,
                        bool with_article)
{
    if (!value || value->type == DOC_NULL)
        return;
    if (value->type == DOC_STRING) {
        write_word(t, doc_text(t->doc, value), with_article);
    } else if (value->type == DOC_INTEGER && is_seat_field(field)) {
        write_seat(t, value->integer);
    } else if (value->type == DOC_INTEGER) {
        write_number(t, value->integer);
    } else if (value->type == DOC_LIST) {
        int index = 0, count = (int)doc_count(value);
        DOC_EACH (t->doc, value, item) {
            if (index > 0)
                buffer_add(t->out, separator(t, is_seat_field(field), index - 1, count));
            write_value(t, field, item, with_article);
            index++;
        }
    }
}

/* {each field}: Ann 19, Luc 9. */
static void write_each(const struct event_text *t, const char *field)
{
    int seat = 0;
    DOC_EACH (t->doc, doc_get(t->doc, t->event, field), value) {
        buffer_add(t->out, seat ? ", " : "");
        write_seat(t, seat++);
        buffer_add_char(t->out, ' ');
        write_value(t, "", value, false);
    }
}

/* {seats with field}: Ann (yellow 6), Luc (red 5). */
static void write_pairs(const struct event_text *t, const char *seats, const char *field)
{
    const struct doc_node *list = doc_get(t->doc, t->event, seats);
    const struct doc_node *value = doc_first(t->doc, doc_get(t->doc, t->event, field));
    DOC_EACH (t->doc, list, seat) {
        buffer_add(t->out, seat == doc_first(t->doc, list) ? "" : ", ");
        write_seat(t, seat->integer);
        buffer_add(t->out, " (");
        write_value(t, "", value, false);
        buffer_add_char(t->out, ')');
        value = value ? doc_next(t->doc, value) : NULL;
    }
}

enum { FORMS_MAX = 3 };

/* Splits "field|one|many" into the field and its forms; returns the number of forms. */
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
static void write_plural(const struct event_text *t, char *inside)
{
    char *forms[FORMS_MAX];
    if (cut_forms(inside, forms) < 2)
        return;
    const struct doc_node *value = doc_get(t->doc, t->event, inside);
    int64_t number = doc_is(value, DOC_LIST) ? doc_count(value) : value ? value->integer : 0;
    bool singular = number == 1 || (number == 0 && t->language == FRENCH);
    for (const char *at = forms[!singular]; *at; at++) {
        if (*at == '#')
            write_number(t, number);
        else
            buffer_add_char(t->out, *at);
    }
}

/* {@field|other|you} and {@field|one|several|you}. */
static void write_agreeing(const struct event_text *t, char *inside)
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

static void write_field(const void *context, char *inside, struct buffer *out)
{
    const struct event_text *t = context;
    CHECK(out == t->out);
    static const char with[] = " with ", the[] = "the ", each[] = "each ";
    char *pair = strstr(inside, with);
    if (*inside == '#') {
        write_plural(t, inside + 1);
    } else if (*inside == '@') {
        write_agreeing(t, inside + 1);
    } else if (pair) {
        *pair = '\0';
        write_pairs(t, inside, pair + sizeof with - 1);
    } else if (strncmp(inside, each, sizeof each - 1) == 0) {
        write_each(t, inside + sizeof each - 1);
    } else {
        bool with_article = strncmp(inside, the, sizeof the - 1) == 0;
        const char *field = inside + (with_article ? sizeof the - 1 : 0);
        write_value(t, field, doc_get(t->doc, t->event, field), with_article);
    }
}

static void write_sentence(const struct event_text *t, const char *sentence)
{
    fill_sentence(t->out, sentence, write_field, t);
}

/* Whether the event has a value that is hidden from its viewer. */
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

/* Whether a field of the event is the reader's seat. */
static bool is_you(const struct event_text *t, const char *field)
{
    const struct doc_node *value = doc_get(t->doc, t->event, field);
    return doc_is(value, DOC_INTEGER) && !t->names[value->integer];
}

/* The sentence of this variant, or NULL. */
static const char *variant(const struct event_text *t, const char *type, const char *which)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s", type, which);
    return texts_get(t->texts, t->language, t->game, "events", key);
}

void texts_event(const struct texts *texts, enum language language, const char *game,
                 const struct doc *doc, const struct doc_node *event, const char *const *names,
                 struct buffer *out)
{
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    CHECK(type);
    struct event_text t = {texts, language, game, doc, event, names, out};
    const char *sentence = NULL;
    if (has_hidden(doc, event))
        sentence = variant(&t, type, "hidden");
    if (!sentence && is_you(&t, "to"))
        sentence = variant(&t, type, "to_you");
    if (!sentence && is_you(&t, "from"))
        sentence = variant(&t, type, "from_you");
    if (!sentence)
        sentence = texts_get(texts, language, game, "events", type);
    if (sentence)
        write_sentence(&t, sentence);
}
