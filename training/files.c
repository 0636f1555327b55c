/* Files of data/minds/, and checkpoints. A checkpoint is a line with the purpose, the size and the
 * hash of the parts, and then the parts.
 *
 * Then: mind files; network files; replacing a file. */
#include "training.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MAGIC[] = "ludosaure checkpoint 1: ";
enum { MAGIC_SIZE = sizeof MAGIC - 1, PURPOSE_MAX = 300 };

struct seal {
    uint64_t size, hash;
};

bool checkpoint_write(const char *path, const char *purpose, const struct file_part *parts,
                      int count)
{
    struct seal seal = {0, HASH_START};
    struct file_part all[CHECKPOINT_PARTS_MAX + 4] = {
        {MAGIC, MAGIC_SIZE}, {purpose, strlen(purpose)}, {"\n", 1}, {&seal, sizeof seal}};
    CHECK(count <= CHECKPOINT_PARTS_MAX && strlen(purpose) < PURPOSE_MAX);
    for (int i = 0; i < count; i++) {
        all[4 + i] = parts[i];
        seal.size += parts[i].size;
        seal.hash = hash_bytes(seal.hash, parts[i].bytes, parts[i].size);
    }
    return replace_file(path, all, 4 + count);
}

/* Where the parts begin in a whole file of this purpose; NULL if it is not one. */
static const char *parts_find(const char *bytes, size_t size, const char *purpose,
                              const char **refused)
{
    static char message[PURPOSE_MAX + 40];
    struct seal seal;
    const char *newline = memchr(bytes, '\n', size);
    *refused = "not a checkpoint, or damaged";
    if (!newline || newline - bytes < MAGIC_SIZE || memcmp(bytes, MAGIC, MAGIC_SIZE) != 0)
        return NULL;
    const char *found = bytes + MAGIC_SIZE, *parts = newline + 1 + sizeof seal;
    size_t length = (size_t)(newline - found), left = size - (size_t)(newline + 1 - bytes);
    if (length >= PURPOSE_MAX || left < sizeof seal)
        return NULL;
    memcpy(&seal, newline + 1, sizeof seal);
    if (left - sizeof seal != seal.size || hash_bytes(HASH_START, parts, seal.size) != seal.hash)
        return NULL;
    if (strlen(purpose) != length || memcmp(purpose, found, length) != 0) {
        snprintf(message, sizeof message, "a checkpoint of something else: %.*s", (int)length,
                 found);
        *refused = message;
        return NULL;
    }
    *refused = NULL;
    return parts;
}

char *checkpoint_read(const char *path, const char *purpose, size_t *size, const char **refused)
{
    size_t file_size = 0;
    char *bytes = data_read_file(path, SIZE_MAX / 2, &file_size), *result = NULL;
    *refused = NULL;
    if (!bytes) {
        *refused = errno == ENOENT ? NULL : strerror(errno);
        return NULL;
    }
    const char *parts = parts_find(bytes, file_size, purpose, refused);
    if (parts) {
        *size = file_size - (size_t)(parts - bytes);
        result = alloc_copy(parts, *size);
    }
    free(bytes);
    return result;
}

/* ---- Mind files ---- */

static void number_put(unsigned char *bytes, int size, uint64_t number)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

bool mind_file_write(const char *path, const struct weights_file *file)
{
    unsigned char head[WEIGHTS_HEAD_SIZE] = WEIGHTS_MAGIC;
    uint64_t hash = hash_bytes(HASH_START, file->id, file->id_size);
    hash = hash_bytes(hash, file->origin, file->origin_size);
    hash = hash_bytes(hash, file->weights, file->weights_size);
    number_put(head + 8, 4, WEIGHTS_VERSION);
    number_put(head + 12, 4, file->id_size);
    number_put(head + 16, 4, file->origin_size);
    number_put(head + 20, 4, file->weights_size);
    number_put(head + 24, 8, hash);
    const struct file_part parts[] = {{head, sizeof head},
                                      {file->id, file->id_size},
                                      {file->origin, file->origin_size},
                                      {file->weights, file->weights_size}};
    return replace_file(path, parts, sizeof parts / sizeof *parts);
}

/* ---- Network files ---- */

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

/* ---- Replacing a file ---- */

static bool parts_write(FILE *out, const struct file_part *parts, int count)
{
    for (int i = 0; i < count; i++)
        if (fwrite(parts[i].bytes, 1, parts[i].size, out) != parts[i].size)
            return false;
    /* On the disk before its name is: otherwise a crash could leave an empty file. */
    return fflush(out) == 0 && fsync(fileno(out)) == 0;
}

bool replace_file(const char *path, const struct file_part *parts, int count)
{
    static const char ENDING[] = ".new";
    size_t size = strlen(path) + sizeof ENDING;
    char *fresh = alloc_new(size);
    snprintf(fresh, size, "%s%s", path, ENDING);
    FILE *out = fopen(fresh, "wb");
    bool good = out && parts_write(out, parts, count);
    int reason = errno;
    if (out && fclose(out) != 0 && good) {
        reason = errno;
        good = false;
    }
    if (good && rename(fresh, path) != 0) {
        reason = errno;
        good = false;
    }
    if (out && !good)
        remove(fresh);
    free(fresh);
    errno = reason;
    return good;
}
