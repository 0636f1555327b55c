/* The loop of a match at the terminal: whose turn it is, computer players, the screen that passes
 * from hand to hand, the end. */
#include "cli/session.h"

#include "base/bits.h"
#include "base/check.h"
#include "cli/prompt.h"
#include "cli/result.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

enum { SENTENCE_MAX = 2048 };

struct session *session_new(const struct cli *cli)
{
    struct session *session = calloc(1, sizeof *session);
    CHECK(session);
    session->cli = cli;
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
    char *room = session->name_room[seat];
    snprintf(room, SESSION_NAME_BYTES, "%s", name);
    say_clean(room);
    for (char *mark; (mark = strpbrk(room, "*`"));) /* they would change the style of sentences */
        *mark = '.';
    size_t end = 0;
    for (int columns = 0; room[end]; end++) {
        columns += terminal_width(room + end, 1);
        if (columns > SESSION_NAME_COLUMNS)
            break;
    }
    room[end] = '\0';
    session->names[seat] = room;
}

void session_name_default(struct session *session, int seat)
{
    char name[SESSION_NAME_BYTES];
    snprintf(name, sizeof name, "%s %c",
             texts_core(session->cli->texts, session->cli->language, "play", "player"), 'A' + seat);
    session_name(session, seat, name);
}

int session_people(const struct session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->match.seats; seat++)
        people += session->players[seat] == NULL;
    return people;
}

/* Logs. */

static struct session_log *log_of(struct session *session, int viewer)
{
    return &session->logs[viewer == GAME_SPECTATOR ? GAME_SEATS_MAX : viewer];
}

static void log_add(struct session_log *log, const char *line)
{
    if (log->count == log->room) {
        log->room = log->room ? log->room * 2 : 64;
        log->lines = realloc(log->lines, log->room * sizeof *log->lines);
        CHECK(log->lines);
    }
    log->lines[log->count] = strdup(line);
    CHECK(log->lines[log->count]);
    log->count++;
}

/* What `viewer` sees of a move that is about to be made. */
static void log_move(struct session *session, int viewer, int seat, const struct move *move)
{
    const struct cli *cli = session->cli;
    const struct game *game = session->match.game;
    struct game_state_storage after = session->match.state;
    struct doc *doc = &session->events;
    doc_start(doc);
    doc_list(doc, NULL);
    game->apply(after.bytes, seat, move, &(struct story){.doc = doc, .viewer = viewer});
    doc_end(doc);
    const char *names[GAME_SEATS_MAX];
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        names[i] = i == viewer ? NULL : session->names[i];
    DOC_EACH (doc, doc_root(doc), event) {
        char storage[SENTENCE_MAX];
        struct buffer sentence;
        buffer_start(&sentence, storage, sizeof storage);
        texts_event(cli->texts, cli->language, game->id, doc, event, names, &sentence);
        if (sentence.length > 0)
            log_add(log_of(session, viewer), sentence.text);
    }
}

void session_tell(struct session *session, int viewer, bool from_the_start)
{
    struct session_log *log = log_of(session, viewer);
    for (size_t i = from_the_start ? 0 : log->told; i < log->count; i++) {
        fputs("  ", session->terminal.out);
        terminal_paragraph(&session->terminal, log->lines[i], strlen(log->lines[i]), 2, 4);
    }
    log->told = log->count;
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
    player_choose(player, &question, &move.head);
    match->game->format(match->state.bytes, &move.head, text);
    if (!reason)
        return;
    char storage[PLAYER_DETAIL_MAX];
    struct buffer detail;
    buffer_start(&detail, storage, sizeof storage);
    const char *key = player_reason(player, &question, &move.head, &detail);
    if (key)
        texts_hint(session->cli->texts, session->cli->language, match->game->id, key, detail.text,
                   reason);
}

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

/* Where several may move at once everybody is asked in turn: first the people, then the computer
 * players, and round again. */
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

/* The screen. */

struct drawing session_drawing(struct session *session, int viewer)
{
    const struct match *match = &session->match;
    struct game_state_storage view;
    match->game->view(match->state.bytes, viewer, view.bytes);
    doc_start(&session->view);
    match->game->save(match->game, view.bytes, &session->view, NULL);
    return (struct drawing){.cli = session->cli,
                            .terminal = &session->terminal,
                            .game = match->game,
                            .view = &session->view,
                            .viewer = viewer,
                            .names = session->names};
}

/* Whether what one person sees is more, or less, than another may know. */
static bool secrets_between(const struct session *session, int one, int other)
{
    const struct match *match = &session->match;
    struct game_state_storage of_one = {0}, of_other = {0};
    match->game->view(match->state.bytes, one, of_one.bytes);
    match->game->view(match->state.bytes, other, of_other.bytes);
    return memcmp(of_one.bytes, of_other.bytes, match->game->state_size) != 0;
}

/* Leaves nothing to be read of what was on the screen, nor, where that can be done, by scrolling
 * back. */
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

/* Gives the screen to the person whose turn it is. False: the people leave. */
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
        return session->may_lose ? CLI_FAILED : CLI_OK;
    if (session->match.move_count == 0 && !session->file)
        return CLI_OK; /* nothing is lost */
    return session_save(session, NULL) ? CLI_OK : CLI_FAILED;
}

static int finish(struct session *session)
{
    /* With several people round the screen, it is what everybody may see. */
    int viewer = session_people(session) == 1 ? session->at_screen : GAME_SPECTATOR;
    session_tell(session, session->at_screen, false);
    struct drawing drawing = session_drawing(session, viewer);
    fputc('\n', session->terminal.out);
    draw_table(&drawing);
    fputc('\n', session->terminal.out);
    result_print(&drawing, &session->match);
    fputc('\n', session->terminal.out);
    if (session->file)
        return session_save(session, NULL) ? CLI_OK : CLI_FAILED;
    prompt_finished(session);
    return CLI_OK;
}

int session_run(struct session *session)
{
    uint32_t to_act;
    for (int seat = 0; seat < session->match.seats; seat++)
        if (!session->players[seat] && session_people(session) == 1)
            session->at_screen = seat; /* and nobody else ever is */
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
