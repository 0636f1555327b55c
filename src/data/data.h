/* The files of data/: component tables, texts, rulebooks, help. They are compiled in; a user who
 * wants others names a folder, and a file there takes the place of the one compiled in. */
#ifndef DATA_DATA_H
#define DATA_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct data_file {
    const char *path; /* from data/ on: "components/trex.json" */
    const char *bytes;
    size_t size;
};

extern const struct data_file data_files[]; /* ends with a NULL path */

/* The content of a file, ended by a zero that `size` does not count; to be freed. `folder` may be
 * NULL. NULL: there is no such file, or the one in the folder cannot be read. */
char *data_read(const char *folder, const char *path, size_t *size);

/* A whole file from anywhere, likewise. NULL also if it has more than `limit` bytes;
 * errno says why. */
char *data_read_file(const char *path, size_t limit, size_t *size);
/* The same of what is open already, from where it stands to its end. */
char *data_read_stream(FILE *file, size_t limit, size_t *size);

bool data_is_folder(const char *path);

#endif
