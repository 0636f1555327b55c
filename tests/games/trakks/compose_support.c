/* A composer under test. */
#include "compose_support.h"

#include "base/system/system.h"
#include "games/trakks/trakks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

static const char *const names[] = {"Ann", "Ben"};

static bool check(void *context, const char *move, struct fault *fault)
{
    struct composing *composing = context;
    snprintf(composing->asked, sizeof composing->asked, "%s", move);
    return composing->allows ||
           fault_set(fault, FAULT_ILLEGAL_MOVE, "K11", "trakks.line_of_two", "b3 b4");
}

static void add_list(struct doc *doc, const char *key, const char *texts)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", texts);
    doc_list(doc, key);
    char *rest;
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest))
        doc_string(doc, NULL, text);
    doc_end(doc);
}

struct composing *composing_start(enum language language, const char *const *groups,
                                  const char *rack)
{
    struct composing *composing = alloc_new(sizeof *composing);
    struct fault fault;
    composing->console = (struct console){.language = language, .texts = texts_load(NULL, &fault)};
    composing->terminal =
        (struct terminal){.out = open_memstream(&composing->printed, &composing->printed_length),
                          .columns = COMPOSING_COLUMNS};
    doc_start(&composing->view);
    doc_object(&composing->view, NULL);
    doc_list(&composing->view, "table");
    for (; *groups; groups++)
        add_list(&composing->view, NULL, *groups);
    doc_end(&composing->view);
    doc_list(&composing->view, "players");
    doc_object(&composing->view, NULL);
    add_list(&composing->view, "rack", rack);
    doc_end(&composing->view);
    doc_end(&composing->view);
    doc_end(&composing->view);
    struct drawing drawing = {.console = &composing->console,
                              .terminal = &composing->terminal,
                              .game = &game_trakks,
                              .view = &composing->view,
                              .viewer = 0,
                              .names = names};
    composing->composer = composer_new(&drawing, check, composing);
    memset(&composing->view, 0xA5,
           sizeof composing->view); /* the composer must not need it any more */
    return composing;
}

void composing_end(struct composing *composing)
{
    composer_free(composing->composer);
    fclose(composing->terminal.out);
    free(composing->printed);
    texts_free(composing->console.texts);
    free(composing);
}

void composing_type(struct composing *composing, const char *line)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    rewind(composing->terminal.out);
    bool complete = composer_line(composing->composer, line, &move);
    fputc('\0', composing->terminal.out);
    fflush(composing->terminal.out);
    assert_false(complete);
}

const char *composing_sheet(struct composing *composing)
{
    composing_type(composing, "show");
    return composing->asked;
}

void composing_expect(struct composing *composing, const char *line, const char *said)
{
    composing_type(composing, line);
    if (!strstr(composing->printed, said))
        fail_msg("“%s” does not print “%s” but:\n%s", line, said, composing->printed);
}
