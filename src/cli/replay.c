/* ludosaure replay: looks at a record move by move or as a film, from any viewpoint, and plays on from
 * any moment of it.
 *
 * Chapters: the film; playing on; commands; the command line; the command `verify`. */
#include "cli/cli.h"

#include "base/base.h"
#include "match/match.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char level_usual[] = "easy";

/* What the person who looks at a record wants next. */
struct browsing {
    struct replay replay;
    size_t at;   /* the moment to show */
    bool shown;  /* it is on the screen */
    bool leaves; /* no more commands */
    int film_ms; /* 0: no film is running */
    int exit_code;
};

/* ---- The film ---- */

enum { FILM_MS_USUAL = 2000, FILM_MS_MIN = 50, FILM_MS_MAX = 60000 };

/* Seconds as milliseconds; false if the text is no number, or out of range. */
static bool read_seconds(const char *text, int *ms)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds * 1000 >= FILM_MS_MIN && seconds * 1000 <= FILM_MS_MAX))
        return false;
    *ms = (int)(seconds * 1000);
    return true;
}

/* Waits for the next picture. Whatever is typed stops the film. */
static void run_film(struct browsing *browsing)
{
    char line[INPUT_LINE_MAX];
    struct input *input = &browsing->replay.session->input;
    if (browsing->at == browsing->replay.record->move_count) {
        browsing->film_ms = 0;
    } else if (!input_waits(input, browsing->film_ms)) {
        browsing->at++;
        browsing->shown = false;
    } else {
        browsing->film_ms = 0;
        browsing->leaves = input_interrupted() || input_line(input, "", line) > INPUT_TOO_LONG;
    }
}

/* ---- Playing on ---- */

/* The person plays the seat of the viewpoint, or else the first seat that may move. */
static void play_on(struct browsing *browsing, const char *word)
{
    struct session *session = browsing->replay.session;
    struct match *match = browsing->replay.match;
    const struct player *level = player_find(*word ? word : level_usual);
    uint32_t to_act = match->game->to_act(match->state.bytes);
    struct fault fault;
    uint64_t seed;
    struct rng rng;
    if (!level) {
        SESSION_SAY(session, "replay_help");
    } else if (!to_act) {
        SESSION_SAY(session, "replay_over");
    } else if (!players_take_part(match->game, match->options, &fault)) {
        complain_fault(session->console, &fault);
    } else {
        int seat = browsing->replay.viewer >= 0 ? browsing->replay.viewer : bits_first(to_act);
        randombytes_buf(&seed, sizeof seed);
        rng_start(&rng, seed);
        match_branch(match, seat, &rng, match);
        level = player_in_game(match->game, level);
        for (int other = 0; other < match->seats; other++)
            session->players[other] = other == seat ? NULL : level;
        SESSION_SAY(session, "replay_continue", session->names[seat]);
        browsing->exit_code = turns_run(session);
        browsing->leaves = true;
    }
}

/* ---- Commands ---- */

static void go(struct browsing *browsing, size_t at)
{
    size_t last = browsing->replay.record->move_count;
    browsing->at = at < last ? at : last;
    browsing->shown = false;
}

static void go_to_point(struct browsing *browsing, const struct turning_point *point)
{
    if (point)
        go(browsing, point->moves);
    else
        SESSION_SAY(browsing->replay.session, "replay_nothing");
}

static void look_as(struct browsing *browsing, const char *word)
{
    struct replay *replay = &browsing->replay;
    if (!*word)
        replay->viewer = GAME_SPECTATOR;
    else if (strcmp(word, "*") == 0)
        replay->viewer = STORY_ALL;
    else if (!replay_look_as(replay, word))
        SESSION_SAY(replay->session, "replay_no_seat", word);
    browsing->shown = false;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

static void run_command(struct browsing *browsing, const char *line)
{
    struct replay *replay = &browsing->replay;
    const char *word = *line ? line + 1 + strspn(line + 1, " ") : line;
    if (!*line)
        go(browsing, browsing->at + 1);
    else if (strncasecmp(line, "q", 1) == 0)
        browsing->leaves = true;
    else if (strcasecmp(line, "b") == 0)
        go(browsing, browsing->at > 0 ? browsing->at - 1 : 0);
    else if (is_number(line))
        go(browsing, strtoul(line, NULL, 10)); /* at most ULONG_MAX: the end */
    else if (strcmp(line, ">") == 0 || strcmp(line, "<") == 0)
        go_to_point(browsing, replay_turn(replay, browsing->at, *line == '>'));
    else if (strncasecmp(line, "r", 1) == 0 && is_number(word))
        go_to_point(browsing, replay_part(replay, strtoul(word, NULL, 10)));
    else if (strcasecmp(line, "p") == 0)
        replay_list_turns(replay);
    else if (strcasecmp(line, "v") == 0 || strncasecmp(line, "v ", 2) == 0)
        look_as(browsing, word);
    else if (strcasecmp(line, "f") == 0)
        browsing->film_ms = FILM_MS_USUAL;
    else if (strncasecmp(line, "f ", 2) == 0 && read_seconds(word, &browsing->film_ms))
        return;
    else if (strcasecmp(line, "c") == 0 || strncasecmp(line, "c ", 2) == 0)
        play_on(browsing, word);
    else
        SESSION_SAY(replay->session, "replay_help");
}

static void browse(struct browsing *browsing)
{
    struct replay *replay = &browsing->replay;
    char line[INPUT_LINE_MAX];
    SESSION_SAY(replay->session, "replay_help");
    while (!browsing->leaves) {
        if (!browsing->shown)
            replay_show(replay, browsing->at);
        browsing->shown = true;
        if (browsing->film_ms) {
            run_film(browsing);
            continue;
        }
        char prompt[64];
        snprintf(prompt, sizeof prompt, "%zu/%zu> ", browsing->at, replay->record->move_count);
        enum input_answer answer = input_line(&replay->session->input, prompt, line);
        if (answer == INPUT_LINE)
            run_command(browsing, line);
        else
            browsing->leaves = answer != INPUT_TOO_LONG;
    }
}

/* ---- The command line ---- */

struct replay_options {
    const char *seat, *film;
    bool open;
    int move; /* -1: not given */
};

/* In a pipe: one moment, or all of them. */
static void print(struct replay *replay, int move)
{
    if (move >= 0)
        replay_show(replay, (size_t)move);
    else
        for (size_t count = 0; count <= replay->record->move_count; count++)
            replay_show(replay, count);
}

static int run(struct browsing *browsing, const struct console *console,
               const struct record *record, const struct replay_options *options)
{
    struct replay *replay = &browsing->replay;
    if (!replay_start(replay, console, record))
        return CONSOLE_FAILED;
    if (options->seat && !replay_look_as(replay, options->seat))
        return complain_usage(console, "unknown_seat", options->seat);
    if (options->move > (int)record->move_count)
        return complain_usage(console, "unknown_move", SAY_NUMBER(options->move));
    if (options->open)
        replay->viewer = STORY_ALL;
    if (!replay->session->input.typed || !replay->session->terminal.is_terminal) {
        print(replay, options->move);
        return CONSOLE_OK;
    }
    browsing->at = options->move > 0 ? (size_t)options->move : 0;
    browse(browsing);
    return browsing->exit_code;
}

int cli_replay(struct console *console, int argc, char **argv)
{
    struct replay_options given = {.move = -1};
    struct browsing browsing = {.exit_code = CONSOLE_OK};
    int code;
    const struct cli_option options[] = {
        {.name = "seat", .type = CLI_TEXT, .target = &given.seat},
        {.name = "open", .type = CLI_FLAG, .target = &given.open},
        {.name = "move", .type = CLI_NUMBER, .target = &given.move, .low = 0, .high = 999999},
        {.name = "film", .type = CLI_TEXT, .target = &given.film},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "file_needed"))
        return CONSOLE_USAGE;
    if (given.seat && given.open)
        return complain_usage(console, "seat_or_open", "");
    if (given.film && !read_seconds(given.film, &browsing.film_ms))
        return complain_usage(console, "bad_seconds", given.film);
    struct record_file file;
    if (!record_file_read(console, argv[0], "not_a_record", &file))
        return CONSOLE_FAILED;
    code = run(&browsing, console, &file.record, &given);
    replay_end(&browsing.replay);
    record_file_free(&file);
    return code;
}

/* ---- The command `verify` ---- */

/* ludosaure verify: replays a record and checks everything in it. */

static int verify(const struct console *console, const struct record *record, struct match *match)
{
    if (!record_seed_agrees(record))
        return complain_failure(console, "wrong_seed", "");
    if (!record_file_play(console, record, match))
        return CONSOLE_FAILED;
    if (!record_result_agrees(record, match))
        return complain_failure(console, "wrong_result", "");
    printf("%s %s, %zu %s, %s\n", complain_text(console, "verified"),
           texts_game_name(console->texts, console->language, record->game->id), record->move_count,
           complain_text(console, "moves"),
           complain_text(console, record->result ? "finished" : "not_finished"));
    return CONSOLE_OK;
}

int cli_verify(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "file_needed"))
        return CONSOLE_USAGE;
    struct record_file file;
    if (!record_file_read(console, argv[0], "not_a_record", &file))
        return CONSOLE_FAILED;
    struct match match = {0};
    code = verify(console, &file.record, &match);
    match_free(&match);
    record_file_free(&file);
    return code;
}
