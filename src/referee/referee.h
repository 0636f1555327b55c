/* The referee: one request in, one answer out, as the protocol says. It holds one match at a time.
 * Bad input never stops it and changes nothing. It does no input or output of its own: `ludosaure
 * referee`, tests and fuzzers call it. */
#ifndef REFEREE_REFEREE_H
#define REFEREE_REFEREE_H

#include "match/match.h"
#include "text/text.h"

#include <jansson.h>

struct referee {
    const struct game *const *games; /* ends with NULL */
    const char *data_folder;         /* for components; may be NULL */
    const struct texts *texts;
    struct match match;
    struct doc doc;     /* scratch space for reading and writing */
    struct move *moves; /* for `legal` */
};

/* A referee is too large for the stack. Release it with referee_free. */
struct referee *referee_new(const struct game *const *games, const char *data_folder,
                            const struct texts *texts);
void referee_free(struct referee *referee);

/* The answer to one line, without a line end, to be freed. */
char *referee_answer(struct referee *referee, const char *line, size_t length);

/* The same for a parsed request, without `id`, as a new JSON value. `request` is NULL if the line
 * was not JSON. */
json_t *referee_answer_json(struct referee *referee, const json_t *request);

#endif
