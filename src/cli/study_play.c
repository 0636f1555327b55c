/* Plays the matches of a study on several threads. Each deal has its own place for the results, so
 * threads share nothing but the number of the next deal. */
#include "cli/study_play.h"

#include "base/check.h"
#include "base/hash.h"
#include "players/bot_match.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

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
