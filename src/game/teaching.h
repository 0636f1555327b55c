/* What a game knows about explaining it: the part of a mind that a teacher needs (players/teach.c).
 *
 * A teacher compares the choices of a position by what they are worth and by facts: sentences that are
 * true of some of them. It says of a choice only what is not true of the best other one, or that they
 * are about equal. Among choices that are nearly as good as the best, it prefers one that shows an idea
 * of the lesson. Like a mind, it judges by what a seat may know. */
#ifndef GAME_TEACHING_H
#define GAME_TEACHING_H

#include "game/game.h"

enum {
    MIND_FACTS_MAX = 48,
    MIND_CHOICES_MAX = 64,
};

/* Something that can be said for a choice. */
struct mind_fact {
    const char *key; /* of a sentence among the game's "hints" */
    /* Its place in the lesson, from 1; 0: true, but no idea that one would teach. */
    uint8_t idea;
    bool later; /* it speaks of what comes later: never said in the last turn */
    /* A measure, said if it is greater than that of the other choice; the sentence says by how much. */
    bool more;
};

struct mind_choice {
    union game_move_storage move;
    bool waits; /* in real time: to do nothing now. Then there is no move */
    double value;
    /* For each fact of the game: 0 if it is not true of this choice, otherwise 1 or its measure; less
     * than 0 if it is true but not what speaks for this choice, and only compared with. */
    int16_t facts[MIND_FACTS_MAX];
};

struct mind_teaching {
    /* The most telling first, up to MIND_FACTS_MAX; the last has a NULL key. */
    const struct mind_fact *facts;
    /* Lists the choices of the seat of the question with their values, at most MIND_CHOICES_MAX. If
     * `asked` is not NULL, it is one of them. NULL: the legal moves, with the winning chances that the
     * general search finds. */
    int (*choices)(const struct mind_question *question, const struct move *asked,
                   struct mind_choice choices[]);
    /* Fills in the facts of a choice, which are 0. NULL: `choices` does. */
    void (*describe)(const struct mind_question *question, struct mind_choice *choice);
    /* Adds the values of the sentence of a fact, which is said for `choice` against `other`; they are
     * separated by ", ", or by "; " if some are lists. */
    void (*detail)(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail);
    /* Whether the seat decides for the last time. */
    bool (*last)(const struct mind_question *question);
    /* The idea whose turn it is in this decision; 0: any. NULL: always any. */
    int (*idea)(const struct mind_question *question);
    double margin;    /* what showing an idea may cost */
    double equal;     /* a difference that does not count */
    bool are_chances; /* values are winning chances, so that a difference can be said in matches */
};

#endif
