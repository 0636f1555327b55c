/* Error messages and help. */
#include "terminal/complain.h"

#include "data/data.h"
#include "terminal/say.h"
#include "text/fill.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    fwrite(text, 1, size, out);
    free(text);
    return true;
}
