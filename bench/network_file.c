#include "network_file.h"

#include "mind_file.h"

#include "base/alloc.h"
#include "data/data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 20 };

static bool origins_read(const struct weights_file *weights, struct network_file *file)
{
    const char *end = weights->origin + weights->origin_size;
    for (const char *at = weights->origin; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        int seats = *at - '0';
        if (!newline || newline - at >= NETWORK_ORIGIN_MAX - 1 || seats < 0 ||
            seats > GAME_SEATS_MAX)
            return false;
        memcpy(file->origins[seats], at, (size_t)(newline + 1 - at));
        at = newline + 1;
    }
    return true;
}

/* Whether the mind of the game can read them. */
static bool networks_are_good(const struct weights_file *weights, const struct game_mind *mind)
{
    void *read = alloc_new(mind->weights_size);
    bool good = mind->weights_read(weights->weights, weights->weights_size, read);
    free(read);
    return good;
}

static bool networks_read(const struct weights_file *weights, struct network_file *file)
{
    size_t size = file->learner->file_size;
    if (weights->weights_size % size != 0 || !networks_are_good(weights, file->game->mind))
        return false;
    for (size_t at = 0; at < weights->weights_size; at += size) {
        int seats = weights->weights[at];
        if (seats > GAME_SEATS_MAX || file->networks[seats])
            return false;
        file->networks[seats] = alloc_copy(weights->weights + at, size);
    }
    return true;
}

bool network_file_read(const char *path, struct network_file *file)
{
    const char *id = file->game->id;
    size_t size = 0;
    struct weights_file weights;
    char *bytes = data_read_file(path, FILE_BYTES_MAX, &size);
    if (!bytes)
        return errno == ENOENT;
    bool good = weights_file_open(&weights, bytes, size) && weights.id_size == strlen(id) &&
                memcmp(weights.id, id, weights.id_size) == 0 && networks_read(&weights, file) &&
                origins_read(&weights, file);
    free(bytes);
    return good;
}

void network_file_put(struct network_file *file, int seats, const void *weights)
{
    if (!file->networks[seats])
        file->networks[seats] = alloc_new(file->learner->file_size);
    file->learner->put(file->networks[seats], seats, weights);
}

bool network_file_write(const char *path, const struct network_file *file)
{
    char origin[(GAME_SEATS_MAX + 1) * NETWORK_ORIGIN_MAX] = "";
    size_t size = file->learner->file_size;
    unsigned char *bytes = alloc_array(GAME_SEATS_MAX + 1, size);
    struct weights_file weights = {.id = file->game->id,
                                   .id_size = strlen(file->game->id),
                                   .origin = origin,
                                   .weights = bytes};
    for (int seats = 0; seats <= GAME_SEATS_MAX; seats++)
        if (file->networks[seats]) {
            memcpy(bytes + weights.weights_size, file->networks[seats], size);
            weights.weights_size += size;
            strcat(origin, file->origins[seats]);
        }
    weights.origin_size = strlen(origin);
    bool written = mind_file_write(path, &weights);
    int reason = errno;
    free(bytes);
    errno = reason;
    return written;
}
