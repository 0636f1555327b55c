/* The weights of the network of value.h. weights_2.h, weights_3.h and weights_4.h have those for two,
 * three and four players. */
#ifndef GAMES_TYRANNOSAURUS_MIND_WEIGHTS_H
#define GAMES_TYRANNOSAURUS_MIND_WEIGHTS_H

#include <stdint.h>

enum {
    TYREX_TURNS_MAX = 9,
    TYREX_MARGIN_MAX = 8,
    TYREX_MARGINS = 2 * TYREX_MARGIN_MAX + 1,
    TYREX_NEURONS = 16,
    TYREX_FACTS_MAX = 40, /* of one position */
    TYREX_FACTS = 213,    /* that there are */
};

/* Weights of facts are in 1/TYREX_FACT_ONE, the others in 1/TYREX_WEIGHT_ONE. They take few bytes,
 * since the browser has to load them. */
enum { TYREX_FACT_ONE = 64, TYREX_WEIGHT_ONE = 256 };
struct tyrannosaurus_weights {
    int8_t facts[TYREX_FACTS][TYREX_NEURONS];
    int16_t neurons[TYREX_NEURONS];
    int16_t lead[TYREX_TURNS_MAX][TYREX_MARGINS]; /* by turns to come and margin in trees */
};

#endif
