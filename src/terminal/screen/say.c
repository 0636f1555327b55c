/* Sentences with words filled in.
 *
 * Then: error messages and help; moves in the words of a language; what a table is drawn from. */
#include "terminal/screen/screen.h"

#include "base/base.h"
#include "data/data.h"
#include "text/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8 };

struct say_words {
    const char *words[WORDS_MAX];
    int count;
};

static void write_word(const void *context, char *field, struct buffer *out)
{
    const struct say_words *given = context;
    int index = fill_index(field);
    if (index >= 0 && index < given->count)
        buffer_add(out, given->words[index]);
}

void say_fill(struct buffer *out, const char *text, va_list words)
{
    struct say_words given = {0};
    for (const char *word; given.count < WORDS_MAX && (word = va_arg(words, const char *));)
        given.words[given.count++] = word;
    fill_sentence(out, text, write_word, &given);
}

void say_paragraph(const struct terminal *terminal, const char *text, va_list words)
{
    char storage[SAY_SENTENCE_MAX];
    struct buffer out;
    buffer_start(&out, storage, sizeof storage);
    say_fill(&out, text, words);
    terminal_paragraph(terminal, out.text, out.length, 0, 0);
}

void say_into(struct buffer *out, const struct console *console, const char *section,
              const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_fill(out, texts_core(console->texts, console->language, section, key), words);
    va_end(words);
}

void say(const struct console *console, const struct terminal *terminal, const char *section,
         const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_paragraph(terminal, texts_core(console->texts, console->language, section, key), words);
    va_end(words);
}

struct say_number say_number(long long number)
{
    struct say_number result;
    snprintf(result.text, sizeof result.text, "%s%lld", number < 0 ? "−" : "", llabs(number));
    return result;
}

const char *say_level(const struct console *console, const struct player *player)
{
    return texts_core(console->texts, console->language, "levels", player->name);
}

void say_clean(char *text)
{
    enum { NO_BREAK_SPACE = 0xA0, DELETE = 0x7F };
    char *from = text, *to = text;
    while (*from) {
        uint32_t code = 0;
        int length = utf8_read(from, &code);
        bool control = code < ' ' || (code >= DELETE && code < NO_BREAK_SPACE);
        bool space = code == NO_BREAK_SPACE || (code < DELETE && strchr(" \t\r\n", (int)code));
        if (length && space) {
            if (to > text && to[-1] != ' ')
                *to++ = ' ';
        } else if (!length || control) {
            *to++ = '?';
        } else {
            memmove(to, from, (size_t)length);
            to += length;
        }
        from += length ? length : 1;
    }
    if (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}

/* ---- Error messages and help ---- */

enum { MESSAGE_MAX = 1024 };

const char *complain_text(const struct console *console, const char *key)
{
    return texts_core(console->texts, console->language, "cli", key);
}

static void print(const struct console *console, const char *key, const char *detail)
{
    char storage[MESSAGE_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    fill_detail(&text, complain_text(console, key), detail);
    fputs(text.text, stderr);
}

int complain_say(const struct console *console, int code, const char *section, const char *key, ...)
{
    char storage[MESSAGE_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    va_list words;
    va_start(words, key);
    say_fill(&text, texts_core(console->texts, console->language, section, key), words);
    va_end(words);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    return code;
}

static int complain(const struct console *console, const char *key, const char *detail,
                    int exit_code)
{
    fputs("ludosaure: ", stderr);
    print(console, key, detail);
    fputc('\n', stderr);
    return exit_code;
}

int complain_point_to_help(const struct console *console)
{
    fputs("  ", stderr);
    print(console, console->command ? "see_help_of" : "see_help", console->command);
    fputc('\n', stderr);
    return CONSOLE_USAGE;
}

int complain_usage(const struct console *console, const char *key, const char *detail)
{
    complain(console, key, detail, CONSOLE_USAGE);
    return complain_point_to_help(console);
}

int complain_range(const struct console *console, const char *option, int low, int high)
{
    complain_say(console, CONSOLE_USAGE, "cli", "bad_number", option, SAY_NUMBER(low),
                 SAY_NUMBER(high), NULL);
    return complain_point_to_help(console);
}

int complain_failure(const struct console *console, const char *key, const char *detail)
{
    return complain(console, key, detail, CONSOLE_FAILED);
}

const char *complain_reason(const struct console *console, int number)
{
    static const struct {
        int number;
        const char *key;
    } reasons[] = {
        {ENOENT, "not_there"},  {ENOTDIR, "not_there"}, {EACCES, "not_allowed"},
        {EPERM, "not_allowed"}, {EROFS, "not_allowed"}, {EISDIR, "is_a_folder"},
        {ENOSPC, "no_room"},    {EDQUOT, "no_room"},    {EFBIG, "too_large"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].number == number)
            return texts_core(console->texts, console->language, "reasons", reasons[i].key);
    return strerror(number);
}

int complain_cannot_read(const struct console *console, const char *path, int number)
{
    return complain_say(console, CONSOLE_FAILED, "cli", "cannot_read", path,
                        complain_reason(console, number), NULL);
}

void complain_fault_text(const struct console *console, const struct fault *fault,
                         struct buffer *text)
{
    struct fault shown = *fault;
    say_clean(shown.detail); /* it may come from someone else's file */
    texts_fault(console->texts, console->language, &shown, text);
    if (shown.rule)
        buffer_add_format(text, " [%s]", shown.rule);
}

int complain_fault(const struct console *console, const struct fault *fault)
{
    char storage[MESSAGE_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    complain_fault_text(console, fault, &text);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    return CONSOLE_FAILED;
}

bool complain_help(const struct console *console, const char *command, FILE *out)
{
    char path[64];
    size_t size;
    if (command && strspn(command, "abcdefghijklmnopqrstuvwxyz-") != strlen(command))
        return false; /* the name cannot leave the folder */
    snprintf(path, sizeof path, "help/%s.%s.txt", command ? command : "ludosaure",
             language_code(console->language));
    char *text = data_read(console->data_folder, path, &size);
    if (!text)
        return false;
    static const char levels[] = "{levels}\n"; /* the list of players, how they play */
    char *list = strstr(text, levels), *rest = list ? list + strlen(levels) : text;
    if (list) {
        fwrite(text, 1, (size_t)(list - text), out);
        for (const struct player *player = players_all; player->name; player++)
            fprintf(out, "  %-17s  %s\n", player->name,
                    texts_core(console->texts, console->language, "players", player->name));
    }
    fwrite(rest, 1, size - (size_t)(rest - text), out);
    free(text);
    return true;
}

/* ---- Moves in the words of a language ---- */

const char *move_word(const struct console *console, const struct game *game, const char *word)
{
    const char *typed = texts_get(console->texts, console->language, game->id, "typed", word);
    return typed ? typed : word;
}

static const char *word_of_move(const struct console *console, const struct game *game,
                                const char *typed)
{
    const char *word = texts_key(console->texts, game->id, "typed", typed);
    return word ? word : typed;
}

/* Translates each word of a text; words that are too long are copied. */
static void each_word(const struct console *console, const struct game *game, const char *text,
                      const char *(*translate)(const struct console *console,
                                               const struct game *game, const char *word),
                      struct buffer *out)
{
    while (*text) {
        char word[16];
        size_t length = strcspn(text, " ");
        if (length < sizeof word) {
            memcpy(word, text, length);
            word[length] = '\0';
            buffer_add(out, translate(console, game, word));
        } else {
            buffer_add_bytes(out, text, length);
        }
        text += length;
        for (; *text == ' '; text++)
            buffer_add_char(out, ' ');
    }
}

void move_words_show(const struct console *console, const struct game *game, const char *move,
                     struct buffer *out)
{
    each_word(console, game, move, move_word, out);
}

void move_words_read(const struct console *console, const struct game *game, const char *typed,
                     struct buffer *out)
{
    each_word(console, game, typed, word_of_move, out);
}

/* ---- What a table is drawn from ---- */

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
