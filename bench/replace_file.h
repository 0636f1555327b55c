/* Replaces a file as a whole: after a crash there is either the old one or the new one. */
#ifndef BENCH_REPLACE_FILE_H
#define BENCH_REPLACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct file_part {
    const void *bytes;
    size_t size;
};

/* Writes the parts one after the other. On failure it returns false, errno holds the reason, and the
 * old file is unchanged. */
bool replace_file(const char *path, const struct file_part *parts, int count);

#endif
