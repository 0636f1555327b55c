/* ludosaure study: what games are like when equal experts play them.
 *
 * Deal d of seed S is the match with the seed "S/d". It is played several times, with other random
 * numbers for the players, as it is and with changed components or options.
 *
 * Then: playing; the matches of a study. */
#include "cli/study/study.h"

#include "base/base.h"
#include "base/system/system.h"
#include "cli/cli.h"
#include "game/game.h"
#include "players/players.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
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

/* ---- Playing ---- */

/* Plays the matches of a study on several threads. Each deal has its own place for the results, so
 * threads share nothing but the number of the next deal. */

struct study_work {
    struct study *study;
    struct study_sheet *sheet; /* the one being played */
    int deals;                 /* of each setting */
    atomic_int next, done;     /* in deals of all settings */
    bool progress;
};

/* Counts events of a match while it is played. */
struct study_watch {
    const struct study_design *design;
    struct study_match *match;
    struct doc *doc;
};

static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    const struct study_watch *watch = context;
    struct doc *doc = watch->doc;
    game_move_describe(match->game, match->state.bytes, seat, move, STORY_ALL, doc);
    DOC_EACH (doc, doc_root(doc), event) {
        const char *type = doc_text(doc, doc_get(doc, event, "type"));
        for (int i = 0; type && i < watch->design->count_count; i++)
            watch->match->counts[i] += strcmp(type, watch->design->counts[i].event) == 0;
    }
}

/* The seed of a deal is the same in every setting, so that variants are compared on similar deals. */
struct study_seed {
    char text[STUDY_SEED_BYTES + 24];
};

static struct game_setup setup_of(const struct study *study, const struct study_setting *setting,
                                  const struct study_deal *deal, struct study_seed *seed)
{
    int length = snprintf(seed->text, sizeof seed->text, "%s/%d", study->seed, deal->number);
    struct game_setup setup = {.seats = setting->seats,
                               .components = setting->components.bytes,
                               .seed = seed->text,
                               .seed_length = (size_t)length};
    memcpy(setup.options, setting->options, sizeof setup.options);
    return setup;
}

static void play_match(const struct study_work *work, const struct study_setting *setting,
                       struct study_deal *deal, int replay, struct doc *doc)
{
    const struct study_design *design = &work->sheet->design;
    struct study_match *kept = &deal->matches[replay];
    struct study_watch watched = {.design = design, .match = kept, .doc = doc};
    const struct player *players[GAME_SEATS_MAX];
    struct study_seed seed;
    struct game_setup setup = setup_of(work->study, setting, deal, &seed);
    for (int seat = 0; seat < setting->seats; seat++)
        players[seat] = player_find("expert");
    char chance[sizeof seed.text + 16];
    snprintf(chance, sizeof chance, "%s/%d", seed.text, replay);
    struct bot_match match;
    struct game_result result;
    bot_match_start(&match, design->game, &setup, players, hash_text(HASH_START, chance));
    match.iterations = setting->iterations;
    if (design->count_count) {
        match.watch = watch;
        match.watch_context = &watched;
    }
    kept->moves = (int32_t)bot_match_play(&match, &result);
    kept->ticks = (int32_t)match.ticks;
    kept->is_over = result.over;
    kept->winners = result.winners;
    memcpy(kept->scores, result.scores, sizeof kept->scores);
    bot_match_end(&match);
}

static void *play_deals(void *argument)
{
    struct study_work *work = argument;
    struct study_sheet *sheet = work->sheet;
    int all = work->deals * sheet->design.setting_count;
    struct doc *doc = doc_new();
    for (int item; (item = atomic_fetch_add(&work->next, 1)) < all;) {
        int setting = item / work->deals;
        struct study_deal *deal = &sheet->samples[setting].deals[item % work->deals];
        for (int replay = 0; replay < STUDY_REPLAYS; replay++)
            play_match(work, &sheet->design.settings[setting], deal, replay, doc);
        int done = atomic_fetch_add(&work->done, 1) + 1;
        if (work->progress)
            fprintf(stderr, "\r%s %d / %d ", sheet->design.game->id, done, all);
    }
    free(doc);
    return NULL;
}

/* Finds out which part each seat has in every deal. */
static void deal_parts(const struct study *study, struct study_sheet *sheet)
{
    const struct game *game = sheet->design.game;
    for (int i = 0; game->part && i < sheet->design.setting_count; i++) {
        for (int d = 0; d < sheet->samples[i].deal_count; d++) {
            struct study_deal *deal = &sheet->samples[i].deals[d];
            struct game_state_storage state;
            struct study_seed seed;
            struct fault fault;
            struct game_setup setup = setup_of(study, &sheet->design.settings[i], deal, &seed);
            CHECK(game->start(state.bytes, &setup, &fault)); /* tried when the design was read */
            for (int seat = 0; seat < setup.seats; seat++) {
                int part = study_part_find(sheet, game->part(state.bytes, seat));
                CHECK(part >= 0);
                deal->parts[seat] = (uint8_t)part;
            }
        }
    }
}

void study_play(struct study *study, int threads, bool progress)
{
    pthread_t thread[STUDY_THREADS_MAX];
    for (int s = 0; s < study->sheet_count; s++) {
        struct study_sheet *sheet = &study->sheets[s];
        struct study_work work = {.study = study,
                                  .sheet = sheet,
                                  .deals = sheet->samples[0].deal_count,
                                  .progress = progress};
        deal_parts(study, sheet);
        study_parts_sort(sheet);
        for (int i = 0; i < threads; i++)
            CHECK(pthread_create(&thread[i], NULL, play_deals, &work) == 0);
        for (int i = 0; i < threads; i++)
            pthread_join(thread[i], NULL);
    }
    if (progress)
        fputs("\r\033[K", stderr);
}

/* ---- The matches of a study ---- */

void study_sheet_prepare(struct study_sheet *sheet, const struct shard *shard)
{
    const struct study_design *design = &sheet->design;
    int deals = (design->games + STUDY_REPLAYS - 1) / STUDY_REPLAYS;
    for (int i = 0; i < design->setting_count; i++) {
        struct study_sample *sample = &sheet->samples[i];
        sample->deal_count = shard_count(shard, deals);
        sample->deals = alloc_array((size_t)sample->deal_count, sizeof *sample->deals);
        for (int k = 0; k < sample->deal_count; k++)
            sample->deals[k].number = shard_item(shard, k);
    }
}

int study_part_find(struct study_sheet *sheet, const char *part)
{
    for (int i = 0; i < sheet->part_count; i++)
        if (strcmp(sheet->parts[i], part) == 0)
            return i;
    if (sheet->part_count == STUDY_PARTS_MAX || strlen(part) >= STUDY_PART_BYTES)
        return -1;
    strcpy(sheet->parts[sheet->part_count], part);
    return sheet->part_count++;
}

void study_parts_sort(struct study_sheet *sheet)
{
    uint8_t place[STUDY_PARTS_MAX] = {0};
    char sorted[STUDY_PARTS_MAX][STUDY_PART_BYTES] = {0};
    for (int i = 0; i < sheet->part_count; i++) {
        for (int k = 0; k < sheet->part_count; k++)
            place[i] = (uint8_t)(place[i] + (strcmp(sheet->parts[k], sheet->parts[i]) < 0));
        strcpy(sorted[place[i]], sheet->parts[i]);
    }
    memcpy(sheet->parts, sorted, sizeof sheet->parts);
    for (int i = 0; i < sheet->design.setting_count; i++)
        for (int d = 0; d < sheet->samples[i].deal_count; d++)
            for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
                uint8_t *part = &sheet->samples[i].deals[d].parts[seat];
                *part = place[*part];
            }
}

static uint64_t add_number(uint64_t hash, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld ", (long long)number);
    return hash_text(hash, text);
}

static uint64_t add_match(uint64_t hash, const struct study_match *match, int seats)
{
    hash = add_number(hash, match->is_over);
    hash = add_number(hash, match->winners);
    hash = add_number(hash, match->moves);
    hash = add_number(hash, match->ticks);
    for (int seat = 0; seat < seats; seat++)
        hash = add_number(hash, match->scores[seat]);
    return hash;
}

uint64_t study_signature(const struct study *study)
{
    uint64_t hash = HASH_START;
    for (int s = 0; s < study->sheet_count; s++) {
        const struct study_sheet *sheet = &study->sheets[s];
        hash = hash_text(hash, sheet->design.game->id);
        for (int i = 0; i < sheet->design.setting_count; i++)
            for (int d = 0; d < sheet->samples[i].deal_count; d++)
                for (int r = 0; r < STUDY_REPLAYS; r++)
                    hash = add_match(hash, &sheet->samples[i].deals[d].matches[r],
                                     sheet->design.settings[i].seats);
    }
    return hash;
}

void study_free(struct study *study)
{
    for (int s = 0; s < study->sheet_count; s++) {
        for (int i = 0; i < STUDY_SETTINGS_MAX; i++)
            free(study->sheets[s].samples[i].deals);
        study_design_free(&study->sheets[s].design);
    }
    free(study->sheets);
    series_free(&study->series);
}
