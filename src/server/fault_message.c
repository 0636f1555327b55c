#include "server/fault_message.h"

#include "base/check.h"
#include "wire/fault.h"

#include <stdlib.h>
#include <string.h>

struct message *fault_message_new(const struct texts *texts, const struct fault *fault)
{
    json_t *json = json_pack("{s:n, s:b, s:o}", "id", "ok", 0, "error", wire_fault(texts, fault));
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    struct message *message = message_new(text, strlen(text));
    free(text);
    json_decref(json);
    return message;
}
