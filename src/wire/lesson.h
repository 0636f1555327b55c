/* Lessons: data/lessons/<game>.json, compiled in or replaced. A lesson is a list of scenes. Each has a
 * position, and what is said about it, which is for front ends (docs/content.md). */
#ifndef WIRE_LESSON_H
#define WIRE_LESSON_H

#include "match/match.h"

#include <jansson.h>

/* The file, as a new JSON value. NULL if the game has none or the file cannot be read. `folder` as in
 * data_read. */
json_t *wire_lesson_json(const struct game *game, const char *folder);

/* The number of scenes; 0 if `lesson` is no lesson. */
int wire_lesson_scenes(const json_t *lesson);

/* Starts the match of this scene, which must exist. Returns false and sets `fault` if its position
 * is not valid. */
bool wire_lesson_start(const json_t *lesson, int scene, const struct game *game, const char *folder,
                       struct match *match, struct fault *fault);

#endif
