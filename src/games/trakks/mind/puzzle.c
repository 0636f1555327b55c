/* Finds puzzles of a size that people like, and counts how many tiles on the table a solution moves.
 */
#include "games/trakks/mind/puzzle.h"

#include "game/mind.h"
#include "games/trakks/mind/solve.h"

enum {
    RACK_MIN = 3,
    RACK_MAX = 9,
    TABLE_MIN = 9,
    TABLE_MAX = 42,
    TRIES = 40,     /* solutions that are compared */
    MOVED_MAX = 16, /* more would be tedious */
};

static bool suits(const struct mind_question *question)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    int count = trakks_tiles_count(rack);
    return view->phase == TRAKKS_PHASE_TURN && trakks_rounds(view) == 1 &&
           bits_have(view->opened, question->seat) && !(rack.one & ~TRAKKS_TILES_NUMBERS) &&
           count >= RACK_MIN && count <= RACK_MAX && view->table.tile_count >= TABLE_MIN &&
           view->table.tile_count <= TABLE_MAX;
}

/* The tiles of a group that a new group has too, if it is shifted so. */
static int overlap(const struct trakks_group *old, const struct trakks_group *new, int dx, int dy)
{
    int count = 0;
    for (int i = 0; i < old->count; i++)
        for (int j = 0; j < new->count; j++)
            count += old->tile[i] == new->tile[j] && old->at[i].x + dx == new->at[j].x &&
                     old->at[i].y + dy == new->at[j].y;
    return count;
}

/* The most tiles of a group that can stay where they are, with respect to each other. */
static int kept_count(const struct trakks_group *old, const struct trakks_table *after)
{
    int most = 0;
    for (int index = 0; index < after->group_count; index++) {
        struct trakks_group new = trakks_table_group(after, index);
        for (int i = 0; i < old->count; i++)
            for (int j = 0; j < new.count; j++) {
                if (old->tile[i] != new.tile[j])
                    continue;
                int kept =
                    overlap(old, &new, new.at[j].x - old->at[i].x, new.at[j].y - old->at[i].y);
                most = kept > most ? kept : most;
            }
    }
    return most;
}

static int moved_count(const struct trakks_table *before, const struct trakks_table *after)
{
    int moved = before->tile_count;
    for (int index = 0; index < before->group_count; index++) {
        struct trakks_group old = trakks_table_group(before, index);
        moved -= kept_count(&old, after);
    }
    return moved;
}

/* Keeps the solution that moves the fewest tiles. */
static bool solve(const struct mind_question *question, struct move *move, int *effort)
{
    const struct trakks_state *view = question->view;
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    bool found = false;
    trakks_puzzle_make(view, question->seat, &puzzle);
    for (int i = 0; i < TRIES; i++) {
        trakks_solve(&puzzle, &question->budget, question->rng, &solution);
        if (solution.left.one)
            break;
        int moved = moved_count(&view->table, &solution.table);
        if (found && moved >= *effort)
            continue;
        found = trakks_solution_place(view, question->seat, &solution, (struct trakks_place *)move);
        *effort = moved;
    }
    return found && *effort <= MOVED_MAX;
}

const struct game_puzzle trakks_puzzle = {
    .seats_max = TRAKKS_SEATS_MAX,
    .suits = suits,
    .solve = solve,
    .solve_iterations = 6000,
    .iterations_per_ms = 15,
};
