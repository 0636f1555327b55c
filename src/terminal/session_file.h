/* Saving a session, and taking it up again. */
#ifndef TERMINAL_SESSION_FILE_H
#define TERMINAL_SESSION_FILE_H

#include "terminal/session.h"
#include "wire/record.h"

/* Saves to `path`, which must not exist, or where the match was saved before, or under a new name
 * of its own; says so, or why not. */
bool session_save(struct session *session, const char *path);
/* Takes up the match of a record, and who plays it. False after a message. */
bool session_resume(struct session *session, const char *path);
/* Names all seats as a record does. */
void session_names(struct session *session, const struct record *record);

#endif
