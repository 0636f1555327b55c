/* What the subcommands share: options, messages, help. */
#include "cli/cli.h"

#include "cli/say.h"
#include "data/data.h"
#include "game/registry.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *cli_text(const struct cli *cli, const char *key)
{
    return texts_core(cli->texts, cli->language, "cli", key);
}

void cli_print(const struct cli *cli, FILE *out, const char *key, const char *detail)
{
    static const char mark[] = "{detail}";
    const char *sentence = cli_text(cli, key), *at = strstr(sentence, mark);
    if (at)
        fprintf(out, "%.*s%s%s", (int)(at - sentence), sentence, detail, at + sizeof mark - 1);
    else
        fputs(sentence, out);
}

static int complain(const struct cli *cli, const char *key, const char *detail, int exit_code)
{
    fputs("ludosaure: ", stderr);
    cli_print(cli, stderr, key, detail);
    fputc('\n', stderr);
    return exit_code;
}

static int point_to_help(const struct cli *cli)
{
    fputs("  ", stderr);
    cli_print(cli, stderr, cli->command ? "see_help_of" : "see_help", cli->command);
    fputc('\n', stderr);
    return CLI_USAGE;
}

int cli_usage_error(const struct cli *cli, const char *key, const char *detail)
{
    complain(cli, key, detail, CLI_USAGE);
    return point_to_help(cli);
}

int cli_range_error(const struct cli *cli, const char *option, int low, int high)
{
    char storage[200];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    say_into(&text, cli, "cli", "bad_number", option, SAY_NUMBER(low), SAY_NUMBER(high), NULL);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    return point_to_help(cli);
}

int cli_failure(const struct cli *cli, const char *key, const char *detail)
{
    return complain(cli, key, detail, CLI_FAILED);
}

const char *cli_reason(const struct cli *cli, int number)
{
    static const struct {
        int number;
        const char *key;
    } reasons[] = {
        {ENOENT, "not_there"},  {ENOTDIR, "not_there"}, {EACCES, "not_allowed"},
        {EPERM, "not_allowed"}, {EROFS, "not_allowed"}, {EISDIR, "is_a_folder"},
        {ENOSPC, "no_room"},    {EDQUOT, "no_room"},    {EFBIG, "too_large"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].number == number)
            return texts_core(cli->texts, cli->language, "reasons", reasons[i].key);
    return strerror(number);
}

int cli_cannot_read(const struct cli *cli, const char *path, int number)
{
    char storage[1024];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    say_into(&text, cli, "cli", "cannot_read", path, cli_reason(cli, number), NULL);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    return CLI_FAILED;
}

bool cli_seed(const struct cli *cli, const char *seed)
{
    json_t *text = json_string(seed);
    bool good = text != NULL;
    json_decref(text);
    if (!good)
        cli_usage_error(cli, "bad_seed", "");
    return good;
}

void cli_fault_text(const struct cli *cli, const struct fault *fault, struct buffer *text)
{
    struct fault shown = *fault;
    say_clean(shown.detail); /* it may come from a file that somebody else wrote */
    texts_fault(cli->texts, cli->language, &shown, text);
    if (shown.rule)
        buffer_add_format(text, " [%s]", shown.rule);
}

int cli_fault(const struct cli *cli, const struct fault *fault)
{
    char storage[512];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    cli_fault_text(cli, fault, &text);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    return CLI_FAILED;
}

bool cli_help(const struct cli *cli, const char *command, FILE *out)
{
    char path[64];
    size_t size;
    if (command && strspn(command, "abcdefghijklmnopqrstuvwxyz") != strlen(command))
        return false; /* no way out of the folder */
    snprintf(path, sizeof path, "help/%s.%s.txt", command ? command : "ludosaure",
             cli->language == FRENCH ? "fr" : "en");
    char *text = data_read(cli->data_folder, path, &size);
    if (!text)
        return false;
    fwrite(text, 1, size, out);
    free(text);
    return true;
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

static int take_option(struct cli *cli, const struct cli_option *option, const char *value)
{
    struct cli_repeated *repeated = option->target;
    switch (option->type) {
    case CLI_FLAG:
        *(bool *)option->target = true;
        return CLI_OK;
    case CLI_TEXT:
        *(const char **)option->target = value;
        return CLI_OK;
    case CLI_NUMBER:
        return take_number(value, option)
                   ? CLI_OK
                   : cli_range_error(cli, option->name, option->low, option->high);
    case CLI_REPEATED:
        if (repeated->count == (int)(sizeof repeated->values / sizeof *repeated->values))
            return cli_usage_error(cli, "too_many", option->name);
        repeated->values[repeated->count++] = value;
        return CLI_OK;
    }
    return CLI_OK;
}

/* The option that the word after "--" names, and where its value begins after a '='. */
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

/* One word that begins with "--", and the value after it, which *next counts. */
static int parse_option(struct cli *cli, const struct cli_option *options,
                        const struct cli_option *shared, int argc, char **argv, int *next)
{
    const char *word = argv[*next], *value;
    const struct cli_option *option = find_option(options, word + 2, &value);
    if (!option)
        option = find_option(shared, word + 2, &value);
    if (!option || (option->type == CLI_FLAG && value))
        return cli_usage_error(cli, "unknown_option", word);
    if (option->type != CLI_FLAG && !value) {
        if (++*next == argc)
            return cli_usage_error(cli, "option_needs_value", word);
        value = argv[*next];
    }
    return take_option(cli, option, value);
}

bool cli_parse(struct cli *cli, int *argc, char **argv, const struct cli_option *options, int *code)
{
    const char *language = NULL;
    bool help = false, only_words = false;
    const struct cli_option shared[] = {
        {.name = "lang", .type = CLI_TEXT, .target = &language},
        {.name = "data", .type = CLI_TEXT, .target = &cli->data_folder},
        {.name = "help", .type = CLI_FLAG, .target = &help},
        {.name = NULL}};
    int words = 0;
    *code = CLI_OK;
    for (int i = 0; i < *argc && *code == CLI_OK; i++) {
        if (only_words || argv[i][0] != '-' || argv[i][1] == '\0')
            argv[words++] = argv[i];
        else if (strcmp(argv[i], "-h") == 0)
            help = true;
        else if (strcmp(argv[i], "--") == 0)
            only_words = true;
        else
            *code = parse_option(cli, options, shared, *argc, argv, &i);
    }
    *argc = words;
    if (*code == CLI_OK && language && !language_parse(language, &cli->language))
        *code = cli_usage_error(cli, "unknown_language", language);
    if (*code == CLI_OK && cli->data_folder && !data_is_folder(cli->data_folder))
        *code = cli_usage_error(cli, "no_data_folder", cli->data_folder);
    if (*code == CLI_OK && help)
        cli_help(cli, cli->command, stdout);
    return *code == CLI_OK && !help;
}

const struct game *cli_game(const struct cli *cli, const char *word)
{
    const struct game *found = NULL;
    for (int i = 0; games_all[i]; i++) {
        if (strcmp(games_all[i]->id, word) == 0)
            return games_all[i];
        if (*word && strncmp(games_all[i]->id, word, strlen(word)) == 0) {
            if (found) {
                cli_usage_error(cli, "ambiguous_game", word);
                return NULL;
            }
            found = games_all[i];
        }
    }
    if (!found)
        cli_usage_error(cli, "unknown_game", word);
    return found;
}

/* Names the options that there are, with their values unless these are too many to be read. */
static void game_option_error(const struct cli *cli, const struct game *game, const char *word)
{
    enum { VALUES_SHOWN = 9 };
    char storage[512], known_storage[256];
    struct buffer text, known;
    buffer_start(&text, storage, sizeof storage);
    buffer_start(&known, known_storage, sizeof known_storage);
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        buffer_add_format(&known, "%s%s=", i ? ", " : "", option->name);
        if (option->value_count > VALUES_SHOWN)
            buffer_add(&known, "…");
        for (int v = 0; option->value_count <= VALUES_SHOWN && v < option->value_count; v++)
            buffer_add_format(&known, "%s%s", v ? "|" : "", option->values[v]);
    }
    say_into(&text, cli, "cli", "bad_game_option", word, known.text, NULL);
    fprintf(stderr, "ludosaure: %s\n", text.text);
    point_to_help(cli);
}

bool cli_game_options(const struct cli *cli, const struct game *game,
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
            game_option_error(cli, game, word);
            return false;
        }
    }
    return true;
}

bool cli_players(const struct cli *cli, const char *list, const struct player **players, int count)
{
    const struct player *player = players_all;
    for (int i = 0; i < count; i++) {
        if (*list) {
            char name[32];
            size_t length = strcspn(list, ",");
            snprintf(name, sizeof name, "%.*s", (int)length, list);
            list += length + (list[length] == ',');
            player = player_find(name);
            if (!player) {
                cli_usage_error(cli, "unknown_player", name);
                return false;
            }
        }
        players[i] = player;
    }
    if (*list)
        cli_usage_error(cli, "too_many", "--players");
    return !*list;
}

/* Makes the folders that a path goes through. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

const char *cli_database_path(bool with_folders)
{
    static char path[4096];
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        snprintf(path, sizeof path, "%s/ludosaure/ludosaure.db", data);
    else if (home && *home)
        snprintf(path, sizeof path, "%s/.local/share/ludosaure/ludosaure.db", home);
    else
        snprintf(path, sizeof path, "ludosaure.db");
    if (with_folders)
        make_folders(path);
    return path;
}
