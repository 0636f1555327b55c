/* A text for one or many clients, with a reference count. */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H

#include <stddef.h>

/* Space in front of the text, where the network writes its frame. */
enum { MESSAGE_HEADROOM = 64 };

struct message {
    int holders;
    size_t length;
    unsigned char bytes[]; /* MESSAGE_HEADROOM, then the text */
};

/* Copies the text. The caller is the first holder. */
struct message *message_new(const char *text, size_t length);
struct message *message_hold(struct message *message);
/* Frees the message if this was the last holder. */
void message_drop(struct message *message);

/* The text, which ends with a zero. */
static inline char *message_text(struct message *message)
{
    return (char *)message->bytes + MESSAGE_HEADROOM;
}

#endif
