/* The file is a JSON object: game -> {"matches","rung","top"}, as in struct adapting; "top" is the rung
 * of the expert when it was written. One that cannot be read counts as empty. */
#include "cli/play/play.h"

#include "base/base.h"
#include "cli/cli.h"
#include "players/players.h"

#include <jansson.h>

/* Another version of the game may have more or fewer steps. */
static int top_of(const struct game *game)
{
    return player_rung(game, player_find("expert"));
}

static struct adapting adapting_of(const json_t *all, const struct game *game)
{
    struct adapting person = adapting_new(game);
    const json_t *kept = json_object_get(all, game->id);
    json_int_t matches = json_integer_value(json_object_get(kept, "matches"));
    json_int_t rung = json_integer_value(json_object_get(kept, "rung"));
    const json_t *given = json_object_get(kept, "top");
    json_int_t top = given ? json_integer_value(given) : top_of(game);
    if (matches > 0 && matches < INT32_MAX && top > 0 && top < INT32_MAX && rung >= 0 &&
        rung <= top) {
        person.matches = (int)matches;
        person.rung = (int)(rung * top_of(game) / top);
    }
    return person;
}

const struct player *play_auto_level(const struct game *game)
{
    json_t *all = json_load_file(cli_data_path(PLAY_AUTO_FILE, false), 0, NULL);
    struct adapting person = adapting_of(all, game);
    json_decref(all);
    return adapting_player(&person);
}

/* Positive if the seat `own` came before the other one, 0 if they tied. */
static int order(const struct game *game, const struct game_result *result, int own, int other)
{
    bool won = bits_have(result->winners, own), lost = bits_have(result->winners, other);
    if (won || lost)
        return won - lost;
    int ahead = result->scores[own] - result->scores[other];
    return game->lowest_wins ? -ahead : ahead;
}

static struct adapting_match match_of(const struct session *session)
{
    const struct match *match = &session->match;
    struct adapting_match met = {0};
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    int own = 0;
    while (session->players[own])
        own++;
    for (int seat = 0; seat < match->seats; seat++)
        if (session->players[seat])
            adapting_meet(&met, match->game, session->players[seat],
                          order(match->game, &result, own, seat));
    return met;
}

bool play_auto_add(const struct session *session)
{
    const struct match *match = &session->match;
    if (session_people(session) != 1 || match->seats == match->game->seats_together ||
        session->has_hint)
        return true;
    const char *path = cli_data_path(PLAY_AUTO_FILE, true);
    json_t *all = json_load_file(path, 0, NULL);
    if (!json_is_object(all)) {
        json_decref(all);
        all = json_object();
    }
    struct adapting person = adapting_of(all, match->game);
    struct adapting_match met = match_of(session);
    adapting_add(&person, &met);
    json_object_set_new(all, match->game->id,
                        json_pack("{s:i, s:i, s:i}", "matches", person.matches, "rung", person.rung,
                                  "top", top_of(match->game)));
    bool written = json_dump_file(all, path, JSON_COMPACT) == 0;
    json_decref(all);
    return written;
}
