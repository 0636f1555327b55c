/* ludosaure rules: prints the rulebook of a game, or one rule. */
#include "cli/commands.h"

#include "cli/cli.h"
#include "terminal/rulebook.h"

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
