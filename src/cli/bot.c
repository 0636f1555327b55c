/* ludosaure bot: a level of computer player as a program, for the arena of this or another version. */
#include "cli/commands.h"

#include "cli/cli.h"
#include "cli/lines.h"
#include "game/registry.h"
#include "referee/bot.h"

static char *answer(void *bot, const char *line, size_t length)
{
    return bot_answer(bot, line, length);
}

int cli_bot(struct console *console, int argc, char **argv)
{
    struct bot_manner manner = {.player = NULL};
    const struct cli_option options[] = {
        {.name = "ms", .type = CLI_NUMBER, .target = &manner.ms, .low = 1, .high = CLI_MS_MAX},
        {.name = "iterations",
         .type = CLI_NUMBER,
         .target = &manner.iterations,
         .low = 1,
         .high = CLI_ITERATIONS_MAX},
        {.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc == 0)
        return complain_usage(console, "level_needed", "");
    if (argc > 1)
        return complain_usage(console, "unexpected_word", argv[1]);
    const char *name = argv[0];
    if (!cli_player_next(console, &name, &manner.player))
        return CONSOLE_USAGE;
    struct bot *bot = bot_new(games_all, console->data_folder, console->texts, &manner);
    lines_answer(console->texts, answer, bot);
    bot_free(bot);
    return CONSOLE_OK;
}
