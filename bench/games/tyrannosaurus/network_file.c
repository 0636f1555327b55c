#include "network_file.h"

#include "mind_file.h"

#include "base/bits.h"
#include "data/data.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 20 };

static void numbers_put(unsigned char *bytes, const int16_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[2 * i] = (unsigned char)(numbers[i] & 0xff);
        bytes[2 * i + 1] = (unsigned char)((uint16_t)numbers[i] >> 8);
    }
}

static void network_put(unsigned char *bytes, int seats,
                        const struct tyrannosaurus_weights *weights)
{
    const unsigned char head[TYREX_NETWORK_HEAD] = {(unsigned char)seats, TYREX_NEURONS,
                                                    TYREX_TURNS_MAX,      TYREX_MARGINS,
                                                    TYREX_FACTS & 0xff,   TYREX_FACTS >> 8};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, weights->facts, sizeof weights->facts);
    bytes += sizeof weights->facts;
    numbers_put(bytes, weights->neurons, TYREX_NEURONS);
    bytes += sizeof weights->neurons;
    numbers_put(bytes, weights->lead[0], TYREX_TURNS_MAX * TYREX_MARGINS);
}

static bool origins_read(const struct weights_file *weights, struct network_file *file)
{
    const char *end = weights->origin + weights->origin_size;
    for (const char *at = weights->origin; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        int seats = *at - '0';
        if (!newline || newline - at >= NETWORK_ORIGIN_MAX - 1 || seats < 0 ||
            seats > TYREX_SEATS_MAX)
            return false;
        memcpy(file->origins[seats], at, (size_t)(newline + 1 - at));
        at = newline + 1;
    }
    return true;
}

bool network_file_read(const char *path, struct network_file *file)
{
    const size_t id_size = strlen(game_tyrannosaurus.id);
    size_t size = 0;
    struct weights_file weights;
    char *bytes = data_read_file(path, FILE_BYTES_MAX, &size);
    if (!bytes)
        return errno == ENOENT;
    bool good =
        weights_file_open(&weights, bytes, size) && weights.id_size == id_size &&
        memcmp(weights.id, game_tyrannosaurus.id, id_size) == 0 &&
        tyrannosaurus_weights_read(weights.weights, weights.weights_size, &file->networks) &&
        origins_read(&weights, file);
    free(bytes);
    return good;
}

bool network_file_write(const char *path, const struct network_file *file)
{
    static unsigned char bytes[(TYREX_SEATS_MAX + 1) * TYREX_NETWORK_SIZE];
    char origin[(TYREX_SEATS_MAX + 1) * NETWORK_ORIGIN_MAX] = "";
    struct weights_file weights = {.id = game_tyrannosaurus.id,
                                   .id_size = strlen(game_tyrannosaurus.id),
                                   .origin = origin,
                                   .weights = bytes};
    for (uint64_t left = file->networks.fitted; left; weights.weights_size += TYREX_NETWORK_SIZE) {
        int seats = bits_pop(&left);
        network_put(bytes + weights.weights_size, seats, &file->networks.by_seats[seats]);
        strcat(origin, file->origins[seats]);
    }
    weights.origin_size = strlen(origin);
    return mind_file_write(path, &weights);
}
