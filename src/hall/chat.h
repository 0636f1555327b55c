/* What people at a table do beside the game: chat, mute each other, and make gestures. */
#ifndef HALL_CHAT_H
#define HALL_CHAT_H

#include "hall/watch.h"

/* The requests `chat`, `mute` and `gesture` of someone who watches. */
void chat_say(struct watch *watch, const struct request *request);
void chat_mute(struct watch *watch, const struct request *request);
void chat_gesture(struct watch *watch, const struct request *request);

#endif
