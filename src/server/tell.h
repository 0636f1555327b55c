/* The one place that turns a table into what a client may know. Whatever reaches a client about a
 * match was written here, from the view of that client's seat: nothing else in the server calls
 * game->view, game->save, match_result or a story.
 *
 * What a viewer gets for an entry depends on the entry's number and kind, on what the game tells
 * that viewer, and on nothing else: not on what others are told, nor on how long they thought. */
#ifndef SERVER_TELL_H
#define SERVER_TELL_H

#include "server/message.h"
#include "server/room.h"

/* Room to write in, reused from one message to the next. */
struct teller;
struct teller *teller_new(void);
void teller_free(struct teller *teller);

/* What a table looks like from outside: as in `info` of the interface. A new JSON value. */
json_t *tell_info(const struct room *room);
/* The same as text. */
enum { TELL_INFO_BYTES_MAX = 8192 };
void tell_info_write(const struct room *room, struct buffer *out);

struct tell_presence {
    uint32_t online; /* a bit per seat */
    int spectators;
    const char *chat_json;  /* the list of what was said lately, as JSON; NULL: none */
    const char *muted_json; /* whom this client does not want to hear; the same */
};

struct tell_viewer {
    int seat;   /* or GAME_SPECTATOR */
    int held;   /* the seat it has had in the match (room_seat_held), or -1 */
    bool views; /* whether it wants them */
};

/* Everything, as a push `table`. */
struct message *tell_table(struct teller *teller, const struct room *room,
                           const struct tell_viewer *viewer, const struct tell_presence *presence,
                           int64_t now_ms);

/* The entry that was folded in last. `before` is the match's state before it, for moves.
 * `answer` is the JSON of the id of the request that asked for it, or NULL. */
struct message *tell_step(struct teller *teller, const struct room *room,
                          const struct game_state_storage *before, const struct tell_viewer *viewer,
                          const char *answer, int64_t now_ms);

/* An earlier entry again, for somebody who comes back: `view` and what belongs to it are those of
 * that moment, the same bytes as then; only the clocks of the latest entry and `may_sit` are those of
 * now. Several of one room are cheap when asked for in their order. */
struct message *tell_step_again(struct teller *teller, const struct room *room, int64_t number,
                                const struct tell_viewer *viewer, int64_t now_ms);

/* What has happened, as a list in JSON of the entries from `first` to `last`: of each what its step
 * told this viewer, without how the table looked then. Good until the teller tells something else. */
const char *tell_log(struct teller *teller, const struct room *room, int64_t first, int64_t last,
                     int viewer);

#endif
