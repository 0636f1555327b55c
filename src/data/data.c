/* Finds and reads the files of data/. */
#include "data/data.h"

#include "base/system/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DATA_FILE_BYTES_MAX = 1 << 20 };

char *data_read_stream(FILE *file, size_t limit, size_t *size)
{
    char *bytes = NULL;
    size_t length = 0, capacity = 0;
    for (;;) {
        if (length + 1 >= capacity) {
            capacity = capacity ? capacity * 2 : 4096;
            bytes = alloc_resize(bytes, capacity, 1);
        }
        size_t got = fread(bytes + length, 1, capacity - 1 - length, file);
        length += got;
        if (got == 0 || length > limit)
            break;
    }
    int reason = length > limit ? EFBIG : errno;
    if (ferror(file) || !feof(file) || length > limit) {
        free(bytes);
        bytes = NULL;
    } else {
        bytes[length] = '\0';
        *size = length;
    }
    errno = reason;
    return bytes;
}

char *data_read_file(const char *path, size_t limit, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = data_read_stream(file, limit, size);
    int reason = errno;
    fclose(file);
    errno = reason;
    return bytes;
}

bool data_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The replacement in the folder, if it exists. One that exists but cannot be read is an error: its
 * author would believe that it is in use. */
static char *read_replacement(const char *folder, const char *path, size_t *size, bool *is_there)
{
    size_t size_full = strlen(folder) + strlen(path) + 2;
    char *full = alloc_new(size_full);
    snprintf(full, size_full, "%s/%s", folder, path);
    char *bytes = data_read_file(full, DATA_FILE_BYTES_MAX, size);
    *is_there = bytes || (errno != ENOENT && errno != ENOTDIR);
    free(full);
    return bytes;
}

char *data_read(const char *folder, const char *path, size_t *size)
{
    bool is_replaced = false;
    char *replacement = folder ? read_replacement(folder, path, size, &is_replaced) : NULL;
    if (is_replaced)
        return replacement;
    for (const struct data_file *file = data_files; file->path; file++) {
        if (strcmp(file->path, path) != 0)
            continue;
        *size = file->size;
        return alloc_copy(file->bytes, file->size + 1);
    }
    return NULL;
}
