#include "mind_file.h"

#include "base/check.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

static void number_put(unsigned char *bytes, int size, uint64_t number)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

void mind_file_write(const char *path, const struct weights_file *file)
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
    FILE *out = fopen(path, "wb");
    CHECK(out);
    fwrite(head, sizeof head, 1, out);
    fwrite(file->id, 1, file->id_size, out);
    fwrite(file->origin, 1, file->origin_size, out);
    fwrite(file->weights, 1, file->weights_size, out);
    CHECK(!ferror(out) && fclose(out) == 0);
}
