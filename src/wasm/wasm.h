/* The hall in a browser: what the module imports from the worker, and the mark of what it exports.
 * Texts are UTF-8 with a length.
 *
 *     browser.c       the functions that the page and its workers call; closes old tables
 *     alone.c         what is different on a device: no other servers, no accounts, another clock
 *     name.c          names by the browser's Unicode tables
 *     replacements.c  small replacements of large functions in libraries */
#ifndef WASM_WASM_H
#define WASM_WASM_H

#include "store/database/database.h"

#include <stddef.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("browser"), import_name(#name)))

/* Sends a message to a client; `client` is the number given to browser_enter. */
IMPORT(send) void import_send(int client, const char *text, size_t size);
/* Ends a client, after what was sent. */
IMPORT(end) void import_end(int client);
/* Adds a frame to the journal, to be written before the next browser_collect. */
IMPORT(append) void import_append(const void *frame, size_t size);
/* Copies these bytes to the thinking worker, and calls browser_decided when they have come back. */
IMPORT(think) void import_think(void *decision, size_t size);
/* A clock that only goes forward, and the time since 1970. */
IMPORT(now_ms) double import_now_ms(void);
IMPORT(wall_ms) double import_wall_ms(void);
IMPORT(entropy) void import_entropy(void *bytes, size_t size);
/* A line of the log for developers: a word, and JSON. */
IMPORT(log) void import_log(const char *event, size_t event_size, const char *fields, size_t size);

/* For text/text.h. Writes the name as it is kept, and returns its size; 0: a bad name, -1: too long. */
IMPORT(name) int import_name(const char *name, size_t size, char *clean, size_t capacity);
/* The number of code points; -1 if one of them is confusing. */
IMPORT(characters) int import_characters(const char *text, size_t size);

/* For replacements.c. Reads the number that the text begins with, as strtod does: 0 if there is none. Writes
 * a real number as JSON, and returns its size; -1 if it does not fit. */
IMPORT(number_read) double import_number_read(const char *text, size_t size);
IMPORT(number_write) int import_number_write(double value, char *text, size_t capacity);

/* ---- Tables that are no longer needed ---- */

/* Closes tables of this device that are no longer needed. A server does that while it runs
 * (hall/tables/sweep.c), but the hall of a device seldom runs for long: it does it when it starts. */

/* Before the hall is made. */
void tidy_tables(struct database *database, int64_t now_ms);

#endif
