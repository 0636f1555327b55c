/* ludosaure play: who plays what, from options or by asking; the rest is a session. */
#include "cli/cli.h"

#include "base/check.h"
#include "cli/say.h"
#include "cli/session.h"
#include "game/registry.h"
#include "wire/tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SEATS_USUAL = 4, SEED_BYTES = 16 };

/* What is known of the match to begin; what is not, is asked or has its default. */
struct wish {
    const struct game *game;
    int seats;  /* 0: not said */
    int people; /* -1: not said */
    const char *names;
    char names_asked[INPUT_LINE_MAX];
    const char *players, *seed;
    struct cli_repeated options;
};

static int seats_usual(const struct game *game)
{
    return game->seats_max < SEATS_USUAL ? game->seats_max : SEATS_USUAL;
}

/* The picker. */

/* Asks a question; false: the person leaves. */
static bool ask(struct session *session, const char *key, const char *detail, char *line)
{
    SESSION_SAY(session, key, detail);
    enum input_answer answer = input_line(&session->input, "> ", line);
    if (answer == INPUT_TOO_LONG)
        line[0] = '?', line[1] = '\0';
    return answer <= INPUT_TOO_LONG && strcasecmp(line, "quit") != 0 &&
           strcasecmp(line, "quitter") != 0;
}

static bool ask_number(struct session *session, const char *key, int low, int high, int standard,
                       int *number)
{
    char line[INPUT_LINE_MAX], range[64];
    snprintf(range, sizeof range, "%d–%d", low, high);
    if (low == high) {
        *number = low;
        return true;
    }
    for (;;) {
        SESSION_SAY(session, key, range);
        if (!ask(session, "enter_means", SAY_NUMBER(standard), line))
            return false;
        char *end;
        long value = strtol(line, &end, 10);
        *number = *line ? (int)value : standard;
        if (!*line || (strlen(line) < 4 && !*end && value >= low && value <= high))
            return true;
        SESSION_SAY(session, "not_in_range", range);
    }
}

static void list_games(struct session *session)
{
    const struct cli *cli = session->cli;
    const struct terminal *terminal = &session->terminal;
    SESSION_SAY(session, "welcome");
    for (int i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        terminal_style(terminal, "1");
        fprintf(terminal->out, "\n %d  %s", i + 1,
                texts_game_name(cli->texts, cli->language, game->id));
        terminal_style(terminal, "0");
        fprintf(terminal->out, " (%s, %d–%d %s)\n    ", game->id, game->seats_min, game->seats_max,
                texts_core(cli->texts, cli->language, "play", "players"));
        const char *about = texts_core(cli->texts, cli->language, "games", game->id);
        terminal_paragraph(terminal, about, strlen(about), 4, 4);
    }
    fputc('\n', terminal->out);
}

/* The game of a number, an id or a name, or of the beginning of one; NULL if it is none. */
static const struct game *game_meant(const struct cli *cli, const char *line)
{
    for (int i = 0; *line && games_all[i]; i++) {
        const char *name = texts_game_name(cli->texts, cli->language, games_all[i]->id);
        if (strcmp(line, SAY_NUMBER(i + 1)) == 0 ||
            strncasecmp(games_all[i]->id, line, strlen(line)) == 0 ||
            strncasecmp(name, line, strlen(line)) == 0)
            return games_all[i];
    }
    return NULL;
}

static bool pick(struct session *session, struct wish *wish)
{
    char line[INPUT_LINE_MAX];
    list_games(session);
    while (!wish->game) {
        if (!ask(session, "which_game", "1", line))
            return false;
        wish->game = *line ? game_meant(session->cli, line) : games_all[0];
        if (!wish->game)
            SESSION_SAY(session, "no_such_game", line);
    }
    const struct game *game = wish->game;
    if (wish->seats == 0 && !ask_number(session, "how_many_seats", game->seats_min, game->seats_max,
                                        seats_usual(game), &wish->seats))
        return false;
    if (wish->people < 0 && !wish->names) {
        if (!ask_number(session, "how_many_people", 0, wish->seats, 1, &wish->people))
            return false;
        if (wish->people > 0 && !ask(session, "which_names", "", wish->names_asked))
            return false;
        wish->names = wish->names_asked[0] ? wish->names_asked : NULL;
    }
    return true;
}

/* Seats, people and names. */

static int count_names(const char *names)
{
    int count = 1;
    for (; *names; names++)
        count += *names == ',';
    return count;
}

/* Fills in what was not said; a usage error if what was said does not go together. */
static int settle(const struct cli *cli, struct wish *wish)
{
    const struct game *game = wish->game;
    int names = wish->names ? count_names(wish->names) : -1;
    if (wish->people < 0)
        wish->people = names >= 0 ? names : 1;
    if (names > wish->people)
        return cli_usage_error(cli, "too_many", "--names");
    if (wish->seats == 0 && wish->people > 1) /* they play among themselves */
        wish->seats = wish->people > game->seats_min ? wish->people : game->seats_min;
    else if (wish->seats == 0)
        wish->seats = seats_usual(game);
    if (wish->seats < game->seats_min || wish->seats > game->seats_max)
        return cli_usage_error(cli, "bad_number", "seats");
    if (wish->people > wish->seats)
        return cli_usage_error(cli, "bad_number", "people");
    json_t *seed = json_string(wish->seed ? wish->seed : ""); /* a record must be able to hold it */
    json_decref(seed);
    return seed ? CLI_OK : cli_usage_error(cli, "bad_seed", "");
}

static bool name_is_taken(const struct session *session, int seats, const char *name)
{
    for (int seat = 0; seat < seats; seat++)
        if (strcasecmp(session->names[seat], name) == 0)
            return true;
    return false;
}

/* Names in the order of a list with commas, those taken already left out; then numbered ones. */
static void name_seats(struct session *session, int first, int end, const char *list)
{
    const char *numbered =
        texts_core(session->cli->texts, session->cli->language, "play", "player");
    for (int seat = first; seat < end; seat++) {
        char name[SESSION_NAME_BYTES] = "";
        while (*list && (!*name || name_is_taken(session, seat, name))) {
            size_t length = strcspn(list, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, list);
            say_clean(name);
            list += length + (list[length] == ',');
        }
        if (!*name || name_is_taken(session, seat, name))
            snprintf(name, sizeof name, "%s %d", numbered, seat + 1);
        session_name(session, seat, name);
    }
}

static int begin(struct session *session, const struct wish *wish)
{
    const struct cli *cli = session->cli;
    struct game_tables_room tables;
    struct fault fault;
    uint8_t options[GAME_OPTIONS_MAX];
    unsigned char entropy[SEED_BYTES];
    char fresh[2 * SEED_BYTES + 1];
    if (!cli_game_options(cli, wish->game, &wish->options, options) ||
        !cli_players(cli, wish->players, session->players + wish->people,
                     wish->seats - wish->people))
        return CLI_USAGE;
    randombytes_buf(entropy, sizeof entropy);
    sodium_bin2hex(fresh, sizeof fresh, entropy, sizeof entropy);
    const char *seed = wish->seed ? wish->seed : fresh;
    if (!wire_tables_load(wish->game, cli->data_folder, &tables, &fault) ||
        !match_start(&session->match, wish->game, &tables, wish->seats, options, seed, strlen(seed),
                     &fault))
        return cli_fault(cli, &fault);
    name_seats(session, 0, wish->people, wish->names ? wish->names : "");
    name_seats(session, wish->people, wish->seats,
               texts_core(cli->texts, cli->language, "play", "computer_names"));
    return CLI_OK;
}

/* Who sits where, once before the first move. */
static void greet(struct session *session)
{
    const struct cli *cli = session->cli;
    const char *id = session->match.game->id;
    char storage[1024];
    struct buffer line;
    buffer_start(&line, storage, sizeof storage);
    for (int seat = 0; seat < session->match.seats; seat++) {
        const struct player *player = session->players[seat];
        buffer_add_format(&line, "%s%s", seat ? ", " : "", session->names[seat]);
        if (player)
            buffer_add_format(&line, " (%s)",
                              texts_core(cli->texts, cli->language, "players", player->name));
    }
    SESSION_SAY(session, session->match.move_count ? "goes_on" : "begins",
                texts_game_name(cli->texts, cli->language, id), line.text,
                SAY_NUMBER((long long)session->match.move_count));
    if (session_people(session) < session->match.seats &&
        texts_get(cli->texts, cli->language, "core", "computers_in", id))
        say(cli, &session->terminal, "computers_in", id, (const char *)NULL);
    if (session_people(session) > 0)
        SESSION_SAY(session, "help_is_there");
}

static int play(struct session *session, struct wish *wish, const char *resume)
{
    const struct cli *cli = session->cli;
    if (resume && !session_resume(session, resume))
        return CLI_FAILED;
    if (resume && wish->game && wish->game != session->match.game)
        return cli_failure(cli, "resume_other_game", session->match.game->id);
    if (!resume) {
        if (!wish->game && !pick(session, wish))
            return CLI_OK;
        int code = settle(cli, wish);
        if (code == CLI_OK)
            code = begin(session, wish);
        if (code != CLI_OK)
            return code;
    }
    greet(session);
    return session_run(session);
}

int cli_play(struct cli *cli, int argc, char **argv)
{
    struct wish wish = {.people = -1, .players = "random"};
    const char *resume = NULL;
    int code;
    const struct cli_option options[] = {
        {.name = "seats", .type = CLI_NUMBER, .target = &wish.seats, .low = 1, .high = 99},
        {.name = "people", .type = CLI_NUMBER, .target = &wish.people, .low = 0, .high = 99},
        {.name = "names", .type = CLI_TEXT, .target = &wish.names},
        {.name = "players", .type = CLI_TEXT, .target = &wish.players},
        {.name = "seed", .type = CLI_TEXT, .target = &wish.seed},
        {.name = "option", .type = CLI_REPEATED, .target = &wish.options},
        {.name = "resume", .type = CLI_TEXT, .target = &resume},
        {.name = NULL}};
    if (!cli_parse(cli, &argc, argv, options, &code))
        return code;
    if (argc > 1)
        return cli_usage_error(cli, "unexpected_word", argv[1]);
    if (resume && (wish.seats || wish.people >= 0 || wish.names || wish.seed || wish.options.count))
        return cli_usage_error(cli, "resume_alone", "");
    if (argc == 1 && !(wish.game = cli_game(cli, argv[0])))
        return CLI_USAGE;
    struct session *session = session_new(cli);
    code = play(session, &wish, resume);
    session_free(session);
    return code;
}
