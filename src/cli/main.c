/* ludosaure: finds and runs the subcommand. And `ludosaure rules`, `ludosaure schema`.
 *
 * Then: the command `rules`; the command `schema`. */
#include "cli/cli.h"

#include "hall/front/front.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* As usual, the first of these variables that is set counts. */
static enum language locale_language(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum language language = ENGLISH;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            language_parse(value, &language);
            break;
        }
    }
    return language;
}

/* The value of an option anywhere on the command line; `standard` if it is missing. */
static const char *option_value(int argc, char **argv, const char *option, const char *standard)
{
    size_t length = strlen(option);
    const char *value = standard;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], option, length) != 0)
            continue;
        if (argv[i][length] == '=')
            value = argv[i] + length + 1;
        else if (argv[i][length] == '\0' && i + 1 < argc)
            value = argv[i + 1];
    }
    return value;
}

/* `--lang fr play GAME` means `play --lang fr GAME`. */
static void put_command_first(int argc, char **argv)
{
    int at = 1;
    while (at < argc &&
           (strncmp(argv[at], "--lang", 6) == 0 || strncmp(argv[at], "--data", 6) == 0))
        at += strchr(argv[at], '=') ? 1 : 2;
    if (at >= argc || argv[at][0] == '-')
        return;
    char *command = argv[at];
    memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
    argv[1] = command;
}

static int help(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 1)
        return complain_usage(console, "unexpected_word", argv[1]);
    const char *command = argc > 0 && strcmp(argv[0], "help") != 0 ? argv[0] : NULL;
    if (!complain_help(console, command, stdout))
        return complain_usage(console, "unknown_command", argv[0]);
    return CONSOLE_OK;
}

static const struct {
    const char *name;
    int (*run)(struct console *console, int argc, char **argv);
} commands[] = {
    {"serve", cli_serve},     {"play", cli_play},       {"replay", cli_replay},
    {"rules", cli_rules},     {"referee", cli_referee}, {"simulate", cli_simulate},
    {"arena", cli_arena},     {"study", cli_study},     {"bot", cli_bot},
    {"solve", cli_solve},     {"puzzles", cli_puzzles}, {"verify", cli_verify},
    {"analyse", cli_analyse}, {"admin", cli_admin},     {"export-web", cli_export_web},
    {"schema", cli_schema},   {"help", help},
};

/* For shell completions. */
static int list_commands(void)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        puts(commands[i].name);
    return CONSOLE_OK;
}

static int run(struct console *console, int argc, char **argv)
{
    put_command_first(argc, argv);
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("ludosaure %s\n", LUDOSAURE_VERSION);
        return CONSOLE_OK;
    }
    if (argc == 2 && strcmp(argv[1], "--list-commands") == 0)
        return list_commands();
    /* Without a subcommand: serve. */
    if (argc < 2 || argv[1][0] == '-')
        return cli_serve(console, argc - 1, argv + 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, argv[1]) == 0) {
            console->command = commands[i].run == help ? NULL : argv[1];
            return commands[i].run(console, argc - 2, argv + 2);
        }
    }
    return complain_usage(console, "unknown_command", argv[1]);
}

/* Failing to write the output, for example to a full disk, is an error. A closed pipe is not: its
 * reader has seen what it wanted. */
static int end_output(const struct console *console, int code)
{
    int reason = fflush(stdout) != 0 ? errno : ferror(stdout) ? EIO : 0;
    if (reason == 0 || reason == EPIPE || code != CONSOLE_OK)
        return code;
    return complain_failure(console, "cannot_write", complain_reason(console, reason));
}

int main(int argc, char **argv)
{
    /* Texts come first, since every message needs them: their folder, then the language. */
    const char *folder = option_value(argc, argv, "--data", getenv("LUDOSAURE_DATA"));
    struct console console = {.language = locale_language(),
                              .program = argc > 0 ? argv[0] : "ludosaure",
                              .data_folder = folder && *folder ? folder : NULL};
    struct fault fault = {0};
    language_parse(option_value(argc, argv, "--lang", ""), &console.language);
    if (sodium_init() < 0)
        return CONSOLE_FAILED;
    console.texts = texts_load(console.data_folder, &fault);
    if (!console.texts) {
        fprintf(stderr, "ludosaure: %s: unreadable / illisible\n", fault.detail);
        return CONSOLE_FAILED;
    }
    if (!weights_load(console.data_folder, &fault))
        complain_fault(&console, &fault);
    int code = end_output(&console, run(&console, argc, argv));
    texts_free(console.texts);
    return code;
}

/* ---- The command `rules` ---- */

int cli_rules(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    const struct game *game;
    if (!cli_words(console, argc, argv, 2, "game_needed") || !(game = cli_game(console, argv[0])))
        return CONSOLE_USAGE;
    struct terminal terminal;
    terminal_start(&terminal, stdout);
    if (argc == 2)
        return rulebook_print_one(console, game, argv[1], &terminal)
                   ? CONSOLE_OK
                   : complain_failure(console, "unknown_rule", argv[1]);
    return rulebook_print_all(console, game, &terminal)
               ? CONSOLE_OK
               : complain_failure(console, "no_rulebook", game->id);
}

/* ---- The command `schema` ---- */

/* ludosaure schema: prints the protocol of the server as JSON Schema. */

int cli_schema(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 1)
        return complain_usage(console, "unexpected_word", argv[1]);
    const char *id = argc > 0 ? argv[0] : NULL;
    json_t *schema = schema_document(id, console->data_folder);
    if (!schema && id) {
        const struct game *game = cli_game(console, id);
        if (!game)
            return CONSOLE_USAGE;
        schema = schema_document(id = game->id, console->data_folder);
    }
    if (!schema)
        return complain_failure(console, "no_schema", id ? id : "protocol");
    json_dumpf(schema, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(schema);
    return CONSOLE_OK;
}
