/* Records step by step, for a front end that has a record and knows no rules: what any viewer saw after
 * any move. docs/browser.md lists the requests. */
#ifndef WIRE_REPLAY_H
#define WIRE_REPLAY_H

#include "text/text.h"

#include <jansson.h>

/* A record that was read and checked as `ludosaure verify` does it, with every state of its match. */
struct wire_replay;

void wire_replay_free(struct wire_replay *replay);

/* Answers a request, as a new value. `open` replaces *replay, which is NULL at first. An answer with
 * "error" says what is wrong with the record or the request. */
json_t *wire_replay_ask(struct wire_replay **replay, const struct texts *texts,
                        const json_t *request);

#endif
