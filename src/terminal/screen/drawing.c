/* Reads views and aids for the drawings, and prints their texts. */
#include "terminal/screen/screen.h"

const char *drawing_text(const struct drawing *drawing, const char *section, const char *key)
{
    const struct console *console = drawing->console;
    const char *text =
        texts_get(console->texts, console->language, drawing->game->id, section, key);
    return text ? text : key;
}

void drawing_say_into(struct buffer *out, const struct drawing *drawing, const char *section,
                      const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_fill(out, drawing_text(drawing, section, key), words);
    va_end(words);
}

void drawing_say(const struct drawing *drawing, const char *section, const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_paragraph(drawing->terminal, drawing_text(drawing, section, key), words);
    va_end(words);
}

void drawing_name(const struct drawing *drawing, int seat, int width)
{
    if (seat == drawing->viewer)
        terminal_style(drawing->terminal, "1");
    terminal_column(drawing->terminal, drawing->names[seat], width);
    terminal_style(drawing->terminal, "0");
}

const char *drawing_word(const struct drawing *drawing, const char *value)
{
    return texts_word(drawing->console->texts, drawing->console->language, drawing->game->id,
                      value);
}

const char *drawing_field(const struct drawing *drawing, const struct doc_node *object,
                          const char *key)
{
    const char *found = doc_text(drawing->view, doc_get(drawing->view, object, key));
    return found ? found : "";
}

static const struct doc_node *item(const struct doc *doc, const char *list, int index)
{
    const struct doc_node *node = doc_first(doc, doc_get(doc, doc_root(doc), list));
    while (node && index-- > 0)
        node = doc_next(doc, node);
    return node;
}

static bool lists(const struct doc *doc, const char *list, int seat)
{
    int listed;
    DOC_EACH (doc, doc_get(doc, doc_root(doc), list), node)
        if (doc_number(node, 0, GAME_SEATS_MAX - 1, &listed) && listed == seat)
            return true;
    return false;
}

const struct doc_node *drawing_item(const struct drawing *drawing, const char *list, int index)
{
    return item(drawing->view, list, index);
}

const struct doc_node *drawing_aid(const struct drawing *drawing, const char *list, int index)
{
    return item(drawing->aids, list, index);
}

bool drawing_lists(const struct drawing *drawing, const char *list, int seat)
{
    return lists(drawing->view, list, seat);
}

bool drawing_aid_lists(const struct drawing *drawing, const char *list, int seat)
{
    return lists(drawing->aids, list, seat);
}
