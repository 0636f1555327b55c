/* Lists of moves: printing them, and finding a move by what was typed. */
#include "terminal/terminal_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "terminal/screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MAX = 64, EXPLANATION_MAX = 256 };

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of a move in alphabetical order, to be freed. */
static char *sorted_words(const char *text)
{
    char *copy = alloc_text(text), *words[WORDS_MAX], *rest = copy;
    size_t count = 0;
    for (char *word; count < WORDS_MAX && (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    char *sorted = alloc_new(strlen(text) + 2);
    struct buffer out;
    buffer_start(&out, sorted, strlen(text) + 2);
    for (size_t i = 0; i < count; i++) {
        buffer_add(&out, words[i]);
        buffer_add_char(&out, ' ');
    }
    free(copy);
    return sorted;
}

static bool is_among(char *const *keys, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

struct move_list move_list_new(const struct match *match, int seat)
{
    struct move *moves = alloc_array(GAME_MOVES_MAX, sizeof *moves);
    struct game_state_storage view;
    game_view(match->game, match->state.bytes, seat, view.bytes);
    int count = match->game->legal(view.bytes, seat, moves);
    struct move_list list = {.texts = alloc_array((size_t)count + 1, sizeof *list.texts)};
    char **keys = alloc_array((size_t)count + 1, sizeof *keys);
    for (int i = 0; i < count; i++) {
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        match->game->format(view.bytes, &moves[i], &text);
        char *key = sorted_words(text.text);
        if (is_among(keys, list.count, key)) {
            free(key);
            continue;
        }
        keys[list.count] = key;
        list.texts[list.count++] = alloc_text(text.text);
    }
    for (int i = 0; i < list.count; i++)
        free(keys[i]);
    free(keys);
    free(moves);
    return list;
}

void move_list_free(struct move_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct move_list){0};
}

/* The meaning of a move in words, or how it is typed. */
struct explanation {
    char text[EXPLANATION_MAX];
};

static struct explanation typed(const struct drawing *drawing, const char *move)
{
    struct explanation result;
    struct buffer words;
    buffer_start(&words, result.text, sizeof result.text);
    move_words_show(drawing->console, drawing->game, move, &words);
    return result;
}

static struct explanation explain(const struct drawing *drawing, const char *move)
{
    struct explanation result;
    struct buffer words;
    buffer_start(&words, result.text, sizeof result.text);
    draw_move(drawing, move, &words);
    return result;
}

static int width_of(const char *text)
{
    return terminal_width(text, strlen(text));
}

void move_list_print(const struct move_list *list, const struct drawing *drawing)
{
    enum { APART = 3 };
    const struct terminal *terminal = drawing->terminal;
    int digits = snprintf(NULL, 0, "%d", list->count), move_width = 0, words_width = 0;
    for (int i = 0; i < list->count; i++) {
        int width = width_of(typed(drawing, list->texts[i]).text);
        move_width = width > move_width ? width : move_width;
        width = width_of(explain(drawing, list->texts[i]).text);
        words_width = width > words_width ? width : words_width;
    }
    move_width += words_width > 0 ? 2 : 0;
    int columns = (terminal->columns + APART) / (digits + 2 + move_width + words_width + APART);
    int rows = columns > 1 ? (list->count + columns - 1) / columns : list->count;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < list->count; i += rows) {
            struct explanation words = explain(drawing, list->texts[i]);
            struct explanation move = typed(drawing, list->texts[i]);
            terminal_style(terminal, "1");
            fprintf(terminal->out, "%*d ", digits + 1, i + 1);
            terminal_style(terminal, "0");
            bool last = i + rows >= list->count;
            if (*words.text || !last)
                terminal_column(terminal, move.text, move_width);
            else
                fputs(move.text, terminal->out);
            fprintf(terminal->out, "%s%*s", words.text,
                    last ? 0 : words_width + APART - width_of(words.text), "");
        }
        fputc('\n', terminal->out);
    }
}

/* Whether `text` ends with `end`, which starts at a word. */
static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    if (end_length > length || strcasecmp(text + length - end_length, end) != 0)
        return false;
    return end_length == length || text[length - end_length - 1] == ' ';
}

int move_list_find(const struct move_list *list, const char *typed)
{
    int found = MOVE_LIST_NONE;
    for (int i = 0; i < list->count; i++) {
        if (strcasecmp(list->texts[i], typed) == 0)
            return i;
        if (ends_with(list->texts[i], typed))
            found = found == MOVE_LIST_NONE ? i : MOVE_LIST_SEVERAL;
    }
    return found;
}
