#include "wire/lesson.h"

#include "data/data.h"
#include "wire/components.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>

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
