/* What minds have learned, from the files of data/minds/. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "game/game.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The weights of each game, in the order of games_all. */
static void **_Atomic loaded;

static size_t games_count(void)
{
    size_t count = 0;
    while (games_all[count])
        count++;
    return count;
}

static void set_free(void **set)
{
    for (size_t i = 0; set && games_all[i]; i++)
        free(set[i]);
    free(set);
}

static uint64_t number(const unsigned char *bytes, int size)
{
    uint64_t result = 0;
    for (int i = 0; i < size; i++)
        result |= (uint64_t)bytes[i] << (8 * i);
    return result;
}

bool weights_file_open(struct weights_file *file, const void *bytes, size_t size)
{
    const unsigned char *head = bytes;
    if (size < WEIGHTS_HEAD_SIZE || memcmp(head, WEIGHTS_MAGIC, strlen(WEIGHTS_MAGIC)) != 0 ||
        number(head + 8, 4) != WEIGHTS_VERSION)
        return false;
    const unsigned char *rest = head + WEIGHTS_HEAD_SIZE;
    uint64_t id = number(head + 12, 4), origin = number(head + 16, 4);
    uint64_t weights = number(head + 20, 4), hash = number(head + 24, 8);
    if (id + origin + weights != size - WEIGHTS_HEAD_SIZE ||
        hash_bytes(HASH_START, rest, size - WEIGHTS_HEAD_SIZE) != hash)
        return false;
    *file = (struct weights_file){.id = (const char *)rest,
                                  .origin = (const char *)rest + id,
                                  .weights = rest + id + origin,
                                  .id_size = (size_t)id,
                                  .origin_size = (size_t)origin,
                                  .weights_size = (size_t)weights};
    return true;
}

static bool file_is_of(const struct weights_file *file, const struct game *game)
{
    return strlen(game->id) == file->id_size && memcmp(game->id, file->id, file->id_size) == 0;
}

/* Reads a file of this game; NULL if it is not one. */
static void *file_read(const struct weights_file *file, const struct game *game)
{
    if (!game->mind || !game->mind->weights_read || !file_is_of(file, game))
        return NULL;
    void *weights = alloc_new(game->mind->weights_size);
    if (game->mind->weights_read(file->weights, file->weights_size, weights))
        return weights;
    free(weights);
    return NULL;
}

static void **set_load(const char *folder, struct fault *fault, bool *good)
{
    void **set = alloc_array(games_count() + 1, sizeof *set);
    *good = true;
    for (size_t i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        if (!game->mind || !game->mind->weights_read)
            continue;
        char path[64];
        size_t size = 0;
        struct weights_file file;
        snprintf(path, sizeof path, "minds/%s.bin", game->id);
        unsigned char *bytes = (unsigned char *)data_read(folder, path, &size);
        if (bytes && weights_file_open(&file, bytes, size))
            set[i] = file_read(&file, game);
        if (!set[i])
            *good =
                fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.weights_unreadable", "%s", path);
        free(bytes);
    }
    return set;
}

bool weights_load(const char *folder, struct fault *fault)
{
    bool good;
    set_free(atomic_exchange(&loaded, set_load(folder, fault, &good)));
    return good;
}

/* The set in use. If several threads are the first to ask, one of them wins. */
static void **set_in_use(void)
{
    void **set = atomic_load(&loaded);
    if (set)
        return set;
    struct fault ignored;
    bool good;
    void **fresh = set_load(NULL, &ignored, &good);
    if (atomic_compare_exchange_strong(&loaded, &set, fresh))
        return fresh;
    set_free(fresh);
    return set;
}

bool weights_add(const void *bytes, size_t size)
{
    void **set = set_in_use();
    struct weights_file file;
    if (!weights_file_open(&file, bytes, size))
        return false;
    for (size_t i = 0; games_all[i]; i++)
        if (file_is_of(&file, games_all[i])) {
            free(set[i]);
            set[i] = file_read(&file, games_all[i]);
            return set[i];
        }
    return false;
}

const void *weights_of(const struct game *game)
{
    if (!game->mind || !game->mind->weights_read)
        return NULL;
    for (size_t i = 0; games_all[i]; i++)
        if (games_all[i] == game)
            return set_in_use()[i];
    return NULL;
}
