/* Options, games, players and seats on the command line. */
#include "cli/cli.h"

#include "base/system/system.h"
#include "data/data.h"
#include "game/game.h"
#include "store/store.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_seed(const struct console *console, const char *seed)
{
    json_t *text = json_string(seed);
    bool good = text != NULL;
    json_decref(text);
    if (!good)
        complain_usage(console, "bad_seed", "");
    return good;
}

static bool take_number(const char *text, const struct cli_option *option)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno || end == text || *end || number < option->low || number > option->high)
        return false;
    *(int *)option->target = (int)number;
    return true;
}

static int take_option(struct console *console, const struct cli_option *option, const char *value)
{
    struct cli_repeated *repeated = option->target;
    switch (option->type) {
    case CLI_FLAG:
        *(bool *)option->target = true;
        return CONSOLE_OK;
    case CLI_TEXT:
        *(const char **)option->target = value;
        return CONSOLE_OK;
    case CLI_NUMBER:
        return take_number(value, option)
                   ? CONSOLE_OK
                   : complain_range(console, option->name, option->low, option->high);
    case CLI_REPEATED:
        if (repeated->count == (int)(sizeof repeated->values / sizeof *repeated->values))
            return complain_usage(console, "too_many", option->name);
        repeated->values[repeated->count++] = value;
        return CONSOLE_OK;
    }
    return CONSOLE_OK;
}

/* The option named by the word after "--"; *value is the text after its '=', or NULL. */
static const struct cli_option *find_option(const struct cli_option *options, const char *word,
                                            const char **value)
{
    size_t length = strcspn(word, "=");
    *value = word[length] ? word + length + 1 : NULL;
    for (; options->name; options++)
        if (strlen(options->name) == length && strncmp(options->name, word, length) == 0)
            return options;
    return NULL;
}

/* Reads the option at argv[*next]; *next advances if its value is the next word. */
static int parse_option(struct console *console, const struct cli_option *options,
                        const struct cli_option *shared, int argc, char **argv, int *next)
{
    const char *word = argv[*next], *value;
    const struct cli_option *option = find_option(options, word + 2, &value);
    if (!option)
        option = find_option(shared, word + 2, &value);
    if (!option || (option->type == CLI_FLAG && value))
        return complain_usage(console, "unknown_option", word);
    if (option->type != CLI_FLAG && !value) {
        if (++*next == argc)
            return complain_usage(console, "option_needs_value", word);
        value = argv[*next];
    }
    return take_option(console, option, value);
}

/* One option per line: --flag, --name= if it takes a value, --name=* if it can be repeated. */
static void list_options(const struct cli_option *options)
{
    for (; options->name; options++)
        printf("--%s%s\n", options->name,
               options->type == CLI_FLAG       ? ""
               : options->type == CLI_REPEATED ? "=*"
                                               : "=");
}

bool cli_parse(struct console *console, int *argc, char **argv, const struct cli_option *options,
               int *code)
{
    const char *language = NULL;
    bool help = false, list = false, only_words = false;
    const struct cli_option shared[] = {
        {.name = "lang", .type = CLI_TEXT, .target = &language},
        {.name = "data", .type = CLI_TEXT, .target = &console->data_folder},
        {.name = "help", .type = CLI_FLAG, .target = &help},
        {.name = NULL}};
    int words = 0;
    *code = CONSOLE_OK;
    for (int i = 0; i < *argc && *code == CONSOLE_OK; i++) {
        if (only_words || argv[i][0] != '-' || argv[i][1] == '\0')
            argv[words++] = argv[i];
        else if (strcmp(argv[i], "-h") == 0)
            help = true;
        else if (strcmp(argv[i], "--list-options") == 0)
            list = true; /* for tools/completions.py */
        else if (strcmp(argv[i], "--") == 0)
            only_words = true;
        else
            *code = parse_option(console, options, shared, *argc, argv, &i);
    }
    *argc = words;
    if (*code == CONSOLE_OK && language && !language_parse(language, &console->language))
        *code = complain_usage(console, "unknown_language", language);
    if (*code == CONSOLE_OK && console->data_folder && !data_is_folder(console->data_folder))
        *code = complain_usage(console, "no_data_folder", console->data_folder);
    if (*code == CONSOLE_OK && help) {
        complain_help(console, console->command, stdout);
    } else if (*code == CONSOLE_OK && list) {
        list_options(options);
        list_options(shared);
    }
    return *code == CONSOLE_OK && !help && !list;
}

struct game_list {
    char text[256];
};

/* The ids of all games, with commas between them. */
static struct game_list list_games(void)
{
    struct game_list list;
    struct buffer out;
    buffer_start(&out, list.text, sizeof list.text);
    for (int i = 0; games_all[i]; i++)
        buffer_add_format(&out, "%s%s", i ? ", " : "", games_all[i]->id);
    return list;
}

bool cli_words(const struct console *console, int argc, char **argv, int most, const char *missing)
{
    if (argc == 0)
        complain_usage(console, missing, list_games().text);
    else if (argc > most)
        complain_usage(console, "unexpected_word", argv[most]);
    return argc > 0 && argc <= most;
}

const struct game *cli_game(const struct console *console, const char *word)
{
    const struct game *found = NULL;
    for (int i = 0; games_all[i]; i++) {
        if (strcmp(games_all[i]->id, word) == 0)
            return games_all[i];
        if (*word && strncmp(games_all[i]->id, word, strlen(word)) == 0) {
            if (found) {
                complain_usage(console, "ambiguous_game", word);
                return NULL;
            }
            found = games_all[i];
        }
    }
    if (!found) {
        complain_say(console, CONSOLE_USAGE, "cli", "unknown_game", word, list_games().text, NULL);
        complain_point_to_help(console);
    }
    return found;
}

bool cli_seats(const struct console *console, const struct game *game, int *seats)
{
    if (*seats == 0)
        *seats = game->seats_min;
    bool good = *seats >= game->seats_min && *seats <= game->seats_max;
    if (!good)
        complain_range(console, "seats", game->seats_min, game->seats_max);
    return good;
}

/* Lists the options of the game, with their values unless there are too many to read; of many numbers, the first and the last. */
static void game_option_error(const struct console *console, const struct game *game,
                              const char *word)
{
    enum { VALUES_SHOWN = 9 };
    char storage[256];
    struct buffer known;
    buffer_start(&known, storage, sizeof storage);
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        buffer_add_format(&known, "%s%s=", i ? ", " : "", option->name);
        if (option->value_count > VALUES_SHOWN && option->type == GAME_OPTION_INTEGER)
            buffer_add_format(&known, "%s…%s", option->values[0],
                              option->values[option->value_count - 1]);
        else if (option->value_count > VALUES_SHOWN)
            buffer_add(&known, "…");
        for (int v = 0; option->value_count <= VALUES_SHOWN && v < option->value_count; v++)
            buffer_add_format(&known, "%s%s", v ? "|" : "", option->values[v]);
    }
    complain_say(console, CONSOLE_USAGE, "cli", "bad_game_option", word, known.text, NULL);
    complain_point_to_help(console);
}

bool cli_game_options(const struct console *console, const struct game *game,
                      const struct cli_repeated *words, uint8_t *chosen)
{
    for (int i = 0; i < game->option_count; i++)
        chosen[i] = game->options[i].standard;
    for (int w = 0; w < words->count; w++) {
        const char *word = words->values[w];
        size_t length = strcspn(word, "=");
        bool known = false;
        for (int i = 0; i < game->option_count; i++) {
            const struct game_option *option = &game->options[i];
            if (strlen(option->name) != length || strncmp(option->name, word, length) != 0)
                continue;
            for (int value = 0; word[length] && value < option->value_count; value++) {
                if (strcmp(option->values[value], word + length + 1) == 0) {
                    chosen[i] = (uint8_t)value;
                    known = true;
                }
            }
        }
        if (!known) {
            game_option_error(console, game, word);
            return false;
        }
    }
    return true;
}

bool cli_bot_options(const struct console *console, const struct game *game,
                     const struct cli_repeated *words, uint8_t *chosen)
{
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    if (!cli_game_options(console, game, words, chosen))
        return false;
    bool said = false;
    for (int i = 0; need && i < words->count; i++) {
        const char *name = game->options[need->option].name;
        said |= strncmp(words->values[i], name, strlen(name)) == 0;
    }
    if (need && !said)
        chosen[need->option] = need->value;
    return true;
}

bool cli_player_next(const struct console *console, const char **list, const struct player **player)
{
    if (!**list)
        return true;
    char name[64];
    size_t length = strcspn(*list, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',');
    *player = player_find(name);
    if (!*player)
        complain_usage(console,
                       strcmp(name, player_auto.name) == 0 ? "auto_alone"
                       : player_is_arena_only(name)        ? "only_in_arena"
                                                           : "unknown_player",
                       name);
    return *player;
}

bool cli_player_fits(const struct console *console, const struct game *game,
                     const struct player **player)
{
    const struct player *there = player_in_game(game, *player);
    if (there == *player || (*player)->is_earlier) {
        *player = there;
        return true;
    }
    char storage[128];
    struct buffer names;
    buffer_start(&names, storage, sizeof storage);
    const struct player *step;
    for (int i = 0; (step = player_on_ladder(game, i)); i++)
        buffer_add_format(&names, "%s%s", i ? ", " : "", step->name);
    complain_usage(console, "no_such_step", storage);
    return false;
}

bool cli_players(const struct console *console, const struct game *game, const char *list,
                 const struct player **players, int count)
{
    const struct player *player = NULL;
    if (count > 0 && !*list)
        return complain_usage(console, "unknown_player", list) == CONSOLE_OK;
    for (int i = 0; i < count; i++) {
        if (!cli_player_next(console, &list, &player) || !cli_player_fits(console, game, &player))
            return false;
        players[i] = player;
    }
    if (*list)
        complain_usage(console, "too_many", "--players");
    return !*list;
}

bool cli_folders_create(const char *path, unsigned mode)
{
    bool good = true;
    char *part = alloc_text(path);
    for (char *slash = strchr(part + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        good = mkdir(part, (mode_t)mode) == 0 || errno == EEXIST;
        *slash = '/';
    }
    int reason = errno;
    free(part);
    errno = reason;
    return good;
}

const char *cli_data_path(const char *file, bool with_folders)
{
    static char path[4096];
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        snprintf(path, sizeof path, "%s/ludosaure/%s", data, file);
    else if (home && *home)
        snprintf(path, sizeof path, "%s/.local/share/ludosaure/%s", home, file);
    else
        snprintf(path, sizeof path, "%s", file);
    if (with_folders)
        cli_folders_create(path, 0700);
    return path;
}

bool cli_database(const struct console *console, const char *location)
{
    char shown[4096];
    if (!store_is_unknown_url(location))
        return true;
    store_location_text(shown, sizeof shown, location);
    complain_usage(console, "unknown_database", shown);
    return false;
}
