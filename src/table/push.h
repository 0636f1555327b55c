/* The one place that turns a table into what a viewer may know. Everything that reaches a client about
 * a match is written here, from the view of that client's seat: nothing else in the server calls
 * game->view, game->save, match_result or a story.
 *
 * What a viewer gets for an entry depends on the entry's number and kind, on what the game tells
 * that viewer, and on nothing else: not on what others are told, nor on how long they thought. */
#ifndef TABLE_PUSH_H
#define TABLE_PUSH_H

#include "table/message.h"
#include "table/table.h"

/* A buffer, reused from one message to the next. */
struct push_writer;
struct push_writer *push_writer_new(void);
void push_writer_free(struct push_writer *push_writer);

/* What a table looks like from outside: as in `info` of the interface. A new JSON value. */
json_t *push_info(const struct table *table);
/* The same as text. */
enum { PUSH_INFO_BYTES_MAX = 8192 };
void push_info_write(const struct table *table, struct buffer *out);

struct push_presence {
    uint32_t online; /* a bit per seat */
    int spectators;
    const char *chat_json;  /* the list of what was said lately, as JSON; NULL: none */
    const char *muted_json; /* whom this client does not want to hear; the same */
};

struct push_viewer {
    int seat;   /* or GAME_SPECTATOR */
    int held;   /* the seat it has had in the match (table_seat_held), or -1 */
    bool views; /* whether it wants them */
};

/* Everything, as a push `table`. */
struct message *push_table(struct push_writer *push_writer, const struct table *table,
                           const struct push_viewer *viewer, const struct push_presence *presence,
                           int64_t now_ms);

/* The entry that was folded in last. `before` is the match's state before it, for moves.
 * `answer` is the JSON of the id of the request that asked for it, or NULL. */
struct message *push_step(struct push_writer *push_writer, const struct table *table,
                          const struct game_state_storage *before, const struct push_viewer *viewer,
                          const char *answer, int64_t now_ms);

/* An earlier entry again, for somebody who comes back: `view` and what belongs to it are those of
 * that moment, the same bytes as then; only the clocks of the latest entry and `may_sit` are those of
 * now. Several of one table are cheap when asked for in their order. */
struct message *push_step_again(struct push_writer *push_writer, const struct table *table,
                                int64_t number, const struct push_viewer *viewer, int64_t now_ms);

/* What has happened, as a list in JSON of the entries from `first` to `last`: of each what its step
 * told this viewer, without how the table looked then. Valid until the next call. */
const char *push_log(struct push_writer *push_writer, const struct table *table, int64_t first,
                     int64_t last, int viewer);

#endif
