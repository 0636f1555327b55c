/* The latest chat lines of a table, and who has muted whom. Kept in memory only. */
#ifndef HALL_CHAT_LOG_H
#define HALL_CHAT_LOG_H

#include "base/fault.h"
#include "store/job.h"

struct chat_line;
struct mute;

/* All zero is an empty log. */
struct chat_log {
    struct chat_line *lines; /* oldest first */
    int count;
    struct mute *mutes;
};

void chat_log_free(struct chat_log *log);

/* Adds a line, given as a JSON object that is taken. Drops the oldest one if there are too many. */
void chat_log_add(struct chat_log *log, const char *person, const char *name, char *json);

/* Whether this line is there already. */
bool chat_log_has(const struct chat_log *log, const char *json);

/* The name of a person who has spoken, or NULL. */
const char *chat_log_name(const struct chat_log *log, const char *person);

/* Calls the function for the person of each line. */
void chat_log_people(const struct chat_log *log, void (*visit)(void *context, const char *person),
                     void *context);

/* Removes what this person has said, and that others have muted them. */
void chat_log_forget(struct chat_log *log, const char *person);

/* The lines as a JSON list, without those of people whom `person` (or NULL) has muted. Free it. */
char *chat_log_json(const struct chat_log *log, const char *person);

/* `by` may be NULL: no person. */
bool chat_log_is_muted(const struct chat_log *log, const char *by, const char *whom);

/* Mutes a person of this name, who must not be muted yet. Returns false and sets `fault` if too
 * many are muted. */
bool chat_log_mute(struct chat_log *log, const char *by, const char *whom, const char *name,
                   struct fault *fault);
/* Does nothing if the person is not muted. */
void chat_log_unmute(struct chat_log *log, const char *by, const char *whom);

/* The people whom `person` (or NULL) has muted, as a JSON list. Free it. */
char *chat_log_muted_json(const struct chat_log *log, const char *person);

#endif
