/* Interprets what a person types. In this order: a number of the list, a move, a command, a command
 * of the composer if a move can be composed, the end of a move.
 *
 * Then: the composer; commands; lines. */
#include "terminal/terminal_internal.h"

#include "base/base.h"
#include "terminal/screen/screen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LISTED_MAX = 120 }; /* longer lists are shown on request */

struct prompt {
    struct session *session;
    int seat;
    struct drawing drawing;
    struct move_list moves;
    const char *open;                      /* the kind of move that cannot be listed, or NULL */
    bool may_wait;                         /* waiting can be useful, because others may move */
    const struct face_composer *composing; /* of the game, or NULL */
    void *composer;                        /* the composer in use, or NULL */
};

static void show_moves(const struct prompt *prompt)
{
    struct session *session = prompt->session;
    if (prompt->moves.count > 0)
        SESSION_SAY(session, "your_moves", session->names[prompt->seat]);
    move_list_print(&prompt->moves, &prompt->drawing);
}

static void show_other_ways(const struct prompt *prompt)
{
    struct session *session = prompt->session;
    if (prompt->open) {
        char key[32];
        snprintf(key, sizeof key, "open_%s", prompt->open);
        drawing_say(&prompt->drawing, "terminal", key, prompt->open, (const char *)NULL);
    }
    if (prompt->may_wait)
        drawing_say(&prompt->drawing, "terminal", "waiting", (const char *)NULL);
    if (prompt->may_wait && session_people(session) > 1)
        SESSION_SAY(session, "others_may");
}

static void show_all(const struct prompt *prompt)
{
    struct session *session = prompt->session;
    fputc('\n', session->terminal.out);
    draw_table(&prompt->drawing);
    fputc('\n', session->terminal.out);
    if (prompt->moves.count > LISTED_MAX)
        SESSION_SAY(session, "many_moves", SAY_NUMBER(prompt->moves.count), prompt->moves.texts[0]);
    else
        show_moves(prompt);
    show_other_ways(prompt);
}

/* Prints what is wrong with a move, and where to read more. */
static void show_fault(struct session *session, const struct fault *fault)
{
    char storage[1024];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    texts_fault(session->console->texts, session->console->language, fault, &text);
    if (fault->rule) {
        buffer_add_char(&text, ' ');
        say_into(&text, session->console, "play", "see_rule", fault->rule, (const char *)NULL);
    } else if (fault->code == FAULT_BAD_MOVE) {
        buffer_add_char(&text, ' ');
        say_into(&text, session->console, "play", "see_help", (const char *)NULL);
    }
    terminal_paragraph(&session->terminal, text.text, text.length, 0, 0);
}

static enum prompt_end make_move(struct prompt *prompt, const char *text)
{
    struct fault fault;
    if (session_move(prompt->session, prompt->seat, text, &fault))
        return PROMPT_MOVED;
    show_fault(prompt->session, &fault);
    return PROMPT_ON;
}

/* ---- The composer ---- */

static bool composed_check(void *context, const char *move, struct fault *fault)
{
    const struct prompt *prompt = context;
    union game_move_storage parsed;
    return match_check(&prompt->session->match, prompt->seat, move, &parsed, fault);
}

static enum prompt_end compose(struct prompt *prompt, const char *line)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    if (!prompt->composer)
        prompt->composer = prompt->composing->start(&prompt->drawing, composed_check, prompt);
    if (!prompt->composing->line(prompt->composer, line, &move))
        return PROMPT_ON;
    return make_move(prompt, move.text);
}

/* ---- Commands ---- */

static enum prompt_end do_help(struct prompt *prompt, const char *rest)
{
    (void)rest;
    complain_help(prompt->session->console, "commands", prompt->session->terminal.out);
    show_other_ways(prompt);
    if (prompt->open && prompt->composing)
        compose(prompt, "?");
    return PROMPT_ON;
}

static enum prompt_end do_rules(struct prompt *prompt, const char *rest)
{
    struct session *session = prompt->session;
    const struct game *game = session->match.game;
    if (!*rest)
        rulebook_print_all(session->console, game, &session->terminal);
    else if (!rulebook_print_one(session->console, game, rest, &session->terminal))
        SESSION_SAY(session, "no_rule", rest);
    return PROMPT_ON;
}

static enum prompt_end do_log(struct prompt *prompt, const char *rest)
{
    (void)rest;
    if (prompt->session->logs[prompt->seat].count == 0)
        SESSION_SAY(prompt->session, "empty_log");
    session_tell(prompt->session, prompt->seat, true);
    return PROMPT_ON;
}

static enum prompt_end do_hint(struct prompt *prompt, const char *rest)
{
    (void)rest;
    char move_storage[GAME_MOVE_TEXT_MAX], reason_storage[2048];
    struct buffer move, reason;
    buffer_start(&move, move_storage, sizeof move_storage);
    buffer_start(&reason, reason_storage, sizeof reason_storage);
    session_advice(prompt->session, prompt->seat, &move, &reason);
    char shown_storage[GAME_MOVE_TEXT_MAX];
    struct buffer shown;
    buffer_start(&shown, shown_storage, sizeof shown_storage);
    move_words_show(prompt->session->console, prompt->session->match.game, move.text, &shown);
    SESSION_SAY(prompt->session, move.length > 0 ? "hint" : "hint_wait", shown.text);
    if (reason.length > 0)
        terminal_paragraph(&prompt->session->terminal, reason.text, reason.length, 0, 0);
    if (!prompt->session->has_hint && session_follows(prompt->session))
        SESSION_SAY(prompt->session, "hint_uncounted");
    prompt->session->has_hint = true;
    return PROMPT_ON;
}

/* Takes back the latest move of this person, or of the one who is named. */
static enum prompt_end do_back(struct prompt *prompt, const char *rest)
{
    struct session *session = prompt->session;
    int seat = *rest ? SESSION_NOBODY : prompt->seat;
    for (int i = 0; i < session->match.seats; i++)
        if (*rest && !session->players[i] &&
            (strcasecmp(rest, session->names[i]) == 0 || strcmp(rest, SAY_NUMBER(i)) == 0))
            seat = i;
    if (seat == SESSION_NOBODY) {
        SESSION_SAY(session, "not_back", rest);
        return PROMPT_ON;
    }
    if (!session_take_back(session, seat))
        return PROMPT_ON;
    session->wanted = seat;
    return PROMPT_LATER;
}

static enum prompt_end do_save(struct prompt *prompt, const char *rest)
{
    session_save(prompt->session, *rest ? rest : NULL);
    return PROMPT_ON;
}

static enum prompt_end do_quit(struct prompt *prompt, const char *rest)
{
    (void)rest;
    struct session *session = prompt->session;
    if (session_save(session, NULL) || session->save_failed) {
        session->settled = true;
        return PROMPT_LEAVE;
    }
    session->save_failed = true;
    SESSION_SAY(session, "quit_again");
    return PROMPT_ON;
}

static enum prompt_end do_table(struct prompt *prompt, const char *rest)
{
    (void)rest;
    show_all(prompt);
    return PROMPT_ON;
}

static enum prompt_end do_moves(struct prompt *prompt, const char *rest)
{
    (void)rest;
    show_moves(prompt);
    show_other_ways(prompt);
    return PROMPT_ON;
}

/* Lets another person move first, if several may. */
static enum prompt_end do_as(struct prompt *prompt, const char *rest)
{
    struct session *session = prompt->session;
    const struct match *match = &session->match;
    for (int seat = 0; seat < match->seats; seat++) {
        bool named =
            strcasecmp(rest, session->names[seat]) == 0 || strcmp(rest, SAY_NUMBER(seat)) == 0;
        if (!named || session->players[seat] || seat == prompt->seat ||
            !bits_have(match->game->to_act(match->state.bytes), seat))
            continue;
        session->wanted = seat;
        return PROMPT_LATER;
    }
    SESSION_SAY(session, "not_as", rest);
    return PROMPT_ON;
}

static const struct prompt_command {
    const char *names[4]; /* the first is English, the others French */
    enum prompt_end (*run)(struct prompt *prompt, const char *rest);
} commands[] = {
    {{"help", "aide"}, do_help},   {{"rules", "règles", "regles", "règle"}, do_rules},
    {{"log", "journal"}, do_log},  {{"hint", "conseil"}, do_hint},
    {{"save", "sauver"}, do_save}, {{"quit", "quitter"}, do_quit},
    {{"table"}, do_table},         {{"moves", "coups"}, do_moves},
    {{"as", "pour"}, do_as},       {{"back", "reprendre"}, do_back},
};

/* The command at the beginning of the line; *rest is what follows. */
static const struct prompt_command *find_command(const char *line, const char **rest)
{
    size_t length = strcspn(line, " ");
    *rest = line[length] ? line + length + 1 : "";
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (size_t k = 0; k < sizeof commands->names / sizeof *commands->names; k++) {
            const char *name = commands[i].names[k];
            if (name && strlen(name) == length && strncasecmp(name, line, length) == 0)
                return &commands[i];
        }
    }
    return NULL;
}

/* ---- Lines ---- */

static enum prompt_end take_empty(struct prompt *prompt)
{
    if (prompt->may_wait)
        return PROMPT_LATER;
    if (prompt->moves.count == 1 && !prompt->open)
        return make_move(prompt, prompt->moves.texts[0]);
    SESSION_SAY(prompt->session, "type_something");
    return PROMPT_ON;
}

static enum prompt_end take_number(struct prompt *prompt, const char *line)
{
    long number = strlen(line) < 6 ? strtol(line, NULL, 10) : 0;
    if (number >= 1 && number <= prompt->moves.count)
        return make_move(prompt, prompt->moves.texts[number - 1]);
    SESSION_SAY(prompt->session, prompt->moves.count > 0 ? "no_number" : "no_list",
                SAY_NUMBER(prompt->moves.count));
    return PROMPT_ON;
}

/* Whether the line is a move of the game, legal or not: then it has no other meaning. `arrow` is
 * not short for `take arrow`. */
static bool is_move(const struct prompt *prompt, const char *line)
{
    union game_move_storage move;
    struct fault fault;
    return match_check(&prompt->session->match, prompt->seat, line, &move, &fault) ||
           fault.code != FAULT_BAD_MOVE;
}

static enum prompt_end take_line(struct prompt *prompt, const char *line)
{
    if (!*line)
        return take_empty(prompt);
    if (strspn(line, "0123456789") == strlen(line))
        return take_number(prompt, line);
    if (strcmp(line, "?") == 0)
        return do_help(prompt, "");
    const char *rest;
    const struct prompt_command *command = find_command(line, &rest);
    char storage[INPUT_LINE_MAX + 64];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    move_words_read(prompt->session->console, prompt->session->match.game, line, &move);
    line = move.text;
    int found = move_list_find(&prompt->moves, line);
    if (found >= 0 && strcasecmp(prompt->moves.texts[found], line) == 0)
        return make_move(prompt, prompt->moves.texts[found]);
    if (command)
        return command->run(prompt, rest);
    if (prompt->open && prompt->composing && prompt->composing->takes(line))
        return compose(prompt, line);
    if (found == MOVE_LIST_NONE || is_move(prompt, line))
        return make_move(prompt, line);
    if (found == MOVE_LIST_SEVERAL) {
        SESSION_SAY(prompt->session, "several_moves", line);
        return PROMPT_ON;
    }
    return make_move(prompt, prompt->moves.texts[found]);
}

static enum prompt_end ask(struct prompt *prompt)
{
    struct session *session = prompt->session;
    char question[SESSION_NAME_BYTES + 4], line[INPUT_LINE_MAX];
    snprintf(question, sizeof question, "%s> ", session->names[prompt->seat]);
    switch (input_line(&session->input, question, line)) {
    case INPUT_LINE:
        return take_line(prompt, line);
    case INPUT_TOO_LONG:
        SESSION_SAY(session, "line_too_long");
        return PROMPT_ON;
    case INPUT_END:
    case INPUT_INTERRUPTED:
        break;
    }
    return PROMPT_LEAVE;
}

enum prompt_end prompt_person(struct session *session, int seat)
{
    const struct match *match = &session->match;
    const void *state = match->state.bytes;
    struct prompt prompt = {
        .session = session,
        .seat = seat,
        .drawing = session_drawing(session, seat),
        .composing = draw_face(match->game)->composer,
        .moves = move_list_new(match, seat),
        .open = match->game->open_kind ? match->game->open_kind(state, seat) : NULL,
        .may_wait = bits_count(match->game->to_act(state)) > 1 &&
                    texts_get(session->console->texts, session->console->language, match->game->id,
                              "terminal", "waiting"),
    };
    session_tell(session, seat, false);
    show_all(&prompt);
    enum prompt_end end = PROMPT_ON;
    while (end == PROMPT_ON)
        end = ask(&prompt);
    if (end == PROMPT_MOVED)
        session_tell(session, seat, false);
    if (prompt.composing)
        prompt.composing->end(prompt.composer);
    move_list_free(&prompt.moves);
    return end;
}

bool prompt_enter(struct session *session, const char *key, const char *name)
{
    char line[INPUT_LINE_MAX];
    const char *rest;
    fputc('\n', session->terminal.out);
    SESSION_SAY(session, key, name);
    enum input_answer answer = input_line(&session->input, "> ", line);
    if (answer == INPUT_TOO_LONG)
        return true;
    if (answer != INPUT_LINE)
        return false;
    const struct prompt_command *command = find_command(line, &rest);
    return !command || command->run != do_quit;
}

void prompt_finished(struct session *session)
{
    char line[INPUT_LINE_MAX];
    const char *rest;
    const struct prompt_command *command;
    do {
        SESSION_SAY(session, "keep_record");
        if (input_line(&session->input, "> ", line) != INPUT_LINE)
            return;
        command = find_command(line, &rest);
        if (!*line || (command && command->run == do_quit))
            return;
    } while (!command || command->run != do_save || !session_save(session, *rest ? rest : NULL));
}
