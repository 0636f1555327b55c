#include "store/sqlite_file.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sqlite_file_remember(struct sqlite_file *file, const char *path)
{
    static const char suffix[] = "-wal";
    size_t wal_size = strlen(path) + sizeof suffix;
    file->path = alloc_text(path);
    file->wal_path = alloc_new(wal_size);
    snprintf(file->wal_path, wal_size, "%s%s", path, suffix);
    struct stat now;
    if (stat(path, &now) == 0) {
        file->device = now.st_dev;
        file->inode = now.st_ino;
    }
}

/* The first connection that needs the WAL creates it; the last one that closes removes it. */
static bool wal_is_same(struct sqlite_file *file)
{
    struct stat now;
    if (stat(file->wal_path, &now) != 0)
        return !file->has_wal;
    if (!file->has_wal) {
        file->has_wal = true;
        file->wal_device = now.st_dev;
        file->wal_inode = now.st_ino;
    }
    return now.st_dev == file->wal_device && now.st_ino == file->wal_inode;
}

bool sqlite_file_is_same(struct sqlite_file *file)
{
    struct stat now;
    return stat(file->path, &now) == 0 && now.st_dev == file->device && now.st_ino == file->inode &&
           wal_is_same(file);
}

void sqlite_file_free(struct sqlite_file *file)
{
    free(file->path);
    free(file->wal_path);
}
