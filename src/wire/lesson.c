#include "wire/lesson.h"

#include "data/data.h"
#include "wire/json.h"
#include "wire/position.h"

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
    return wire_position_start(position, game, folder, match, fault);
}
