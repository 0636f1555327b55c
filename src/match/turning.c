/* The points of a match are found from its events and results, which every game has. */
#include "match/turning.h"

#include "base/alloc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWINGS_MAX = 5 };

static void add(struct turning *turning, const struct turning_point *point)
{
    if (turning->count == turning->capacity) {
        turning->capacity = turning->capacity ? turning->capacity * 2 : 16;
        turning->points = alloc_resize(turning->points, turning->capacity, sizeof *turning->points);
    }
    turning->points[turning->count++] = *point;
}

void turning_start(struct turning *turning, const struct match *match)
{
    struct game_result result;
    turning_free(turning);
    match->game->result(match->state.bytes, &result);
    memcpy(turning->scores, result.scores, sizeof turning->scores);
    turning->leader = -1;
}

/* An event that begins a part of a match has the number of that part, under its own type. */
static void follow_parts(struct turning *turning, const struct match *match,
                         const struct doc *events)
{
    DOC_EACH (events, doc_root(events), event) {
        struct turning_point point = {.moves = match->move_count, .kind = TURNING_PART, .seat = -1};
        const char *type = doc_text(events, doc_get(events, event, "type"));
        if (!doc_number(doc_get(events, event, type), 0, INT_MAX, &point.number))
            continue;
        snprintf(point.part, sizeof point.part, "%s", type);
        add(turning, &point);
    }
}

/* The seat that is alone in the lead, or -1. */
static int leader_of(const struct match *match, const int32_t scores[])
{
    int leader = 0;
    bool alone = true;
    for (int seat = 1; seat < match->seats; seat++) {
        int32_t ahead = scores[seat] - scores[leader];
        if (match->game->lowest_wins)
            ahead = -ahead;
        alone = ahead == 0 ? false : alone || ahead > 0;
        leader = ahead > 0 ? seat : leader;
    }
    return alone ? leader : -1;
}

static void follow_lead(struct turning *turning, const struct match *match,
                        const struct game_result *result)
{
    int leader = leader_of(match, result->scores);
    if (match->seats == match->game->seats_together || leader < 0 || leader == turning->leader)
        return;
    if (turning->leader >= 0)
        add(turning, &(struct turning_point){
                         .moves = match->move_count, .kind = TURNING_LEAD, .seat = leader});
    turning->leader = leader;
}

/* The largest change of a score by this move. */
static void follow_scores(struct turning *turning, const struct match *match,
                          const struct game_result *result)
{
    struct turning_point point = {.moves = match->move_count, .kind = TURNING_SWING};
    for (int seat = 0; seat < match->seats; seat++) {
        int change = result->scores[seat] - turning->scores[seat];
        if (abs(change) > abs(point.number)) {
            point.number = change;
            point.seat = seat;
        }
    }
    memcpy(turning->scores, result->scores, sizeof turning->scores);
    if (point.number != 0)
        add(turning, &point);
}

void turning_follow(struct turning *turning, const struct match *match, const struct doc *events)
{
    struct game_result result;
    match->game->result(match->state.bytes, &result);
    follow_scores(turning, match, &result);
    follow_lead(turning, match, &result);
    follow_parts(turning, match, events);
    if (result.over)
        add(turning,
            &(struct turning_point){.moves = match->move_count, .kind = TURNING_END, .seat = -1});
}

/* How many swings are larger than this one, or as large and earlier. */
static int rank_of(const struct turning *turning, size_t index)
{
    int rank = 0, size = abs(turning->points[index].number);
    for (size_t i = 0; i < turning->count; i++) {
        int other = abs(turning->points[i].number);
        if (turning->points[i].kind == TURNING_SWING)
            rank += other > size || (other == size && i < index);
    }
    return rank;
}

void turning_finish(struct turning *turning)
{
    struct turning kept = {0};
    for (size_t i = 0; i < turning->count; i++)
        if (turning->points[i].kind != TURNING_SWING || rank_of(turning, i) < SWINGS_MAX)
            add(&kept, &turning->points[i]);
    free(turning->points);
    turning->points = kept.points;
    turning->count = kept.count;
    turning->capacity = kept.capacity;
}

void turning_free(struct turning *turning)
{
    free(turning->points);
    *turning = (struct turning){0};
}
