/* The database's own file. */
#include "store/own_file.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void own_file_note(struct own_file *file, const char *path)
{
    static const char end[] = "-wal";
    size_t size = strlen(path) + sizeof end;
    struct stat now;
    file->path = malloc(size);
    file->log_path = malloc(size);
    CHECK(file->path && file->log_path);
    snprintf(file->path, size, "%s", path);
    snprintf(file->log_path, size, "%s%s", path, end);
    if (stat(path, &now) == 0) {
        file->device = now.st_dev;
        file->inode = now.st_ino;
    }
}

/* The log is made by the first who needs it, and goes with the last who closes the database. */
static bool log_is_there(struct own_file *file)
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

bool own_file_is_there(struct own_file *file)
{
    struct stat now;
    return stat(file->path, &now) == 0 && now.st_dev == file->device && now.st_ino == file->inode &&
           log_is_there(file);
}

void own_file_free(struct own_file *file)
{
    free(file->path);
    free(file->log_path);
}
