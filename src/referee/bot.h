/* A computer player for other programs: one request in, one answer out, in the protocol that the
 * arena speaks with external players (docs/bots.md). It plays one match at a time, from what its
 * seat may know. Events and a position that do not fit together are refused. */
#ifndef REFEREE_BOT_H
#define REFEREE_BOT_H

#include "players/player.h"
#include "text/text.h"

#include <stddef.h>

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
