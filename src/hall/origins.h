/* The origin of a table: from the name of a moment to a position. */
#ifndef HALL_ORIGINS_H
#define HALL_ORIGINS_H

#include "hall/environment.h"
#include "table/settings.h"

/* Sets the position of `asked`, whose origin is a moment of this record. The person who plays on from
 * it is the one on asked->sit (match/branch.h). False and a fault if the record has no such moment, is
 * of another game or number of seats, or cannot be replayed. */
bool origin_find(const struct environment *environment, const json_t *record,
                 struct table_asked *asked, struct fault *fault);

#endif
