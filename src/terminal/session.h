/* A match at one terminal: people and computer players round it, what each person has been told,
 * and where it is saved. turns.h plays it, prompt.h is one person's turn, session_file.h saves it. */
#ifndef TERMINAL_SESSION_H
#define TERMINAL_SESSION_H

#include "match/match.h"
#include "terminal/console.h"
#include "terminal/drawing.h"
#include "terminal/input.h"

enum {
    SESSION_NAME_BYTES = 64,
    SESSION_NAME_COLUMNS = 16,
    SESSION_NOBODY = GAME_SPECTATOR, /* no seat: who sees the screen then sees what anybody may */
};

/* The story of a match as one viewer was told it, sentence by sentence. */
struct session_log {
    char **lines;
    size_t count, capacity;
    size_t told; /* so many have been on the screen */
};

struct session {
    const struct console *console;
    struct terminal terminal;
    struct input input;
    struct match match;
    char name_storage[GAME_SEATS_MAX][SESSION_NAME_BYTES];
    const char *names[GAME_SEATS_MAX];            /* into name_storage */
    const struct player *players[GAME_SEATS_MAX]; /* NULL: a person */
    struct session_log logs[GAME_SEATS_MAX + 1];  /* by seat; the last is a spectator's */
    int at_screen;                                /* the person who may see the screen, if any */
    int latest;                                   /* the seat asked latest, if any */
    int wanted;                                   /* the person who asked to be next, if any */
    char *file;                                   /* where it is saved; NULL: nowhere yet */
    bool may_lose;                                /* saving has failed, and the person knows */
    bool settled;                                 /* leaving needs no more saving */
    struct doc events;
    struct doc view, aids; /* what the person at the screen sees */
};

/* A session is large: it is allocated. It begins without a match; play.c gives it one. */
struct session *session_new(const struct console *console);
void session_free(struct session *session);

/* Names a seat: cleaned, and cut to what fits into the drawings. */
void session_name(struct session *session, int seat, const char *name);
/* "Player A": letters, since seats have numbers of their own. */
void session_name_default(struct session *session, int seat);

int session_people(const struct session *session);

/* Makes a move, and lets everybody's log have it. */
bool session_move(struct session *session, int seat, const char *text, struct fault *fault);

/* What a computer player would do in this seat, as a move text; and, if `reason` is not NULL, a
 * sentence why, or nothing. With a reason it may also be to wait: then there is no move text. */
void session_suggestion(const struct session *session, const struct player *player, int seat,
                        struct buffer *text, struct buffer *reason);

/* Prints what `viewer` has not been told yet; all of it, if `from_the_start`. */
void session_tell(struct session *session, int viewer, bool from_the_start);

/* The table as `viewer` may see it, in session->view and session->aids. */
struct drawing session_drawing(struct session *session, int viewer);

/* Says a sentence of the section "play". */
#define SESSION_SAY(session, ...) \
    say((session)->console, &(session)->terminal, "play", __VA_ARGS__, (const char *)NULL)

#endif
