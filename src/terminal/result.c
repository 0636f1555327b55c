/* Prints results. The section "result" of the game texts has the keys that only this game has: a
 * column title for a list of numbers, one per seat; a sentence for a yes or a no. */
#include "terminal/result.h"

#include "terminal/say.h"

#include <stdlib.h>
#include <string.h>

/* The word of the game, such as trees for scores; otherwise that of the program. */
static const char *title(const struct drawing *drawing, const char *key)
{
    const struct console *console = drawing->console;
    const char *found =
        texts_get(console->texts, console->language, drawing->game->id, "result", key);
    return found ? found : texts_core(console->texts, console->language, "result", key);
}

static bool is_column(const struct doc_node *value, int seats)
{
    return doc_is(value, DOC_LIST) && doc_count(value) == seats;
}

/* A number, right-aligned under its title. */
static void print_cell(const struct drawing *drawing, const char *text, const char *head)
{
    int width = terminal_width(head, strlen(head));
    fprintf(drawing->terminal->out, "  %*s%s", width - terminal_width(text, strlen(text)), "",
            text);
}

/* A line of the table: the titles for seat -1, otherwise the numbers of the seat. */
static void print_line(const struct drawing *drawing, const struct doc *doc, int seats, int seat)
{
    terminal_column(drawing->terminal, seat < 0 ? "" : drawing->names[seat], 18);
    DOC_EACH (doc, doc_root(doc), value) {
        const char *key = doc_key(doc, value), *head = title(drawing, key);
        if (!is_column(value, seats) || strcmp(key, "winners") == 0)
            continue;
        const struct doc_node *item = doc_first(doc, value);
        for (int i = 0; i < seat; i++)
            item = doc_next(doc, item);
        print_cell(drawing, seat < 0 ? head : SAY_NUMBER(item->integer), head);
    }
    fputc('\n', drawing->terminal->out);
}

static void print_winners(const struct drawing *drawing, const struct doc *doc)
{
    char storage[512];
    struct buffer names;
    buffer_start(&names, storage, sizeof storage);
    const struct doc_node *winners = doc_get(doc, doc_root(doc), "winners");
    int left = doc_count(winners);
    DOC_EACH (doc, winners, winner) {
        buffer_add(&names, drawing->names[winner->integer]);
        if (--left > 0)
            buffer_add(&names, left == 1 ? title(drawing, "and") : ", ");
    }
    const char *key = doc_count(winners) == 0   ? "nobody"
                      : doc_count(winners) == 1 ? "winner"
                                                : "shared";
    say(drawing->console, drawing->terminal, "result", key, names.text, (const char *)NULL);
}

void result_print(const struct drawing *drawing, const struct match *match)
{
    struct doc *doc = doc_new();
    doc_start(doc);
    match_result(match, doc, NULL);
    print_winners(drawing, doc);
    for (int seat = -1; seat < match->seats; seat++)
        print_line(drawing, doc, match->seats, seat);
    DOC_EACH (doc, doc_root(doc), value) {
        char key[64];
        bool truth;
        snprintf(key, sizeof key, "%s_%s", doc_key(doc, value), value->integer ? "yes" : "no");
        if (doc_truth(value, &truth) && strcmp(doc_key(doc, value), "over") != 0)
            drawing_say(drawing, "result", key, (const char *)NULL);
    }
    free(doc);
}
