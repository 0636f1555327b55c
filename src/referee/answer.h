/* What all answers to lines of JSON have in common: the `id` of the request, `ok`, and the error; and
 * reading the values of a request. */
#ifndef REFEREE_ANSWER_H
#define REFEREE_ANSWER_H

#include "base/fault.h"
#include "text/text.h"

#include <jansson.h>
#include <stddef.h>

/* The answer to one line, without a line end, to be freed. `answer` makes it for a request, which is
 * NULL if the line is not JSON; this function adds the id, exactly as it was sent. */
char *answer_line(const struct texts *texts, const char *line, size_t length,
                  json_t *(*answer)(void *context, const json_t *request), void *context);

/* The answer to a line that exceeds the limit. */
char *answer_line_too_long(const struct texts *texts);

/* {"ok":false,"error":…}, as a new value. */
json_t *answer_refusal(const struct texts *texts, const struct fault *fault);

struct answer_command {
    const char *name; /* `cmd` of its requests */
    bool needs_match;
    bool (*run)(void *context, const json_t *request, json_t *answer, struct fault *fault);
};

/* Runs the command that a request names. `request` is NULL if the line was not JSON. */
bool answer_run(const struct answer_command *commands, size_t count, void *context, bool has_match,
                const json_t *request, json_t *answer, struct fault *fault);

/* Values of a request; false with a fault if one is missing or wrong. */
bool answer_take_text(const json_t *request, const char *key, const char **text,
                      struct fault *fault);
bool answer_take_number(const json_t *request, const char *key, json_int_t low, json_int_t high,
                        int *number, struct fault *fault);
/* Sets the fault: the value with this key is wrong. Returns false. */
bool answer_bad_request(struct fault *fault, const char *key);

#endif
