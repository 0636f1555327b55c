/* A match at the terminal: names, logs, moves, and what a person sees. */
#include "terminal/session.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "terminal/say.h"
#include "text/event.h"

#include <stdlib.h>
#include <string.h>

enum { SENTENCE_MAX = 2048 };

struct session *session_new(const struct console *console)
{
    struct session *session = alloc_new(sizeof *session);
    session->console = console;
    session->at_screen = session->latest = session->wanted = SESSION_NOBODY;
    terminal_start(&session->terminal, stdout);
    input_start(&session->input, &session->terminal);
    return session;
}

void session_free(struct session *session)
{
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++) {
        struct session_log *log = &session->logs[viewer];
        for (size_t i = 0; i < log->count; i++)
            free(log->lines[i]);
        free(log->lines);
    }
    match_free(&session->match);
    free(session->file);
    free(session);
}

void session_name(struct session *session, int seat, const char *name)
{
    char *storage = session->name_storage[seat];
    snprintf(storage, SESSION_NAME_BYTES, "%s", name);
    say_clean(storage);
    for (char *mark;
         (mark = strpbrk(storage, "*`"));) /* they would change the style of sentences */
        *mark = '.';
    size_t end = 0;
    for (int columns = 0; storage[end]; end++) {
        columns += terminal_width(storage + end, 1);
        if (columns > SESSION_NAME_COLUMNS)
            break;
    }
    storage[end] = '\0';
    session->names[seat] = storage;
}

void session_name_default(struct session *session, int seat)
{
    char name[SESSION_NAME_BYTES];
    snprintf(name, sizeof name, "%s %c",
             texts_core(session->console->texts, session->console->language, "play", "player"),
             'A' + seat);
    session_name(session, seat, name);
}

int session_people(const struct session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->match.seats; seat++)
        people += session->players[seat] == NULL;
    return people;
}

bool session_follows(const struct session *session)
{
    return session->is_auto && session_people(session) == 1;
}

/* Logs. */

static struct session_log *log_of(struct session *session, int viewer)
{
    return &session->logs[viewer == GAME_SPECTATOR ? GAME_SEATS_MAX : viewer];
}

static void log_add(struct session_log *log, const char *line)
{
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? log->capacity * 2 : 64;
        log->lines = alloc_resize(log->lines, log->capacity, sizeof *log->lines);
    }
    log->lines[log->count++] = alloc_text(line);
}

/* Adds what `viewer` sees of a move, which is about to be made, to its log. */
static void log_move(struct session *session, int viewer, int seat, const struct move *move)
{
    const struct console *console = session->console;
    const struct game *game = session->match.game;
    struct doc *doc = &session->events;
    game_move_describe(game, session->match.state.bytes, seat, move, viewer, doc);
    const char *names[GAME_SEATS_MAX];
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        names[i] = i == viewer ? NULL : session->names[i];
    DOC_EACH (doc, doc_root(doc), event) {
        char storage[SENTENCE_MAX];
        struct buffer sentence;
        buffer_start(&sentence, storage, sizeof storage);
        texts_event(console->texts, console->language, game->id, doc, event, names, &sentence);
        if (sentence.length > 0)
            log_add(log_of(session, viewer), sentence.text);
    }
}

void session_tell(struct session *session, int viewer, bool from_the_start)
{
    struct session_log *log = log_of(session, viewer);
    for (size_t i = from_the_start ? 0 : log->shown; i < log->count; i++) {
        fputs("  ", session->terminal.out);
        terminal_paragraph(&session->terminal, log->lines[i], strlen(log->lines[i]), 2, 4);
    }
    log->shown = log->count;
}

/* Moves. */

bool session_move(struct session *session, int seat, const char *text, struct fault *fault)
{
    union game_move_storage move;
    if (!match_check(&session->match, seat, text, &move, fault))
        return false;
    if (session_people(session) == 0)
        log_move(session, GAME_SPECTATOR, seat, &move.head);
    for (int viewer = 0; viewer < session->match.seats; viewer++)
        if (!session->players[viewer])
            log_move(session, viewer, seat, &move.head);
    return match_play(&session->match, seat, text, NULL, STORY_ALL, fault);
}

void session_suggestion(const struct session *session, const struct player *player, int seat,
                        struct buffer *text, struct buffer *reason)
{
    const struct match *match = &session->match;
    struct game_state_storage view;
    match->game->view(match->state.bytes, seat, view.bytes);
    struct rng rng = player_rng(match->game, view.bytes, match->move_count);
    union game_move_storage move = {0};
    struct player_question question = {.game = match->game,
                                       .seat = seat,
                                       .view = view.bytes,
                                       .memory = match->memories[seat].bytes,
                                       .rng = &rng,
                                       .iterations = reason ? PLAYER_HINT_ITERATIONS : 0};
    bool waits = reason && player_waits(player, &question);
    if (!waits) {
        player_choose(player, &question, &move.head);
        match->game->format(match->state.bytes, &move.head, text);
    }
    if (!reason)
        return;
    char storage[PLAYER_DETAIL_MAX];
    struct buffer detail;
    buffer_start(&detail, storage, sizeof storage);
    const char *key = player_reason(player, &question, waits ? NULL : &move.head, &detail);
    if (key)
        texts_hint(session->console->texts, session->console->language, match->game->id, key,
                   detail.text, reason);
}

/* The screen. */

struct drawing session_drawing(struct session *session, int viewer)
{
    const struct match *match = &session->match;
    struct game_state_storage view;
    match->game->view(match->state.bytes, viewer, view.bytes);
    doc_start(&session->view);
    match->game->save(match->game, view.bytes, &session->view, NULL);
    doc_start(&session->aids);
    game_aids_save(match->game, view.bytes, viewer, &session->aids, NULL);
    return (struct drawing){.console = session->console,
                            .terminal = &session->terminal,
                            .game = match->game,
                            .view = &session->view,
                            .aids = &session->aids,
                            .viewer = viewer,
                            .names = session->names};
}
