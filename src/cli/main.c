/* ludosaure: finds the subcommand. */
#include "cli/cli.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The first of these variables that is set decides, as everywhere else. */
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

/* Texts come before everything else that is said, so their folder is looked for first. */
static const char *data_folder(int argc, char **argv)
{
    const char *folder = getenv("LUDOSAURE_DATA");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--data=", 7) == 0)
            folder = argv[i] + 7;
        else if (strcmp(argv[i], "--data") == 0 && i + 1 < argc)
            folder = argv[i + 1];
    }
    return folder;
}

static int help(struct cli *cli, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(cli, &argc, argv, options, &code))
        return code;
    if (argc > 1)
        return cli_usage_error(cli, "unexpected_word", argv[1]);
    if (!cli_help(cli, argc > 0 ? argv[0] : NULL, stdout))
        return cli_usage_error(cli, "unknown_command", argv[0]);
    return CLI_OK;
}

static const struct {
    const char *name;
    int (*run)(struct cli *cli, int argc, char **argv);
} commands[] = {
    {"play", cli_play},       {"replay", cli_replay},     {"rules", cli_rules},
    {"referee", cli_referee}, {"simulate", cli_simulate}, {"arena", cli_arena},
    {"solve", cli_solve},     {"verify", cli_verify},     {"help", help},
};

static int run(struct cli *cli, int argc, char **argv)
{
    /* Without a subcommand: the main job. */
    if (argc < 2 || argv[1][0] == '-')
        return cli_play(cli, argc - 1, argv + 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, argv[1]) == 0) {
            cli->command = commands[i].run == help ? NULL : argv[1];
            return commands[i].run(cli, argc - 2, argv + 2);
        }
    }
    return cli_usage_error(cli, "unknown_command", argv[1]);
}

int main(int argc, char **argv)
{
    struct cli cli = {.language = locale_language(), .data_folder = data_folder(argc, argv)};
    struct fault fault = {0};
    if (sodium_init() < 0)
        return CLI_FAILED;
    cli.texts = texts_load(cli.data_folder, &fault);
    if (!cli.texts) {
        fprintf(stderr, "ludosaure: %s: unreadable / illisible\n", fault.detail);
        return CLI_FAILED;
    }
    int code = run(&cli, argc, argv);
    texts_free(cli.texts);
    return code;
}
