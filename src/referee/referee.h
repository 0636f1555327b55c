/* The referee: the protocol's requests and answers, one line in, one line out. It holds one match
 * at a time, never stops on bad input and changes nothing for it. No input or output of its own:
 * `ludosaure referee`, tests and fuzzers feed it. */
#ifndef REFEREE_REFEREE_H
#define REFEREE_REFEREE_H

#include "match/match.h"
#include "text/text.h"

#include <jansson.h>

struct referee {
    const struct game *const *games; /* those it knows; ends with NULL */
    const char *data_folder;         /* for components; may be NULL */
    const struct texts *texts;
    struct match match;
    struct doc doc;     /* for whatever is being read or written */
    struct move *moves; /* room for `legal` */
};

/* A referee is large: it is allocated, and freed with referee_free. */
struct referee *referee_new(const struct game *const *games, const char *data_folder,
                            const struct texts *texts);
void referee_free(struct referee *referee);

/* The answer to one line: a text without a line's end, to be freed. */
char *referee_answer(struct referee *referee, const char *line, size_t length);

/* The answer to a line that is too long to be read at all. */
char *referee_answer_too_long(struct referee *referee);

/* The same for a request already read, without `id`: a new JSON value. `request` may be NULL: no
 * JSON. */
json_t *referee_answer_json(struct referee *referee, const json_t *request);

#endif
