/* The settings of a table: what is fixed when it is created. One struct, read from a request `create`
 * and from entry 0, written to entry 0 and to clients. */
#ifndef TABLE_SETTINGS_H
#define TABLE_SETTINGS_H

#include "base/buffer.h"
#include "match/match.h"
#include "players/player.h"
#include "store/job.h"
#include "table/origin.h"

#include <jansson.h>

enum table_clock { TABLE_CLOCK_NONE, TABLE_CLOCK_MOVE, TABLE_CLOCK_GAME };

/* How fast computer players move: like people, slowly for beginners, or at once. */
enum table_pace { TABLE_PACE_HUMAN, TABLE_PACE_CALM, TABLE_PACE_FAST };

/* All zero is empty, and may be freed. */
struct table_settings {
    const struct game *game;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    bool is_public, takeover, hints, chat, open_hands_after, autostart;
    enum table_pace pace;
    enum table_clock clock;
    int64_t clock_ms;
    char host[STORE_ID_TEXT], host_name[STORE_NAME_MAX];
    /* Of a rematch: the people who sat at the table before, and who may watch this one. */
    char guests[GAME_SEATS_MAX][STORE_ID_TEXT];
    int guest_count;
    char *seed;         /* NULL: the match starts from `position` */
    char seed_hash[65]; /* SHA-256, published before the match */
    json_t *position;
    struct table_origin origin; /* of the position */
};

/* What a request `create` asks for: settings, and who sits down first. All zero is empty. */
struct table_asked {
    /* Without a host. With an origin but without its position. Without a seed, unless it was asked
     * for. */
    struct table_settings settings;
    const json_t *origin; /* what names or contains the origin; belongs to the request */
    const struct player *bots[GAME_SEATS_MAX]; /* NULL: no computer player */
    int sit;                                   /* the seat of the host, or -1 */
};

/* Reads a request, with defaults for what is absent. Returns false and sets `fault` if it is not
 * valid. `may_choose_start`: the request may have a `seed` or a `position`, for tests. The result
 * must be freed in either case. */
bool table_asked_read(struct table_asked *asked, const json_t *json, bool may_choose_start,
                      struct fault *fault);

/* Reads entry 0. As above, free the result in either case. */
bool table_settings_read(struct table_settings *settings, const char *text, struct fault *fault);

/* The text of entry 0. There must be a host, and a seed or a position. Free it. */
char *table_settings_text(const struct table_settings *settings);

/* Writes the public settings, from "game" to "pace", as members of a JSON object. */
void table_settings_write(const struct table_settings *settings, struct buffer *out);

void table_settings_set_host(struct table_settings *settings, const char *id, const char *name);
/* The match starts from this seed, which is copied, and from nothing else. */
void table_settings_set_seed(struct table_settings *settings, const char *seed);
/* The match starts where this one is, with its options. They have the same game and seats. */
void table_settings_set_position(struct table_settings *settings, const struct match *match);

/* Copies everything that the settings own. */
struct table_settings table_settings_copy(const struct table_settings *settings);
void table_settings_free(struct table_settings *settings);

#endif
