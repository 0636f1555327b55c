#include "base/message.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct message *message_new(const char *text, size_t length)
{
    struct message *message =
        alloc_resize(NULL, sizeof *message + MESSAGE_HEADROOM + length + 1, 1);
    message->holders = 1;
    message->length = length;
    memcpy(message_text(message), text, length);
    message_text(message)[length] = '\0';
    return message;
}

struct message *message_hold(struct message *message)
{
    CHECK(message->holders > 0);
    message->holders++;
    return message;
}

void message_drop(struct message *message)
{
    CHECK(message->holders > 0);
    if (--message->holders == 0)
        free(message);
}
