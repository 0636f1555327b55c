/* Records in files. Reading prints what is wrong. Writing is atomic: a crash or a full disk never
 * replaces a complete file by half of one. */
#ifndef TERMINAL_RECORD_FILE_H
#define TERMINAL_RECORD_FILE_H

#include "terminal/console.h"
#include "wire/record.h"

struct record_file {
    json_t *json;
    struct record record; /* points into it */
};

/* Reads a record, to be freed. Its moves are not checked until they are played. False after a
 * message. */
bool record_file_read(const struct console *console, const char *path, const char *otherwise,
                      struct record_file *file);
void record_file_free(struct record_file *file);

/* Prints at which move a record breaks, and why; returns CONSOLE_FAILED. */
int record_file_broken(const struct console *console, const struct record *record, size_t index,
                       const struct fault *fault);

/* Starts the match of a record and plays all moves. False after a message. */
bool record_file_play(const struct console *console, const struct record *record,
                      struct match *match);

/* Writes a record; on failure errno holds the reason. */
bool record_file_write(const char *path, const json_t *record);

#endif
