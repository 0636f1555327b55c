/* The referee: one request in, one answer out, as docs/referee.md says. It holds one match at a time.
 * Bad input never stops it and changes nothing. It does no input or output of its own: `ludosaure
 * referee`, tests and fuzzers call it.
 *
 *     referee.c  the protocol
 *     bot.c      a computer player that another program asks */
#ifndef REFEREE_REFEREE_H
#define REFEREE_REFEREE_H

#include "base/base.h"
#include "match/match.h"
#include "players/players.h"
#include "text/text.h"

#include <jansson.h>
#include <stddef.h>

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

/* ---- Answers to lines of JSON ---- */

/* What all answers to lines of JSON have in common: the `id` of the request, `ok`, and the error; and
 * reading the values of a request. */

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

/* ---- The command `bot` ---- */

/* A computer player for other programs: one request in, one answer out, in the protocol that the
 * arena speaks with external players (docs/bots.md). It plays one match at a time, from what its
 * seat may know. Events and a position that do not fit together are refused. */

/* How the bot plays. A budget that is 0 comes from the request, or from the level. */
struct bot_manner {
    const struct player *player;
    int ms, iterations;
};

struct bot;

/* `games` ends with NULL; `data_folder` may be NULL. Release it with bot_free. */
struct bot *bot_new(const struct game *const *games, const char *data_folder,
                    const struct texts *texts, const struct bot_manner *manner);
void bot_free(struct bot *bot);

/* The answer to one line, without a line end, to be freed. */
char *bot_answer(struct bot *bot, const char *line, size_t length);

#endif
