/* Interprets what a person types. In this order: a number of the list, a move, a command, a command
 * of the composer if a move can be composed, the end of a move. */
#include "terminal/terminal_internal.h"

#include "base/base.h"
#include "base/system/system.h"
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

/* The composer. */

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

/* Commands. */

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
    const struct player *adviser = player_find(PLAYER_HINT_LEVEL);
    session_suggestion(prompt->session, adviser, prompt->seat, &move, &reason);
    char shown_storage[GAME_MOVE_TEXT_MAX];
    struct buffer shown;
    buffer_start(&shown, shown_storage, sizeof shown_storage);
    move_words_show(prompt->session->console, prompt->session->match.game, move.text, &shown);
    SESSION_SAY(prompt->session, move.length > 0 ? "hint" : "hint_wait", shown.text,
                say_level(prompt->session->console, adviser));
    if (reason.length > 0)
        terminal_paragraph(&prompt->session->terminal, reason.text, reason.length, 0, 0);
    if (!prompt->session->has_hint && session_follows(prompt->session))
        SESSION_SAY(prompt->session, "hint_uncounted");
    prompt->session->has_hint = true;
    return PROMPT_ON;
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
    {{"as", "pour"}, do_as},
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

/* Lines. */

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

/* ---- Move list ---- */

/* Lists of moves: printing them, and finding a move by what was typed. */

enum { WORDS_MAX = 64, EXPLANATION_MAX = 256 };

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of a move in alphabetical order, to be freed. */
static char *sorted_words(const char *text)
{
    char *copy = alloc_text(text), *words[WORDS_MAX], *rest = copy;
    size_t count = 0;
    for (char *word; count < WORDS_MAX && (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    char *sorted = alloc_new(strlen(text) + 2);
    struct buffer out;
    buffer_start(&out, sorted, strlen(text) + 2);
    for (size_t i = 0; i < count; i++) {
        buffer_add(&out, words[i]);
        buffer_add_char(&out, ' ');
    }
    free(copy);
    return sorted;
}

static bool is_among(char *const *keys, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

struct move_list move_list_new(const struct match *match, int seat)
{
    struct move *moves = alloc_array(GAME_MOVES_MAX, sizeof *moves);
    struct game_state_storage view;
    game_view(match->game, match->state.bytes, seat, view.bytes);
    int count = match->game->legal(view.bytes, seat, moves);
    struct move_list list = {.texts = alloc_array((size_t)count + 1, sizeof *list.texts)};
    char **keys = alloc_array((size_t)count + 1, sizeof *keys);
    for (int i = 0; i < count; i++) {
        char storage[GAME_MOVE_TEXT_MAX];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        match->game->format(view.bytes, &moves[i], &text);
        char *key = sorted_words(text.text);
        if (is_among(keys, list.count, key)) {
            free(key);
            continue;
        }
        keys[list.count] = key;
        list.texts[list.count++] = alloc_text(text.text);
    }
    for (int i = 0; i < list.count; i++)
        free(keys[i]);
    free(keys);
    free(moves);
    return list;
}

void move_list_free(struct move_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct move_list){0};
}

/* The meaning of a move in words, or how it is typed. */
struct explanation {
    char text[EXPLANATION_MAX];
};

static struct explanation typed(const struct drawing *drawing, const char *move)
{
    struct explanation result;
    struct buffer words;
    buffer_start(&words, result.text, sizeof result.text);
    move_words_show(drawing->console, drawing->game, move, &words);
    return result;
}

static struct explanation explain(const struct drawing *drawing, const char *move)
{
    struct explanation result;
    struct buffer words;
    buffer_start(&words, result.text, sizeof result.text);
    draw_move(drawing, move, &words);
    return result;
}

static int width_of(const char *text)
{
    return terminal_width(text, strlen(text));
}

void move_list_print(const struct move_list *list, const struct drawing *drawing)
{
    enum { APART = 3 };
    const struct terminal *terminal = drawing->terminal;
    int digits = snprintf(NULL, 0, "%d", list->count), move_width = 0, words_width = 0;
    for (int i = 0; i < list->count; i++) {
        int width = width_of(typed(drawing, list->texts[i]).text);
        move_width = width > move_width ? width : move_width;
        width = width_of(explain(drawing, list->texts[i]).text);
        words_width = width > words_width ? width : words_width;
    }
    move_width += words_width > 0 ? 2 : 0;
    int columns = (terminal->columns + APART) / (digits + 2 + move_width + words_width + APART);
    int rows = columns > 1 ? (list->count + columns - 1) / columns : list->count;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < list->count; i += rows) {
            struct explanation words = explain(drawing, list->texts[i]);
            struct explanation move = typed(drawing, list->texts[i]);
            terminal_style(terminal, "1");
            fprintf(terminal->out, "%*d ", digits + 1, i + 1);
            terminal_style(terminal, "0");
            bool last = i + rows >= list->count;
            if (*words.text || !last)
                terminal_column(terminal, move.text, move_width);
            else
                fputs(move.text, terminal->out);
            fprintf(terminal->out, "%s%*s", words.text,
                    last ? 0 : words_width + APART - width_of(words.text), "");
        }
        fputc('\n', terminal->out);
    }
}

/* Whether `text` ends with `end`, which starts at a word. */
static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    if (end_length > length || strcasecmp(text + length - end_length, end) != 0)
        return false;
    return end_length == length || text[length - end_length - 1] == ' ';
}

int move_list_find(const struct move_list *list, const char *typed)
{
    int found = MOVE_LIST_NONE;
    for (int i = 0; i < list->count; i++) {
        if (strcasecmp(list->texts[i], typed) == 0)
            return i;
        if (ends_with(list->texts[i], typed))
            found = found == MOVE_LIST_NONE ? i : MOVE_LIST_SEVERAL;
    }
    return found;
}

/* ---- Turns ---- */

/* The loop of a match at the terminal: whose turn it is, computer players, passing the screen from
 * person to person, the end. */

static void computer_moves(struct session *session, int seat)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    struct fault fault;
    buffer_start(&text, storage, sizeof storage);
    session_suggestion(session, session->players[seat], seat, &text, NULL);
    CHECK(session_move(session, seat, text.text, &fault));
    if (session->at_screen != SESSION_NOBODY || session_people(session) == 0)
        session_tell(session, session->at_screen, false);
}

/* If several may move at once, each is asked in turn: first the people, then the computer players,
 * and again. */
static int next_seat(const struct session *session, uint32_t to_act)
{
    int order[GAME_SEATS_MAX], count = 0, after = -1;
    for (int computer = 0; computer <= 1; computer++)
        for (int seat = 0; seat < session->match.seats; seat++)
            if ((session->players[seat] != NULL) == computer)
                order[count++] = seat;
    for (int i = 0; i < count; i++)
        if (order[i] == session->latest)
            after = i;
    int next = (after + 1) % count;
    while (!bits_have(to_act, order[next]))
        next = (next + 1) % count;
    return order[next];
}

/* Whether people see different things. */
static bool secrets_between(const struct session *session, int one, int other)
{
    const struct match *match = &session->match;
    struct game_state_storage of_one = {0}, of_other = {0};
    game_view(match->game, match->state.bytes, one, of_one.bytes);
    game_view(match->game, match->state.bytes, other, of_other.bytes);
    return memcmp(of_one.bytes, of_other.bytes, match->game->state_size) != 0;
}

/* Clears the screen and, if possible, the scrollback. */
static void clear_screen(const struct terminal *terminal)
{
    enum { ANY_SCREEN = 100 };
    const char *type = getenv("TERM");
    if (terminal->is_terminal && (!type || strcmp(type, "dumb") == 0)) {
        for (int i = 0; i < ANY_SCREEN; i++)
            fputc('\n', terminal->out);
    } else if (terminal->is_terminal) {
        fputs("\033[2J\033[3J\033[H", terminal->out);
    } else {
        for (int i = 0; i < terminal->columns; i++)
            fputc('=', terminal->out);
        fputc('\n', terminal->out);
    }
}

/* Passes the screen to the person whose turn it is. False: the people leave. */
static bool hand_over(struct session *session, int seat)
{
    int before = session->at_screen;
    if (before == seat)
        return true;
    if (session_people(session) > 1) {
        bool secrets = before == SESSION_NOBODY || secrets_between(session, before, seat);
        if (secrets && before != SESSION_NOBODY) {
            if (!prompt_enter(session, "hide", session->names[seat]))
                return false;
            clear_screen(&session->terminal);
        }
        if (secrets && !prompt_enter(session, "ready", session->names[seat]))
            return false;
    }
    session->at_screen = seat;
    return true;
}

/* The end. */

static int leave(struct session *session)
{
    if (session->settled)
        return session->save_failed ? CONSOLE_FAILED : CONSOLE_OK;
    if (session->match.move_count == 0 && !session->file)
        return CONSOLE_OK; /* there is nothing to save */
    return session_save(session, NULL) ? CONSOLE_OK : CONSOLE_FAILED;
}

static int finish(struct session *session)
{
    /* With several people at the screen, it shows what everyone may see. */
    int viewer = session_people(session) == 1 ? session->at_screen : GAME_SPECTATOR;
    session_tell(session, session->at_screen, false);
    struct drawing drawing = session_drawing(session, viewer);
    fputc('\n', session->terminal.out);
    draw_table(&drawing);
    fputc('\n', session->terminal.out);
    result_print(&drawing, &session->match);
    fputc('\n', session->terminal.out);
    if (session->file)
        return session_save(session, NULL) ? CONSOLE_OK : CONSOLE_FAILED;
    prompt_finished(session);
    return CONSOLE_OK;
}

int turns_run(struct session *session)
{
    uint32_t to_act;
    for (int seat = 0; seat < session->match.seats; seat++)
        if (!session->players[seat] && session_people(session) == 1)
            session->at_screen = seat; /* the only person */
    while ((to_act = session->match.game->to_act(session->match.state.bytes))) {
        if (input_interrupted())
            return leave(session);
        int seat = session->wanted;
        if (seat == SESSION_NOBODY || !bits_have(to_act, seat))
            seat = next_seat(session, to_act);
        session->wanted = SESSION_NOBODY;
        session->latest = seat;
        if (session->players[seat])
            computer_moves(session, seat);
        else if (!hand_over(session, seat) || prompt_person(session, seat) == PROMPT_LEAVE)
            return leave(session);
    }
    return finish(session);
}
