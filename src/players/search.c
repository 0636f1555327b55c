/* Information-set tree search, with one tree for all worlds (see search.h).
 *
 * A node is a move made after its parent. Which moves exist differs from world to world, so a node
 * counts how often it was available as well as how often it was chosen. If the game estimates how
 * likely a good player makes each move, likely ones are tried first and most often (the PUCT rule,
 * with availability in place of the visits of the parent). All arithmetic uses sums, quotients and
 * square roots of IEEE floats, which give the same result on every machine; logarithms do not. */
#include "players/search.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/check.h"
#include "base/softmax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_START = 1 << 15,
    NODES_MAX = 1 << 20, /* then the tree stops growing; worlds are still played out */
    DEPTH_MAX = 512,     /* longest path below the root that is recorded */
    PLAYOUT_MAX = 4096,  /* moves; an unfinished world is then valued as it is */
};
static const float EXPLORATION = 0.25f;

struct node {
    struct move move;
    int32_t first, count; /* children are adjacent, so that scanning them is fast */
    int32_t visits, chances;
    float value;  /* sum over visits, for the seat that made the move */
    float weight; /* how likely a good player made the move, in the world that first had it */
    uint8_t seat;
};

struct search {
    const struct game *game;
    const struct mind_question *question;
    const struct move *first;    /* the move that every walk starts with, or NULL */
    double sums[GAME_SEATS_MAX]; /* of the values of all worlds */
    struct node *nodes;
    int32_t count, capacity;
    struct game_state_storage world;
    struct move *moves; /* of the seat to move, with … */
    float *weights;     /* … how likely each is, and … */
    int32_t *children;  /* … its node, or 0 */
    int32_t path[DEPTH_MAX];
    int depth;
};

static bool same_move(struct move a, struct move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static int32_t child_find(const struct search *s, const struct node *parent, struct move move)
{
    for (int32_t child = parent->first; child < parent->first + parent->count; child++)
        if (same_move(s->nodes[child].move, move))
            return child;
    return 0;
}

/* Makes space for what one walk may add: a family of twice the size. Nothing holds a pointer to a
 * node between two walks. */
static void nodes_reserve(struct search *s)
{
    if (s->capacity - s->count >= 2 * GAME_MOVES_MAX || s->capacity == NODES_MAX)
        return;
    s->capacity = s->capacity ? 2 * s->capacity : NODES_START;
    s->nodes = alloc_resize(s->nodes, (size_t)s->capacity, sizeof *s->nodes);
}

/* Makes space for another child: when their number is a power of two, the children are copied to a
 * block of twice the size. False if the tree is full. Children may therefore move; that is safe
 * because a walk that adds a child ends there. */
static bool family_grow(struct search *s, struct node *parent)
{
    int count = parent->count, capacity = count ? 2 * count : 2;
    if (count == 1 || (count & (count - 1)) != 0)
        return true;
    if (s->count + capacity > s->capacity)
        return false;
    memcpy(&s->nodes[s->count], &s->nodes[parent->first], (size_t)count * sizeof *parent);
    parent->first = s->count;
    s->count += capacity;
    return true;
}

/* Returns 0 if the tree is full. */
static int32_t child_add(struct search *s, struct node *parent, int seat, int chosen)
{
    if (!family_grow(s, parent))
        return 0;
    int32_t child = parent->first + parent->count++;
    s->nodes[child] = (struct node){.move = s->moves[chosen],
                                    .weight = s->weights[chosen],
                                    .seat = (uint8_t)seat,
                                    .chances = 1};
    return child;
}

/* How likely a good player makes each of the moves, as the game estimates it; otherwise all alike.
 */
static void moves_weigh(struct search *s, int seat, int count)
{
    if (s->game->mind->prior && count > 1) {
        s->game->mind->prior(s->world.bytes, seat, s->moves, count, s->weights);
        return;
    }
    for (int i = 0; i < count; i++)
        s->weights[i] = 1.0f / (float)count;
}

/* The PUCT score of a move: its value, plus a bonus for likely moves that were rarely tried. An
 * untried move counts as good as the average of the others. */
static float promise(const struct node *node, float expected, float siblings, float weight)
{
    if (!node)
        return expected + EXPLORATION * weight * sqrtf(siblings + 1);
    float visits = (float)node->visits;
    return node->value / visits + EXPLORATION * weight * sqrtf((float)node->chances) / (1 + visits);
}

/* Finds the children for the moves of this world, and their weights. Known weights are reused
 * unless a move is new, since computing them is expensive. Returns the number of moves. */
static int family_gather(struct search *s, const struct node *parent, int seat)
{
    int count = s->game->legal(s->world.bytes, seat, s->moves);
    bool all_known = true;
    for (int i = 0; i < count; i++) {
        int32_t child = s->children[i] = child_find(s, parent, s->moves[i]);
        s->weights[i] = s->nodes[child].weight;
        all_known = all_known && child;
    }
    if (!all_known)
        moves_weigh(s, seat, count);
    return count;
}

/* Chooses the child to visit in this world, adding it if its move is new. Returns 0 if the tree is
 * full. */
static int32_t child_choose(struct search *s, struct node *parent, int seat, bool *is_new)
{
    int count = family_gather(s, parent, seat), best = 0;
    float value = 0, visits = 0;
    for (int i = 0; i < count; i++) {
        if (!s->children[i])
            continue;
        struct node *node = &s->nodes[s->children[i]];
        node->chances++;
        value += node->value;
        visits += (float)node->visits;
    }
    float expected = visits > 0 ? value / visits : 0, most = -1;
    for (int i = 0; i < count; i++) {
        const struct node *node = s->children[i] ? &s->nodes[s->children[i]] : NULL;
        float promised = promise(node, expected, visits, s->weights[i]);
        if (promised > most) {
            most = promised;
            best = i;
        }
    }
    *is_new = !s->children[best];
    return *is_new ? child_add(s, parent, seat, best) : s->children[best];
}

/* The seat to move: this search handles one seat at a time. */
static int mover(const struct search *s)
{
    uint32_t to_act = s->game->to_act(s->world.bytes);
    return to_act ? bits_first(to_act) : -1;
}

static void descend(struct search *s)
{
    int32_t node = 0;
    bool is_new = false;
    s->depth = 0;
    for (int seat; !is_new && s->depth < DEPTH_MAX && (seat = mover(s)) >= 0;) {
        node = child_choose(s, &s->nodes[node], seat, &is_new);
        if (!node)
            return;
        s->path[s->depth++] = node;
        s->game->apply(s->world.bytes, seat, &s->nodes[node].move, NULL);
    }
}

static void play_out(struct search *s)
{
    const struct game_mind *mind = s->game->mind;
    union game_move_storage move;
    int seat;
    for (int i = 0; i < PLAYOUT_MAX && (seat = mover(s)) >= 0; i++) {
        if (mind->settled && mind->settled(s->world.bytes))
            return;
        mind->rollout(s->world.bytes, seat, s->question->rng, &move.head);
        s->game->apply(s->world.bytes, seat, &move.head, NULL);
    }
}

static void imagine(struct search *s)
{
    const struct mind_question *q = s->question;
    if (q->truth)
        memcpy(s->world.bytes, q->truth, s->game->state_size);
    else
        s->game->determinize(q->view, q->seat, q->memory, q->rng, s->world.bytes);
}

static void iterate(struct search *s)
{
    float values[GAME_SEATS_MAX] = {0};
    nodes_reserve(s);
    imagine(s);
    if (s->first)
        s->game->apply(s->world.bytes, s->question->seat, s->first, NULL);
    descend(s);
    play_out(s);
    s->game->mind->value(s->world.bytes, values);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        s->sums[seat] += (double)values[seat];
    for (int i = 0; i < s->depth; i++) {
        struct node *node = &s->nodes[s->path[i]];
        node->visits++;
        node->value += values[node->seat];
    }
}

static void search_start(struct search *s)
{
    s->moves = alloc_raw(GAME_MOVES_MAX, sizeof *s->moves);
    s->weights = alloc_raw(GAME_MOVES_MAX, sizeof *s->weights);
    s->children = alloc_raw(GAME_MOVES_MAX, sizeof *s->children);
    s->count = 1;
    nodes_reserve(s);
    s->nodes[0] = (struct node){0};
}

static void search_end(struct search *s)
{
    free(s->moves);
    free(s->weights);
    free(s->children);
    free(s->nodes);
}

static int32_t most_tried(const struct search *s)
{
    int32_t first = s->nodes[0].first, best = first;
    for (int32_t child = first; child < first + s->nodes[0].count; child++)
        if (s->nodes[child].visits > s->nodes[best].visits)
            best = child;
    return best;
}

/* A child of the root drawn by their values. A move that was never tried is so unlikely that no
 * person would make it either. */
static int32_t soft_choice(const struct search *s)
{
    const struct mind_question *q = s->question;
    const struct node *root = &s->nodes[0];
    float *values = s->weights; /* no longer needed */
    for (int i = 0; i < root->count; i++) {
        const struct node *child = &s->nodes[root->first + i];
        values[i] = child->value / (float)child->visits;
    }
    return root->first + softmax_draw(values, root->count, q->softness, q->rng);
}

void search_choose(const struct game *game, const struct mind_question *question, struct move *move)
{
    struct search s = {.game = game, .question = question};
    search_start(&s);
    int count = game->legal(question->view, question->seat, s.moves);
    CHECK(count > 0);
    *move = s.moves[0];
    for (int64_t done = 0; count > 1 && mind_goes_on(&question->budget, done); done++)
        iterate(&s);
    if (s.nodes[0].count > 0)
        *move = s.nodes[question->softness > 0 ? soft_choice(&s) : most_tried(&s)].move;
    search_end(&s);
}

void search_value(const struct game *game, const struct mind_question *question,
                  const struct move *move, double values[GAME_SEATS_MAX])
{
    struct search s = {.game = game, .question = question, .first = move};
    int64_t done = 0;
    search_start(&s);
    do
        iterate(&s);
    while (mind_goes_on(&question->budget, ++done));
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        values[seat] = s.sums[seat] / (double)done;
    search_end(&s);
}
