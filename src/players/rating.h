/* Ratings: how strong players are, as the results of their matches suggest.
 *
 * The method is Algorithm 4 (Plackett–Luce) of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
 * Method for Online Ranking", Journal of Machine Learning Research 12 (2011), with the ties of the
 * OpenSkill libraries. All numbers are 60 times those of the paper, so that ratings look like those
 * of chess. docs/statistics.md explains the choice.
 *
 * Every result is the same on every machine: only operations that IEEE 754 rounds correctly are used
 * (+ − × ÷ and square roots), always in the same order. */
#ifndef PLAYERS_RATING_H
#define PLAYERS_RATING_H

enum {
    RATING_MEAN = 1500,     /* of a player without matches */
    RATING_DEVIATION = 500, /* likewise */
    RATING_LUCK = 250,      /* deviation of one performance from the player's strength */
    RATING_DRIFT = 5,       /* deviation by which strength changes between two matches */
    RATING_SEATS_MAX = 8,
};

/* Strength as a normal distribution. */
struct rating {
    double mean, deviation;
};

/* The rating of a player without matches. */
struct rating rating_new(void);

/* Makes the rating less certain, since time has passed. Call it before each match. */
void rating_drift(struct rating *rating);

/* Updates the ratings of the players of one match, at least two. Lower places are better; equal
 * places are ties. */
void rating_update(struct rating *ratings, const int *places, int count);

#endif
