/* A refusal that does not come from the hall, as a message: {"id":null,"ok":false,"error":…}. */
#ifndef SERVER_FAULT_MESSAGE_H
#define SERVER_FAULT_MESSAGE_H

#include "base/fault.h"
#include "base/message.h"
#include "text/text.h"

struct message *fault_message_new(const struct texts *texts, const struct fault *fault);

#endif
