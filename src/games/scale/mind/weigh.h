/* Weighing a match: who has which level, and what matching with them would bring. */
#ifndef GAMES_SCALE_WEIGH_H
#define GAMES_SCALE_WEIGH_H

#include "base/bits.h"
#include "games/scale/state.h"

/* What makes a level of computer player. Times are in ticks. */
struct scale_skill {
    struct scale_reading reading;
    bool counts_cards; /* remembers which cards have gone */
    bool races;        /* plays for the win; otherwise for tokens */
    float trust;       /* how many times likelier a match is when the other one says so */
    float worth;       /* the tokens it must expect from a match to offer */
    float sure;        /* two players: how sure, from 0 to 1, it must be to answer at once */
    uint16_t look;     /* it watches somebody at least this long */
    uint16_t settle;   /* it keeps a card at least this long */
    uint16_t patience; /* it gives a card up, or answers, after this long */
    uint16_t pause;    /* after something that it has done */
    uint16_t beat;     /* between two thoughts, on average */
};

/* By struct mind_question's level. */
const struct scale_skill *scale_skill_of(int level);

struct scale_weighing {
    uint32_t others;                              /* a bit per seat that could be matched with */
    uint32_t seen;                                /* those of them that it has watched for long */
    float chances[SCALE_SEATS_MAX][SCALE_LEVELS]; /* of the others' levels */
    float tokens[SCALE_SEATS_MAX];                /* expected of a match with each of them */
    int best;                                     /* the seat with the most of them, or -1 */
    float hope; /* the tokens to expect of the best match with a new card, on average */
};

/* For the seat that is asked, which holds a card with a value. */
void scale_weigh(const struct mind_question *question, struct scale_weighing *weighing);

/* How likely the other one's card is equal to, or one apart from, this value. */
float scale_match_chance(const float chances[SCALE_LEVELS], int value);

/* Two players: the answer that the asked seat believes in, and how surely, from 0 to 1. */
uint8_t scale_believed_answer(const struct mind_question *question, float *sure);

/* What the asked seat remembers; a blank memory if it has none. */
const struct scale_memory *scale_memory_of(const struct mind_question *question);

/* S6: whether all others choose a colour: nobody offers to them, nor do they offer. */
static inline bool scale_others_choose(const struct scale_state *v, int seat)
{
    return (v->swapping | bit(seat)) == bit(v->seats) - 1;
}

#endif
