/* The network has one layer of neurons. What a position tells it is a list of facts; each fact adds
 * a row of weights to the neurons. Sums are integers, so that every machine computes the same. The
 * weights were fitted by training/games/tyrannosaurus/fit.c. */
#include "games/tyrannosaurus/mind/mind.h"

#include <string.h>

/* A win is what counts; the margin decides between equally likely wins. */
static const double WINNING = 0.9;

/* ---- Facts ---- */

enum { DISTANCES = 5, OFFSETS = 15, SQUARE_KINDS = 6, IN_REACH = 10, NEAR = 14 };

/* The first fact of each kind. */
enum {
    FACT_TURNS = 0,
    FACT_MARGIN = FACT_TURNS + TYREX_TURNS_MAX,
    FACT_CLOSE = FACT_MARGIN + TYREX_MARGINS,      /* rivals with about as many trees */
    FACT_OWN_TREES = FACT_CLOSE + TYREX_SEATS_MAX, /* few are dangerous */
    FACT_PLACE = FACT_OWN_TREES + 5,               /* in order of play */
    FACT_SQUARE = FACT_PLACE + TYREX_SEATS_MAX,    /* corner, edge … */
    FACT_TYREX = FACT_SQUARE + SQUARE_KINDS,       /* where it is, or away */
    FACT_TYREX_SQUARE = FACT_TYREX + OFFSETS + 1,
    FACT_TYREX_REFUGE = FACT_TYREX_SQUARE + SQUARE_KINDS + 1,
    FACT_REFUGE = FACT_TYREX_REFUGE + DISTANCES,  /* how far its own one is, if any */
    FACT_FORBIDDEN = FACT_REFUGE + DISTANCES + 1, /* how far the nearest other one is */
    FACT_TREE_HERE = FACT_FORBIDDEN + DISTANCES,
    FACT_REACH = FACT_TREE_HERE + 1,   /* trees within one step */
    FACT_SAFE = FACT_REACH + IN_REACH, /* those away from the Ty-Rex */
    FACT_NEAR = FACT_SAFE + IN_REACH,  /* trees within two steps */
    FACT_LEFT = FACT_NEAR + NEAR,      /* trees on the board */
    FACT_RESTS = FACT_LEFT + 11,       /* cards not discarded */
    FACT_PANIC = FACT_RESTS + 4,
    FACT_DINO = FACT_PANIC + 4,
    /* for each rival */
    FACT_RIVAL = FACT_DINO + TYREX_DINOSAURS, /* where it is, and whether it acts later */
    FACT_RIVAL_TYREX = FACT_RIVAL + 2 * OFFSETS,
    FACT_RIVAL_REFUGE = FACT_RIVAL_TYREX + OFFSETS + 1,
    FACT_RIVAL_SAFE = FACT_RIVAL_REFUGE + DISTANCES + 1,
    FACT_RIVAL_TREES = FACT_RIVAL_SAFE + IN_REACH,
    FACT_RIVAL_RESTS = FACT_RIVAL_TREES + 5,
    FACT_RIVAL_PANIC = FACT_RIVAL_RESTS + 4,
    FACTS = FACT_RIVAL_PANIC + 4,
};
static_assert((int)FACTS == (int)TYREX_FACTS, "one row of weights for each fact");

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

/* Adds the facts about the others; returns the number of all. */
static int rivals_add(const struct tyrannosaurus_state *s, int seat, uint16_t *facts, int count)
{
    const struct tyrannosaurus_player *own = &s->players[seat];
    for (uint64_t others = s->playing & ~bit(seat); others;) {
        int other = bits_pop(&others);
        const struct tyrannosaurus_player *rival = &s->players[other];
        bool later = tyrannosaurus_place(s, other) > tyrannosaurus_place(s, seat);
        int kinds[] = {
            FACT_RIVAL + (later ? OFFSETS : 0) + offset(own->at, rival->at),
            FACT_RIVAL_TYREX + tyrex_offset(s, rival->at),
            FACT_RIVAL_REFUGE + refuge_distance(s, other),
            FACT_RIVAL_SAFE + at_most(bits_count(safe_trees(s) & within_one(rival->at)), 9),
            FACT_RIVAL_TREES + at_most(rival->trees, 5) - 1,
            FACT_RIVAL_RESTS + at_most(unseen(s, other, TYREX_CARD_REST), 3),
            FACT_RIVAL_PANIC + at_most(unseen(s, other, TYREX_CARD_PANIC), 3),
        };
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            facts[count++] = (uint16_t)kinds[i];
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

int tyrannosaurus_facts(const struct tyrannosaurus_state *s, int seat,
                        uint16_t facts[TYREX_FACTS_MAX])
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
        FACT_TURNS + left,
        FACT_MARGIN + tyrannosaurus_margin(s, seat),
        FACT_CLOSE + close_rivals(s, seat),
        FACT_OWN_TREES + at_most(own->trees, 5) - 1,
        FACT_PLACE + tyrannosaurus_place(s, seat),
        FACT_SQUARE + kinds[(at / 8 - 1) * 5 + at % 8 - 1],
        FACT_TYREX + tyrex_offset(s, at),
        FACT_TYREX_SQUARE + (away ? SQUARE_KINDS : kinds[(tyrex / 8 - 1) * 5 + tyrex % 8 - 1]),
        FACT_TYREX_REFUGE + (to_lake < to_volcano ? to_lake : to_volcano),
        FACT_REFUGE + refuge_distance(s, seat),
        FACT_FORBIDDEN + forbidden_distance(s, seat),
        FACT_REACH + bits_count(s->trees & within_one(at)),
        FACT_SAFE + bits_count(safe_trees(s) & within_one(at)),
        FACT_NEAR + at_most(bits_count(s->trees & within_two(at)), NEAR - 1),
        FACT_LEFT + at_most(bits_count(s->trees) / 2, 10),
        FACT_RESTS + at_most(unseen(s, seat, TYREX_CARD_REST), 3),
        FACT_PANIC + at_most(unseen(s, seat, TYREX_CARD_PANIC), 3),
        FACT_DINO + own->dino,
    };
    int count = 0;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        facts[count++] = (uint16_t)found[i];
    if (bits_have(s->trees, at))
        facts[count++] = FACT_TREE_HERE;
    return rivals_add(s, seat, facts, count);
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

/* Adds the weights of all facts for each neuron. Eight weights are read as one word and added four
 * at a time, since not every machine has vector instructions. Adding 128 to a weight, which is
 * flipping its highest bit, makes all of them positive, so that nothing carries into the next sum:
 * TYREX_FACTS_MAX of them fit into 16 bits. */
static void sums_add(const struct tyrannosaurus_weights *weights, const uint16_t facts[], int count,
                     int sums[TYREX_NEURONS])
{
    enum { WORDS = TYREX_NEURONS / 8 };
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff), flip = UINT64_C(0x8080808080808080);
    uint64_t even[WORDS] = {0}, odd[WORDS] = {0};
    for (int i = 0; i < count; i++)
        for (int word = 0; word < WORDS; word++) {
            uint64_t eight;
            memcpy(&eight, &weights->facts[facts[i]][8 * word], sizeof eight);
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
    uint16_t facts[TYREX_FACTS_MAX];
    int sums[TYREX_NEURONS];
    int32_t output = 0;
    int count = tyrannosaurus_facts(s, seat, facts);
    sums_add(weights, facts, count, sums);
    for (int neuron = 0; neuron < TYREX_NEURONS; neuron++)
        output += (sums[neuron] > 0 ? sums[neuron] : 0) * weights->neurons[neuron];
    int left = tyrannosaurus_turns_in_all(s) - s->turn;
    output += weights->lead[left][tyrannosaurus_margin(s, seat)] * TYREX_FACT_ONE;
    return (double)output / (TYREX_FACT_ONE * TYREX_WEIGHT_ONE);
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
