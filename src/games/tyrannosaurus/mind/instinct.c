/* Quick moves: the value of a choice at first sight, in eighths of a tree, ignoring what the others
 * will choose. Each additional eighth doubles its probability. Worlds are played out with it. The
 * numbers were tuned by letting it play against itself and the beginner with random changes,
 * keeping those that won more often.
 *
 * The beginner has fewer and simpler criteria, and always follows them. The steps of the ladder follow those of the
 * instinct that they notice. */
#include "games/tyrannosaurus/mind/mind.h"

#include "base/base.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

enum {
    TREE = 8, /* eighths */
    SCORE_MIN = -8,
    SCORE_MAX = 10, /* limits */
};

/* The expected loss to the Ty-Rex for a dinosaur on a square before the turn ends. */
static int danger(const struct tyrannosaurus_state *s, uint8_t square)
{
    static const int at_distance[] = {4, 14, 2, 0, 0};
    if (square == s->lake || square == s->volcano)
        return 0; /* Y17 */
    if (s->tyrex == TYREX_NOWHERE)
        return square == TYREX_DEN ? TREE : 0;
    return at_distance[tyrannosaurus_distance(square, s->tyrex)];
}

/* What somebody notices before choosing a card, a bit each. What a step costs at once, everybody sees. */
enum notice {
    NOTICE_TREES,
    NOTICE_TYREX,   /* how near it is */
    NOTICE_RIVALS,  /* where they are, and could go */
    NOTICE_OUTLOOK, /* what comes after this turn */
    NOTICES,
    NOTICE_ALL = (1 << NOTICES) - 1
};

/* The value of meeting others on a square, for a mover or for one who stays. */
static int meeting(const struct tyrannosaurus_state *s, int seat, uint8_t square, bool arriving,
                   uint32_t noticed)
{
    int score = 0, rivals = bits_count(s->playing) - 1;
    bool shared = false;
    for (int other = 0; bits_have(noticed, NOTICE_RIVALS) && other < s->seats; other++) {
        uint8_t at = s->players[other].at;
        if (other == seat || at == TYREX_NOWHERE)
            continue;
        bool acts_later = tyrannosaurus_place(s, other) > tyrannosaurus_place(s, seat);
        if (at == square) {
            score += arriving && acts_later ? 12 + 12 / rivals : 0; /* it will still be there */
            shared = true;
        } else if (acts_later && tyrannosaurus_distance(at, square) == 1) {
            score -= 11; /* it can follow */
        }
    }
    bool tree = bits_have(noticed, NOTICE_TREES) && bits_have(s->trees, square);
    return score + (tree && square != s->tyrex && !shared ? TREE : 0);
}

/* The number of trees within one step of a square, up to four. */
static int outlook(const struct tyrannosaurus_state *s, uint8_t square)
{
    uint64_t around = UINT64_C(0x70507) << (square - 9);
    int trees = bits_count(s->trees & around);
    return trees > 4 ? 4 : trees;
}

static int act_score(const struct tyrannosaurus_state *s, int seat, struct move move,
                     uint32_t noticed)
{
    uint8_t from = s->players[seat].at;
    bool moves = move.kind != TYREX_CHOICE_REST;
    uint8_t square = moves ? tyrannosaurus_square_next(from, move.a) : from;
    int score = 0;
    if (moves && !tyrannosaurus_square_on_board(square)) {
        score -= 2; /* Y10: several directions are this same choice */
        square = from;
        moves = false;
    } else if (moves && tyrannosaurus_is_forbidden(s, seat, square)) {
        score -= 2 * TREE;
        square = from;
        moves = false;
    }
    if (moves && square == s->tyrex)
        score -= TREE + 1;
    score += meeting(s, seat, square, moves, noticed);
    if (bits_have(noticed, NOTICE_TYREX))
        score -= danger(s, square);
    if (bits_have(noticed, NOTICE_OUTLOOK) && s->turn < tyrannosaurus_turns_in_all(s))
        score += outlook(s, square) * 3 / 4;
    return move.kind == TYREX_CHOICE_PANIC ? score / 2 - 5 : score;
}

/* Y14: choosing for a player who flees. What is bad for them is good. */
static int flight_score(const struct tyrannosaurus_state *s, int seat, struct move move)
{
    int fleeing = tyrannosaurus_fleeing(s);
    uint8_t from = s->players[fleeing].at, square = tyrannosaurus_square_next(from, move.a);
    bool arrives =
        tyrannosaurus_square_on_board(square) && !tyrannosaurus_is_forbidden(s, fleeing, square);
    int score = 0;
    if (!arrives)
        square = from;
    if (arrives && square == s->tyrex)
        score += TREE;
    if (arrives && square == s->players[seat].at)
        score -= TREE + TREE / 2;
    return score - meeting(s, fleeing, square, arrives, NOTICE_ALL) / 2 + danger(s, square) / 2;
}

/* Y16: steering the Ty-Rex. */
static int tyrex_score(const struct tyrannosaurus_state *s, int seat, struct move move)
{
    uint8_t square = tyrannosaurus_square_next(s->tyrex, move.a);
    if (square == s->lake || square == s->volcano)
        return 0;
    bool enters = tyrannosaurus_square_on_board(square);
    if (!enters)
        square = s->tyrex;
    int score = 0, later = s->seats - 1 - tyrannosaurus_place(s, seat);
    for (int other = 0; other < s->seats; other++) {
        uint8_t at = s->players[other].at;
        if (at == TYREX_NOWHERE || at == s->lake || at == s->volcano)
            continue;
        int distance = tyrannosaurus_distance(at, square);
        if (other == seat)
            score -= distance == 0   ? (enters ? 13 : 0)
                     : distance == 1 ? 8 + 5 * later
                     : distance == 2 ? 6
                                     : 0;
        else if (distance == 0 && enters)
            score += 5 + 12 / bits_count(s->playing);
        else if (distance == 1)
            score += 4;
    }
    return score;
}

static int score(const struct tyrannosaurus_state *s, int seat, uint8_t code)
{
    struct move move = tyrannosaurus_choice_unpack(code);
    switch ((enum tyrannosaurus_phase)s->phase) {
    case TYREX_PHASE_ACT:
        return act_score(s, seat, move, NOTICE_ALL);
    case TYREX_PHASE_PANIC:
        return flight_score(s, seat, move);
    case TYREX_PHASE_TYREX:
        return tyrex_score(s, seat, move);
    default:
        return 0;
    }
}

/* All cards but one are played sooner or later (Y5), so a kind with many cards left is more likely.
 * A rest is one choice against about eight moves. */
static int card_weight(const struct tyrannosaurus_state *s, int seat, int kind)
{
    if (kind == TYREX_CHOICE_STEER)
        return 1;
    return tyrannosaurus_cards_in_hand(s, seat, kind) * (kind == TYREX_CHOICE_REST ? 9 : 1);
}

void tyrannosaurus_instinct(const struct tyrannosaurus_state *s, int seat, int count,
                            const uint8_t *codes, int weights[TYREX_CHOICES_LISTED_MAX])
{
    for (int i = 0; i < count; i++) {
        int at = score(s, seat, codes[i]);
        at = at < SCORE_MIN ? SCORE_MIN : at > SCORE_MAX ? SCORE_MAX : at;
        weights[i] = 1 << (at - SCORE_MIN);
        weights[i] *= card_weight(s, seat, tyrannosaurus_choice_unpack(codes[i]).kind);
    }
}

uint8_t tyrannosaurus_instinct_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng)
{
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    int weights[TYREX_CHOICES_LISTED_MAX], sum = 0, chosen = 0;
    int count = tyrannosaurus_choices(s, seat, codes);
    tyrannosaurus_instinct(s, seat, count, codes, weights);
    for (int i = 0; i < count; i++)
        sum += weights[i];
    int rank = (int)rng_below(rng, (uint32_t)sum);
    while (rank >= weights[chosen])
        rank -= weights[chosen++];
    return codes[chosen];
}

/* Prefers a free tree, avoids Lake and Volcano, and stays out of reach of the Ty-Rex. */
static int beginner_act_score(const struct tyrannosaurus_state *s, int seat, struct move move)
{
    uint8_t from = s->players[seat].at;
    uint8_t square =
        move.kind == TYREX_CHOICE_REST ? from : tyrannosaurus_square_next(from, move.a);
    if (!tyrannosaurus_square_on_board(square))
        square = from; /* Y10 */
    if (tyrannosaurus_is_forbidden(s, seat, square) && square != from)
        return -2 * TREE;
    int score = move.kind == TYREX_CHOICE_PANIC ? -2 : 0;
    if (square == s->tyrex)
        score -= TREE;
    else if (s->tyrex != TYREX_NOWHERE && tyrannosaurus_distance(square, s->tyrex) == 1)
        score -= TREE / 2;
    bool free = bits_have(s->trees, square);
    for (int other = 0; other < s->seats; other++)
        free &= other == seat || s->players[other].at != square;
    return free ? score + TREE : score;
}

/* Sends the Ty-Rex towards others and away from itself. */
static int beginner_tyrex_score(const struct tyrannosaurus_state *s, int seat, struct move move)
{
    uint8_t square = tyrannosaurus_square_next(s->tyrex, move.a), own = s->players[seat].at;
    if (!tyrannosaurus_square_on_board(square) || square == s->lake || square == s->volcano)
        return 0;
    int nearest = TYREX_DIRECTIONS;
    for (int other = 0; other < s->seats; other++) {
        uint8_t at = s->players[other].at;
        if (other == seat || at == TYREX_NOWHERE)
            continue;
        int distance = tyrannosaurus_distance(at, square);
        nearest = distance < nearest ? distance : nearest;
    }
    bool bites_us = square == own;
    return TYREX_DIRECTIONS - nearest - (bites_us ? 2 * TYREX_DIRECTIONS : 0);
}

uint8_t tyrannosaurus_beginner_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng)
{
    uint8_t codes[TYREX_CHOICES_LISTED_MAX], best[TYREX_CHOICES_LISTED_MAX];
    int count = tyrannosaurus_choices(s, seat, codes), best_count = 0, best_score = INT32_MIN;
    for (int i = 0; i < count; i++) {
        struct move move = tyrannosaurus_choice_unpack(codes[i]);
        int promise = s->phase == TYREX_PHASE_ACT     ? beginner_act_score(s, seat, move)
                      : s->phase == TYREX_PHASE_TYREX ? beginner_tyrex_score(s, seat, move)
                      : s->phase == TYREX_PHASE_PANIC ? flight_score(s, seat, move)
                                                      : 0;
        if (promise > best_score) {
            best_score = promise;
            best_count = 0;
        }
        if (promise == best_score)
            best[best_count++] = codes[i];
    }
    CHECK(best_count > 0);
    return best[rng_below(rng, (uint32_t)best_count)];
}

/* A player of the ladder takes what looks best, with what it notices: seldom it overlooks what lies before it, trees and the
 * Ty-Rex; more often what others may do, and what comes later. */
static uint32_t notice(double softness, struct rng *rng)
{
    static const double obvious[NOTICES] = {[NOTICE_TREES] = 0.4, [NOTICE_TYREX] = 0.7};
    uint32_t noticed = 0;
    for (int i = 0; i < NOTICES; i++) {
        double overlooks = obvious[i] > 0 ? obvious[i] * softness * softness : softness;
        noticed |= (uint32_t)(tyrannosaurus_chance(rng) >= overlooks) << i;
    }
    return noticed;
}

uint8_t tyrannosaurus_sight_choose(const struct tyrannosaurus_state *s, int seat, double softness,
                                   struct rng *rng)
{
    uint8_t codes[TYREX_CHOICES_LISTED_MAX], chosen = 0;
    uint32_t noticed = notice(softness, rng);
    double care = tyrannosaurus_chance(rng); /* with which it steers */
    bool steers = s->phase != TYREX_PHASE_ACT;
    double whims = softness * softness * softness * softness;
    if (steers && care < softness && care >= whims)
        return tyrannosaurus_beginner_choose(s, seat, rng);
    int count = tyrannosaurus_choices(s, seat, codes), most = INT32_MIN, alike = 0;
    for (int i = 0; i < count; i++) {
        struct move move = tyrannosaurus_choice_unpack(codes[i]);
        int at = !steers            ? act_score(s, seat, move, noticed)
                 : care >= softness ? score(s, seat, codes[i])
                                    : 0; /* on a whim */
        if (at > most)
            alike = 0;
        most = at > most ? at : most;
        if (at == most && rng_below(rng, (uint32_t)++alike) == 0)
            chosen = codes[i];
    }
    return chosen;
}
