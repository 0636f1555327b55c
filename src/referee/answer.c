/* Answers to lines of JSON. */
#include "referee/answer.h"

#include "base/alloc.h"
#include "base/check.h"
#include "wire/fault.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool answer_bad_request(struct fault *fault, const char *key)
{
    fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", key);
    return false; /* repeated so that the compiler sees it */
}

bool answer_take_text(const json_t *request, const char *key, const char **text,
                      struct fault *fault)
{
    *text = wire_text(json_object_get(request, key));
    return *text || answer_bad_request(fault, key);
}

bool answer_take_number(const json_t *request, const char *key, json_int_t low, json_int_t high,
                        int *number, struct fault *fault)
{
    const json_t *value = json_object_get(request, key);
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return answer_bad_request(fault, key);
    *number = (int)json_integer_value(value);
    return true;
}

json_t *answer_refusal(const struct texts *texts, const struct fault *fault)
{
    return json_pack("{s:b, s:o}", "ok", 0, "error", wire_fault(texts, fault));
}

/* The whole answer, starting with the id. */
static char *with_id(const char *id, json_t *answer)
{
    char *rest = json_dumps(answer, JSON_COMPACT);
    CHECK(rest);
    json_decref(answer);
    size_t size = strlen(rest) + strlen(id) + sizeof "{\"id\":,";
    char *text = alloc_new(size);
    snprintf(text, size, "{\"id\":%s,%s", id, rest + 1); /* without its brace */
    free(rest);
    return text;
}

char *answer_line(const struct texts *texts, const char *line, size_t length,
                  json_t *(*answer)(void *context, const json_t *request), void *context)
{
    json_t *request = wire_parse(line, length), *answered;
    char id[WIRE_ID_MAX + 1] = "null";
    struct fault fault;
    if (json_is_object(request) && wire_id_find(line, length, id) == WIRE_ID_TOO_LONG) {
        strcpy(id, "null");
        answer_bad_request(&fault, "id");
        answered = answer_refusal(texts, &fault);
    } else {
        answered = answer(context, request);
    }
    json_decref(request);
    return with_id(id, answered);
}

char *answer_line_too_long(const struct texts *texts)
{
    struct fault fault;
    fault_set(&fault, FAULT_BAD_REQUEST, NULL, "core.line_too_long", NULL);
    return with_id("null", answer_refusal(texts, &fault));
}

bool answer_run(const struct answer_command *commands, size_t count, void *context, bool has_match,
                const json_t *request, json_t *answer, struct fault *fault)
{
    if (!request)
        return fault_set(fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
    if (!json_is_object(request))
        return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.not_an_object", NULL);
    const char *name;
    if (!answer_take_text(request, "cmd", &name, fault))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].needs_match && !has_match)
            return fault_set(fault, FAULT_NO_MATCH, NULL, "core.no_match", NULL);
        return commands[i].run(context, request, answer, fault);
    }
    return fault_set(fault, FAULT_UNKNOWN_COMMAND, NULL, "core.unknown_command", "%s", name);
}
