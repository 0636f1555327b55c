/* ludosaure verify: replays a record and checks everything in it. */
#include "cli/commands.h"

#include "cli/cli.h"
#include "terminal/record_file.h"

static int verify(const struct console *console, const struct record *record, struct match *match)
{
    if (!record_seed_agrees(record))
        return complain_failure(console, "wrong_seed", "");
    if (!record_file_play(console, record, match))
        return CONSOLE_FAILED;
    if (!record_result_agrees(record, match))
        return complain_failure(console, "wrong_result", "");
    printf("%s %s, %zu %s, %s\n", complain_text(console, "verified"),
           texts_game_name(console->texts, console->language, record->game->id), record->move_count,
           complain_text(console, "moves"),
           complain_text(console, record->result ? "finished" : "not_finished"));
    return CONSOLE_OK;
}

int cli_verify(struct console *console, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (!cli_words(console, argc, argv, 1, "file_needed"))
        return CONSOLE_USAGE;
    struct record_file file;
    if (!record_file_read(console, argv[0], "not_a_record", &file))
        return CONSOLE_FAILED;
    struct match match = {0};
    code = verify(console, &file.record, &match);
    match_free(&match);
    record_file_free(&file);
    return code;
}
