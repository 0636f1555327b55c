/* Information-set tree search, with one tree for all worlds (see players.h).
 *
 * A node is a move made after its parent. Which moves exist differs from world to world, so a node
 * counts how often it was available as well as how often it was chosen. A walk that reaches a node
 * for the first time ends there; later ones add a child for every move that is possible in their
 * world. In a fuller tree a node must be visited more often before it gets children.
 *
 * If the game estimates how likely a good player makes each move, likely ones are tried first and
 * most often (the PUCT rule, with availability in place of the visits of the parent). All arithmetic
 * uses sums, quotients and square roots of IEEE floats, which give the same result on every machine;
 * logarithms do not. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_BLOCK = 1 << 15, /* 1 MiB; doubling would take too much memory in a browser */
    NODES_STEP = 1 << 16,  /* each time the tree has grown by this, children cost one more visit */
    NODES_MAX = 12 * NODES_STEP, /* then the tree stops growing; worlds are still played out */
    DEPTH_MAX = 512,             /* longest path below the root that is recorded */
    PLAYOUT_MAX = 4096,          /* moves; an unfinished world is then valued as it is */
};
static const float EXPLORATION = 0.25f;

struct node {
    struct move move;
    int32_t first, count; /* children are adjacent, so that scanning them is fast */
    int32_t visits, chances;
    float value;  /* sum over visits, for the seat that made the move */
    float weight; /* how likely it is, as `prior` of the game says in the world that first had it */
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

/* The child for a move, or 0. Starts at child number `from`, since children are mostly in the order
 * of the moves. */
static int32_t child_find(const struct search *s, const struct node *parent, int from,
                          struct move move)
{
    for (int i = 0, at = from; i < parent->count; i++, at++) {
        at = at < parent->count ? at : 0;
        if (same_move(s->nodes[parent->first + at].move, move))
            return parent->first + at;
    }
    return 0;
}

/* Makes space for the next walk, which normally adds far less. Nothing holds a pointer to a node
 * between two walks. */
static void nodes_reserve(struct search *s)
{
    if (s->capacity - s->count >= 2 * GAME_MOVES_MAX || s->capacity == NODES_MAX)
        return;
    s->capacity += NODES_BLOCK;
    s->nodes = alloc_resize(s->nodes, (size_t)s->capacity, sizeof *s->nodes);
}

/* The number of nodes reserved for this many children: the next power of two. */
static int32_t block_size(int32_t children)
{
    int32_t size = children > 0;
    while (size < children)
        size *= 2;
    return size;
}

/* Makes space for more children. Those that exist may move to a larger block. False if the tree is
 * full. */
static bool family_grow(struct search *s, struct node *parent, int more)
{
    int32_t size = block_size(parent->count + more);
    if (size == block_size(parent->count))
        return true;
    if (s->count + size > s->capacity)
        return false;
    memcpy(&s->nodes[s->count], &s->nodes[parent->first], (size_t)parent->count * sizeof *parent);
    parent->first = s->count;
    s->count += size;
    return true;
}

/* How likely a good player makes each of the moves, if the game estimates it; otherwise all alike. */
static void moves_weigh(struct search *s, int seat, int count)
{
    if (s->game->mind->prior && count > 1) {
        s->game->mind->prior(s->question->weights, s->world.bytes, seat, s->moves, count,
                             s->weights);
        return;
    }
    for (int i = 0; i < count; i++)
        s->weights[i] = 1;
}

/* Finds the children for the moves of this world. Returns the number of moves that have none. */
static int children_find(struct search *s, const struct node *parent, int count)
{
    int missing = 0;
    for (int i = 0, from = 0; i < count; i++) {
        int32_t child = s->children[i] = child_find(s, parent, from, s->moves[i]);
        missing += !child;
        from = child ? child - parent->first + 1 : from;
    }
    return missing;
}

/* Finds the children for the moves of this world, and adds those that are missing, unless the tree is
 * full. Returns the number of moves. */
static int family_gather(struct search *s, struct node *parent, int seat)
{
    int count = s->game->legal(s->world.bytes, seat, s->moves);
    int missing = children_find(s, parent, count);
    if (missing == 0 || !family_grow(s, parent, missing))
        return count;
    moves_weigh(s, seat, count);
    for (int i = 0; i < count; i++)
        if (!s->children[i])
            s->nodes[parent->first + parent->count++] =
                (struct node){.move = s->moves[i], .weight = s->weights[i], .seat = (uint8_t)seat};
    children_find(s, parent, count); /* they may have moved */
    return count;
}

/* The child to visit in this world: the one with the highest value, plus a bonus for likely moves
 * that were rarely tried (PUCT). An untried move counts as good as the average of the others.
 * Returns 0 if no move has a child because the tree is full. */
static int32_t child_choose(struct search *s, struct node *parent, int seat)
{
    int count = family_gather(s, parent, seat);
    float value = 0, visits = 0, weight = 0;
    for (int i = 0; i < count; i++) {
        if (!s->children[i])
            continue;
        struct node *node = &s->nodes[s->children[i]];
        node->chances++;
        value += node->value;
        visits += (float)node->visits;
        weight += node->weight;
    }
    float expected = visits > 0 ? value / visits : 0, most = -1, scale = EXPLORATION / weight;
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        if (!s->children[i])
            continue;
        const struct node *node = &s->nodes[s->children[i]];
        float tries = (float)node->visits;
        float mean = node->visits ? node->value / tries : expected;
        float promise = mean + scale * node->weight * sqrtf((float)node->chances) / (1 + tries);
        if (promise > most) {
            most = promise;
            best = s->children[i];
        }
    }
    return best;
}

/* The seat to move: this search handles one seat at a time. */
static int mover(const struct search *s)
{
    uint32_t to_act = s->game->to_act(s->world.bytes);
    return to_act ? bits_first(to_act) : -1;
}

/* Whether walks end at this node: it was not visited often enough to get children. */
static bool is_leaf(const struct search *s, const struct node *node)
{
    return node->count == 0 && node->visits <= s->count / NODES_STEP;
}

static void descend(struct search *s)
{
    int32_t node = 0;
    s->depth = 0;
    for (int seat; s->depth < DEPTH_MAX && (seat = mover(s)) >= 0;) {
        node = child_choose(s, &s->nodes[node], seat);
        if (!node)
            return;
        s->path[s->depth++] = node;
        s->game->apply(s->world.bytes, seat, &s->nodes[node].move, NULL);
        if (is_leaf(s, &s->nodes[node]))
            return;
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
        game_determinize(s->game, q->view, q->seat, q->memory, q->rng, s->world.bytes);
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
    s->game->mind->value(s->question->weights, s->world.bytes, values);
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
    float *values = s->weights; /* no longer needed, nor are the children */
    int tried = 0;
    for (int32_t child = root->first; child < root->first + root->count; child++) {
        const struct node *node = &s->nodes[child];
        if (node->visits == 0)
            continue;
        values[tried] = node->value / (float)node->visits;
        s->children[tried++] = child;
    }
    return s->children[softmax_draw(values, tried, q->softness, q->rng)];
}

/* Searches, unless there is only one move: then the tree stays empty, and s->moves has it. */
static void search_run(struct search *s)
{
    const struct mind_question *q = s->question;
    search_start(s);
    int count = s->game->legal(q->view, q->seat, s->moves);
    CHECK(count > 0);
    for (int64_t done = 0; count > 1 && mind_goes_on(&q->budget, done); done++)
        iterate(s);
}

void search_choose(const struct game *game, const struct mind_question *question, struct move *move)
{
    struct search s = {.game = game, .question = question};
    search_run(&s);
    *move = s.moves[0];
    if (s.nodes[0].count > 0)
        *move = s.nodes[question->softness > 0 ? soft_choice(&s) : most_tried(&s)].move;
    search_end(&s);
}

/* The node of each legal move, in the order of s->moves; 0: none. Returns their number. */
static int root_children(struct search *s)
{
    int count = s->game->legal(s->question->view, s->question->seat, s->moves);
    children_find(s, &s->nodes[0], count);
    return count;
}

int search_visits(const struct game *game, const struct mind_question *question,
                  int32_t visits[GAME_MOVES_MAX])
{
    struct search s = {.game = game, .question = question};
    search_run(&s);
    int count = root_children(&s);
    for (int i = 0; i < count; i++)
        visits[i] = s.children[i] ? s.nodes[s.children[i]].visits : 0;
    search_end(&s);
    return count;
}

int search_choices(const struct game *game, const struct mind_question *question,
                   struct mind_choice choices[MIND_CHOICES_MAX])
{
    struct search s = {.game = game, .question = question};
    search_run(&s);
    double best = 1;
    if (s.nodes[0].count > 0) {
        const struct node *most = &s.nodes[most_tried(&s)];
        best = (double)most->value / most->visits;
    }
    int count = root_children(&s);
    CHECK(count <= MIND_CHOICES_MAX);
    for (int i = 0; i < count; i++) {
        const struct node *node = &s.nodes[s.children[i]];
        bool tried = s.children[i] && node->visits > 0;
        double value = tried ? (double)node->value / node->visits : 0;
        choices[i] =
            (struct mind_choice){.move.head = s.moves[i], .value = value < best ? value : best};
    }
    search_end(&s);
    return count;
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
