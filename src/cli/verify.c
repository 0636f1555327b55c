/* ludosaure verify: plays a record again and believes nothing in it. */
#include "cli/cli.h"
#include "cli/record_file.h"

static int verify(const struct cli *cli, const struct record *record, struct match *match)
{
    if (!record_seed_agrees(record))
        return cli_failure(cli, "wrong_seed", "");
    if (!record_file_play(cli, record, match))
        return CLI_FAILED;
    if (!record_result_agrees(record, match))
        return cli_failure(cli, "wrong_result", "");
    printf("%s %s, %zu %s, %s\n", cli_text(cli, "verified"),
           texts_game_name(cli->texts, cli->language, record->game->id), record->move_count,
           cli_text(cli, "moves"), cli_text(cli, record->result ? "finished" : "not_finished"));
    return CLI_OK;
}

int cli_verify(struct cli *cli, int argc, char **argv)
{
    const struct cli_option options[] = {{.name = NULL}};
    int code;
    if (!cli_parse(cli, &argc, argv, options, &code))
        return code;
    if (argc != 1)
        return cli_usage_error(cli, argc ? "unexpected_word" : "file_needed", argc ? argv[1] : "");
    struct record_file file;
    if (!record_file_read(cli, argv[0], &file))
        return CLI_FAILED;
    struct match match = {0};
    code = verify(cli, &file.record, &match);
    match_free(&match);
    record_file_free(&file);
    return code;
}
