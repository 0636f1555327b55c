/* The loop of a match at the terminal: whose turn it is, computer players, passing the screen from
 * person to person, the end. */
#include "terminal/terminal_internal.h"

#include "base/base.h"
#include "terminal/screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void computer_moves(struct session *session, int seat)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    struct fault fault;
    buffer_start(&text, storage, sizeof storage);
    session_choice(session, session->players[seat], seat, &text);
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

/* ---- The end of a match ---- */

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
