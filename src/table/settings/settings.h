/* The settings of a table: what is fixed when it is created, and where its match starts from. One struct, read from a request
 * `create` and from entry 0, written to entry 0 and to clients (settings.c). */
#ifndef TABLE_SETTINGS_SETTINGS_H
#define TABLE_SETTINGS_SETTINGS_H

#include "base/base.h"
#include "match/match.h"
#include "players/players.h"
#include "store/job/job.h"

#include <jansson.h>

/* ---- Origins ---- */

/* What a table's match starts from, if not from a new deal: a moment of a finished match, a scene of a
 * lesson, or a puzzle. A request `create` only names it. The hall finds the position, so that no client
 * can supply one. */

enum table_origin_kind { ORIGIN_NONE, ORIGIN_RECORD, ORIGIN_LESSON, ORIGIN_PUZZLE, ORIGIN_KINDS };

enum { ORIGIN_NAME_MAX = 32 };

/* All zero: none. */
struct table_origin {
    enum table_origin_kind kind;
    /* The table of the finished match, or the game of the lesson or puzzle. "": from a file. */
    char name[ORIGIN_NAME_MAX];
    int number; /* of moves made, or of the scene or puzzle, from 0 */
};

/* Reads {"record","move"}, {"lesson","scene"} or {"puzzle","number"}, from a request or from entry 0;
 * from NULL, none. */
bool table_origin_read(struct table_origin *origin, const json_t *json, struct fault *fault);

/* The value in a request that names the origin, or contains it. NULL: none. */
const json_t *table_origin_named(const struct table_origin *origin, const json_t *json);

/* The origin as JSON; there must be one. */
json_t *table_origin_json(const struct table_origin *origin);
void table_origin_write(const struct table_origin *origin, struct buffer *out);

/* Refuse the origin: its name, or its number. Both return false. */
bool table_origin_bad_name(const struct table_origin *origin, struct fault *fault);
bool table_origin_bad_number(const struct table_origin *origin, struct fault *fault);

/* Whether the match is an exercise: computer players leave the moves to the person, and the end leaves
 * no record. */
bool table_origin_is_exercise(const struct table_origin *origin);

/* ---- Settings ---- */

/* In a match over days, each move has hours or days. Its clocks go on while no server runs, and nobody is replaced
 * before their time is up: then a computer player takes over, or the seat has lost. */
enum table_clock {
    TABLE_CLOCK_NONE,
    TABLE_CLOCK_MOVE,
    TABLE_CLOCK_GAME,
    TABLE_CLOCK_DAYS,
    TABLE_CLOCKS
};

/* How fast computer players move: like people, slowly for beginners, or at once. */
enum table_pace { TABLE_PACE_HUMAN, TABLE_PACE_CALM, TABLE_PACE_FAST };

/* All zero is empty, and may be freed. */
struct table_settings {
    const struct game *game;
    int seats;
    uint8_t options[GAME_OPTIONS_MAX];
    bool is_public, takeover, hints, chat, open_hands_after, programs, autostart;
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

/* The shape of the settings that table_settings_write writes or, if `asked`, of those that table_asked_read
 * reads, in the notation of data/schema/. A new JSON value. */
json_t *table_settings_shape(bool asked);

void table_settings_set_host(struct table_settings *settings, const char *id, const char *name);
/* The match starts from this seed, which is copied, and from nothing else. */
void table_settings_set_seed(struct table_settings *settings, const char *seed);
/* The match starts where this one is, with its options. They have the same game and seats. */
void table_settings_set_position(struct table_settings *settings, const struct match *match);

/* Copies everything that the settings own. */
struct table_settings table_settings_copy(const struct table_settings *settings);
void table_settings_free(struct table_settings *settings);

#endif
