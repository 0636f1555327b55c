/* A text on its way to one or many clients: made once, sent often, freed by the last. */
#ifndef TABLE_MESSAGE_H
#define TABLE_MESSAGE_H

#include <stddef.h>

/* What the network needs in front of a text to send it as it lies there. */
enum { MESSAGE_HEADROOM = 64 };

struct message {
    int holders;
    size_t length;
    unsigned char bytes[]; /* MESSAGE_HEADROOM, then the text */
};

struct message *message_new(const char *text, size_t length); /* one holder */
struct message *message_hold(struct message *message);
void message_drop(struct message *message);

static inline char *message_text(struct message *message)
{
    return (char *)message->bytes + MESSAGE_HEADROOM;
}

#endif
