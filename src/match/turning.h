/* Turning points of a match: where a part of it begins, where the lead changes, the largest changes of
 * a score, and the end. */
#ifndef MATCH_TURNING_H
#define MATCH_TURNING_H

#include "match/match.h"

enum turning_kind { TURNING_PART, TURNING_LEAD, TURNING_SWING, TURNING_END };

struct turning_point {
    size_t moves; /* how many were made */
    enum turning_kind kind;
    char part[16]; /* the type of the event that begins it, such as "round" */
    int seat;      /* of a lead or a swing */
    int number;    /* of a part; the change of a score */
};

/* All zero is empty, and may be freed. */
struct turning {
    struct turning_point *points; /* in order */
    size_t count, capacity;
    int32_t scores[GAME_SEATS_MAX]; /* after the latest move */
    int leader;                     /* who was alone in the lead last, or -1 */
};

void turning_start(struct turning *turning, const struct match *match);

/* A move was made, with these events, which include all secrets. */
void turning_follow(struct turning *turning, const struct match *match, const struct doc *events);

/* The match ends here: only the largest changes of a score stay. */
void turning_finish(struct turning *turning);

void turning_free(struct turning *turning);

#endif
