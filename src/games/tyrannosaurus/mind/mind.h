/* Computer players of Tyrannosaurus Rex. Choices are secret and simultaneous, so a player does not
 * look for the best choice, but for a mixture of choices that nobody can exploit, and draws from
 * it. In a match of several rounds they play to win each round as if it were the whole match, but in
 * the last one they count the trees of all rounds.
 *
 *  mind.c      chooses the method for each decision; good puzzles; reads what was learned
 *  instinct.c  quick moves for any seat of a world, and the beginner's moves
 *  turn.c      the choices of a seat, and mixtures of them; one turn between two players, solved, given what its end is worth; the equilibrium of a payoff table
 *  duel.c      the decisions between two players: looks two turns ahead
 *  mixing.c    every other decision: regret matching over imagined worlds
 *  value.c     what the start of a turn is worth: a network
 *  hint.c      explains why a choice is good; winning chances, for the analysis of finished matches */
#ifndef GAMES_TYRANNOSAURUS_MIND_MIND_H
#define GAMES_TYRANNOSAURUS_MIND_MIND_H

#include "game/game.h"
#include "game/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <stddef.h>

extern const struct game_mind tyrannosaurus_mind;

/* ---- What players of this game do more or less often ---- */

extern const struct game_habits tyrannosaurus_habits;

/* ---- Puzzles of Tyrannosaurus: the safest choice in the last turn between two players ---- */

extern const struct game_puzzle tyrannosaurus_puzzle;

/* ---- What the analysis of finished matches knows about Tyrannosaurus Rex ---- */

extern const struct game_review tyrannosaurus_review;

/* ---- Choices ---- */

/* The choices of a seat, and mixtures of them. Choices are packed as in a state
 * (tyrannosaurus_choice_pack): 1 to TYREX_CHOICE_CODES - 1. */

enum {
    TYREX_CHOICE_CODES = 1 + TYREX_CHOICES * TYREX_DIRECTIONS,
    TYREX_CHOICES_LISTED_MAX = 2 * TYREX_DIRECTIONS + 1, /* eight moves, eight panics, a rest */
};

/* The choices of a seat with their probabilities, which add up to 1. */
struct tyrannosaurus_mixture {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double chances[TYREX_CHOICES_LISTED_MAX];
};

/* Lists every legal choice of a seat that chooses in this phase, whether it has chosen already or
 * not. Returns their number. */
int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[TYREX_CHOICES_LISTED_MAX]);
/* Takes back the choices made so far: everybody chooses again. */
void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s);
/* Makes all choices at once and continues until the next ones. Seats that do not choose have 0. */
void tyrannosaurus_choose_all(struct tyrannosaurus_state *s, const uint8_t codes[TYREX_SEATS_MAX]);
/* A number from 0 to just below 1. */
double tyrannosaurus_chance(struct rng *rng);

/* ---- Quick moves for any seat of a world, and the beginner's moves ---- */

/* How tempting each choice looks at first sight; at least 1 each. */
void tyrannosaurus_instinct(const struct tyrannosaurus_state *s, int seat, int count,
                            const uint8_t *codes, int weights[TYREX_CHOICES_LISTED_MAX]);
uint8_t tyrannosaurus_instinct_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);
uint8_t tyrannosaurus_beginner_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);

/* The choice of a player who overlooks more, the greater `softness` is, from 0 to 1: what looks best at first sight. */
uint8_t tyrannosaurus_sight_choose(const struct tyrannosaurus_state *s, int seat, double softness,
                                   struct rng *rng);

/* ---- Weights ---- */

/* The weights of the network of value.c: one network for each number of players that has been fitted.
 * In data/minds/tyrannosaurus.bin, each network is
 *
 *     4 bytes   numbers of players, neurons, turns, margins
 *     2 bytes   number of features, little-endian
 *               the three arrays of struct tyrannosaurus_weights, in order and little-endian */

enum {
    TYREX_TURNS_MAX = 9,
    TYREX_MARGIN_MAX = 8,
    TYREX_MARGINS = 2 * TYREX_MARGIN_MAX + 1,
    TYREX_NEURONS = 16,
    TYREX_FEATURES_MAX = 40, /* of one position */
    TYREX_FEATURES = 217,    /* that there are */
};

/* Weights of features are in 1/TYREX_FEATURE_ONE, the others in 1/TYREX_WEIGHT_ONE. They take few bytes,
 * since the browser has to load them. */
enum { TYREX_FEATURE_ONE = 64, TYREX_WEIGHT_ONE = 256, TYREX_WEIGHT_MAX = 4 * TYREX_WEIGHT_ONE };
struct tyrannosaurus_weights {
    int8_t features[TYREX_FEATURES][TYREX_NEURONS];
    int16_t neurons[TYREX_NEURONS];
    int16_t lead[TYREX_TURNS_MAX][TYREX_MARGINS]; /* by turns to come and margin in trees */
};

/* All that the mind has learned. */
struct tyrannosaurus_networks {
    uint64_t fitted; /* bits: numbers of players */
    struct tyrannosaurus_weights by_seats[TYREX_SEATS_MAX + 1];
};

/* The size of one network in the file. */
enum {
    TYREX_NETWORK_HEAD = 6,
    TYREX_NETWORK_SIZE = TYREX_NETWORK_HEAD + TYREX_FEATURES * TYREX_NEURONS + 2 * TYREX_NEURONS +
                         2 * TYREX_TURNS_MAX * TYREX_MARGINS,
};

/* Reads networks into zeroed memory, as game/mind.h says. */
bool tyrannosaurus_weights_read(const unsigned char *bytes, size_t size, void *networks);

/* The weights for this many players. `networks` is a struct tyrannosaurus_networks or NULL; the
 * result may be NULL. */
const struct tyrannosaurus_weights *tyrannosaurus_weights_for(const void *networks, int seats);

/* ---- Value ---- */

/* What a position is worth to a seat at the start of a turn: a small network, and the features about
 * the position that it sees. */

/* The features that are true from the point of view of a seat that is in the game. Returns their
 * number. */
int tyrannosaurus_features(const struct tyrannosaurus_state *s, int seat,
                           uint16_t features[TYREX_FEATURES_MAX]);
/* The index of the margin of a seat over the best other one. */
int tyrannosaurus_margin(const struct tyrannosaurus_state *s, int seat);

/* The value of the end of a match, from -1 to 1: mostly the share of the win. */
double tyrannosaurus_result_value(const struct tyrannosaurus_state *s, int seat);
/* The winning chance, from 0 to 1, that a value stands for. */
double tyrannosaurus_value_chance(double value);
/* The value of the start of a turn, or of the end of a match. Between two players, one has the
 * opposite of the other. */
double tyrannosaurus_value(const struct tyrannosaurus_weights *weights,
                           const struct tyrannosaurus_state *s, int seat);
/* The same by the features about one seat alone. */
double tyrannosaurus_value_one_sided(const struct tyrannosaurus_weights *weights,
                                     const struct tyrannosaurus_state *s, int seat);

/* ---- Mixing ---- */

/* Regret matching over imagined worlds: every decision that is not solved (turn.c, duel.c). */

struct tyrannosaurus_seat_mind {
    double rounds; /* of learning */
    double regret[TYREX_CHOICE_CODES];
    double total
        [TYREX_CHOICE_CODES]; /* sum of the mixtures of all rounds, with more weight on later ones */
};

struct tyrannosaurus_mixing {
    const struct mind_question *question;
    const struct tyrannosaurus_weights *weights;
    struct tyrannosaurus_seat_mind minds[TYREX_SEATS_MAX]
                                        [TYREX_CARDS + 1]; /* by the card removed */
};

/* Learns the mixtures of everyone who chooses now, as far as the question allows. Its seat need not
 * be one of them; it may be GAME_SPECTATOR. The weights value the end of a turn; NULL: worlds are
 * played out. */
void tyrannosaurus_mixing_learn(struct tyrannosaurus_mixing *mixing,
                                const struct mind_question *question,
                                const struct tyrannosaurus_weights *weights);

/* The mixture that a seat has learned, with the card that it has removed in this world. */
void tyrannosaurus_mixing_learned(const struct tyrannosaurus_mixing *mixing,
                                  const struct tyrannosaurus_state *world, int seat,
                                  struct tyrannosaurus_mixture *mixture);

/* The mixture of the seat of the question. */
void tyrannosaurus_mixing(const struct mind_question *question,
                          struct tyrannosaurus_mixture *mixture);

/* The winning chance of a seat with this choice, compared with what it has learned to do. */
double tyrannosaurus_mixing_chance(const struct tyrannosaurus_mixing *mixing,
                                   const struct tyrannosaurus_state *world, int seat, uint8_t code);

/* A choice drawn from a mixture. */
uint8_t tyrannosaurus_mixture_draw(const struct tyrannosaurus_mixture *mixture, struct rng *rng);

/* Plays a world by instinct: to the start of the next turn, and to its end. */
void tyrannosaurus_play_turn(struct tyrannosaurus_state *world, struct rng *rng);
void tyrannosaurus_play_out(struct tyrannosaurus_state *world, struct rng *rng);

/* ---- The equilibrium of a two-player payoff table ---- */

/* A zero-sum game between two players who choose a row and a column at the same time. Chance first
 * gives each of them one of up to three hands, which only its owner sees and which decides what it
 * may choose; payoffs do not depend on it. */
enum { TYREX_HANDS_MAX = TYREX_CARDS };

struct tyrannosaurus_equilibrium_side {
    int count; /* rows or columns */
    int hands;
    uint32_t allowed[TYREX_HANDS_MAX];      /* a bit per choice */
    double chance[TYREX_HANDS_MAX];         /* of each hand */
    double bound;                           /* how often it follows a habit instead of choosing */
    double habit[TYREX_CHOICES_LISTED_MAX]; /* adds up to 1, unless `bound` is 0 */
    double mixture[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX]; /* the result: adds up to 1 */
};

struct tyrannosaurus_equilibrium {
    struct tyrannosaurus_equilibrium_side sides[2];
    double payoff[TYREX_CHOICES_LISTED_MAX][TYREX_CHOICES_LISTED_MAX]; /* [row][column] */
};

/* Finds both mixtures, such that neither side can gain more than `tolerance` by deviating. Returns
 * the average payoff of the row player. */
double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance);

/* The payoff of each choice of a side against the mixtures of the other. */
void tyrannosaurus_equilibrium_winnings(const struct tyrannosaurus_equilibrium *game, int which,
                                        double won[TYREX_CHOICES_LISTED_MAX]);

/* How likely each choice of a side is to someone who does not see its hand. */
void tyrannosaurus_equilibrium_seen(const struct tyrannosaurus_equilibrium_side *side,
                                    double chances[TYREX_CHOICES_LISTED_MAX]);

/* ---- Explains to a person why a choice is good ---- */

extern const struct mind_teaching tyrannosaurus_teaching;

/* ---- One turn between two players, solved exactly, given what its end is worth ---- */

/* What the end of a turn is worth to seat 0: the match is over, or the next turn begins. Seat 1 has
 * the opposite. */
struct tyrannosaurus_stakes {
    double (*value)(const void *context, const struct tyrannosaurus_state *s);
    const void *context;
    double tolerance; /* how exact each equilibrium is */
};

/* Values that were computed before, by a key that is never 0. Full places are replaced. */
enum { TYREX_MEMO_SIZE = 4096 }; /* a power of two */
struct tyrannosaurus_memo {
    uint64_t keys[TYREX_MEMO_SIZE];
    double values[TYREX_MEMO_SIZE];
};

/* A turn being solved. Zero at first, except for the stakes. */
struct tyrannosaurus_turn {
    struct tyrannosaurus_stakes stakes;
    bool open;          /* both know the cards of the other */
    double instinct[2]; /* how often each seat follows it instead of choosing well */
    struct tyrannosaurus_memo steered, ended; /* positions before phase 4 and after the turn */
};

/* A decision of both at the same time, or of one of them during a flight, with its equilibrium. */
struct tyrannosaurus_decision {
    struct tyrannosaurus_equilibrium game;
    uint8_t codes[2][TYREX_CHOICES_LISTED_MAX];
};

/* Whether two players are in the middle of a turn; and in the last one. */
bool tyrannosaurus_is_duel(const struct tyrannosaurus_state *view);
bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view);

/* Solves the rest of a turn. All choices of the phase are still to be made; removed cards may be
 * hidden. Returns the value for seat 0. */
double tyrannosaurus_turn_solve(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s,
                                struct tyrannosaurus_decision *decision);
/* The value for seat 0 of a position after the actions. */
double tyrannosaurus_turn_value(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *s);
/* Forgets all values: the stakes or the turn change. */
void tyrannosaurus_turn_forget(struct tyrannosaurus_turn *turn);

/* The mixture of `seat`, which sees `view`. */
void tyrannosaurus_turn_mixture(struct tyrannosaurus_turn *turn,
                                const struct tyrannosaurus_state *view, int seat,
                                struct tyrannosaurus_mixture *mixture);
/* The part of a solved decision for the hand of `seat`, which sees `view`. */
void tyrannosaurus_decision_mixture(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat,
                                    struct tyrannosaurus_mixture *mixture);

/* What a choice of `seat`, which sees `view`, is worth to it if the other follows its mixtures;
 * `code` 0: what its own mixture is worth. */
double tyrannosaurus_decision_value(const struct tyrannosaurus_decision *decision,
                                    const struct tyrannosaurus_state *view, int seat, uint8_t code);

/* The difference of trees at the end of a match; among equal ones a win decides. */
extern const struct tyrannosaurus_stakes tyrannosaurus_stakes_trees;

/* The mixture of `seat`, which sees `view`, in an equilibrium of the last turn in trees. */
void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture);
/* The choices of a seat in the last turn with what each of them is worth in trees if the opponent
 * does what hurts most, with either card that may be left, and both play well afterwards. */
struct tyrannosaurus_worst {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double values[TYREX_CHOICES_LISTED_MAX];
};
/* Only where both choose at the same time: not during a flight. */
void tyrannosaurus_last_turn_worst(const struct tyrannosaurus_state *view, int seat,
                                   struct tyrannosaurus_worst *worst);

/* ---- The decisions of a game between two players, once the turns have begun ---- */

/* Stakes of a match between two, by the value of the start of the next turn. */
struct tyrannosaurus_stakes tyrannosaurus_stakes_by(const struct tyrannosaurus_weights *weights);

/* Whether tyrannosaurus_duel_solve can be asked: it needs weights. */
bool tyrannosaurus_duel_solves(const struct mind_question *question);
/* Solves the decision of a question: the mixtures of both seats, with every hand. */
void tyrannosaurus_duel_solve(const struct mind_question *question,
                              struct tyrannosaurus_decision *decision);
/* The mixture of the seat of the question. */
void tyrannosaurus_duel(const struct mind_question *question,
                        struct tyrannosaurus_mixture *mixture);

#endif
