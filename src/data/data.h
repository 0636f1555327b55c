/* The files of data/, which docs/map.md lists. They are compiled in. A user can name a
 * folder whose files replace the compiled ones. */
#ifndef DATA_DATA_H
#define DATA_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct data_file {
    const char *path; /* relative to data/: "texts/core.json" */
    const char *bytes;
    size_t size;
};

extern const struct data_file data_files[]; /* ends with a NULL path */

/* The content of a file, to be freed. It ends with a zero byte that `size` does not count. `folder`
 * may be NULL. Returns NULL if there is no such file, or if the one in the folder cannot be read.
 */
char *data_read(const char *folder, const char *path, size_t *size);

/* The same for any path. Also NULL if the file has more than `limit` bytes. errno holds the reason.
 */
char *data_read_file(const char *path, size_t limit, size_t *size);
/* The same for an open stream, from its current position to its end. */
char *data_read_stream(FILE *file, size_t limit, size_t *size);

bool data_is_folder(const char *path);

#endif
