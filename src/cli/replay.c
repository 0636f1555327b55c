/* ludosaure replay: steps through a record, as a seat saw it, as a spectator, or with all hands
 * open. Checks the whole record before it shows the first step. */
#include "cli/commands.h"

#include "base/check.h"
#include "cli/cli.h"
#include "terminal/draw.h"
#include "terminal/input.h"
#include "terminal/record_file.h"
#include "terminal/result.h"
#include "terminal/say.h"
#include "terminal/session_file.h"
#include "text/event.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct replay {
    const struct console *console;
    const struct record *record;
    struct session *session; /* for its terminal, input, names and documents */
    struct match *match;     /* after match->move_count moves */
    int viewer;
    bool open;
};

static void draw(struct replay *replay)
{
    const struct match *match = replay->match;
    struct drawing drawing = session_drawing(replay->session, replay->viewer);
    if (replay->open) {
        doc_start(&replay->session->view);
        match->game->save(match->game, match->state.bytes, &replay->session->view, NULL);
    }
    draw_table(&drawing);
    if (match_is_over(match))
        result_print(&drawing, match);
}

/* Goes to the position after `count` moves, starting over if that is earlier. */
static void go_to(struct replay *replay, size_t count)
{
    struct fault fault;
    if (count < replay->match->move_count)
        CHECK(record_start(replay->record, replay->console->data_folder, replay->match, &fault));
    while (replay->match->move_count < count) {
        int seat;
        const char *text;
        record_move(replay->record, replay->match->move_count, &seat, &text);
        CHECK(match_play(replay->match, seat, text, &replay->session->events,
                         replay->open ? STORY_ALL : replay->viewer, &fault));
    }
}

/* Prints the latest move and its events. */
static void tell(const struct replay *replay)
{
    const struct session *session = replay->session;
    const struct console *console = replay->console;
    const struct doc *doc = &session->events;
    int seat;
    const char *text;
    record_move(replay->record, replay->match->move_count - 1, &seat, &text);
    SESSION_SAY(session, "replay_move", SAY_NUMBER((long long)replay->match->move_count),
                SAY_NUMBER((long long)replay->record->move_count), session->names[seat]);
    DOC_EACH (doc, doc_root(doc), event) {
        char storage[2048];
        struct buffer sentence;
        buffer_start(&sentence, storage, sizeof storage);
        texts_event(console->texts, console->language, replay->match->game->id, doc, event,
                    session->names, &sentence);
        if (sentence.length == 0)
            continue;
        fputs("  ", session->terminal.out);
        terminal_paragraph(&session->terminal, sentence.text, sentence.length, 2, 4);
    }
    fputc('\n', session->terminal.out);
}

static void show(struct replay *replay)
{
    fputc('\n', replay->session->terminal.out);
    if (replay->match->move_count > 0)
        tell(replay);
    else
        SESSION_SAY(replay->session, "replay_start",
                    SAY_NUMBER((long long)replay->record->move_count));
    draw(replay);
}

static void show_everything(struct replay *replay)
{
    show(replay);
    for (size_t count = 1; count <= replay->record->move_count; count++) {
        go_to(replay, count);
        show(replay);
    }
}

/* Carries out one command; false to leave. */
static bool step(struct replay *replay, const char *line, size_t *next)
{
    size_t last = replay->record->move_count;
    if (strcasecmp(line, "q") == 0 || strncasecmp(line, "quit", 4) == 0)
        return false;
    if (!*line)
        *next += *next < last;
    else if (strcasecmp(line, "b") == 0)
        *next -= *next > 0;
    else if (strspn(line, "0123456789") == strlen(line))
        *next =
            strlen(line) < 10 && strtoul(line, NULL, 10) < last ? strtoul(line, NULL, 10) : last;
    else
        SESSION_SAY(replay->session, "replay_help");
    return true;
}

static void browse(struct replay *replay)
{
    char line[INPUT_LINE_MAX];
    size_t at = 0, shown = 1;
    SESSION_SAY(replay->session, "replay_help");
    for (;;) {
        char prompt[64];
        snprintf(prompt, sizeof prompt, "%zu/%zu> ", at, replay->record->move_count);
        if (at != shown) {
            go_to(replay,
                  at > 0 ? at - 1 : 0); /* so that the latest move is shown, also when going back */
            go_to(replay, at);
            show(replay);
        }
        shown = at;
        enum input_answer answer = input_line(&replay->session->input, prompt, line);
        if (answer == INPUT_TOO_LONG)
            continue;
        if (answer != INPUT_LINE || !step(replay, line, &at))
            return;
    }
}

/* The seat of a number or a name; -1 if there is none. */
static int find_seat(const struct session *session, int seats, const char *word)
{
    for (int seat = 0; seat < seats; seat++)
        if (strcmp(word, SAY_NUMBER(seat)) == 0 || strcasecmp(word, session->names[seat]) == 0)
            return seat;
    return -1;
}

static int replay_record(const struct console *console, const struct record *record,
                         const char *seat, bool open)
{
    struct session *session = session_new(console);
    struct replay replay = {.console = console,
                            .record = record,
                            .session = session,
                            .match = &session->match,
                            .viewer = GAME_SPECTATOR,
                            .open = open};
    int code = record_file_play(console, record, replay.match) ? CONSOLE_OK : CONSOLE_FAILED;
    session_names(session, record);
    if (code == CONSOLE_OK && seat && (replay.viewer = find_seat(session, record->seats, seat)) < 0)
        code = complain_usage(console, "unknown_seat", seat);
    if (code == CONSOLE_OK) {
        go_to(&replay, 0);
        if (session->input.typed && session->terminal.is_terminal)
            browse(&replay);
        else
            show_everything(&replay);
    }
    session_free(session);
    return code;
}

int cli_replay(struct console *console, int argc, char **argv)
{
    const char *seat = NULL;
    bool open = false;
    int code;
    const struct cli_option options[] = {{.name = "seat", .type = CLI_TEXT, .target = &seat},
                                         {.name = "open", .type = CLI_FLAG, .target = &open},
                                         {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "file_needed"))
        return CONSOLE_USAGE;
    if (seat && open)
        return complain_usage(console, "seat_or_open", "");
    struct record_file file;
    if (!record_file_read(console, argv[0], &file))
        return CONSOLE_FAILED;
    code = replay_record(console, &file.record, seat, open);
    record_file_free(&file);
    return code;
}
