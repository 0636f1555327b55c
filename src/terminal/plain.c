/* Draws any table in plain words: every value of the view under its name. For games without a
 * drawing. */
#include "terminal/plain.h"

#include <string.h>

enum { TEXT_MAX = 2048 };

static void add_value(const struct drawing *drawing, const struct doc_node *value,
                      struct buffer *line);

/* "y6 b7 3×?": names as in moves; hidden ones are only counted. */
static void add_list(const struct drawing *drawing, const struct doc_node *list,
                     struct buffer *line)
{
    const struct doc *doc = drawing->view;
    int hidden = 0;
    DOC_EACH (doc, list, item) {
        const char *text = doc_text(doc, item), *next = doc_text(doc, doc_next(doc, item));
        bool is_hidden = text && strcmp(text, "?") == 0;
        hidden = is_hidden ? hidden + 1 : 0;
        if (is_hidden && next && strcmp(next, "?") == 0)
            continue;
        if (hidden > 1)
            buffer_add_format(line, "%d×", hidden);
        if (text)
            buffer_add(line, text);
        else
            add_value(drawing, item, line);
        if (doc_next(doc, item))
            buffer_add(line, doc_count(item) ? "; " : " ");
    }
    if (doc_count(list) == 0)
        buffer_add(line, "–");
}

static void add_value(const struct drawing *drawing, const struct doc_node *value,
                      struct buffer *line)
{
    const struct doc *doc = drawing->view;
    switch (value->type) {
    case DOC_NULL:
    case DOC_REAL:
        buffer_add(line, "–");
        break;
    case DOC_BOOL:
        buffer_add(line, drawing_word(drawing, value->integer ? "true" : "false"));
        break;
    case DOC_INTEGER:
        buffer_add_format(line, "%lld", (long long)value->integer);
        break;
    case DOC_STRING:
        buffer_add(line, drawing_word(drawing, doc_text(doc, value)));
        break;
    case DOC_LIST:
        add_list(drawing, value, line);
        break;
    case DOC_OBJECT:
        DOC_EACH (doc, value, item) {
            buffer_add_format(line, "%s%s ", item == doc_first(doc, value) ? "" : " · ",
                              drawing_word(drawing, doc_key(doc, item)));
            add_value(drawing, item, line);
        }
        break;
    }
}

static void print_value(const struct drawing *drawing, const char *name,
                        const struct doc_node *value)
{
    char storage[TEXT_MAX];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    buffer_add_format(&line, "**%s**  ", name);
    add_value(drawing, value, &line);
    terminal_paragraph(drawing->terminal, line.text, line.length, 0, 4);
}

void plain_draw(const struct drawing *drawing)
{
    static const char *const known[] = {"game", "seats", "options", "players"};
    const struct doc *doc = drawing->view;
    const struct doc_node *root = doc_root(doc);
    DOC_EACH (doc, root, value) {
        bool skipped = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            skipped = skipped || strcmp(doc_key(doc, value), known[i]) == 0;
        if (!skipped)
            print_value(drawing, drawing_word(drawing, doc_key(doc, value)), value);
    }
    int seat = 0;
    DOC_EACH (doc, doc_get(doc, root, "players"), player)
        print_value(drawing, drawing->names[seat++], player);
}
