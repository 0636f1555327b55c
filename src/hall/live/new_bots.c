/* Computer players that come to a table: names of computer players, and the level `auto`. */
#include "hall/live/live.h"

#include "game/game.h"
#include "hall/people/people.h"
#include "players/players.h"
#include "table/table.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names of computer players ---- */

/* A name from the list, which has more than GAME_SEATS_MAX; after the last comes the first again. */
static void name_from_list(const struct environment *environment, int number,
                           char name[STORE_NAME_MAX])
{
    const char *all = texts_core(environment->settings.texts, ENGLISH, "play", "computer_names");
    const char *at = all;
    for (; number > 0; number--) {
        const char *comma = strchr(at, ',');
        at = comma ? comma + 1 : all;
    }
    snprintf(name, STORE_NAME_MAX, "%.*s", (int)strcspn(at, ","), at);
}

/* From the host's name on, each seat has the name of the next one. */
void bot_name_at_new_table(const struct environment *environment, const char *host, int seat,
                           char name[STORE_NAME_MAX])
{
    bool is_past_host = false;
    for (int number = 0; number <= seat && !is_past_host; number++) {
        name_from_list(environment, number, name);
        is_past_host = strcmp(name, host) == 0;
    }
    name_from_list(environment, seat + is_past_host, name);
}

static bool is_called(const struct table *table, const char *name)
{
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (strcmp(table->seat[seat].name, name) == 0)
            return true;
    return false;
}

/* One of the names is free. */
void bot_name_at_table(const struct environment *environment, const struct table *table, int seat,
                       char name[STORE_NAME_MAX])
{
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        name_from_list(environment, seat + i, name);
        if (!is_called(table, name))
            return;
    }
}

void bot_name_entry(const struct environment *environment, const struct table *table,
                    struct store_entry *entry)
{
    struct entry_content content;
    entry_content_read(&content, entry->text);
    if ((entry->kind == ENTRY_STAND || content.level) && !content.name && !content.by_host) {
        char name[STORE_NAME_MAX];
        bot_name_at_table(environment, table, entry->seat, name);
        free(entry->text);
        const char *by = content.by_clock ? "clock" : content.by_vote ? "vote" : NULL;
        entry->text = entry->kind == ENTRY_STAND ? entry_stand_text(name, by)
                                                 : entry_bot_text(content.level, name);
    }
    entry_content_free(&content);
}

/* ---- The level `auto` ---- */

/* Only rated matches count: those that everyone played for themselves from the beginning to the end. */

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
