/* How the expert collects: every move is judged by how soon everything could then be placed at once,
 * in many imagined futures (outlook.h). */
#ifndef GAMES_TRAKKS_MIND_HOLD_H
#define GAMES_TRAKKS_MIND_HOLD_H

#include "games/trakks/mind/plan.h"

/* Chooses a move that is not the last of the round; the first plan has been made. False if everything
 * may fit now, so that the plans must decide. */
bool trakks_hold(struct trakks_planning *planning, struct move *move);

#endif
