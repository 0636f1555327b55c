/* Saves a session, and resumes it. */
#ifndef TERMINAL_SESSION_FILE_H
#define TERMINAL_SESSION_FILE_H

#include "terminal/session.h"
#include "wire/record.h"

/* Saves to `path`, which must not exist; without it, where the match was saved before, or under a
 * new name. Prints where, or why not. */
bool session_save(struct session *session, const char *path);
/* Resumes the match of a record, with its players. False after a message. */
bool session_resume(struct session *session, const char *path);
/* Names all seats as a record does. */
void session_names(struct session *session, const struct record *record);

#endif
