/* ludosaure bot: a level of computer player as a program, for the arena of this or another version; or a program at a
 * table of a server. */
#include "cli/bot/bot.h"

#include "referee/referee.h"

#include <stdlib.h>
#include <string.h>

enum { MS_STANDARD = 1000 };
static const char token_variable[] =
    "LUDOSAURE_TOKEN"; /* command lines are visible to everyone on a machine */

static char *bot_line(void *bot, const char *line, size_t length)
{
    return bot_answer(bot, line, length);
}

static int answer_lines(struct console *console, const char *name, struct bot_manner *manner)
{
    if (!cli_player_next(console, &name, &manner->player))
        return CONSOLE_USAGE;
    struct bot *bot = bot_new(games_all, console->data_folder, console->texts, manner);
    lines_answer(console->texts, bot_line, bot);
    bot_free(bot);
    return CONSOLE_OK;
}

/* Takes the words after "--" off, which are a program and not for us. NULL: there are none. */
static char **program_take(int *argc, char **argv)
{
    for (int i = 0; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        *argc = i;
        return argv[i + 1] ? argv + i + 1 : NULL;
    }
    return NULL;
}

static int visit(struct console *console, struct guest_manner *manner, const char *name,
                 bool withdraws)
{
    manner->token = getenv(token_variable);
    if (name)
        return guest_register(console, manner->url, name);
    if (!manner->token || !*manner->token)
        return complain_usage(console, "token_needed", token_variable);
    if (withdraws)
        return guest_withdraw(console, manner->url, manner->token);
    if (!manner->table)
        return complain_usage(console, "table_needed", "");
    if (!manner->argv)
        return complain_usage(console, "program_needed", "");
    if (!manner->ms && !manner->iterations)
        manner->ms = MS_STANDARD;
    return guest_play(console, manner);
}

int cli_bot(struct console *console, int argc, char **argv)
{
    struct bot_manner manner = {.player = NULL};
    struct guest_manner guest = {.argv = program_take(&argc, argv)};
    const char *name = NULL;
    bool withdraws = false;
    const struct cli_option options[] = {
        {.name = "ms", .type = CLI_NUMBER, .target = &manner.ms, .low = 1, .high = CLI_MS_MAX},
        {.name = "iterations",
         .type = CLI_NUMBER,
         .target = &manner.iterations,
         .low = 1,
         .high = CLI_ITERATIONS_MAX},
        {.name = "connect", .type = CLI_TEXT, .target = &guest.url},
        {.name = "table", .type = CLI_TEXT, .target = &guest.table},
        {.name = "register", .type = CLI_TEXT, .target = &name},
        {.name = "withdraw", .type = CLI_FLAG, .target = &withdraws},
        {.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (guest.url && argc > 0)
        return complain_usage(console, "unexpected_word", argv[0]);
    guest.ms = manner.iterations ? 0 : manner.ms;
    guest.iterations = manner.iterations;
    if (guest.url)
        return visit(console, &guest, name, withdraws);
    if (guest.table || guest.argv || name || withdraws)
        return complain_usage(console, "connect_needed", "");
    if (argc == 0)
        return complain_usage(console, "level_needed", "");
    if (argc > 1)
        return complain_usage(console, "unexpected_word", argv[1]);
    return answer_lines(console, argv[0], &manner);
}
