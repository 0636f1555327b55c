/* A hash map from texts to structs that begin with the text, such as an id. The map does not own the
 * structs. */
#ifndef BASE_ID_MAP_H
#define BASE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty map. */
struct id_map {
    void **slots; /* each struct begins with its text, a char array */
    size_t count, capacity;
};

/* NULL if there is none. */
void *id_map_find(const struct id_map *map, const char *id);

/* The map must not contain this text yet. */
void id_map_add(struct id_map *map, void *item);

/* Does nothing if the map does not contain this text. */
void id_map_remove(struct id_map *map, const char *id);

/* Removes the items for which the function returns true; it may free them. Items may be asked about
 * twice. */
void id_map_remove_if(struct id_map *map, bool (*is_removed)(void *context, void *item),
                      void *context);

/* Iterates in no particular order: start with *at = 0; NULL at the end. Do not add or remove while
 * iterating. */
void *id_map_next(const struct id_map *map, size_t *at);

/* Frees the slots, not the items, and leaves an empty map. */
void id_map_free(struct id_map *map);

#endif
