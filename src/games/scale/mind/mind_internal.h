/* What the files of Scale's mind share. */
#ifndef GAMES_SCALE_MIND_MIND_INTERNAL_H
#define GAMES_SCALE_MIND_MIND_INTERNAL_H

#include "games/scale/mind/mind.h"

#include "base/base.h"
#include "game/game.h"
#include "game/realtime.h"
#include "games/scale/scale.h"

/* Explains to a person why a move, or waiting, is good. */
extern const struct mind_teaching scale_teaching;

/* ---- Stage ---- */

/* Performing on the stage (S15): how a computer player moves its puppet.
 *
 * Each performer has a manner of its own: its power at level 1 and how fast that grows with the
 * level, how far and how fast it swings, how steady it is. The power drifts slowly, so that a short
 * look misleads, and every action suits each performer a little differently. A stream therefore
 * reveals the level only to those who watch for a while, and best to those who know the performer
 * from cards that were turned over before. */

struct scale_manner {
    uint64_t seed;           /* for the drift, and for how each action suits the performer */
    float power, power_gain; /* at level 1, and the increase up to level 10 */
    float bend;              /* how far the middle levels are from a straight line */
    float reach, reach_gain; /* of the swing, in stage widths */
    float tempo, tempo_gain; /* swings a tick */
    float jitter, drift;     /* of the power: from gesture to gesture, and slowly */
};

struct scale_manner scale_manner_of(uint64_t seed);

/* With value 0 the puppet stands still. */
void scale_stage_perform(const struct scale_manner *manner, const struct scale_part *part,
                         uint32_t tick, struct rng *rng, struct realtime_gesture *gesture);

/* ---- Weigh ---- */

/* The value of a match: the probable level of each player, and what a match with them would bring.
 */

/* What makes a way of thinking. Times are in ticks. */
struct scale_skill {
    struct scale_reading reading;
    bool counts_cards; /* remembers which cards have gone */
    bool races;        /* plays for the win; otherwise for tokens */
    float trust;       /* how much more likely a match is if the other player claims it */
    float worth;       /* the expected tokens that make it offer */
    float sure;        /* two players: the certainty, from 0 to 1, at which it answers at once */
    uint16_t look;     /* it watches a player at least this long */
    uint16_t settle;   /* it keeps a card at least this long */
    uint16_t patience; /* it gives a card up, or answers, after this long */
    uint16_t pause;    /* after a move of its own */
    uint16_t beat;     /* between two thoughts, on average */
};

const struct scale_skill *scale_skill_of(enum mind_way way);

struct scale_weighing {
    uint32_t others;                              /* a bit per seat that could be matched with */
    uint32_t seen;                                /* those that it has watched for long enough */
    float chances[SCALE_SEATS_MAX][SCALE_LEVELS]; /* of the others' levels */
    float tokens[SCALE_SEATS_MAX];                /* expected from a match with each of them */
    int best;                                     /* the seat with the highest expectation, or -1 */
    float hope; /* the tokens expected from the best match with a new card, on average */
};

/* For the seat of the question, which holds a card with a value. */
void scale_weigh(const struct mind_question *question, struct scale_weighing *weighing);

/* The probability that the card of the other seat is equal to, or one apart from, this value. */
float scale_match_chance(const float chances[SCALE_LEVELS], int value);

/* Two players: the answer that the seat of the question believes in, and its certainty from 0 to 1.
 */
uint8_t scale_believed_answer(const struct mind_question *question, float *sure);

/* The probability that each seat wins, by the tokens alone; of all of them together with two players. */
void scale_win_chances(const struct scale_state *s, float chances[SCALE_SEATS_MAX]);
/* The same after a match between two seats, with these chances of the level of the second. */
void scale_win_chances_matched(const struct scale_state *s, int seat, int partner,
                               const float levels[SCALE_LEVELS], float chances[SCALE_SEATS_MAX]);
/* Two players: the probability to win if the next answer is right with this probability. */
float scale_win_chance_of_two(const struct scale_state *s, float right);

/* The memory of the seat; a blank one if it has none. */
const struct scale_memory *scale_memory_of(const struct mind_question *question);

/* Whether the seat has not shown its level yet, and no one has judged it: offers and answers of its
 * own can come later. False where nobody performs. */
bool scale_must_perform(const struct mind_question *question);

/* S6: whether all others are choosing a colour, so that no offers are possible. */
static inline bool scale_others_choose(const struct scale_state *v, int seat)
{
    return (v->swapping | bit(seat)) == bit(v->seats) - 1;
}

#endif
