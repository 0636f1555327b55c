/* Whether the database is still the file at its path. A file that was deleted or replaced stays open,
 * and takes what is written to it; but nobody will find that again. */
#ifndef STORE_OWN_FILE_H
#define STORE_OWN_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct own_file {
    char *path, *log_path; /* of the database and of its log (WAL) */
    dev_t device, log_device;
    ino_t inode, log_inode;
    bool has_log; /* it has been seen */
};

/* Remembers the file that is at `path` now. */
void own_file_note(struct own_file *file, const char *path);
bool own_file_is_there(struct own_file *file);
void own_file_free(struct own_file *file);

#endif
