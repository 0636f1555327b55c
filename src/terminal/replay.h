/* A record on the screen: any move of it, from any viewpoint. */
#ifndef TERMINAL_REPLAY_H
#define TERMINAL_REPLAY_H

#include "match/turning.h"
#include "terminal/session.h"
#include "wire/record.h"

struct replay {
    const struct console *console;
    const struct record *record;
    struct session *session; /* for its terminal, input, names and documents */
    struct match *match;     /* after match->move_count moves */
    struct turning turning;
    int viewer; /* a seat, GAME_SPECTATOR, or STORY_ALL: all hands open */
};

/* Checks the whole record and goes to its start. False after a message. Must be ended in either case. */
bool replay_start(struct replay *replay, const struct console *console,
                  const struct record *record);
void replay_end(struct replay *replay);

/* Sets the viewpoint: the number or name of a seat. False if there is none. */
bool replay_look_as(struct replay *replay, const char *seat);

/* Goes to the moment after `count` moves, and draws it. */
void replay_show(struct replay *replay, size_t count);

/* The turning point after this number of moves, or before it; NULL if there is none. */
const struct turning_point *replay_turn(const struct replay *replay, size_t count, bool forward);
/* The beginning of this round, or NULL. */
const struct turning_point *replay_part(const struct replay *replay, size_t number);
void replay_list_turns(const struct replay *replay);

#endif
