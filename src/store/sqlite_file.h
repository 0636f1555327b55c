/* Detects that a database file was deleted or replaced while it was open. SQLite would keep writing
 * to the old file, where the data would be lost. */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct sqlite_file {
    char *path, *wal_path; /* of the database and of its write-ahead log */
    dev_t device, wal_device;
    ino_t inode, wal_inode;
    bool has_wal; /* the WAL has been seen */
};

/* Remembers the file that is at `path` now. */
void sqlite_file_remember(struct sqlite_file *file, const char *path);
/* Whether the paths still lead to the same files. */
bool sqlite_file_is_same(struct sqlite_file *file);
void sqlite_file_free(struct sqlite_file *file);

#endif
