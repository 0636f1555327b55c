/* The log: one line per event on standard error, as text or JSON. A thread writes it, so logging
 * never waits; lines that do not fit into its queue are dropped and counted. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <jansson.h>

enum log_format { LOG_TEXT, LOG_JSON, LOG_NONE };

struct log;

/* NULL for LOG_NONE, which the functions below accept. */
struct log *log_open(enum log_format format);
/* Waits a moment for the last lines to be written. */
void log_close(struct log *log);

/* Takes `fields`, an object, which may be NULL. */
void log_event(struct log *log, const char *event, json_t *fields);

#endif
