/* What makes a decision of a game a good puzzle. Optional: a game without it has no puzzles.
 *
 * A puzzle is one decision of one seat, judged by what that seat sees. There are two kinds. If the
 * game has `solve`, the answer is any move that wins at once. Otherwise the answer is the move with
 * the highest value, and all others must be clearly worse. */
#ifndef GAME_PUZZLE_H
#define GAME_PUZZLE_H

#include <stdbool.h>
#include <stdint.h>

struct mind_question;
struct move;

struct game_puzzle {
    int seats_max; /* most seats of the matches that puzzles are taken from */

    /* Whether this decision is worth a closer look. Must be quick. */
    bool (*suits)(const struct mind_question *question);

    /* Finds a move that wins at once, and how many pieces on the table it rearranges, as few as it
     * can find. False if it finds none. The same question gives the same move. May be NULL. */
    bool (*solve)(const struct mind_question *question, struct move *move, int *effort);
    int64_t solve_iterations;

    /* The value of each of these moves of the question's seat. NULL: its winning chance, estimated
     * by the general search. */
    void (*values)(const struct mind_question *question, const struct move *moves, int count,
                   double values[]);
    double margin;   /* the least that every wrong move gives away */
    int answers_max; /* moves that may be equally good */

    /* Iterations that a computer player can do in a millisecond, for measurements that do not depend
     * on the machine. */
    double iterations_per_ms;
};

#endif
