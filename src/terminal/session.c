/* A match at the terminal: names, logs, moves, and what a person sees.
 *
 * Then: logs; moves; the screen; saved sessions. */
#include "terminal/terminal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "terminal/screen/screen.h"
#include "text/text.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- Logs ---- */

static struct session_log *log_of(struct session *session, int viewer)
{
    return &session->logs[viewer == GAME_SPECTATOR ? GAME_SEATS_MAX : viewer];
}

static void log_add(struct session_log *log, const char *line)
{
    log->lines = alloc_grow(log->lines, log->count, &log->capacity, sizeof *log->lines);
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

/* ---- Moves ---- */

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

/* Everyone at the screen has seen what was taken back, so it stays in the logs. */
static void log_taken_back(struct session *session, int seat)
{
    const struct console *console = session->console;
    char storage[SENTENCE_MAX];
    struct buffer sentence;
    buffer_start(&sentence, storage, sizeof storage);
    say_into(&sentence, console, "play", "taken_back", session->names[seat], (const char *)NULL);
    for (int viewer = GAME_SPECTATOR; viewer < session->match.seats; viewer++)
        log_add(log_of(session, viewer), sentence.text);
}

bool session_take_back(struct session *session, int seat)
{
    enum match_taking taking = match_taking(&session->match, seat);
    if (taking < MATCH_TAKES_SECRET) {
        SESSION_SAY(session,
                    taking == MATCH_TAKES_NOTHING ? "nothing_to_take_back" : "revealed_since");
        return false;
    }
    match_take_back(&session->match, seat);
    session->has_hint = true;
    log_taken_back(session, seat);
    return true;
}

/* What `seat` knows, as a question. */
static struct player_question question_of(const struct session *session, int seat,
                                          struct game_state_storage *view, struct rng *rng)
{
    const struct match *match = &session->match;
    game_view(match->game, match->state.bytes, seat, view->bytes);
    *rng = player_rng(match->game, view->bytes, match->move_count);
    return (struct player_question){.game = match->game,
                                    .seat = seat,
                                    .view = view->bytes,
                                    .memory = match->memories[seat].bytes,
                                    .rng = rng};
}

void session_choice(const struct session *session, const struct player *player, int seat,
                    struct buffer *text)
{
    struct game_state_storage view;
    struct rng rng;
    struct player_question question = question_of(session, seat, &view, &rng);
    union game_move_storage move = {0};
    player_choose(player, &question, &move.head);
    question.game->format(session->match.state.bytes, &move.head, text);
}

void session_advice(const struct session *session, int seat, struct buffer *text,
                    struct buffer *reason)
{
    struct game_state_storage view;
    struct rng rng;
    struct player_question question = question_of(session, seat, &view, &rng);
    union game_move_storage move = {0};
    struct player_advice advice;
    char storage[PLAYER_DETAIL_MAX];
    struct buffer detail;
    question.iterations = PLAYER_HINT_ITERATIONS;
    buffer_start(&detail, storage, sizeof storage);
    player_advise(&question, &move.head, &detail, &advice);
    if (!advice.waits)
        question.game->format(session->match.state.bytes, &move.head, text);
    if (advice.key)
        texts_advice(
            session->console->texts, session->console->language, question.game->id,
            &(struct text_advice){advice.key, detail.text, advice.also, advice.also_detail},
            reason);
}

/* ---- The screen ---- */

struct drawing session_drawing(struct session *session, int viewer)
{
    const struct match *match = &session->match;
    struct game_state_storage view;
    game_view(match->game, match->state.bytes, viewer, view.bytes);
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

/* ---- Saved sessions ---- */

/* A saved session is a record. Additional keys, which other readers of records ignore: "players" says
 * who is a person, "auto" that the level was chosen for that person, "hint" that someone was given one. */

static const char person[] = "person";

static json_t *record_of(const struct session *session)
{
    json_t *record = record_from_match(&session->match, session->names);
    json_t *players = json_array();
    for (int seat = 0; seat < session->match.seats; seat++) {
        const struct player *player = session->players[seat];
        json_array_append_new(players, json_string(player ? player->name : person));
    }
    json_object_set_new(record, "players", players);
    if (session->is_auto)
        json_object_set_new(record, "auto", json_true());
    if (session->has_hint)
        json_object_set_new(record, "hint", json_true());
    return record;
}

/* An unused file name in this folder. */
static char *fresh_name(const struct session *session)
{
    enum { TRIES = 10000 };
    const char *id = session->match.game->id;
    size_t size = strlen(id) + 40;
    char *name = alloc_new(size);
    snprintf(name, size, "ludosaure-%s.json", id);
    for (int number = 2; number < TRIES && access(name, F_OK) == 0; number++)
        snprintf(name, size, "ludosaure-%s-%d.json", id, number);
    return name;
}

/* Prints a word quoted for the shell. */
static void show_word(FILE *out, const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/+";
    bool quoted = strspn(word, plain) != strlen(word);
    fputs(quoted ? "'" : "", out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputs(quoted ? "'" : "", out);
}

/* Prints a command to copy, on its own line, with the program as it was called this time. */
static void show_command(const struct session *session, const char *command, const char *file)
{
    FILE *out = session->terminal.out;
    fputs("  ", out);
    show_word(out, session->console->program);
    fprintf(out, " %s %s", command, file[0] == '-' ? "./" : "");
    show_word(out, file);
    fputc('\n', out);
}

bool session_save(struct session *session, const char *path)
{
    bool same = path && session->file && strcmp(path, session->file) == 0;
    if (path && !same && access(path, F_OK) == 0) {
        SESSION_SAY(session, "file_exists", path);
        return false;
    }
    char *file =
        path || session->file ? alloc_text(path ? path : session->file) : fresh_name(session);
    json_t *record = record_of(session);
    bool good = record_file_write(file, record);
    int reason = errno;
    json_decref(record);
    if (!good) {
        SESSION_SAY(session, "not_saved", file, complain_reason(session->console, reason));
        free(file);
        return false;
    }
    free(session->file);
    session->file = file;
    session->save_failed = false;
    bool over = match_is_over(&session->match);
    SESSION_SAY(session, over ? "saved_record" : "saved", file);
    show_command(session, over ? "replay" : "play --resume", file);
    return true;
}

/* Reads who plays: people, or known computer players. Other records do not say; then everyone is a
 * person. */
static bool read_players(struct session *session, const struct record *record)
{
    const json_t *players = json_object_get(record->json, "players");
    if (!players)
        return true;
    if (json_array_size(players) != (size_t)record->seats)
        return false;
    session->is_auto = json_is_true(json_object_get(record->json, "auto"));
    session->has_hint = json_is_true(json_object_get(record->json, "hint"));
    for (int seat = 0; seat < record->seats; seat++) {
        const char *name = wire_text(json_array_get(players, (size_t)seat));
        if (!name)
            return false;
        session->players[seat] = NULL;
        if (strcmp(name, person) == 0)
            continue;
        const struct player *player = player_find(name);
        if (!player)
            return false;
        session->players[seat] = player_in_game(record->game, player);
    }
    return true;
}

/* Plays the moves of the record, so that they are in the logs too. A person who has moved has seen
 * everything before that move. */
static bool play_moves(struct session *session, const struct record *record)
{
    size_t count;
    struct record_step *steps = record_steps(record, &count);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        struct fault fault;
        const char *text = steps[i].text;
        int seat = steps[i].seat;
        good = text ? session_move(session, seat, text, &fault)
                    : record_step_do(&steps[i], &session->match, &fault);
        if (good && !text)
            log_taken_back(session, seat);
        if (!good && text)
            record_file_broken(session->console, record, session->match.move_count, &fault);
        else if (!good)
            complain_fault(session->console, &fault);
        session->logs[seat].shown = session->logs[seat].count;
        session->latest = seat;
    }
    free(steps);
    return good;
}

void session_names(struct session *session, const struct record *record)
{
    for (int seat = 0; seat < record->seats; seat++) {
        session_name(session, seat, record->names[seat] ? record->names[seat] : "");
        if (!*session->names[seat])
            session_name_default(session, seat);
    }
}

static bool resume(struct session *session, const struct record *record)
{
    const struct console *console = session->console;
    struct fault fault;
    if (!read_players(session, record)) {
        fault_set(&fault, FAULT_BAD_RECORD, NULL, "core.record_value", "players");
        complain_fault(console, &fault);
        return false;
    }
    if (!record_start(record, console->data_folder, &session->match, &fault)) {
        complain_fault(console, &fault);
        return false;
    }
    if (session_people(session) < session->match.seats &&
        !players_take_part(session->match.game, session->match.options, &fault)) {
        complain_fault(console, &fault);
        return false;
    }
    session_names(session, record);
    return play_moves(session, record);
}

bool session_resume(struct session *session, const char *path)
{
    struct record_file file;
    if (!record_file_read(session->console, path, "not_a_saved_game", &file))
        return false;
    bool good = resume(session, &file.record);
    record_file_free(&file);
    if (good) {
        session->file = alloc_text(path);
        CHECK(session->file);
    }
    return good;
}
