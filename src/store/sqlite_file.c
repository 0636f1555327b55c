#include "store/sqlite_file.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sqlite_file_remember(struct sqlite_file *file, const char *path)
{
    static const char suffix[] = "-wal";
    size_t log_size = strlen(path) + sizeof suffix;
    file->path = memory_text(path);
    file->log_path = memory_new(log_size);
    snprintf(file->log_path, log_size, "%s%s", path, suffix);
    struct stat now;
    if (stat(path, &now) == 0) {
        file->device = now.st_dev;
        file->inode = now.st_ino;
    }
}

/* The first connection that needs the log creates it; the last one that closes removes it. */
static bool log_is_same(struct sqlite_file *file)
{
    struct stat now;
    if (stat(file->log_path, &now) != 0)
        return !file->has_log;
    if (!file->has_log) {
        file->has_log = true;
        file->log_device = now.st_dev;
        file->log_inode = now.st_ino;
    }
    return now.st_dev == file->log_device && now.st_ino == file->log_inode;
}

bool sqlite_file_is_same(struct sqlite_file *file)
{
    struct stat now;
    return stat(file->path, &now) == 0 && now.st_dev == file->device && now.st_ino == file->inode &&
           log_is_same(file);
}

void sqlite_file_free(struct sqlite_file *file)
{
    free(file->path);
    free(file->log_path);
}
