/* People who watch without a seat, and want the others to know their name (`named` of `watch`). On a device nobody does
 * (wasm/alone.c). */
#include "hall/live/live.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/peers/peers.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* The others are only counted. */
enum { NAMED_MAX = 20 };

static const char *id_of(const json_t *someone)
{
    return json_string_value(json_object_get(someone, "person"));
}

/* Whether somebody in the list has this id. */
static bool has_person(const json_t *list, const char *id)
{
    size_t i;
    json_t *someone;
    json_array_foreach(list, i, someone) if (strcmp(id_of(someone), id) == 0) return true;
    return false;
}

/* Takes the list. NULL if it is empty. */
static char *dump(json_t *list)
{
    char *text = json_array_size(list) ? json_dumps(list, JSON_COMPACT) : NULL;
    json_decref(list);
    return text;
}

static json_t *someone_json(const struct person *person, const char *name)
{
    json_t *json = json_pack("{s:s, s:s}", "person", person->id, "name", name);
    CHECK(json);
    if (person->face > 0)
        json_object_set_new(json, "face", json_integer(person->face));
    return json;
}

/* A name is shown only while the game allows it (S5). */
static char *own_named(const struct live_table *live)
{
    json_t *list = json_array();
    for (const struct watch *watch = live->watches; watch; watch = watch->next_at_table) {
        const struct person *person = watch->client->person;
        struct fault fault;
        const char *name = watch->is_named && watch->seat == GAME_SPECTATOR && person
                               ? watch_name(live->table, person, &fault)
                               : NULL;
        if (name && json_array_size(list) < NAMED_MAX && !has_person(list, person->id))
            json_array_append_new(list, someone_json(person, name));
    }
    return dump(list);
}

/* Replaces one text by another, which is taken, and says whether they differ. */
static bool replace(char **text, char *by)
{
    bool differs = *text && by ? strcmp(*text, by) != 0 : *text != by;
    free(*text);
    *text = by;
    return differs;
}

bool spectators_update(struct live_table *live)
{
    return replace(&live->own_named, own_named(live));
}

static bool is_someone(const json_t *json)
{
    const char *id = id_of(json), *name = json_string_value(json_object_get(json, "name"));
    const json_t *face = json_object_get(json, "face");
    return id && store_id_is_valid(id) && name && strlen(name) < STORE_NAME_MAX &&
           (!face || store_face_is_valid(json_integer_value(face)));
}

bool spectators_heard(struct live_table *live, const char *server, const char *text)
{
    json_t *given = json_loads(text, 0, NULL), *list = json_array(), *someone;
    size_t i;
    json_array_foreach(given, i, someone) if (is_someone(someone) && i < NAMED_MAX)
        json_array_append(list, someone);
    json_decref(given);
    char **named = peer_watchers_named(live->peer_watchers, server);
    char *heard = dump(list);
    if (named)
        return replace(named, heard);
    free(heard);
    return false;
}

static void add(const struct live_table *live, const struct person *viewer, const char *text,
                json_t *list)
{
    json_t *given = text ? json_loads(text, 0, NULL) : NULL, *someone;
    size_t i;
    json_array_foreach(given, i, someone)
    {
        struct fault fault;
        const char *id = id_of(someone),
                   *name = json_string_value(json_object_get(someone, "name"));
        if (json_array_size(list) < NAMED_MAX && table_seat_of(live->table, id) < 0 &&
            !person_blocks(viewer, id) && !has_person(list, id) &&
            table_may_show(live->table, GAME_SPECTATOR, name, &fault))
            json_array_append(list, someone);
    }
    json_decref(given);
}

char *spectators_json(const struct live_table *live, const struct person *viewer)
{
    json_t *list = json_array();
    add(live, viewer, live->own_named, list);
    for (const struct peer_watchers *peer = live->peer_watchers; peer;)
        add(live, viewer, peer_watchers_next_named(&peer), list);
    return dump(list);
}
