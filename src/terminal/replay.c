#include "terminal/replay.h"

#include "base/check.h"
#include "terminal/draw.h"
#include "terminal/record_file.h"
#include "terminal/result.h"
#include "terminal/say.h"
#include "terminal/session_file.h"
#include "text/event.h"

#include <string.h>
#include <strings.h>

/* Goes to the moment after `count` moves, starting over if that is earlier. The events of the latest
 * move are then in the session. */
static void go_to(struct replay *replay, size_t count)
{
    struct fault fault;
    if (count <= replay->match->move_count)
        CHECK(record_start(replay->record, replay->console->data_folder, replay->match, &fault));
    while (replay->match->move_count < count) {
        int seat;
        const char *text;
        record_move(replay->record, replay->match->move_count, &seat, &text);
        CHECK(match_play(replay->match, seat, text, &replay->session->events, replay->viewer,
                         &fault));
    }
}

static void find_turns(struct replay *replay)
{
    replay->viewer = STORY_ALL;
    go_to(replay, 0);
    turning_start(&replay->turning, replay->match);
    while (replay->match->move_count < replay->record->move_count) {
        go_to(replay, replay->match->move_count + 1);
        turning_follow(&replay->turning, replay->match, &replay->session->events);
    }
    turning_finish(&replay->turning);
}

bool replay_start(struct replay *replay, const struct console *console, const struct record *record)
{
    struct session *session = session_new(console);
    *replay = (struct replay){
        .console = console, .record = record, .session = session, .match = &session->match};
    bool good = record_file_play(console, record, replay->match);
    session_names(session, record);
    if (!good)
        return false;
    find_turns(replay);
    replay->viewer = GAME_SPECTATOR;
    go_to(replay, 0);
    return true;
}

void replay_end(struct replay *replay)
{
    turning_free(&replay->turning);
    session_free(replay->session);
}

bool replay_look_as(struct replay *replay, const char *word)
{
    for (int seat = 0; seat < replay->record->seats; seat++) {
        if (strcmp(word, SAY_NUMBER(seat)) != 0 &&
            strcasecmp(word, replay->session->names[seat]) != 0)
            continue;
        replay->viewer = seat;
        return true;
    }
    return false;
}

/* Drawing. */

static void draw(struct replay *replay)
{
    const struct match *match = replay->match;
    bool open = replay->viewer == STORY_ALL;
    struct drawing drawing =
        session_drawing(replay->session, open ? GAME_SPECTATOR : replay->viewer);
    if (open) {
        doc_start(&replay->session->view);
        match->game->save(match->game, match->state.bytes, &replay->session->view, NULL);
    }
    draw_table(&drawing);
    if (match_is_over(match))
        result_print(&drawing, match);
}

/* Prints the latest move and its events. */
static void tell(const struct replay *replay)
{
    const struct session *session = replay->session;
    const struct console *console = replay->console;
    const struct doc *doc = &session->events;
    int seat;
    const char *text;
    record_move(replay->record, replay->match->move_count - 1, &seat, &text);
    SESSION_SAY(session, "replay_move", SAY_NUMBER((long long)replay->match->move_count),
                SAY_NUMBER((long long)replay->record->move_count), session->names[seat]);
    DOC_EACH (doc, doc_root(doc), event) {
        char storage[2048];
        struct buffer sentence;
        buffer_start(&sentence, storage, sizeof storage);
        texts_event(console->texts, console->language, replay->match->game->id, doc, event,
                    session->names, &sentence);
        if (sentence.length == 0)
            continue;
        fputs("  ", session->terminal.out);
        terminal_paragraph(&session->terminal, sentence.text, sentence.length, 2, 4);
    }
    fputc('\n', session->terminal.out);
}

void replay_show(struct replay *replay, size_t count)
{
    go_to(replay, count);
    fputc('\n', replay->session->terminal.out);
    if (count > 0)
        tell(replay);
    else
        SESSION_SAY(replay->session, "replay_start",
                    SAY_NUMBER((long long)replay->record->move_count));
    draw(replay);
}

/* Turning points. */

const struct turning_point *replay_turn(const struct replay *replay, size_t count, bool forward)
{
    const struct turning *turning = &replay->turning;
    const struct turning_point *found = NULL;
    for (size_t i = 0; i < turning->count && !(forward && found); i++)
        if (forward ? turning->points[i].moves > count : turning->points[i].moves < count)
            found = &turning->points[i];
    return found;
}

const struct turning_point *replay_part(const struct replay *replay, size_t number)
{
    for (size_t i = 0; i < replay->turning.count; i++)
        if (replay->turning.points[i].kind == TURNING_PART &&
            (size_t)replay->turning.points[i].number == number)
            return &replay->turning.points[i];
    return NULL;
}

void replay_list_turns(const struct replay *replay)
{
    const struct session *session = replay->session;
    for (size_t i = 0; i < replay->turning.count; i++) {
        const struct turning_point *point = &replay->turning.points[i];
        struct say_number moves = say_number((long long)point->moves),
                          number = say_number(point->number);
        char change[40];
        snprintf(change, sizeof change, "%s%s", point->number > 0 ? "+" : "", number.text);
        switch (point->kind) {
        case TURNING_PART:
            SESSION_SAY(session, strcmp(point->part, "turn") == 0 ? "replay_turn" : "replay_round",
                        moves.text, number.text);
            break;
        case TURNING_LEAD:
            SESSION_SAY(session, "replay_lead", moves.text, session->names[point->seat]);
            break;
        case TURNING_SWING:
            SESSION_SAY(session, "replay_swing", moves.text, session->names[point->seat], change);
            break;
        case TURNING_END:
            SESSION_SAY(session, "replay_end", moves.text);
            break;
        }
    }
}
