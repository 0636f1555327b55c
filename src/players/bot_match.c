/* Matches between computer players, in turns and in real time.
 *
 * Then: in turns; in real time; standings of a series. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"

#include <math.h>
#include <stdlib.h>

static void show(struct bot_match *match)
{
    for (int seat = 0; seat < match->seats; seat++)
        game_view(match->game, match->state.bytes, seat, match->seat[seat].view.bytes);
}

void bot_match_start(struct bot_match *match, const struct game *game,
                     const struct game_setup *setup, const struct player *const *players,
                     uint64_t chance)
{
    *match = (struct bot_match){.game = game, .seats = setup->seats};
    struct fault fault;
    CHECK(game->start(match->state.bytes, setup, &fault));
    for (int seat = 0; seat < setup->seats; seat++) {
        match->seat[seat].player = players[seat];
        rng_start(&match->seat[seat].rng, chance + (uint64_t)seat);
        match->seat[seat].manner = rng_next(&match->seat[seat].rng);
    }
    match->doc = doc_new();
    show(match);
}

void bot_match_end(struct bot_match *match)
{
    free(match->doc);
    match->doc = NULL;
}

static struct player_question question_of(struct bot_match *match, int seat)
{
    struct bot_match_seat *at = &match->seat[seat];
    bool own = at->ms || at->iterations;
    return (struct player_question){.game = match->game,
                                    .seat = seat,
                                    .view = at->view.bytes,
                                    .memory = at->memory.bytes,
                                    .rng = &at->rng,
                                    .ms = own ? at->ms : match->ms,
                                    .iterations = own ? at->iterations : match->iterations,
                                    .softness = at->softness,
                                    .truth = at->clairvoyant ? match->state.bytes : NULL};
}

static int64_t time_ns(const struct bot_match *match)
{
    return match->timed ? clock_ns() : 0;
}

/* Does what the teacher says. Returns false to wait. */
static bool advised(const struct player_question *question, struct move *move)
{
    char text[PLAYER_DETAIL_MAX];
    struct buffer detail;
    struct player_advice advice;
    buffer_start(&detail, text, sizeof text);
    player_advise(question, move, &detail, &advice);
    return !advice.waits;
}

static void choose(struct bot_match *match, int seat, struct move *move)
{
    struct bot_match_seat *at = &match->seat[seat];
    struct player_question question = question_of(match, seat);
    int64_t begin = time_ns(match);
    if (at->guest)
        match->stopped = !at->guest->choose(at->guest, match, seat, move);
    else if (at->teacher)
        advised(&question, move);
    else
        player_choose(at->player, &question, move);
    at->thinking_ns += time_ns(match) - begin;
}

/* Shows the events of a move to the seats that want them. */
static void events_show(struct bot_match *match, int mover, const struct move *move)
{
    const struct game *game = match->game;
    for (int viewer = 0; viewer < match->seats; viewer++) {
        struct bot_match_seat *at = &match->seat[viewer];
        if (game->memory_size)
            game_move_remember(game, match->state.bytes, mover, move, viewer, at->memory.bytes,
                               match->doc);
        else if (at->guest && at->guest->observe)
            game_move_describe(game, match->state.bytes, mover, move, viewer, match->doc);
        if (at->guest && at->guest->observe)
            at->guest->observe(at->guest, match->doc);
    }
}

void bot_match_move(struct bot_match *match, int seat, const struct move *move)
{
    struct fault fault;
    CHECK(match->game->check(match->state.bytes, seat, move, &fault));
    if (match->watch)
        match->watch(match->watch_context, match, seat, move);
    events_show(match, seat, move);
    match->game->apply(match->state.bytes, seat, move, NULL);
    match->seat[seat].moves++;
    show(match);
}

/* ---- In turns ---- */

static int64_t play_in_turns(struct bot_match *match)
{
    int64_t moves = 0;
    for (uint32_t to_act; !match->stopped && (to_act = match->game->to_act(match->state.bytes));) {
        /* If several seats may move, their choices are secret or their order is free: any seat will
         * do. */
        int rank = (int)((uint64_t)moves % (uint64_t)bits_count(to_act));
        int seat = bits_nth(to_act, rank);
        union game_move_storage move = {0};
        choose(match, seat, &move.head);
        if (match->stopped)
            break;
        bot_match_move(match, seat, &move.head);
        moves++;
    }
    return moves;
}

/* ---- In real time ---- */

enum { ADVICE_BEAT = 20 }; /* one who follows the teacher asks once a second */

static void perform_all(struct bot_match *match, uint32_t tick)
{
    const struct game_realtime *realtime = match->game->realtime;
    for (int seat = 0; seat < match->seats; seat++) {
        struct bot_match_seat *at = &match->seat[seat];
        struct realtime_gesture gesture;
        realtime->perform(&(struct realtime_performance){.view = at->view.bytes,
                                                         .seat = seat,
                                                         .manner = at->manner,
                                                         .tick = tick,
                                                         .rng = &at->rng},
                          &gesture);
        for (int viewer = 0; viewer < match->seats; viewer++)
            realtime->witness(match->seat[viewer].memory.bytes, viewer, seat, &gesture);
    }
}

static bool asked(struct bot_match *match, int seat, struct move *move)
{
    struct bot_match_seat *at = &match->seat[seat];
    struct player_question question = question_of(match, seat);
    int64_t begin = time_ns(match);
    bool moves = at->guest     ? at->guest->choose(at->guest, match, seat, move)
                 : at->teacher ? match->ticks % ADVICE_BEAT == 0 && advised(&question, move)
                               : player_wants_to_move(at->player, &question, move);
    at->thinking_ns += time_ns(match) - begin;
    return moves;
}

int bot_match_tick(struct bot_match *match, uint32_t tick)
{
    int moves = 0;
    perform_all(match, tick);
    for (int i = 0; i < match->seats; i++) {
        int seat = (int)((tick + (uint32_t)i) %
                         (uint32_t)match->seats); /* the first seat changes with every tick */
        union game_move_storage move = {0};
        if (bits_have(match->game->to_act(match->state.bytes), seat) &&
            asked(match, seat, &move.head)) {
            bot_match_move(match, seat, &move.head);
            moves++;
        }
    }
    return moves;
}

static int64_t play_in_real_time(struct bot_match *match)
{
    int64_t moves = 0;
    for (; match->ticks < BOT_MATCH_TICKS_MAX && match->game->to_act(match->state.bytes);
         match->ticks++)
        moves += bot_match_tick(match, match->ticks);
    return moves;
}

int64_t bot_match_play(struct bot_match *match, struct game_result *result)
{
    for (int seat = 0; seat < match->seats && !match->stopped; seat++) {
        struct bot_match_guest *guest = match->seat[seat].guest;
        match->stopped = guest && guest->begin && !guest->begin(guest, match, seat);
    }
    int64_t moves = match->game->realtime ? play_in_real_time(match) : play_in_turns(match);
    match->game->result(match->state.bytes, result);
    for (int seat = 0; seat < match->seats && !match->stopped; seat++) {
        struct bot_match_guest *guest = match->seat[seat].guest;
        match->stopped = guest && guest->end && !guest->end(guest, match, result);
    }
    return moves;
}

/* ---- Standings of a series ---- */

void standings_add_deal(struct standings *standings, const struct standings_deal *deal)
{
    for (int i = 0; i < standings->count; i++) {
        if (deal->matches[i] <= 0)
            continue;
        struct standing *standing = &standings->of[i];
        int64_t whole = deal->matches[i] * STANDINGS_WIN;
        int64_t share = (deal->wins[i] * STANDINGS_SHARE + whole / 2) / whole;
        standing->deals++;
        standing->share_sum += share;
        standing->share_squares += share * share / STANDINGS_SHARE;
    }
}

void standings_merge(struct standings *into, const struct standings *from)
{
    for (int i = 0; i < into->count; i++) {
        struct standing *to = &into->of[i];
        const struct standing *more = &from->of[i];
        to->matches += more->matches;
        to->deals += more->deals;
        to->wins += more->wins;
        to->score += more->score;
        to->share_sum += more->share_sum;
        to->share_squares += more->share_squares;
        to->thinking_s += more->thinking_s;
        to->moves += more->moves;
        for (int k = 0; k < GAME_HABITS_MAX; k++) {
            to->habits[k].sum += more->habits[k].sum;
            to->habits[k].occasions += more->habits[k].occasions;
        }
        for (int k = 0; k < into->count; k++)
            into->beaten[i][k] += from->beaten[i][k];
    }
}

double standing_share(const struct standing *standing)
{
    double sum = (double)standing->share_sum / (double)STANDINGS_SHARE;
    return standing->deals ? sum / (double)standing->deals : 0;
}

/* The variance of one deal's share. */
static double share_variance(const struct standing *standing)
{
    double n = (double)standing->deals;
    if (n < 2)
        return 0.25;
    double mean = standing_share(standing);
    double squares = (double)standing->share_squares / (double)STANDINGS_SHARE;
    double variance = (squares - n * mean * mean) / (n - 1);
    return variance > 1e-6 ? variance : 1e-6;
}

void standings_wilson(double share, double n, double z, double *low, double *high)
{
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = middle - half > 0 ? middle - half : 0;
    *high = middle + half < 1 ? middle + half : 1;
    /* The centre is pulled towards one half, but never so far that the share falls outside the
     * interval, apart from rounding. */
    if (*low > share)
        *low = share;
    if (*high < share)
        *high = share;
}

/* The spread between deals gives the number of independent matches they are worth; without any
 * spread each deal counts as one. */
void standing_interval(const struct standing *standing, double *low, double *high)
{
    *low = 0;
    *high = 1;
    if (!standing->deals)
        return;
    double share = standing_share(standing), n = (double)standing->deals;
    double variance = share_variance(standing), alone = share * (1 - share);
    if (variance > 1e-6 && alone / variance > 1)
        n *= alone / variance;
    standings_wilson(share, n, STANDINGS_Z, low, high);
}

void standings_elo(const struct standings *standings, double elo[STANDINGS_MAX])
{
    /* The Bradley-Terry model by the usual iteration. Half a win each way keeps the rating finite
     * for a player who never won or never lost. */
    double strength[STANDINGS_MAX];
    int count = standings->count;
    for (int i = 0; i < count; i++)
        strength[i] = 1;
    for (int round = 0; round < 500; round++) {
        double product = 0;
        for (int i = 0; i < count; i++) {
            double wins = 0, weight = 0;
            for (int k = 0; k < count; k++) {
                double both = (double)(standings->beaten[i][k] + standings->beaten[k][i]);
                if (k == i || both <= 0)
                    continue;
                wins += (double)standings->beaten[i][k] + 0.5;
                weight += (both + 1) / (strength[i] + strength[k]);
            }
            if (weight > 0)
                strength[i] = wins / weight;
            product += log(strength[i]);
        }
        for (int i = 0; i < count; i++)
            strength[i] /= exp(product / count);
    }
    for (int i = 0; i < count; i++)
        elo[i] = 1500 + 400 * log10(strength[i]);
}

enum standings_verdict standings_decide(const struct standings *standings, double even,
                                        double margin)
{
    /* Two sequential tests, "better by the margin" and "worse by it", each against "even". */
    const struct standing *first = &standings->of[0];
    const double bound = log(19); /* 5 % error each way */
    if (first->deals < 20)
        return STANDINGS_UNDECIDED; /* too few for the variance to mean anything */
    double weight = (double)first->deals * margin / share_variance(first);
    double distance = standing_share(first) - even;
    double better = weight * (distance - margin / 2), worse = weight * (-distance - margin / 2);
    if (better >= bound)
        return STANDINGS_BETTER;
    if (worse >= bound)
        return STANDINGS_WORSE;
    return better <= -bound && worse <= -bound ? STANDINGS_EVEN : STANDINGS_UNDECIDED;
}
