#include "replace_file.h"

#include "base/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
