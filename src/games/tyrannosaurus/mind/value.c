/* The network has one layer of neurons. What a position tells it is a list of features; each feature adds
 * a row of weights to the neurons. Sums are integers, so that every machine computes the same. The
 * weights were fitted by training/games/tyrannosaurus/fit.c. */
#include "games/tyrannosaurus/mind/mind.h"

#include <string.h>

/* A win is what counts; the margin decides between equally likely wins. */
static const double WINNING = 0.9;

/* ---- Features ---- */

enum { DISTANCES = 5, OFFSETS = 15, SQUARE_KINDS = 6, IN_REACH = 10, NEAR = 14 };

/* The first feature of each kind. */
enum {
    FEATURE_TURNS = 0,
    FEATURE_MARGIN = FEATURE_TURNS + TYREX_TURNS_MAX,
    FEATURE_CLOSE = FEATURE_MARGIN + TYREX_MARGINS,      /* rivals with about as many trees */
    FEATURE_OWN_TREES = FEATURE_CLOSE + TYREX_SEATS_MAX, /* few are dangerous */
    FEATURE_PLACE = FEATURE_OWN_TREES + 5,               /* in order of play */
    FEATURE_SQUARE = FEATURE_PLACE + TYREX_SEATS_MAX,    /* corner, edge … */
    FEATURE_TYREX = FEATURE_SQUARE + SQUARE_KINDS,       /* where it is, or away */
    FEATURE_TYREX_SQUARE = FEATURE_TYREX + OFFSETS + 1,
    FEATURE_TYREX_REFUGE = FEATURE_TYREX_SQUARE + SQUARE_KINDS + 1,
    FEATURE_REFUGE = FEATURE_TYREX_REFUGE + DISTANCES,  /* how far its own one is, if any */
    FEATURE_FORBIDDEN = FEATURE_REFUGE + DISTANCES + 1, /* how far the nearest other one is */
    FEATURE_TREE_HERE = FEATURE_FORBIDDEN + DISTANCES,
    FEATURE_REACH = FEATURE_TREE_HERE + 1,   /* trees within one step */
    FEATURE_SAFE = FEATURE_REACH + IN_REACH, /* those away from the Ty-Rex */
    FEATURE_NEAR = FEATURE_SAFE + IN_REACH,  /* trees within two steps */
    FEATURE_LEFT = FEATURE_NEAR + NEAR,      /* trees on the board */
    FEATURE_RESTS = FEATURE_LEFT + 11,       /* cards not discarded */
    FEATURE_PANIC = FEATURE_RESTS + 4,
    FEATURE_DINO = FEATURE_PANIC + 4,
    /* for each rival */
    FEATURE_RIVAL = FEATURE_DINO + TYREX_DINOSAURS, /* where it is, and whether it acts later */
    FEATURE_RIVAL_TYREX = FEATURE_RIVAL + 2 * OFFSETS,
    FEATURE_RIVAL_REFUGE = FEATURE_RIVAL_TYREX + OFFSETS + 1,
    FEATURE_RIVAL_SAFE = FEATURE_RIVAL_REFUGE + DISTANCES + 1,
    FEATURE_RIVAL_TREES = FEATURE_RIVAL_SAFE + IN_REACH,
    FEATURE_RIVAL_RESTS = FEATURE_RIVAL_TREES + 5,
    FEATURE_RIVAL_PANIC = FEATURE_RIVAL_RESTS + 4,
    FEATURES = FEATURE_RIVAL_PANIC + 4,
};
static_assert((int)FEATURES == (int)TYREX_FEATURES, "one row of weights for each feature");

static int at_most(int number, int limit)
{
    return number < limit ? number : limit;
}

/* The offset between two squares without its direction: 0 to OFFSETS - 1. */
static int offset(uint8_t a, uint8_t b)
{
    int files = a % 8 - b % 8, ranks = a / 8 - b / 8;
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    int longer = files > ranks ? files : ranks, shorter = files + ranks - longer;
    return longer * (longer + 1) / 2 + shorter;
}

static uint64_t within_one(uint8_t square)
{
    return UINT64_C(0x70707) << (square - 9);
}

static uint64_t within_two(uint8_t square)
{
    uint64_t around = UINT64_C(0x1f1f1f1f1f);
    return square >= 18 ? around << (square - 18) : around >> (18 - square);
}

static int tyrex_offset(const struct tyrannosaurus_state *s, uint8_t square)
{
    return s->tyrex == TYREX_NOWHERE ? OFFSETS : offset(square, s->tyrex);
}

/* The distance to the refuge that a seat may enter; DISTANCES if there is none. */
static int refuge_distance(const struct tyrannosaurus_state *s, int seat)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    return player->dino == TYREX_DIPLODOCUS   ? tyrannosaurus_distance(player->at, s->lake)
           : player->dino == TYREX_PTERANODON ? tyrannosaurus_distance(player->at, s->volcano)
                                              : DISTANCES;
}

static int forbidden_distance(const struct tyrannosaurus_state *s, int seat)
{
    uint8_t at = s->players[seat].at;
    int lake = tyrannosaurus_is_forbidden(s, seat, s->lake) ? tyrannosaurus_distance(at, s->lake)
                                                            : DISTANCES;
    int volcano = tyrannosaurus_is_forbidden(s, seat, s->volcano)
                      ? tyrannosaurus_distance(at, s->volcano)
                      : DISTANCES;
    return at_most(lake < volcano ? lake : volcano, DISTANCES - 1);
}

/* The trees that the Ty-Rex does not reach with one step. */
static uint64_t safe_trees(const struct tyrannosaurus_state *s)
{
    return s->tyrex == TYREX_NOWHERE ? s->trees : s->trees & ~within_one(s->tyrex);
}

static int unseen(const struct tyrannosaurus_state *s, int seat, int card)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    return s->components.cards[player->dino][card] - player->discards[card];
}

int tyrannosaurus_margin(const struct tyrannosaurus_state *s, int seat)
{
    int best = 0;
    for (int other = 0; other < s->seats; other++)
        if (other != seat && tyrannosaurus_score(s, other) > best)
            best = tyrannosaurus_score(s, other);
    int margin = tyrannosaurus_score(s, seat) - best;
    return margin > TYREX_MARGIN_MAX    ? 2 * TYREX_MARGIN_MAX
           : margin < -TYREX_MARGIN_MAX ? 0
                                        : margin + TYREX_MARGIN_MAX;
}

/* Adds the features about the others; returns the number of all. */
static int rivals_add(const struct tyrannosaurus_state *s, int seat, uint16_t *features, int count)
{
    const struct tyrannosaurus_player *own = &s->players[seat];
    for (uint64_t others = s->playing & ~bit(seat); others;) {
        int other = bits_pop(&others);
        const struct tyrannosaurus_player *rival = &s->players[other];
        bool later = tyrannosaurus_place(s, other) > tyrannosaurus_place(s, seat);
        int kinds[] = {
            FEATURE_RIVAL + (later ? OFFSETS : 0) + offset(own->at, rival->at),
            FEATURE_RIVAL_TYREX + tyrex_offset(s, rival->at),
            FEATURE_RIVAL_REFUGE + refuge_distance(s, other),
            FEATURE_RIVAL_SAFE + at_most(bits_count(safe_trees(s) & within_one(rival->at)), 9),
            FEATURE_RIVAL_TREES + at_most(rival->trees, 5) - 1,
            FEATURE_RIVAL_RESTS + at_most(unseen(s, other, TYREX_CARD_REST), 3),
            FEATURE_RIVAL_PANIC + at_most(unseen(s, other, TYREX_CARD_PANIC), 3),
        };
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            features[count++] = (uint16_t)kinds[i];
    }
    return count;
}

static int close_rivals(const struct tyrannosaurus_state *s, int seat)
{
    int close = 0;
    for (uint64_t others = s->playing & ~bit(seat); others;) {
        int lead = tyrannosaurus_score(s, bits_pop(&others)) - tyrannosaurus_score(s, seat);
        close += lead >= -1 && lead <= 1;
    }
    return close;
}

int tyrannosaurus_features(const struct tyrannosaurus_state *s, int seat,
                           uint16_t features[TYREX_FEATURES_MAX])
{
    static const uint8_t kinds[] = {0, 1, 2, 1, 0, 1, 3, 4, 3, 1, 2, 4, 5,
                                    4, 2, 1, 3, 4, 3, 1, 0, 1, 2, 1, 0};
    const struct tyrannosaurus_player *own = &s->players[seat];
    uint8_t at = own->at, tyrex = s->tyrex;
    bool away = tyrex == TYREX_NOWHERE;
    int left = tyrannosaurus_turns_in_all(s) - s->turn; /* after this one */
    int to_lake = away ? 4 : tyrannosaurus_distance(tyrex, s->lake);
    int to_volcano = away ? 4 : tyrannosaurus_distance(tyrex, s->volcano);
    int found[] = {
        FEATURE_TURNS + left,
        FEATURE_MARGIN + tyrannosaurus_margin(s, seat),
        FEATURE_CLOSE + close_rivals(s, seat),
        FEATURE_OWN_TREES + at_most(own->trees, 5) - 1,
        FEATURE_PLACE + tyrannosaurus_place(s, seat),
        FEATURE_SQUARE + kinds[(at / 8 - 1) * 5 + at % 8 - 1],
        FEATURE_TYREX + tyrex_offset(s, at),
        FEATURE_TYREX_SQUARE + (away ? SQUARE_KINDS : kinds[(tyrex / 8 - 1) * 5 + tyrex % 8 - 1]),
        FEATURE_TYREX_REFUGE + (to_lake < to_volcano ? to_lake : to_volcano),
        FEATURE_REFUGE + refuge_distance(s, seat),
        FEATURE_FORBIDDEN + forbidden_distance(s, seat),
        FEATURE_REACH + bits_count(s->trees & within_one(at)),
        FEATURE_SAFE + bits_count(safe_trees(s) & within_one(at)),
        FEATURE_NEAR + at_most(bits_count(s->trees & within_two(at)), NEAR - 1),
        FEATURE_LEFT + at_most(bits_count(s->trees) / 2, 10),
        FEATURE_RESTS + at_most(unseen(s, seat, TYREX_CARD_REST), 3),
        FEATURE_PANIC + at_most(unseen(s, seat, TYREX_CARD_PANIC), 3),
        FEATURE_DINO + own->dino,
    };
    int count = 0;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        features[count++] = (uint16_t)found[i];
    if (bits_have(s->trees, at))
        features[count++] = FEATURE_TREE_HERE;
    return rivals_add(s, seat, features, count);
}

/* ---- Values ---- */

double tyrannosaurus_result_value(const struct tyrannosaurus_state *s, int seat)
{
    double share = bits_have(s->winners, seat) ? 1.0 / bits_count(s->winners) : 0;
    double margin = (double)(tyrannosaurus_margin(s, seat) - TYREX_MARGIN_MAX) / TYREX_MARGIN_MAX;
    return WINNING * (2 * share - 1) + (1 - WINNING) * margin;
}

double tyrannosaurus_value_chance(double value)
{
    double chance = 0.5 + value / (2 * WINNING); /* margins cancel, about */
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* Adds the weights of all features for each neuron. Eight weights are read as one word and added four
 * at a time, since not every machine has vector instructions. Adding 128 to a weight, which is
 * flipping its highest bit, makes all of them positive, so that nothing carries into the next sum:
 * TYREX_FEATURES_MAX of them fit into 16 bits. */
static void sums_add(const struct tyrannosaurus_weights *weights, const uint16_t features[],
                     int count, int sums[TYREX_NEURONS])
{
    enum { WORDS = TYREX_NEURONS / 8 };
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff), flip = UINT64_C(0x8080808080808080);
    uint64_t even[WORDS] = {0}, odd[WORDS] = {0};
    for (int i = 0; i < count; i++)
        for (int word = 0; word < WORDS; word++) {
            uint64_t eight;
            memcpy(&eight, &weights->features[features[i]][8 * word], sizeof eight);
            eight ^= flip;
            even[word] += eight & low;
            odd[word] += eight >> 8 & low;
        }
    for (int neuron = 0; neuron < TYREX_NEURONS; neuron++) {
        uint64_t four = neuron % 2 ? odd[neuron / 8] : even[neuron / 8];
        sums[neuron] = (int)(four >> neuron % 8 / 2 * 16 & 0xffff) - 128 * count;
    }
}

/* The output before it is squeezed between -1 and 1. */
static double output(const struct tyrannosaurus_weights *weights,
                     const struct tyrannosaurus_state *s, int seat)
{
    uint16_t features[TYREX_FEATURES_MAX];
    int sums[TYREX_NEURONS];
    int32_t output = 0;
    int count = tyrannosaurus_features(s, seat, features);
    sums_add(weights, features, count, sums);
    for (int neuron = 0; neuron < TYREX_NEURONS; neuron++)
        output += (sums[neuron] > 0 ? sums[neuron] : 0) * weights->neurons[neuron];
    int left = tyrannosaurus_turns_in_all(s) - s->turn;
    output += weights->lead[left][tyrannosaurus_margin(s, seat)] * TYREX_FEATURE_ONE;
    return (double)output / (TYREX_FEATURE_ONE * TYREX_WEIGHT_ONE);
}

static double squeeze(double x)
{
    return x /
           __builtin_sqrt(1 + x * x); /* an instruction, not a call: the core needs no library */
}

double tyrannosaurus_value_one_sided(const struct tyrannosaurus_weights *weights,
                                     const struct tyrannosaurus_state *s, int seat)
{
    if (s->phase == TYREX_PHASE_OVER)
        return tyrannosaurus_result_value(s, seat);
    if (!bits_have(s->playing, seat)) /* out */
        return -1;
    return squeeze(output(weights, s, seat));
}

double tyrannosaurus_value(const struct tyrannosaurus_weights *weights,
                           const struct tyrannosaurus_state *s, int seat)
{
    if (s->phase == TYREX_PHASE_OVER || s->seats != 2)
        return tyrannosaurus_value_one_sided(weights, s, seat);
    return squeeze((output(weights, s, seat) - output(weights, s, !seat)) / 2);
}
