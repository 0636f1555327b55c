/* Computer players of Trakks.
 *
 *  mind.c   which move to make; when to play action tiles, and what to pass on; good puzzles
 *  plan.c   what could be placed, now or with one more tile; how the expert collects; how soon everything could be placed
 *  hint.c   explains why a move is good; what the analysis of finished matches knows */
#ifndef GAMES_TRAKKS_MIND_MIND_H
#define GAMES_TRAKKS_MIND_MIND_H

#include "game/game.h"
#include "game/mind.h"
#include "games/trakks/solver/solver.h"
#include "games/trakks/trakks.h"

#include <stdbool.h>
#include <stdint.h>

extern const struct game_mind trakks_mind;

/* ---- What players of this game do more or less often ---- */

extern const struct game_habits trakks_habits;

/* ---- Puzzles of Trakks: lay the whole rack in one turn ---- */

extern const struct game_puzzle trakks_puzzle;

/* ---- What the analysis of finished matches knows about Trakks ---- */

extern const struct game_review trakks_review;

/* ---- Actions ---- */

/* Moves without tiles to place: action tiles (K5 to K7), and what is passed on with an arrow. */

enum { TRAKKS_DANGER = 4 }; /* an opponent with this many tiles may soon be out */

/* A move that is no placing. */
void trakks_move_set(struct move *move, enum trakks_move kind, int a);

/* The opponent who is closest to winning. */
int trakks_seat_ahead(const struct trakks_state *view, int seat);

/* Decides when to play an action tile, if `left` tiles of the rack cannot be placed; the rack can
 * never be empty otherwise. */
bool trakks_action_play(const struct trakks_state *view, int seat, int left, struct move *move);

/* Removes the tile of a rack that is the greatest burden, and returns it. `left` are the tiles that
 * cannot be placed. */
uint8_t trakks_burden_take(struct trakks_tiles *rack, struct trakks_tiles *left);
/* Passes on the two greatest burdens, or the only tile. */
void trakks_give_choose(struct trakks_tiles rack, struct trakks_tiles left, struct move *move);

/* ---- Explains to a person why a move is good ---- */

extern const struct mind_teaching trakks_teaching;

/* ---- The differences between the ways of thinking ---- */

/* From these on: */
static const enum mind_way TRAKKS_COLLECTS =
    MIND_CAREFUL;                                    /* tiles are kept until all can be laid */
static const enum mind_way TRAKKS_HOLDS = MIND_FULL; /* moves are judged by how soon that will be */

/* ---- Outlook ---- */

/* The outlook of a rack: how soon everything could be placed at once.
 *
 * Nobody knows which tiles will come. So orders are imagined in which the unseen tiles appear, one at a
 * time, in the pool. In each order, the *wait* of a rack is the number of these tiles after which
 * all of it may fit, if any of them could be taken. Racks are compared in the same orders, so that most
 * of the luck in them cancels out. */

struct trakks_outlook {
    struct trakks_fitting fitting;
    struct trakks_tiles pool;    /* now */
    struct trakks_tiles staying; /* those that nobody else will take, in this order */
    struct trakks_tiles unseen;  /* without those that others were seen to take */
    int groups_max, bag_count;
    int count; /* of the order */
    uint8_t order[TRAKKS_TILES];
    int64_t fits; /* questions asked so far, to count the effort */
};

/* A rack after a move, with what is known to come next. */
struct trakks_prospect {
    struct trakks_tiles have; /* on the rack or on the table */
    struct trakks_tiles pool; /* that could still be taken */
    int first, last;          /* the part of the order that is to come */
};

/* For the seat of a question; `table` and `groups_max` as in its problem. */
void trakks_outlook_start(struct trakks_outlook *outlook, const struct mind_question *question,
                          struct trakks_tiles table, int groups_max);
/* Imagines another order. A player who sees the bag knows it. */
void trakks_outlook_imagine(struct trakks_outlook *outlook, const struct mind_question *question);

/* The wait, counted from `first`, or one more than the tiles to come if it never fits. `guess` speeds it up. */
int trakks_outlook_wait(struct trakks_outlook *outlook, const struct trakks_prospect *prospect,
                        int guess);

/* The worth of a wait: every further tile makes it four per cent less likely to be the first. */
enum { TRAKKS_SOON = 1 << 16 }; /* of no wait */
uint32_t trakks_wait_worth(int wait);

/* ---- Plan ---- */

/* Plans of computer players: tables with as many tiles of the rack as fit, now or with one more tile. */

enum {
    TRAKKS_PLANS_MAX = TRAKKS_POOL + 2
}; /* with each tile of the pool, none, or the next of the
                                                bag */

struct trakks_plan {
    uint8_t more; /* a tile of the pool or of the bag, or TRAKKS_TILE_NONE */
    bool drawn;   /* of the bag: only for a player who sees it */
    struct trakks_problem problem;
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

/* Whether to place what fits although something is left over. */
bool trakks_places_now(const struct trakks_planning *planning);

/* What a soft player sees. Where a tile fits as the table lies, everybody sees; of the others each is overlooked, with the
 * probability `softness`. Who collects tiles does not look at single ones, and may overlook any. */
void trakks_tiles_overlook(const struct mind_question *question, struct trakks_problem *problem);
/* The problem as if this seat had opened. */
void trakks_plan_problem(const struct trakks_state *view, int seat, struct trakks_problem *problem);
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

/* ---- Hold ---- */

/* How the expert collects: every move is judged by how soon everything could then be placed at once,
 * in many imagined futures. */

struct trakks_hold_option {
    enum trakks_move kind;
    uint8_t tile;
    struct trakks_prospect prospect; /* in the current order */
    uint64_t worth, waited;          /* sums over the orders */
    bool unproven;                   /* seemed to complete the rack, but no table was found */
};

struct trakks_holding {
    struct trakks_planning *planning;
    struct trakks_outlook outlook;
    struct trakks_tiles have, given; /* given: passed on with an arrow */
    int orders, option_count;
    struct trakks_hold_option option[TRAKKS_POOL + 3]; /* first to wait: to place any tiles */
    const struct trakks_hold_option *best; /* except to wait and action tiles; or NULL */
};

/* Judges the moves that are not the last of the round; the first plan has been made. False if the plans must
 * decide: everything may fit now, or this player does not hold back. */
bool trakks_hold_judge(struct trakks_planning *planning, struct trakks_holding *holding);
/* False if there is none. */
bool trakks_hold_choose(const struct trakks_holding *holding, struct move *move);

#endif
