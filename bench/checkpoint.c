/* The file: a line with the purpose, the size and the hash of the parts, the parts. */
#include "checkpoint.h"

#include "base/alloc.h"
#include "base/check.h"
#include "base/hash.h"
#include "data/data.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
