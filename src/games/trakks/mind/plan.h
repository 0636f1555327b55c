/* Plans of computer players: tables with as many tiles of the rack as fit, now or with one more tile. */
#ifndef GAMES_TRAKKS_MIND_PLAN_H
#define GAMES_TRAKKS_MIND_PLAN_H

#include "games/trakks/mind/solve.h"

enum {
    TRAKKS_PLANS_MAX = TRAKKS_POOL + 2
}; /* with each tile of the pool, none, or the next of the
                                                bag */

struct trakks_plan {
    uint8_t more; /* a tile of the pool or of the bag, or TRAKKS_TILE_NONE */
    bool drawn;   /* of the bag: only for a player who sees it */
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
};

struct trakks_planning {
    const struct mind_question *question;
    const struct trakks_state *view;
    int seat;
    int64_t done; /* iterations */
    int plan_count;
    struct trakks_plan plan[TRAKKS_PLANS_MAX]; /* the first is for the current rack */
};

void trakks_planning_start(struct trakks_planning *planning, const struct mind_question *question);
/* Whether some of the budget is left. */
bool trakks_thinks_on(const struct trakks_planning *planning);

/* A soft player does not see where a tile would fit, with the probability `softness` for each. */
void trakks_tiles_overlook(const struct mind_question *question, struct trakks_puzzle *puzzle);
/* The puzzle as if this seat had opened. */
void trakks_plan_puzzle(const struct trakks_state *view, int seat, struct trakks_puzzle *puzzle);
/* Improves a plan, starting from its best table so far, with up to `iterations` of the budget. */
void trakks_plan_improve(struct trakks_planning *planning, struct trakks_plan *plan,
                         int64_t iterations);
/* The number of tiles that a plan leaves over. */
int trakks_plan_left(const struct trakks_plan *plan);

/* Makes the plan for the current rack. */
void trakks_plans_first(struct trakks_planning *planning);
/* Makes a plan for each tile of the pool, and improves all until the budget is used up or everything
 * can be placed now. */
void trakks_plans_more(struct trakks_planning *planning);

/* The first placing (K13), as large as possible, if there is one. */
bool trakks_open_first(struct trakks_planning *planning, struct move *move);
/* Places as much as planned, if anything. */
bool trakks_place_most(const struct trakks_planning *planning, struct move *move);
/* Draws; with an empty bag takes any tile of the pool, and with an empty pool passes. */
void trakks_tile_draw(const struct trakks_state *view, struct move *move);
/* Takes the tile of the pool whose plan leaves the fewest tiles over, or draws. */
void trakks_tile_get(const struct trakks_planning *planning, struct move *move);

#endif
