/* ludosaure verify: plays a record again and believes nothing in it. */
#include "cli/cli.h"

#include "data/data.h"
#include "wire/json.h"
#include "wire/record.h"

#include <stdlib.h>

enum { RECORD_BYTES_MAX = 64 << 20 };

/* Says at which move the record breaks, and why. */
static int broken_at(const struct cli *cli, size_t index, int seat, const char *text,
                     const struct fault *fault)
{
    printf("%s %zu (%s %d, %.200s): ", cli_text(cli, "breaks_at_move"), index + 1,
           cli_text(cli, "seat"), seat, text);
    fflush(stdout);
    return cli_fault(cli, fault);
}

static int verify(const struct cli *cli, const json_t *json, struct match *match)
{
    struct record record;
    struct fault fault;
    if (!record_read(&record, json, &fault) ||
        !record_start(&record, cli->data_folder, match, &fault))
        return cli_fault(cli, &fault);
    for (size_t i = 0; i < record.move_count; i++) {
        int seat;
        const char *text;
        record_move(&record, i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, &fault))
            return broken_at(cli, i, seat, text, &fault);
    }
    if (!record_result_agrees(&record, match))
        return cli_failure(cli, "wrong_result", "");
    printf("%s: %s, %zu %s, %s\n", cli_text(cli, "verified"),
           texts_game_name(cli->texts, cli->language, record.game->id), record.move_count,
           cli_text(cli, "moves"), cli_text(cli, record.result ? "finished" : "not_finished"));
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
    size_t size;
    char *bytes = data_read_file(argv[0], RECORD_BYTES_MAX, &size);
    if (!bytes)
        return cli_failure(cli, "cannot_read", argv[0]);
    json_t *json = wire_parse(bytes, size);
    free(bytes);
    struct match match = {0};
    code = json ? verify(cli, json, &match) : cli_failure(cli, "not_json", argv[0]);
    match_free(&match);
    json_decref(json);
    return code;
}
