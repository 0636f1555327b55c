/* A saved session is a record. Additional keys, which other readers of records ignore: "players" says
 * who is a person, "auto" that the level was chosen for that person, "hint" that someone was given one. */
#include "terminal/session_file.h"

#include "base/alloc.h"
#include "base/check.h"
#include "terminal/complain.h"
#include "terminal/record_file.h"
#include "terminal/say.h"
#include "wire/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    session->may_lose = false;
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
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        struct fault fault;
        record_move(record, i, &seat, &text);
        if (!session_move(session, seat, text, &fault)) {
            record_file_broken(session->console, record, i, &fault);
            return false;
        }
        session->logs[seat].shown = session->logs[seat].count;
        session->latest = seat;
    }
    return true;
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
