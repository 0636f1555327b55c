/* ludosaure referee: reads requests line by line and prints the answers (see the protocol). */
#include "cli/commands.h"

#include "cli/cli.h"
#include "cli/lines.h"
#include "game/registry.h"
#include "referee/referee.h"
#include "wire/components.h"

static char *answer(void *referee, const char *line, size_t length)
{
    return referee_answer(referee, line, length);
}

int cli_referee(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0)
        return complain_usage(console, "unexpected_word", argv[0]);
    /* The protocol has no answer for a broken component file of the user, so it is reported first. */
    for (int i = 0; games_all[i]; i++) {
        struct game_components_storage components;
        struct fault fault;
        if (!wire_components_load(games_all[i], console->data_folder, &components, &fault))
            return complain_fault(console, &fault);
    }
    struct referee *referee = referee_new(games_all, console->data_folder, console->texts);
    lines_answer(console->texts, answer, referee);
    referee_free(referee);
    return CONSOLE_OK;
}
