/* The origin of a table: from its name to a position. */
#ifndef HALL_ORIGINS_H
#define HALL_ORIGINS_H

#include "hall/environment.h"
#include "table/settings.h"

/* Sets the position of `asked`, whose origin is a moment of this record. The person who plays on
 * from it is the one on asked->sit (match/branch.h). Returns false and sets `fault` if the record
 * has no such moment, is of another game or number of seats, or cannot be replayed. */
bool origin_from_record(const struct environment *environment, const json_t *record,
                        struct table_asked *asked, struct fault *fault);

/* Sets the position of `asked`, if its origin is a scene of a lesson or a puzzle: those of its game, or
 * the one in the request where that is allowed. What the person on asked->sit cannot know of a puzzle is
 * dealt anew. False and a fault if there is none with this number, if it is of another game or number of
 * seats, or if the day of the puzzle has not come. */
bool origin_from_file(const struct environment *environment, struct table_asked *asked,
                      struct fault *fault);

#endif
