/* Records in files: reading one with every complaint said, and writing one so that a crash or a
 * full disk never leaves half a file where a whole one was. */
#ifndef TERMINAL_RECORD_FILE_H
#define TERMINAL_RECORD_FILE_H

#include "terminal/console.h"
#include "wire/record.h"

struct record_file {
    json_t *json;
    struct record record; /* points into it */
};

/* Reads a record; whether its moves are legal shows when they are played. False after a message.
 * To be freed. */
bool record_file_read(const struct console *console, const char *path, struct record_file *file);
void record_file_free(struct record_file *file);

/* Says at which move a record breaks, and why; returns CONSOLE_FAILED. */
int record_file_broken(const struct console *console, const struct record *record, size_t index,
                       const struct fault *fault);

/* Begins the record's match and plays all of its moves. False after a message. */
bool record_file_play(const struct console *console, const struct record *record,
                      struct match *match);

/* Writes a record; on failure errno tells why. */
bool record_file_write(const char *path, const json_t *record);

#endif
