/* A match at one terminal: its people and computer players, what each person has been shown, and
 * where it is saved. turns.h plays it, prompt.h is the turn of one person, session_file.h saves it.
 */
#ifndef TERMINAL_SESSION_H
#define TERMINAL_SESSION_H

#include "match/match.h"
#include "terminal/console.h"
#include "terminal/drawing.h"
#include "terminal/input.h"

enum {
    SESSION_NAME_BYTES = 64,
    SESSION_NAME_COLUMNS = 16,
    SESSION_NOBODY = GAME_SPECTATOR, /* no seat: the screen shows what everybody may see */
};

/* The events of a match as one viewer saw them, sentence by sentence. */
struct session_log {
    char **lines;
    size_t count, capacity;
    size_t shown; /* number of lines printed so far */
};

struct session {
    const struct console *console;
    struct terminal terminal;
    struct input input;
    struct match match;
    char name_storage[GAME_SEATS_MAX][SESSION_NAME_BYTES];
    const char *names[GAME_SEATS_MAX];            /* into name_storage */
    const struct player *players[GAME_SEATS_MAX]; /* NULL: a person */
    bool is_auto;  /* the computer players have the level that suits the person */
    bool has_hint; /* someone was given one: the match says nothing about that level */
    struct session_log logs[GAME_SEATS_MAX + 1]; /* by seat; the last is a spectator's */
    int at_screen;                               /* the person who may look at the screen, if any */
    int latest;                                  /* the seat that was asked last, if any */
    int wanted;                                  /* the person who asked to be next, if any */
    char *file;                                  /* where it is saved; NULL: nowhere yet */
    bool may_lose;                               /* saving has failed, and the person knows */
    bool settled;                                /* no need to save before leaving */
    struct doc events;
    struct doc view, aids; /* as the person at the screen sees them */
};

/* A session is too large for the stack. It starts without a match; play.c adds one. */
struct session *session_new(const struct console *console);
void session_free(struct session *session);

/* Names a seat: the name is cleaned, and cut to fit into the drawings. */
void session_name(struct session *session, int seat, const char *name);
/* "Player A": letters, because seats have numbers. */
void session_name_default(struct session *session, int seat);

int session_people(const struct session *session);
/* Whether the level of the computer players follows the results of the one person. */
bool session_follows(const struct session *session);

/* Makes a move and adds it to the logs of all viewers. */
bool session_move(struct session *session, int seat, const char *text, struct fault *fault);

/* What a computer player would do in this seat, as a move text. If `reason` is not NULL, it gets a
 * sentence that says why, or nothing; then the advice may be to wait, without a move text. */
void session_suggestion(const struct session *session, const struct player *player, int seat,
                        struct buffer *text, struct buffer *reason);

/* Prints the new lines of the log of `viewer`; all of them if `from_the_start`. */
void session_tell(struct session *session, int viewer, bool from_the_start);

/* Writes what `viewer` may see to session->view and session->aids. */
struct drawing session_drawing(struct session *session, int viewer);

/* Prints a sentence of the section "play". */
#define SESSION_SAY(session, ...) \
    say((session)->console, &(session)->terminal, "play", __VA_ARGS__, (const char *)NULL)

#endif
