/* ludosaure play: sets up a match from options or by asking; a session then plays it.
 *
 * Then: the level auto; asking; options, seats, people and names. */
#include "cli/cli.h"

#include "base/base.h"
#include "game/game.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"
#include "wire/wire.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SEATS_USUAL = 4, SEED_BYTES = 16 };

/* The match to begin. What the options leave open is asked, or has its default. */
struct play_plan {
    const struct game *game;
    int seats;  /* 0: not given */
    int people; /* -1: not given */
    const char *names;
    char names_asked[INPUT_LINE_MAX];
    const char *players, *seed;
    struct cli_repeated options;
    uint8_t chosen[GAME_OPTIONS_MAX]; /* the options, once the game is known */
    bool people_only;                 /* computer players cannot play with these options, and why */
    struct fault why_people_only;
};

static int seats_usual(const struct game *game)
{
    return game->seats_max < SEATS_USUAL ? game->seats_max : SEATS_USUAL;
}

/* ---- The level auto ---- */

/* A file remembers how well the person at this terminal plays each game, by the matches that they
 * played alone against it. It is a JSON object: game -> {"matches","rung","top"}, as in struct
 * adapting; "rung" is the step that suits the person, "top" that of the expert when it was written.
 * One that cannot be read counts as empty. */

#define AUTO_FILE "levels.json" /* in the data folder */

/* Another version of the game may have more or fewer steps. */
static int top_of(const struct game *game)
{
    return player_step(game, player_find("expert"));
}

static struct adapting adapting_of(const json_t *all, const struct game *game)
{
    struct adapting person = adapting_new(game);
    const json_t *kept = json_object_get(all, game->id);
    json_int_t matches = json_integer_value(json_object_get(kept, "matches"));
    json_int_t step = json_integer_value(json_object_get(kept, "rung"));
    const json_t *given = json_object_get(kept, "top");
    json_int_t top = given ? json_integer_value(given) : top_of(game);
    if (matches > 0 && matches < INT32_MAX && top > 0 && top < INT32_MAX && step >= 0 &&
        step <= top) {
        person.matches = (int)matches;
        person.step = (int)(step * top_of(game) / top);
    }
    return person;
}

/* The level that suits the person. */
static const struct player *auto_level(const struct game *game)
{
    json_t *all = json_load_file(cli_data_path(AUTO_FILE, false), 0, NULL);
    struct adapting person = adapting_of(all, game);
    json_decref(all);
    return adapting_player(&person);
}

/* Positive if the seat `own` came before the other one, 0 if they tied. */
static int order(const struct game *game, const struct game_result *result, int own, int other)
{
    bool won = bits_have(result->winners, own), lost = bits_have(result->winners, other);
    if (won || lost)
        return won - lost;
    int ahead = result->scores[own] - result->scores[other];
    return game->lowest_wins ? -ahead : ahead;
}

static struct adapting_match match_of(const struct session *session)
{
    const struct match *match = &session->match;
    struct adapting_match met = {0};
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    int own = 0;
    while (session->players[own])
        own++;
    for (int seat = 0; seat < match->seats; seat++)
        if (session->players[seat])
            adapting_meet(&met, match->game, session->players[seat],
                          order(match->game, &result, own, seat));
    return met;
}

/* Adds a finished match with that level, if one person played. False if the file cannot be
 * written. */
static bool auto_add(const struct session *session)
{
    const struct match *match = &session->match;
    if (session_people(session) != 1 || match->seats == match->game->seats_together ||
        session->has_hint)
        return true;
    const char *path = cli_data_path(AUTO_FILE, true);
    json_t *all = json_load_file(path, 0, NULL);
    if (!json_is_object(all)) {
        json_decref(all);
        all = json_object();
    }
    struct adapting person = adapting_of(all, match->game);
    struct adapting_match met = match_of(session);
    adapting_add(&person, &met);
    json_object_set_new(all, match->game->id,
                        json_pack("{s:i, s:i, s:i}", "matches", person.matches, "rung", person.step,
                                  "top", top_of(match->game)));
    bool written = json_dump_file(all, path, JSON_COMPACT) == 0;
    json_decref(all);
    return written;
}

/* ---- Asking ---- */

/* Reads the answer to a question; false: the person leaves. */
static bool read_answer(struct session *session, char *line)
{
    enum input_answer answer = input_line(&session->input, "> ", line);
    if (answer == INPUT_TOO_LONG)
        strcpy(line, "?"); /* not an answer to any question */
    return answer <= INPUT_TOO_LONG && strcasecmp(line, "quit") != 0 &&
           strcasecmp(line, "quitter") != 0;
}

static bool ask_number(struct session *session, const char *key, int low, int high, int standard,
                       int *number)
{
    char line[INPUT_LINE_MAX];
    for (;;) {
        SESSION_SAY(session, key, SAY_NUMBER(low), SAY_NUMBER(high), SAY_NUMBER(standard));
        if (!read_answer(session, line))
            return false;
        bool digits = strlen(line) < 4 && strspn(line, "0123456789") == strlen(line);
        *number = !digits ? low - 1 : *line ? atoi(line) : standard;
        if (*number >= low && *number <= high)
            return true;
        SESSION_SAY(session, "not_in_range", SAY_NUMBER(low), SAY_NUMBER(high));
    }
}

static void list_games(struct session *session)
{
    const struct console *console = session->console;
    const struct terminal *terminal = &session->terminal;
    SESSION_SAY(session, "welcome");
    for (int i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        terminal_style(terminal, "1");
        fprintf(terminal->out, "\n %d  %s", i + 1,
                texts_game_name(console->texts, console->language, game->id));
        terminal_style(terminal, "0");
        fprintf(terminal->out, " (%s, %d–%d %s)\n    ", game->id, game->seats_min, game->seats_max,
                texts_core(console->texts, console->language, "play", "players"));
        const char *about =
            texts_get(console->texts, console->language, game->id, "terminal", "about");
        if (about)
            terminal_paragraph(terminal, about, strlen(about), 4, 4);
    }
    fputc('\n', terminal->out);
}

/* Finds a game by its number, its id or name, or the beginning of one. If none is found, *count is
 * the number of games that match. */
static const struct game *game_meant(const struct console *console, const char *line, int *count)
{
    const struct game *found = NULL;
    *count = 0;
    for (int i = 0; games_all[i]; i++) {
        const char *id = games_all[i]->id,
                   *name = texts_game_name(console->texts, console->language, id);
        if (strcmp(line, SAY_NUMBER(i + 1)) == 0 || strcasecmp(id, line) == 0)
            return games_all[i];
        if (strncasecmp(id, line, strlen(line)) == 0 ||
            strncasecmp(name, line, strlen(line)) == 0) {
            found = games_all[i];
            ++*count;
        }
    }
    return *count == 1 ? found : NULL;
}

static int count_names(const char *names)
{
    int count = 1;
    for (; *names; names++)
        count += *names == ',';
    return count;
}

/* The first name of a list with commas that occurs twice in it, or NULL. */
static const char *name_twice(const char *names, char name[SESSION_NAME_BYTES])
{
    char before[GAME_SEATS_MAX][SESSION_NAME_BYTES];
    for (int count = 0; *names && count < GAME_SEATS_MAX; count++) {
        size_t length = strcspn(names, ",");
        snprintf(before[count], SESSION_NAME_BYTES, "%.*s", (int)length, names);
        say_clean(before[count]);
        for (int i = 0; *before[count] && i < count; i++)
            if (strcasecmp(before[i], before[count]) == 0)
                return memcpy(name, before[count], SESSION_NAME_BYTES);
        names += length + (names[length] == ',');
    }
    return NULL;
}

static bool ask_people(struct session *session, struct play_plan *plan)
{
    if (plan->people_only)
        plan->people = plan->seats;
    else if (!ask_number(session, "how_many_people", 0, plan->seats, 1, &plan->people))
        return false;
    if (plan->people == 0)
        return true;
    char twice[SESSION_NAME_BYTES];
    do {
        SESSION_SAY(session, plan->people == 1 ? "which_name" : "which_names",
                    SAY_NUMBER(plan->people));
        if (!read_answer(session, plan->names_asked))
            return false;
    } while (count_names(plan->names_asked) > plan->people || name_twice(plan->names_asked, twice));
    plan->names = plan->names_asked;
    return true;
}

static bool pick_game(struct session *session, struct play_plan *plan)
{
    char line[INPUT_LINE_MAX];
    list_games(session);
    while (!plan->game) {
        SESSION_SAY(session, "which_game", "1");
        if (!read_answer(session, line))
            return false;
        int count = 0;
        plan->game = *line ? game_meant(session->console, line, &count) : games_all[0];
        if (!plan->game)
            SESSION_SAY(session, count ? "several_games" : "no_such_game", line);
    }
    return true;
}

static bool pick_people(struct session *session, struct play_plan *plan)
{
    const struct game *game = plan->game;
    if (plan->seats == 0 && !ask_number(session, "how_many_seats", game->seats_min, game->seats_max,
                                        seats_usual(game), &plan->seats))
        return false;
    return plan->people >= 0 || plan->names || ask_people(session, plan);
}

/* ---- Options, seats, people and names ---- */

static bool take_options(const struct console *console, struct play_plan *plan)
{
    if (!cli_game_options(console, plan->game, &plan->options, plan->chosen))
        return false;
    plan->people_only = !players_take_part(plan->game, plan->chosen, &plan->why_people_only);
    return true;
}

/* The default number of people: one against computer players, or the number of names or, if only
 * people can play, of seats. */
static int people_usual(const struct play_plan *plan, int names)
{
    if (!plan->people_only)
        return names >= 0 ? names : 1;
    return plan->seats ? plan->seats : names > 1 ? names : seats_usual(plan->game);
}

/* Fills in the defaults; a usage error if options contradict each other. */
static int settle(const struct console *console, struct play_plan *plan)
{
    const struct game *game = plan->game;
    int names = plan->names ? count_names(plan->names) : -1;
    if (plan->people < 0)
        plan->people = people_usual(plan, names);
    if (names > plan->people)
        return complain_usage(console, "too_many", "--names");
    char twice[SESSION_NAME_BYTES];
    if (plan->names && name_twice(plan->names, twice))
        return complain_usage(console, "name_twice", twice);
    if (plan->seats == 0 && plan->people > 1) /* they play against each other */
        plan->seats = plan->people > game->seats_min ? plan->people : game->seats_min;
    else if (plan->seats == 0)
        plan->seats = seats_usual(game);
    if (plan->seats < game->seats_min || plan->seats > game->seats_max)
        return complain_range(console, "seats", game->seats_min, game->seats_max);
    if (plan->people > plan->seats)
        return complain_range(console, "people", 0, plan->seats);
    if (plan->people_only && (plan->people < plan->seats || plan->players)) {
        complain_fault(console, &plan->why_people_only);
        return CONSOLE_USAGE;
    }
    return !plan->seed || cli_seed(console, plan->seed) ? CONSOLE_OK : CONSOLE_USAGE;
}

static bool name_is_taken(const struct session *session, int seats, const char *name)
{
    for (int seat = 0; seat < seats; seat++)
        if (strcasecmp(session->names[seat], name) == 0)
            return true;
    return false;
}

/* Takes names from a list with commas, skipping those already taken, then default ones. */
static void name_seats(struct session *session, int first, int end, const char *list)
{
    for (int seat = first; seat < end; seat++) {
        char name[SESSION_NAME_BYTES] = "";
        while (*list && (!*name || name_is_taken(session, seat, name))) {
            size_t length = strcspn(list, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, list);
            say_clean(name);
            list += length + (list[length] == ',');
        }
        session_name(session, seat, name);
        if (!*session->names[seat] || name_is_taken(session, seat, session->names[seat]))
            session_name_default(session, seat);
    }
}

static int begin(struct session *session, const struct play_plan *plan)
{
    const struct console *console = session->console;
    struct game_components_storage components;
    struct fault fault;
    unsigned char entropy[SEED_BYTES];
    char fresh[2 * SEED_BYTES + 1];
    const char *players = plan->players                 ? plan->players
                          : plan->seats == plan->people ? ""
                                                        : player_auto.name;
    session->is_auto = strcmp(players, player_auto.name) == 0;
    if (session->is_auto)
        players = auto_level(plan->game)->name;
    if (!cli_players(console, plan->game, players, session->players + plan->people,
                     plan->seats - plan->people))
        return CONSOLE_USAGE;
    randombytes_buf(entropy, sizeof entropy);
    sodium_bin2hex(fresh, sizeof fresh, entropy, sizeof entropy);
    const char *seed = plan->seed ? plan->seed : fresh;
    if (!wire_components_load(plan->game, console->data_folder, &components, &fault) ||
        !match_start(&session->match, plan->game, &components, plan->seats, plan->chosen, seed,
                     strlen(seed), &fault))
        return complain_fault(console, &fault);
    name_seats(session, 0, plan->people, plan->names ? plan->names : "");
    name_seats(session, plan->people, plan->seats,
               texts_core(console->texts, console->language, "play", "computer_names"));
    return CONSOLE_OK;
}

/* Says how this computer player plays, and which is the next on the ladder or that the level is not
 * fixed. */
static void introduce_one(const struct session *session, const struct player *player)
{
    const struct console *console = session->console;
    const struct game *game = session->match.game;
    const struct player *step, *next = NULL;
    char storage[SAY_SENTENCE_MAX];
    struct buffer line;
    for (int i = 0; (step = player_on_ladder(game, i)); i++)
        if (step == player)
            next = player_on_ladder(game, i + 1);
    buffer_start(&line, storage, sizeof storage);
    say_into(&line, console, "play", "level_is", say_level(console, player),
             texts_core(console->texts, console->language, "players", player->name), NULL);
    bool follows = session_follows(session);
    if (session->match.move_count == 0 && (follows || next)) {
        buffer_add_char(&line, ' ');
        say_into(&line, console, "play", follows ? "level_follows" : "next_step",
                 follows ? NULL : next->name, NULL);
    }
    terminal_paragraph(&session->terminal, line.text, strlen(line.text), 0, 0);
}

/* Describes each kind of computer player at the table. */
static void introduce(const struct session *session)
{
    for (int seat = 0; seat < session->match.seats; seat++) {
        const struct player *player = session->players[seat];
        bool announced = !player;
        for (int before = 0; before < seat; before++)
            announced = announced || session->players[before] == player;
        if (!announced)
            introduce_one(session, player);
    }
}

/* Prints who sits where, before the first move. */
static void greet(struct session *session)
{
    const struct console *console = session->console;
    const char *id = session->match.game->id;
    char storage[1024];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    for (int seat = 0; seat < session->match.seats; seat++) {
        buffer_add_format(&line, "%s%s", seat ? ", " : "", session->names[seat]);
        if (session->players[seat])
            say_into(&line, console, "play", session->is_auto ? "computer_auto" : "computer",
                     say_level(console, session->players[seat]), NULL);
    }
    fputc('\n', session->terminal.out);
    SESSION_SAY(session, session->match.move_count ? "goes_on" : "begins",
                texts_game_name(console->texts, console->language, id), line.text,
                SAY_NUMBER((long long)session->match.move_count));
    introduce(session);
    struct fault why;
    bool people_only = !players_take_part(session->match.game, session->match.options, &why);
    const char *about = texts_get(console->texts, console->language, id, "terminal",
                                  people_only ? "people_only" : "computers");
    if (about && (people_only || session_people(session) < session->match.seats))
        terminal_paragraph(&session->terminal, about, strlen(about), 0, 0);
    if (session_people(session) > 0)
        SESSION_SAY(session, "help_is_there");
}

/* Counts the result of a match against the level that suits the person, and says if it changes. */
static int adapt(const struct session *session)
{
    const struct game *game = session->match.game;
    const struct player *before = auto_level(game);
    if (!auto_add(session))
        return complain_failure(session->console, "cannot_write", cli_data_path(AUTO_FILE, false));
    const struct player *after = auto_level(game);
    if (after != before)
        SESSION_SAY(session, "level_changes", say_level(session->console, after));
    return CONSOLE_OK;
}

static int play(struct session *session, struct play_plan *plan, const char *resume)
{
    const struct console *console = session->console;
    if (resume && !session_resume(session, resume))
        return CONSOLE_FAILED;
    if (resume && plan->game && plan->game != session->match.game)
        return complain_failure(console, "resume_other_game", session->match.game->id);
    if (!resume) {
        bool asks = !plan->game;
        if (asks && !pick_game(session, plan))
            return CONSOLE_OK;
        if (!take_options(console, plan))
            return CONSOLE_USAGE;
        if (asks && !pick_people(session, plan))
            return CONSOLE_OK;
        int code = settle(console, plan);
        if (code == CONSOLE_OK)
            code = begin(session, plan);
        if (code != CONSOLE_OK)
            return code;
    }
    bool was_over = match_is_over(&session->match); /* and has been counted */
    greet(session);
    int code = turns_run(session);
    if (session->is_auto && !was_over && match_is_over(&session->match) &&
        adapt(session) != CONSOLE_OK)
        return CONSOLE_FAILED;
    return code;
}

int cli_play(struct console *console, int argc, char **argv)
{
    struct play_plan plan = {.people = -1};
    const char *resume = NULL;
    int code;
    const struct cli_option options[] = {
        {.name = "seats", .type = CLI_NUMBER, .target = &plan.seats, .low = 1, .high = 99},
        {.name = "people", .type = CLI_NUMBER, .target = &plan.people, .low = 0, .high = 99},
        {.name = "names", .type = CLI_TEXT, .target = &plan.names},
        {.name = "players", .type = CLI_TEXT, .target = &plan.players},
        {.name = "seed", .type = CLI_TEXT, .target = &plan.seed},
        {.name = "option", .type = CLI_REPEATED, .target = &plan.options},
        {.name = "resume", .type = CLI_TEXT, .target = &resume},
        {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 1)
        return complain_usage(console, "unexpected_word", argv[1]);
    if (resume && (plan.seats || plan.people >= 0 || plan.names || plan.seed || plan.options.count))
        return complain_usage(console, "resume_alone", "");
    if (argc == 1 && !(plan.game = cli_game(console, argv[0])))
        return CONSOLE_USAGE;
    struct session *session = session_new(console);
    code = play(session, &plan, resume);
    session_free(session);
    return code;
}
