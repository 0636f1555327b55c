/* Playing in a terminal: a match with its people, turn by turn; replays; rulebooks.
 *
 *     session.c  a match at one terminal, which can be saved and resumed
 *     turns.c    its turns: the loop
 *     prompt.c   the turn of one person: what they type
 *     move_list.c  the legal moves as a list
 *     replay.c   records in files and on the screen; the end of a match
 *     draw.c     a table, drawn by the face of its game (games/) or as a plain list; rulebooks
 *     screen/    the terminal itself: screen, keyboard, sentences, and what a game provides to be drawn */
#ifndef TERMINAL_TERMINAL_H
#define TERMINAL_TERMINAL_H

#include "game/game.h"
#include "match/match.h"
#include "terminal/screen/screen.h"
#include "wire/wire.h"

/* ---- A session ---- */

/* A match at one terminal: its people and computer players, what each person has been shown, and
 * where it is saved. turns.c plays it, session.c saves it.
 */

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
    bool is_auto; /* the computer players have the level that suits the person */
    /* Someone was given one, or has taken back a move: the match says nothing about that level. */
    bool has_hint;
    struct session_log logs[GAME_SEATS_MAX + 1]; /* by seat; the last is a spectator's */
    int at_screen;                               /* the person who may look at the screen, if any */
    int latest;                                  /* the seat that was asked last, if any */
    int wanted;                                  /* the person who asked to be next, if any */
    char *file;                                  /* where it is saved; NULL: nowhere yet */
    bool save_failed;                            /* and the person knows */
    bool settled;                                /* no need to save before leaving */
    struct doc events;
    struct doc view, aids; /* as the person at the screen sees them */
};

/* A session is too large for the stack. It starts without a match; cli/play.c adds one. */
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

/* What a computer player does in this seat, as a move text. */
void session_choice(const struct session *session, const struct player *player, int seat,
                    struct buffer *text);
/* What a teacher would do, as a move text, or nothing if it is to wait; and a sentence that says why,
 * or nothing. */
void session_advice(const struct session *session, int seat, struct buffer *text,
                    struct buffer *reason);

/* Prints the new lines of the log of `viewer`; all of them if `from_the_start`. */
void session_tell(struct session *session, int viewer, bool from_the_start);

/* Writes what `viewer` may see to session->view and session->aids. */
struct drawing session_drawing(struct session *session, int viewer);

/* Prints a sentence of the section "play". */
#define SESSION_SAY(session, ...) \
    say((session)->console, &(session)->terminal, "play", __VA_ARGS__, (const char *)NULL)

/* ---- A table ---- */

/* Draws a match as a viewer may see it, with names for its seats. */
void table_draw(const struct console *console, const struct terminal *terminal,
                const struct match *match, int viewer, const char *const *names);

/* ---- Saved sessions ---- */

/* Takes back the latest move of the seat, whose people sit together and agree. False after a message. */
bool session_take_back(struct session *session, int seat);

/* Saves to `path`, which must not exist; without it, where the match was saved before, or under a
 * new name. Prints where, or why not. */
bool session_save(struct session *session, const char *path);
/* Resumes the match of a record, with its players. False after a message. */
bool session_resume(struct session *session, const char *path);
/* Names all seats as a record does. */
void session_names(struct session *session, const struct record *record);

/* ---- Record files ---- */

/* Records in files. Reading prints what is wrong. Writing is atomic: a crash or a full disk never
 * replaces a complete file by half of one. */

struct record_file {
    json_t *json;
    struct record record; /* points into it */
};

/* Reads a record, to be freed. Its moves are not checked until they are played. False after a
 * message: `no_record` is the key of the one for a file that is no record. */
bool record_file_read(const struct console *console, const char *path, const char *no_record,
                      struct record_file *file);
void record_file_free(struct record_file *file);

/* Prints at which move a record breaks, and why; returns CONSOLE_FAILED. */
int record_file_broken(const struct console *console, const struct record *record, size_t index,
                       const struct fault *fault);

/* Starts the match of a record and plays all moves. False after a message. */
bool record_file_play(const struct console *console, const struct record *record,
                      struct match *match);

/* Writes a record; on failure errno holds the reason. */
bool record_file_write(const char *path, const json_t *record);

/* ---- Replays ---- */

/* A record on the screen: any move of it, from any viewpoint. */

struct replay {
    const struct console *console;
    const struct record *record;
    struct session *session; /* for its terminal, input, names and documents */
    struct match *match;     /* after match->move_count moves */
    struct turning turning;
    struct record_taken taken;
    int viewer; /* a seat, GAME_SPECTATOR, or STORY_ALL: all hands open */
};

/* Checks the whole record and goes to its start. False after a message. Must be ended in either case. */
bool replay_start(struct replay *replay, const struct console *console,
                  const struct record *record);
void replay_end(struct replay *replay);

/* Sets the viewpoint: the number or name of a seat. False if there is none. */
bool replay_look_as(struct replay *replay, const char *seat);

/* Goes to the moment after `count` moves, and draws it. */
void replay_show(struct replay *replay, size_t count);

/* The turning point after this number of moves, or before it; NULL if there is none. */
const struct turning_point *replay_turn(const struct replay *replay, size_t count, bool forward);
/* The beginning of this round, or NULL. */
const struct turning_point *replay_part(const struct replay *replay, size_t number);
void replay_list_turns(const struct replay *replay);

/* ---- Rulebooks ---- */

/* Prints one rule, such as "T13" or "t13"; false if there is none. */
bool rulebook_print_one(const struct console *console, const struct game *game, const char *rule,
                        const struct terminal *terminal);

/* Prints the rulebook. */
bool rulebook_print_all(const struct console *console, const struct game *game,
                        const struct terminal *terminal);

/* ---- Turns ---- */

/* Plays until the match is over or the people leave; the exit code. */
int turns_run(struct session *session);

#endif
