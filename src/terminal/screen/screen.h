/* The terminal: screen and keyboard, sentences and complaints, and what a game provides to be drawn.
 *
 *     screen.c   the screen, line by line; the keyboard
 *     say.c      sentences; messages on standard error; moves as people type them; what a table is drawn
 *                from: the view and its aids */
#ifndef TERMINAL_SCREEN_SCREEN_H
#define TERMINAL_SCREEN_SCREEN_H

#include "base/base.h"
#include "game/game.h"
#include "players/players.h"
#include "text/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- The screen ---- */

/* The terminal: whether it has colours, and its columns and rows. */

struct terminal {
    FILE *out;
    bool colour; /* a terminal, and the user has not set NO_COLOR */
    bool is_terminal;
    int columns; /* 40 to 100; 80 in a pipe */
    int rows;    /* 0: unlimited or unknown */
};

void terminal_start(struct terminal *terminal, FILE *out);

/* Whether a drawing should save rows, so that it stays visible above the prompt. */
bool terminal_is_low(const struct terminal *terminal);

/* An escape sequence such as "1" (bold), "31" (red), "0" (normal); nothing without colour. */
void terminal_style(const struct terminal *terminal, const char *style);

/* Prints a paragraph, wrapped between words. Lines after the first are indented by `indent` spaces;
 * `used` columns of the first line are already taken. Renders **bold** and `code`. */
void terminal_paragraph(const struct terminal *terminal, const char *text, size_t length, int used,
                        int indent);

/* The number of columns of a UTF-8 text. */
int terminal_width(const char *text, size_t length);

/* Prints a text in exactly `width` columns: padded with spaces, or cut. */
void terminal_column(const struct terminal *terminal, const char *text, int width);

/* ---- Console ---- */

/* The person that the program talks to: language, texts, and where data comes from. */

enum { CONSOLE_OK = 0, CONSOLE_FAILED = 1, CONSOLE_USAGE = 2 }; /* exit codes */

struct console {
    enum language language;
    const char *program;     /* argv[0] */
    const char *data_folder; /* --data, or the environment variable LUDOSAURE_DATA, or NULL */
    struct texts *texts;
    const char *command; /* the subcommand, for its help */
};

/* ---- Sentences ---- */

/* Sentences for a person: texts with words filled in. */

enum { SAY_SENTENCE_MAX = GAME_MOVE_TEXT_MAX + 1024 };

/* The text `key` of a section of core.json, with {1}, {2} … replaced by the words that follow; a
 * NULL ends them. */
void say_into(struct buffer *out, const struct console *console, const char *section,
              const char *key, ...) __attribute__((sentinel));

/* The same for a given text. */
void say_fill(struct buffer *out, const char *text, va_list words);

/* The text `key` of a section of core.json as a paragraph on the terminal. */
void say(const struct console *console, const struct terminal *terminal, const char *section,
         const char *key, ...) __attribute__((sentinel));

/* The same for a given text. */
void say_paragraph(const struct terminal *terminal, const char *text, va_list words);

/* Numbers as words for the functions above, with a typographic minus sign. SAY_NUMBER(7) is valid
 * until the end of the call. */
struct say_number {
    char text[28];
};
struct say_number say_number(long long number);
#define SAY_NUMBER(number) (say_number(number).text)

/* The name of the level of a computer player. */
const char *say_level(const struct console *console, const struct player *player);

/* Makes a text safe for a terminal, in place: control characters and invalid UTF-8 become '?', runs
 * of spaces become one space, and both ends are trimmed. */
void say_clean(char *text);

/* ---- Error messages and help ---- */

/* Error messages on standard error, and help. Functions that return an int return an exit code. */

/* A sentence of core.json's section "cli". */
const char *complain_text(const struct console *console, const char *key);

/* A message: the text `key` of a section of core.json with words filled in, as in say_into. Returns
 * `code`. */
int complain_say(const struct console *console, int code, const char *section, const char *key, ...)
    __attribute__((sentinel));

/* The command line is wrong: prints the sentence and where to find help. */
int complain_usage(const struct console *console, const char *key, const char *detail);
/* The number of an option is not from `low` to `high`. */
int complain_range(const struct console *console, const char *option, int low, int high);
/* Prints where to find the help of the command. */
int complain_point_to_help(const struct console *console);

/* Something failed. */
int complain_failure(const struct console *console, const char *key, const char *detail);
/* The same for a fault; and only its sentence, with the rule. */
int complain_fault(const struct console *console, const struct fault *fault);
void complain_fault_text(const struct console *console, const struct fault *fault,
                         struct buffer *text);
/* The meaning of an errno in words. */
const char *complain_reason(const struct console *console, int number);
/* A file cannot be read; `number` is an errno. */
int complain_cannot_read(const struct console *console, const char *path, int number);

/* Prints the help of a subcommand, or of the program for NULL; false if there is none. */
bool complain_help(const struct console *console, const char *command, FILE *out);

/* ---- The keyboard ---- */

/* Lines that a person types, or that come from a pipe. Any bytes may come in; a line is clean text
 * of limited length. An interruption (Ctrl-C, a closed terminal) is an ordinary result, so that the
 * caller can save before it exits. */

enum { INPUT_LINE_MAX = 4096 + 64 }; /* longer than any move text */

enum input_answer {
    INPUT_LINE,
    INPUT_TOO_LONG, /* the line was too long, and was skipped */
    INPUT_END,      /* no more lines, or the output is closed */
    INPUT_INTERRUPTED,
};

struct input {
    const struct terminal *terminal; /* where the prompt goes */
    bool typed;                      /* the terminal echoes it */
    char bytes[4096];
    size_t at, count; /* the unused bytes */
};

/* From now on Ctrl-C and similar signals are results instead of ending the program. */
void input_start(struct input *input, const struct terminal *terminal);

/* Whether the program was interrupted, for loops that do not read. */
bool input_interrupted(void);

/* Waits until something can be read, or the program is interrupted, for at most `ms`. False if the time
 * has passed. */
bool input_waits(const struct input *input, int ms);

/* Shows `prompt` and reads a line, cleaned as by say_clean, into a buffer of INPUT_LINE_MAX. */
enum input_answer input_line(struct input *input, const char *prompt, char *line);

/* ---- Drawing ---- */

/* What a table is drawn from: a view and its aids. */

struct drawing {
    const struct console *console;
    const struct terminal *terminal;
    const struct game *game;
    const struct doc *view; /* its root is a view, or a position that shows everything */
    const struct doc *aids; /* its root is the object of aids */
    int viewer;             /* a seat or GAME_SPECTATOR */
    const char *const *names;
};

/* A text of the game's file in data/texts: its section and key; the key itself if there is none. */
const char *drawing_text(const struct drawing *drawing, const char *section, const char *key);
/* The same with {1}, {2} … replaced by the words that follow; a NULL ends them. */
void drawing_say_into(struct buffer *out, const struct drawing *drawing, const char *section,
                      const char *key, ...) __attribute__((sentinel));
/* The same as a paragraph on the terminal. */
void drawing_say(const struct drawing *drawing, const char *section, const char *key, ...)
    __attribute__((sentinel));

/* Prints the name of a seat in a column, the viewer's own in bold. */
void drawing_name(const struct drawing *drawing, int seat, int width);

/* The word for a value of the game. */
const char *drawing_word(const struct drawing *drawing, const char *value);
/* A string in an object of the view; "" if there is none. */
const char *drawing_field(const struct drawing *drawing, const struct doc_node *object,
                          const char *key);
/* An item of a list in the root of the view, or NULL; and in that of the aids. */
const struct doc_node *drawing_item(const struct drawing *drawing, const char *list, int index);
const struct doc_node *drawing_aid(const struct drawing *drawing, const char *list, int index);
/* Whether a list in the root of the view contains this seat; and in that of the aids. */
bool drawing_lists(const struct drawing *drawing, const char *list, int seat);
bool drawing_aid_lists(const struct drawing *drawing, const char *list, int seat);

/* ---- Face ---- */

/* The face of a game: how the terminal draws its table and puts its moves into words. It is `const
 * struct face face_<id>` in src/terminal/games/<id>.c, where the build finds it. A game without a
 * face is drawn plainly. */

/* For a kind of move that cannot be listed and is composed command by command. */
struct face_composer {
    /* Whether this line begins with a command of the composer. */
    bool (*takes)(const char *line);
    /* Starts a composer. `check` decides whether a move is allowed now; if not, the fault says why.
     * Except for the view, `drawing` must stay valid. */
    void *(*start)(const struct drawing *drawing,
                   bool (*check)(void *context, const char *move, struct fault *fault),
                   void *context);
    /* Carries out one command line, which may hold any bytes, and shows the outcome. True when the
     * move is complete and allowed: its text is then in `move`, with a capacity of
     * GAME_MOVE_TEXT_MAX. */
    bool (*line)(void *composer, const char *line, struct buffer *move);
    void (*end)(void *composer); /* accepts NULL */
};

struct face {
    const char *game; /* its id */
    void (*table)(const struct drawing *drawing);
    /* Adds the meaning of a move if it depends on the table; false: the texts of the game explain
     * it. May be NULL. */
    bool (*move)(const struct drawing *drawing, const char *move, struct buffer *words);
    const struct face_composer *composer; /* or NULL */
};

/* ---- Moves in the words of a language ---- */

/* Moves as people read and type them. Move texts are the same in every language; the section
 * "typed" of the game texts has the words that people write differently in their language, such as
 * compass points. */

/* A word of a move text in the language of the person; the word itself if the texts have none. */
const char *move_word(const struct console *console, const struct game *game, const char *word);

/* The same for a whole move text. */
void move_words_show(const struct console *console, const struct game *game, const char *move,
                     struct buffer *out);

/* The reverse: typed words as a move text. Words of every language are accepted. */
void move_words_read(const struct console *console, const struct game *game, const char *typed,
                     struct buffer *out);

#endif
