/* A hash map from ids to structs that begin with their id. The map does not own the structs. */
#ifndef HALL_ID_MAP_H
#define HALL_ID_MAP_H

#include <stddef.h>

/* All zero is an empty map. */
struct id_map {
    void **slots; /* each struct begins with char id[STORE_ID_TEXT] */
    size_t count, capacity;
};

/* NULL if there is none. `id` may be any text. */
void *id_map_find(const struct id_map *map, const char *id);

/* The map must not hold this id yet. */
void id_map_add(struct id_map *map, void *item);

/* Does nothing if the map does not hold this id. */
void id_map_remove(struct id_map *map, const char *id);

/* Iterates in no particular order: start with *at = 0; NULL at the end. Do not remove while
 * iterating: removing moves other items. */
void *id_map_next(const struct id_map *map, size_t *at);

/* Frees the slots, not the items, and leaves an empty map. */
void id_map_free(struct id_map *map);

#endif
