#include "mind_file.h"

#include "base/hash.h"
#include "replace_file.h"

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
