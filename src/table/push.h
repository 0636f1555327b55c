/* The one place that turns a match into what a viewer may know. Everything that reaches a client about
 * a match is written here, from the view of that client's seat: nothing else in the server calls
 * game->save, match_result or a story for a client.
 *
 * What a viewer gets for an entry depends on the entry's number and kind, and on what the game shows
 * that viewer. It depends on nothing else: not on what others receive, nor on how long they took. */
#ifndef TABLE_PUSH_H
#define TABLE_PUSH_H

#include "base/message.h"
#include "table/state.h"

/* Memory that is reused from one message to the next. */
struct push_writer;
struct push_writer *push_writer_new(void);
void push_writer_free(struct push_writer *push_writer);

struct push_presence {
    uint32_t online; /* a bit per seat */
    int spectators;
    const char *chat_json;  /* the latest chat lines, as a JSON list; NULL: none */
    const char *muted_json; /* the people whom the viewer has muted; likewise */
};

struct push_viewer {
    int seat;   /* or GAME_SPECTATOR */
    int held;   /* the viewer's seat in the match, now or before (table_seat_held), or -1 */
    bool views; /* whether the viewer wants `view` and `aids` */
};

/* The whole table: a push `table`. */
struct message *push_table(struct push_writer *push_writer, const struct table *table,
                           const struct push_viewer *viewer, const struct push_presence *presence,
                           int64_t now_ms);

/* The latest entry: a push `step`. `before` is the state of the match before it, if it was a move.
 * `answer` is the id, as JSON, of the request that asked for it, or NULL. */
struct message *push_step(struct push_writer *push_writer, const struct table *table,
                          const struct game_state_storage *before, const struct push_viewer *viewer,
                          const char *answer, int64_t now_ms);

/* An earlier entry again, for a client that comes back. The view and all that belongs to it are the
 * same bytes as then; only `may_sit`, and the clocks of the latest entry, are those of now. Several
 * entries of a table are cheap if asked for in order. */
struct message *push_step_again(struct push_writer *push_writer, const struct table *table,
                                int64_t number, const struct push_viewer *viewer, int64_t now_ms);

/* The entries from `first` to `last` as a JSON list: what the step of each said about the entry, but not
 * how the table looked then. Valid until the next call. */
const char *push_log(struct push_writer *push_writer, const struct table *table, int64_t first,
                     int64_t last, int viewer);

#endif
