/* Information-set tree search, with one tree for all worlds (see search.h).
 *
 * A node is a move made after its parent's; which moves are there differs from world to world, so
 * a node counts how often it could have been chosen as well as how often it was. Numbers are plain
 * sums, quotients and square roots of IEEE floats, which are the same on every machine; logarithms
 * are not. */
#include "players/search.h"

#include "base/bits.h"
#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_MAX = 1 << 18, /* the tree stops growing here; worlds are still played out */
    DEPTH_MAX = 512,     /* moves below the root that a world's walk remembers */
    PLAYOUT_MAX = 4096,  /* moves; a world that has not ended by then is valued as it is */
};
static const float EXPLORATION = 0.5f;

struct node {
    struct move move;
    int32_t next, first; /* siblings and children; 0: none */
    int32_t visits, chances;
    float value; /* sum over visits, for the seat that made the move */
    uint8_t seat;
};

struct search {
    const struct game *game;
    const struct mind_question *question;
    struct node *nodes;
    int32_t count;
    struct game_state_room world;
    struct move *moves; /* of the seat to move, with … */
    float *prior;       /* … how likely each is, and … */
    int32_t *children;  /* … its node, or 0 */
    int32_t path[DEPTH_MAX];
    int depth;
};

static bool same_move(struct move a, struct move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static int32_t child_find(const struct search *s, int32_t parent, struct move move)
{
    int32_t child = s->nodes[parent].first;
    while (child && !same_move(s->nodes[child].move, move))
        child = s->nodes[child].next;
    return child;
}

static int32_t child_add(struct search *s, int32_t parent, int seat, struct move move)
{
    int32_t child = s->count++;
    s->nodes[child] = (struct node){
        .move = move, .next = s->nodes[parent].first, .seat = (uint8_t)seat, .chances = 1};
    s->nodes[parent].first = child;
    return child;
}

/* How likely a good player makes each of the moves: what the game says, or all alike. */
static void moves_weigh(struct search *s, int seat, int count)
{
    if (s->game->mind->prior) {
        s->game->mind->prior(s->world.bytes, seat, s->moves, count, s->prior);
        return;
    }
    for (int i = 0; i < count; i++)
        s->prior[i] = 1.0f / (float)count;
}

/* The child to go to in this world: the one whose value, and how little is known of it for how
 * likely it is, promise most. A move never tried is thought as good as the others are on average.
 * 0: the tree is full. */
static int32_t child_choose(struct search *s, int32_t parent, int seat, bool *is_new)
{
    int count = s->game->legal(s->world.bytes, seat, s->moves), best = 0;
    float best_promise = -1, sum = 0, visits = 0;
    if (count > 1)
        moves_weigh(s, seat, count);
    else
        s->prior[0] = 1;
    for (int i = 0; i < count; i++) {
        s->children[i] = child_find(s, parent, s->moves[i]);
        struct node *node = &s->nodes[s->children[i]]; /* the root's sums are always 0 */
        sum += s->children[i] ? node->value : 0;
        visits += s->children[i] ? (float)node->visits : 0;
    }
    float expected = visits > 0 ? sum / visits : 0;
    for (int i = 0; i < count; i++) {
        struct node *node = &s->nodes[s->children[i]];
        float promise = expected + EXPLORATION * s->prior[i] * sqrtf(visits + 1);
        if (s->children[i]) {
            node->chances++;
            promise = node->value / (float)node->visits + EXPLORATION * s->prior[i] *
                                                              sqrtf((float)node->chances) /
                                                              (float)(1 + node->visits);
        }
        if (promise > best_promise) {
            best_promise = promise;
            best = i;
        }
    }
    *is_new = !s->children[best] && s->count < NODES_MAX;
    return *is_new ? child_add(s, parent, seat, s->moves[best]) : s->children[best];
}

/* Whose move it is: this search is for one seat at a time. */
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
        node = child_choose(s, node, seat, &is_new);
        if (!node)
            return;
        s->path[s->depth++] = node;
        s->game->apply(s->world.bytes, seat, &s->nodes[node].move, NULL);
    }
}

static void play_out(struct search *s)
{
    const struct game_mind *mind = s->game->mind;
    union game_move_room move;
    int seat;
    for (int i = 0; i < PLAYOUT_MAX && (seat = mover(s)) >= 0; i++) {
        if (mind->settled && mind->settled(s->world.bytes))
            return;
        mind->rollout(s->world.bytes, seat, s->question->rng, &move.head);
        s->game->apply(s->world.bytes, seat, &move.head, NULL);
    }
}

static void iterate(struct search *s)
{
    const struct mind_question *q = s->question;
    float values[GAME_SEATS_MAX];
    s->game->determinize(q->view, q->seat, q->memory, q->rng, s->world.bytes);
    descend(s);
    play_out(s);
    s->game->mind->value(s->world.bytes, values);
    for (int i = 0; i < s->depth; i++) {
        struct node *node = &s->nodes[s->path[i]];
        node->visits++;
        node->value += values[node->seat];
    }
}

void search_choose(const struct game *game, const struct mind_question *question, struct move *move)
{
    struct search s = {.game = game, .question = question, .count = 1};
    s.moves = malloc(GAME_MOVES_MAX * sizeof *s.moves);
    s.prior = malloc(GAME_MOVES_MAX * sizeof *s.prior);
    s.children = malloc(GAME_MOVES_MAX * sizeof *s.children);
    s.nodes = malloc(NODES_MAX * sizeof *s.nodes);
    CHECK(s.moves && s.prior && s.children && s.nodes);
    s.nodes[0] = (struct node){0};
    int count = game->legal(question->view, question->seat, s.moves);
    CHECK(count > 0);
    *move = s.moves[0];
    for (int64_t done = 0; count > 1 && mind_goes_on(&question->budget, done); done++)
        iterate(&s);
    int32_t most = 0;
    for (int32_t child = s.nodes[0].first; child; child = s.nodes[child].next)
        if (s.nodes[child].visits > most) {
            most = s.nodes[child].visits;
            *move = s.nodes[child].move;
        }
    free(s.moves);
    free(s.prior);
    free(s.children);
    free(s.nodes);
}
