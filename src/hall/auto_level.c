/* Only rated matches count: those that everyone played for themselves from the beginning to the end. */
#include "hall/auto_level.h"

#include "game/registry.h"
#include "hall/ratings.h"
#include "players/adapting.h"

#include <string.h>

enum { RECORDS_MAX = 50 }; /* the latest; results from long ago say little */

struct store_job *auto_level_job(const struct live_table *live, void (*done)(struct store_job *job),
                                 void *context)
{
    const struct table_settings *settings = &live->table->settings;
    struct store_job *job = store_job_new(STORE_RECORD_LIST, done, context);
    strcpy(job->game, settings->game->id);
    strcpy(job->person.id, settings->host);
    strcpy(job->viewer, settings->host);
    job->limit = RECORDS_MAX;
    return job;
}

static void add(struct adapting *adapting, const struct store_record *record, const char *person)
{
    int places[STORE_SEATS_MAX], own = -1;
    struct adapting_match match = {0};
    for (int i = 0; i < record->seats; i++)
        if (strcmp(record->seat[i].person, person) == 0)
            own = i;
    if (own < 0 || !record->is_rated)
        return;
    ratings_places(adapting->game, record, places);
    for (int i = 0; i < record->seats; i++) {
        const struct player *player = player_find(record->seat[i].level);
        if (player)
            adapting_meet(&match, adapting->game, player, places[i] - places[own]);
    }
    adapting_add(adapting, &match);
}

const struct player *auto_level(const struct store_job *job)
{
    struct adapting adapting = adapting_new(game_find(games_all, job->game));
    if (job->outcome == STORE_OK)
        for (size_t i = job->record_count; i-- > 0;) /* they come latest first */
            add(&adapting, &job->records[i], job->person.id);
    return adapting_player(&adapting);
}
