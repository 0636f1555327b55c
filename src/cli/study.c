/* ludosaure study: what games are like when equal experts play them.
 *
 * Deal d of seed S is the match with the seed "S/d". It is played several times, with other random
 * numbers for the players, as it is and with changed components or options. */
#include "cli/commands.h"

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/study_json.h"
#include "cli/study_play.h"
#include "cli/study_report.h"
#include "game/registry.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

/* Prints the study as JSON, and writes its report; prints where it is, if nothing else. Returns an exit
 * code. */
static int show(const struct console *console, const struct study *study, bool json,
                const char *folder)
{
    if (json) {
        json_t *out = study_json_write(study);
        json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
        putchar('\n');
        json_decref(out);
    }
    if (json && !folder)
        return CONSOLE_OK;
    folder = folder ? folder : "study";
    int code = study_report_write(console, study, folder);
    if (code == CONSOLE_OK && !json)
        printf("%s/README.md\n", folder);
    return code;
}

static int merge(struct console *console, int argc, char **argv, bool json, const char *folder)
{
    struct study study = {0};
    int code = argc ? CONSOLE_OK : complain_usage(console, "file_needed", "");
    for (int i = 0; i < argc && code == CONSOLE_OK; i++) {
        json_t *part;
        code = series_load(console, argv[i], &part);
        if (code != CONSOLE_OK)
            break;
        code = study_json_add(console, &study, part, argv[i]);
        json_decref(part);
    }
    if (code == CONSOLE_OK)
        code = show(console, &study, json, folder);
    study_free(&study);
    return code;
}

/* The games of the command line, or all. Returns an exit code. */
static int prepare(const struct console *console, struct study *study, int argc, char **argv,
                   const struct shard *shard)
{
    int all = 0;
    while (games_all[all])
        all++;
    int count = argc ? argc : all;
    study->sheets = alloc_array((size_t)count, sizeof *study->sheets);
    for (int i = 0; i < count; i++) {
        const struct game *game = argc ? cli_game(console, argv[i]) : games_all[i];
        if (!game)
            return CONSOLE_USAGE;
        for (int k = 0; k < study->sheet_count; k++)
            if (study->sheets[k].design.game == game)
                return complain_usage(console, "unexpected_word", argv[i]);
        struct study_sheet *sheet = &study->sheets[study->sheet_count++];
        int code =
            study_design_load(console, game, study->games, study->iterations, &sheet->design);
        if (code != CONSOLE_OK)
            return code;
        study_sheet_prepare(sheet, shard);
    }
    return CONSOLE_OK;
}

int cli_study(struct console *console, int argc, char **argv)
{
    struct study study = {0};
    const char *seed = "1", *shard_text = "1/1", *folder = NULL;
    int threads = 1, code;
    bool json = false;
    struct shard shard;
    const struct cli_option options[] = {{.name = "seed", .type = CLI_TEXT, .target = &seed},
                                         {.name = "games",
                                          .type = CLI_NUMBER,
                                          .target = &study.games,
                                          .low = 1,
                                          .high = STUDY_GAMES_MAX},
                                         {.name = "iterations",
                                          .type = CLI_NUMBER,
                                          .target = &study.iterations,
                                          .low = 1,
                                          .high = CLI_ITERATIONS_MAX},
                                         {.name = "threads",
                                          .type = CLI_NUMBER,
                                          .target = &threads,
                                          .low = 1,
                                          .high = STUDY_THREADS_MAX},
                                         {.name = "shard", .type = CLI_TEXT, .target = &shard_text},
                                         {.name = "out", .type = CLI_TEXT, .target = &folder},
                                         {.name = "json", .type = CLI_FLAG, .target = &json},
                                         {.name = NULL}};
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    if (argc > 0 && strcmp(argv[0], "merge") == 0)
        return merge(console, argc - 1, argv + 1, json, folder);
    if (strlen(seed) >= sizeof study.seed)
        return complain_usage(console, "seed_too_long", "");
    if (!cli_seed(console, seed))
        return CONSOLE_USAGE;
    if (!shard_parse(shard_text, &shard))
        return complain_usage(console, "bad_shard", shard_text);
    snprintf(study.seed, sizeof study.seed, "%s", seed);
    code = prepare(console, &study, argc, argv, &shard);
    if (code == CONSOLE_OK) {
        study_series_start(&study, shard_text);
        study_play(&study, threads, isatty(STDERR_FILENO));
        code = show(console, &study, json, folder);
    }
    study_free(&study);
    return code;
}
