/* The rulebook of a game, from data/rules/<game>.<language>.md. It uses a subset of Markdown:
 * headings, paragraphs, list items, **bold** and `code`. A numbered rule is a paragraph that begins
 * with its number in bold. A line --- starts the appendix (options, files, notation), which the
 * page does not show. */
#include "terminal/rulebook.h"

#include "data/data.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *read_rulebook(const struct console *console, const struct game *game)
{
    char path[64];
    size_t size;
    snprintf(path, sizeof path, "rules/%s.%s.md", game->id, language_code(console->language));
    return data_read(console->data_folder, path, &size);
}

/* The next paragraph, heading or list item from *at on; NULL at the end. */
static const char *next_block(const char **at, size_t *length)
{
    const char *start = *at + strspn(*at, "\n");
    if (!*start)
        return NULL;
    const char *end = start;
    do {
        end += strcspn(end, "\n");
        if (*end)
            end++;
    } while (*end && *end != '\n' && *start != '#' && strncmp(end, "- ", 2) != 0 && *end != '#');
    *at = end;
    *length = (size_t)(end - start);
    while (*length && start[*length - 1] == '\n')
        --*length;
    return start;
}

static void print_heading(const struct terminal *terminal, const char *text, size_t length)
{
    size_t level = strspn(text, "#");
    const char *title = text + level + strspn(text + level, " ");
    int width = terminal_width(title, (size_t)(text + length - title));
    terminal_style(terminal, "1");
    fprintf(terminal->out, "%.*s\n", (int)(text + length - title), title);
    for (int i = 0; i < width; i++)
        fputs(level == 1 ? "═" : "─", terminal->out);
    terminal_style(terminal, "0");
    fputs("\n\n", terminal->out);
}

static void print_block(const struct terminal *terminal, const char *block, size_t length)
{
    if (*block == '#') {
        print_heading(terminal, block, length);
        return;
    }
    if (length == 3 && strncmp(block, "---", 3) == 0)
        return;
    bool item = strncmp(block, "- ", 2) == 0;
    terminal_paragraph(terminal, block, length, 0, item ? 2 : 0);
    fputc('\n', terminal->out);
}

bool rulebook_print_all(const struct console *console, const struct game *game,
                        const struct terminal *terminal)
{
    char *book = read_rulebook(console, game);
    if (!book)
        return false;
    const char *at = book, *block;
    size_t length;
    while ((block = next_block(&at, &length)))
        print_block(terminal, block, length);
    free(book);
    return true;
}

/* Whether a block begins with the number of this rule, whose letter may be left out. */
static bool is_rule(const char *block, const char *rule)
{
    size_t length = strlen(rule);
    if (strncmp(block, "**", 2) != 0)
        return false;
    block += 2;
    if (isdigit((unsigned char)*rule) && isalpha((unsigned char)*block))
        block++;
    return length > 0 && strncasecmp(block, rule, length) == 0 &&
           strncmp(block + length, "**", 2) == 0;
}

bool rulebook_print_one(const struct console *console, const struct game *game, const char *rule,
                        const struct terminal *terminal)
{
    char *book = read_rulebook(console, game);
    const char *at = book, *block;
    size_t length;
    bool found = false;
    while (book && !found && (block = next_block(&at, &length))) {
        found = is_rule(block, rule);
        if (found)
            terminal_paragraph(terminal, block, length, 0, 0);
    }
    free(book);
    return found;
}
