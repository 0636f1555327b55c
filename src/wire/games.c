/* The list of games, what their boxes say, their components, positions, lessons, and moves that are being composed, as JSON.
 *
 * Then: boxes; components; positions; lessons; drafts. */
#include "wire/wire.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "game/game.h"
#include "players/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For each value, the values of the restricted option that are compatible with it. */
static void allowed_list(const struct game *game, const struct game_option *option, struct doc *doc)
{
    const struct game_option *other = &game->options[option->narrowed];
    doc_object(doc, "allows");
    doc_object(doc, other->name);
    for (int value = 0; value < option->value_count; value++) {
        doc_list(doc, option->values[value]);
        for (int at = 0; at < other->value_count; at++)
            if (option->allows(value, at))
                game_option_value_save(other, at, doc, NULL);
        doc_end(doc);
    }
    doc_end(doc);
    doc_end(doc);
}

static void options_list(const struct game *game, struct doc *doc)
{
    doc_object(doc, "options");
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        doc_object(doc, option->name);
        game_option_value_save(option, option->standard, doc, "default");
        doc_list(doc, "values");
        for (int value = 0; value < option->value_count; value++)
            game_option_value_save(option, value, doc, NULL);
        doc_end(doc);
        if (option->seats) {
            doc_list(doc, "seats");
            doc_integer(doc, NULL, option->seats);
            doc_end(doc);
        }
        if (option->allows)
            allowed_list(game, option, doc);
        doc_end(doc);
    }
    doc_end(doc);
}

/* The steps of the ladder for people, weakest first. */
static void levels_list(const struct game *game, struct doc *doc)
{
    const struct player *player;
    doc_list(doc, "levels");
    for (int i = 0; (player = player_on_ladder(game, i)); i++)
        doc_string(doc, NULL, player->name);
    doc_end(doc);
}

/* Facts that a front end needs, so that it never has to compare names. */
static void facts_list(const struct game *game, struct doc *doc)
{
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    doc_object(doc, "facts");
    doc_bool(doc, "real_time", game->realtime != NULL);
    doc_string(doc, "best", game->lowest_wins ? "lowest" : "highest");
    doc_list(doc, "together");
    if (game->seats_together)
        doc_integer(doc, NULL, game->seats_together);
    doc_end(doc);
    if (need) {
        const struct game_option *option = &game->options[need->option];
        doc_object(doc, "computers_need");
        game_option_value_save(option, need->value, doc, option->name);
        doc_end(doc);
    } else {
        doc_null(doc, "computers_need");
    }
    doc_end(doc);
}

/* ---- Boxes ---- */

enum { BOX_SIZE_MAX = 2000 }; /* bytes of the file: the list of games has to fit into a document */

static bool is_list_of_texts(const json_t *list)
{
    size_t index;
    json_t *text;
    json_array_foreach((json_t *)(uintptr_t)list, index, text)
    {
        if (!wire_text(text))
            return false;
    }
    return json_is_array(list);
}

static bool box_is_good(const json_t *box)
{
    static const char *const lists[] = {"designers", "idea", "illustrators", "publishers",
                                        "elsewhere"};
    static const char *const numbers[] = {"year", "age", "minutes"};
    bool good = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        good = good && is_list_of_texts(json_object_get(box, lists[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        good = good && json_is_integer(json_object_get(box, numbers[i]));
    return good &&
           json_object_size(box) == sizeof lists / sizeof *lists + sizeof numbers / sizeof *numbers;
}

/* data/boxes/<game>.json, compiled in or replaced. A game need not have one. */
static void box_add(const struct game *game, const char *folder, struct doc *doc)
{
    char path[64];
    snprintf(path, sizeof path, "boxes/%s.json", game->id);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *box = bytes && size <= BOX_SIZE_MAX ? wire_parse(bytes, size) : NULL;
    if (json_is_object(box))
        json_object_del(box, "about"); /* for those who read the file */
    if (box_is_good(box))
        wire_add(box, doc, "box");
    else
        doc_null(doc, "box");
    json_decref(box);
    free(bytes);
}

void wire_games(const struct game *const *games, const char *folder, struct doc *doc)
{
    doc_start(doc);
    doc_list(doc, NULL);
    for (int i = 0; games[i]; i++) {
        const struct game *game = games[i];
        doc_object(doc, NULL);
        doc_string(doc, "id", game->id);
        doc_list(doc, "seats");
        doc_integer(doc, NULL, game->seats_min);
        doc_integer(doc, NULL, game->seats_max);
        doc_end(doc);
        options_list(game, doc);
        facts_list(game, doc);
        box_add(game, folder, doc);
        levels_list(game, doc);
        doc_end(doc);
    }
    doc_end(doc);
}

/* ---- Components ---- */

enum { COMPONENTS_PATH_MAX = 64 };

static void path_of(const struct game *game, char path[COMPONENTS_PATH_MAX])
{
    snprintf(path, COMPONENTS_PATH_MAX, "components/%s.json", game->id);
}

json_t *wire_components_json(const struct game *game, const char *folder)
{
    if (!game->components_load)
        return NULL;
    char path[COMPONENTS_PATH_MAX];
    path_of(game, path);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

bool wire_components_load(const struct game *game, const char *folder,
                          struct game_components_storage *components, struct fault *fault)
{
    memset(components, 0, sizeof *components);
    if (!game->components_load)
        return true;
    json_t *json = wire_components_json(game, folder);
    struct doc *doc = doc_new();
    bool good = json && wire_to_doc(json, doc);
    if (good) {
        good = game->components_load(doc, components->bytes, fault);
    } else {
        char path[COMPONENTS_PATH_MAX];
        path_of(game, path);
        fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.components_unreadable", "%s", path);
    }
    free(doc);
    json_decref(json);
    return good;
}

/* ---- Positions ---- */

bool wire_position_start(const json_t *position, const struct game *game, const char *folder,
                         struct match *match, struct fault *fault)
{
    struct game_components_storage components;
    if (!json_is_object(position))
        return fault_bad_request(fault, "position");
    if (!wire_components_load(game, folder, &components, fault))
        return false;
    struct doc *doc = doc_new();
    bool good = wire_to_doc(position, doc)
                    ? match_load(match, game, &components, doc, doc_root(doc), fault)
                    : game_bad_position(fault, NULL, "core.too_large", "position");
    free(doc);
    return good;
}

json_t *wire_position_of_older(const json_t *position, const struct game *game,
                               const uint8_t *options)
{
    json_t *complete = json_deep_copy(position);
    json_t *named = json_object_get(complete, "options");
    for (int i = 0; json_is_object(named) && i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        if (game_option_before(option) == options[i] && !json_object_get(named, option->name))
            json_object_set_new(named, option->name, json_string(option->values[options[i]]));
    }
    return complete;
}

/* ---- Lessons ---- */

json_t *wire_lesson_json(const struct game *game, const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "lessons/%s.json", game->id);
    size_t size = 0;
    char *bytes = data_read(folder, path, &size);
    json_t *json = bytes ? wire_parse(bytes, size) : NULL;
    free(bytes);
    return json;
}

int wire_lesson_scenes(const json_t *lesson)
{
    return (int)json_array_size(json_object_get(lesson, "scenes"));
}

bool wire_lesson_start(const json_t *lesson, int scene, const struct game *game, const char *folder,
                       struct match *match, struct fault *fault)
{
    const json_t *scenes = json_object_get(lesson, "scenes");
    const json_t *position = json_object_get(json_array_get(scenes, (size_t)scene), "position");
    return wire_position_start(position, game, folder, match, fault);
}

/* ---- Drafts ---- */

static bool draft_check(const json_t *request, struct doc *view, struct doc *marks,
                        struct fault *fault)
{
    const char *id = wire_text(json_object_get(request, "game"));
    const char *move = wire_text(json_object_get(request, "move"));
    const json_t *seat = json_object_get(request, "seat");
    const json_t *seen = json_object_get(request, "view");
    const struct game *game = id ? game_find(games_all, id) : NULL;
    if (!game || !game->draft)
        return fault_bad_request(fault, "game");
    if (!move)
        return fault_bad_request(fault, "move");
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
        json_integer_value(seat) >= game->seats_max)
        return fault_bad_request(fault, "seat");
    if (!json_is_object(seen) || !wire_to_doc(seen, view))
        return fault_bad_request(fault, "view");
    return game->draft(game, view, (int)json_integer_value(seat), move, marks, fault);
}

json_t *wire_draft(const struct texts *texts, const json_t *request)
{
    struct fault fault = {0};
    struct doc *view = doc_new(), *marks = doc_new();
    doc_start(marks);
    doc_object(marks, NULL);
    bool allowed = draft_check(request, view, marks, &fault);
    doc_end(marks);
    CHECK(!marks->full);
    json_t *answer = json_pack("{s:o}", "marks", wire_from_doc(marks, doc_root(marks)));
    CHECK(answer);
    if (!allowed)
        json_object_set_new(answer, "error", wire_fault(texts, &fault));
    free(marks);
    free(view);
    return answer;
}
