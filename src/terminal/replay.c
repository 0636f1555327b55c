/* Replays: any move of a record on the screen, from any viewpoint; record files; results.
 *
 * Then: drawing; turning points; record files; results. */
#include "terminal/terminal_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "terminal/screen/screen.h"
#include "text/text.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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
    struct fault fault;
    if (!good)
        return false;
    CHECK(record_taken_read(record, console->data_folder, &replay->taken, &fault));
    find_turns(replay);
    replay->viewer = GAME_SPECTATOR;
    go_to(replay, 0);
    return true;
}

void replay_end(struct replay *replay)
{
    turning_free(&replay->turning);
    record_taken_free(&replay->taken);
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

/* ---- Drawing ---- */

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

/* Prints the events in the document of the session. */
static void tell_events(const struct replay *replay)
{
    const struct session *session = replay->session;
    const struct console *console = replay->console;
    const struct doc *doc = &session->events;
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
}

/* Prints what was taken back before the latest move was made instead. */
static void tell_taken_back(const struct replay *replay)
{
    const struct session *session = replay->session;
    const struct game *game = replay->match->game;
    for (size_t i = 0; i < replay->taken.count; i++) {
        const struct record_undone *undone = &replay->taken.list[i];
        if (undone->before + 1 != replay->match->move_count)
            continue;
        for (size_t k = 0; k < undone->move_count; k++) {
            const struct record_undone_move *made = &undone->moves[k];
            union game_move_storage move = {0};
            CHECK(game->parse(made->state.bytes, made->text, &move.head));
            game_move_describe(game, made->state.bytes, made->seat, &move.head, replay->viewer,
                               &replay->session->events);
            tell_events(replay);
        }
        SESSION_SAY(session, "taken_back", session->names[undone->seat]);
    }
}

/* Prints the latest move and its events. */
static void tell(const struct replay *replay)
{
    const struct session *session = replay->session;
    struct doc *latest = doc_new();
    int seat;
    const char *text;
    *latest = session->events;
    record_move(replay->record, replay->match->move_count - 1, &seat, &text);
    SESSION_SAY(session, "replay_move", SAY_NUMBER((long long)replay->match->move_count),
                SAY_NUMBER((long long)replay->record->move_count), session->names[seat]);
    tell_taken_back(replay);
    replay->session->events = *latest;
    free(latest);
    tell_events(replay);
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

/* ---- Turning points ---- */

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

/* ---- Record files ---- */

enum { RECORD_BYTES_MAX = 64 << 20 };

bool record_file_read(const struct console *console, const char *path, const char *no_record,
                      struct record_file *file)
{
    *file = (struct record_file){0};
    size_t size;
    char *bytes = data_read_file(path, RECORD_BYTES_MAX, &size);
    if (!bytes) {
        complain_cannot_read(console, path, errno);
        return false;
    }
    file->json = wire_parse(bytes, size);
    free(bytes);
    struct fault fault;
    bool is_record = json_object_get(file->json, "ludosaure");
    bool good = is_record && record_read(&file->record, file->json, &fault);
    if (!is_record)
        complain_failure(console, no_record, path);
    else if (!good)
        complain_fault(console, &fault);
    if (!good)
        record_file_free(file);
    return good;
}

void record_file_free(struct record_file *file)
{
    json_decref(file->json);
    *file = (struct record_file){0};
}

int record_file_broken(const struct console *console, const struct record *record, size_t index,
                       const struct fault *fault)
{
    int seat;
    const char *text;
    record_move(record, index, &seat, &text);
    char shown[200]; /* it might contain control sequences */
    snprintf(shown, sizeof shown, "%s", text);
    say_clean(shown);
    char storage[1024], reason_storage[512];
    struct buffer sentence, reason;
    buffer_start(&sentence, storage, sizeof storage);
    buffer_start(&reason, reason_storage, sizeof reason_storage);
    complain_fault_text(console, fault, &reason);
    say_into(&sentence, console, "cli", "breaks_at_move", SAY_NUMBER((long long)index + 1),
             SAY_NUMBER(seat), shown, reason.text, NULL);
    fprintf(stderr, "ludosaure: %s\n", sentence.text);
    return CONSOLE_FAILED;
}

bool record_file_play(const struct console *console, const struct record *record,
                      struct match *match)
{
    struct fault fault;
    if (!record_start(record, console->data_folder, match, &fault)) {
        complain_fault(console, &fault);
        return false;
    }
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        record_move(record, i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, &fault)) {
            record_file_broken(console, record, i, &fault);
            return false;
        }
    }
    struct record_taken taken;
    bool good = record_taken_read(record, console->data_folder, &taken, &fault);
    if (!good)
        complain_fault(console, &fault);
    record_taken_free(&taken);
    return good;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool record_file_write(const char *path, const json_t *record)
{
    static const char ending[] = ".XXXXXX";
    char *text = json_dumps(record, JSON_COMPACT),
         *temporary = alloc_new(strlen(path) + sizeof ending);
    CHECK(text);
    strcpy(temporary, path);
    strcat(temporary, ending);
    int file = mkstemp(temporary);
    bool good = file >= 0;
    if (good) {
        good = write_all(file, text, strlen(text)) && write_all(file, "\n", 1) && fsync(file) == 0;
        good = close(file) == 0 && good;
        good = good && rename(temporary, path) == 0;
        if (!good) {
            int reason = errno;
            unlink(temporary);
            errno = reason;
        }
    }
    free(temporary);
    free(text);
    return good;
}

/* ---- Results ---- */

/* Prints results. The section "result" of the game texts has the keys that only this game has: a
 * column title for a list of numbers, one per seat; a sentence for a yes or a no. */

/* The word of the game, such as trees for scores; otherwise that of the program. */
static const char *title(const struct drawing *drawing, const char *key)
{
    const struct console *console = drawing->console;
    const char *found =
        texts_get(console->texts, console->language, drawing->game->id, "result", key);
    return found ? found : texts_core(console->texts, console->language, "result", key);
}

static bool is_column(const struct doc_node *value, int seats)
{
    return doc_is(value, DOC_LIST) && doc_count(value) == seats;
}

/* A number, right-aligned under its title. */
static void print_cell(const struct drawing *drawing, const char *text, const char *head)
{
    int width = terminal_width(head, strlen(head));
    fprintf(drawing->terminal->out, "  %*s%s", width - terminal_width(text, strlen(text)), "",
            text);
}

/* A line of the table: the titles for seat -1, otherwise the numbers of the seat. */
static void print_line(const struct drawing *drawing, const struct doc *doc, int seats, int seat)
{
    terminal_column(drawing->terminal, seat < 0 ? "" : drawing->names[seat], 18);
    DOC_EACH (doc, doc_root(doc), value) {
        const char *key = doc_key(doc, value), *head = title(drawing, key);
        if (!is_column(value, seats) || strcmp(key, "winners") == 0)
            continue;
        const struct doc_node *item = doc_first(doc, value);
        for (int i = 0; i < seat; i++)
            item = doc_next(doc, item);
        print_cell(drawing, seat < 0 ? head : SAY_NUMBER(item->integer), head);
    }
    fputc('\n', drawing->terminal->out);
}

static void print_winners(const struct drawing *drawing, const struct doc *doc)
{
    char storage[512];
    struct buffer names;
    buffer_start(&names, storage, sizeof storage);
    const struct doc_node *winners = doc_get(doc, doc_root(doc), "winners");
    int left = doc_count(winners);
    DOC_EACH (doc, winners, winner) {
        buffer_add(&names, drawing->names[winner->integer]);
        if (--left > 0)
            buffer_add(&names, left == 1 ? title(drawing, "and") : ", ");
    }
    const char *key = doc_count(winners) == 0   ? "nobody"
                      : doc_count(winners) == 1 ? "winner"
                                                : "shared";
    say(drawing->console, drawing->terminal, "result", key, names.text, (const char *)NULL);
}

void result_print(const struct drawing *drawing, const struct match *match)
{
    struct doc *doc = doc_new();
    doc_start(doc);
    match_result(match, doc, NULL);
    print_winners(drawing, doc);
    for (int seat = -1; seat < match->seats; seat++)
        print_line(drawing, doc, match->seats, seat);
    DOC_EACH (doc, doc_root(doc), value) {
        char key[64];
        bool truth;
        snprintf(key, sizeof key, "%s_%s", doc_key(doc, value), value->integer ? "yes" : "no");
        if (doc_truth(value, &truth) && strcmp(doc_key(doc, value), "over") != 0)
            drawing_say(drawing, "result", key, (const char *)NULL);
    }
    free(doc);
}
