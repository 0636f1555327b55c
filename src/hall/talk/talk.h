/* What people at a table say to each other: chat and phrases; and whom they mute. */
#ifndef HALL_TALK_TALK_H
#define HALL_TALK_TALK_H

#include "hall/live/live.h"

/* The requests `chat` and `mute` of someone who watches. */
void chat_say(struct watch *watch, const struct request *request);
void chat_mute(struct watch *watch, const struct request *request);

/* The name of someone who sits, watches or has spoken here, or NULL. */
const char *chat_name_of(const struct live_table *live, const char *person);

/* Somebody has said this at another server. `given` is the line as JSON. */
void chat_heard(struct live_table *live, const struct people *people, const char *given);
/* At another server, `by` has muted `whom`, whose name this is; NULL: has ended that. */
void chat_mute_heard(struct live_table *live, const char *by, const char *whom, const char *name);

#endif
