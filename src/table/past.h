/* A table as it was, to send its steps again. */
#ifndef TABLE_PAST_H
#define TABLE_PAST_H

#include "table/state.h"

/* The table as it was after entry `number`, with what push.h needs. `past` is NULL or the result of
 * an earlier call, which is reused if possible and freed otherwise. If `before` is not NULL, it gets
 * the state of the match before that entry. */
struct table *table_past(const struct table *table, int64_t number, struct table *past,
                         struct game_state_storage *before);

#endif
