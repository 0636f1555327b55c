/* Matches of the adversary against frozen players. */
#include "adversary/adversary.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The adversary in one match. */
struct rival {
    struct bot_match_guest guest; /* the first member */
    const struct series *series;
    struct trace *trace; /* or NULL: it does not explore */
    struct outcome *outcome;
    int seat;
    struct rng rng;
    uint8_t *observation, *mask;
    uint16_t *options;
    struct move *moves;
    double *chances;
};

/* What the frozen player would do on this seat. False to wait. */
static bool advice_ask(struct rival *rival, const struct bot_match *match, int seat,
                       struct move *move)
{
    const struct bot_match_seat *at = &match->seat[seat];
    const struct series *series = rival->series;
    struct player_question question = {.game = match->game,
                                       .seat = seat,
                                       .view = at->view.bytes,
                                       .memory = at->memory.bytes,
                                       .rng = &rival->rng,
                                       .iterations = series->iterations};
    if (match->game->realtime)
        return player_wants_to_move(series->player, &question, move);
    player_choose(series->player, &question, move);
    return true;
}

/* Lists what it may do. Returns the number of options. */
static int options_list(struct rival *rival, const void *view, int seat)
{
    const struct shape *shape = rival->series->adversary->shape;
    int count = 0;
    game_mask(shape->game, view, seat, rival->moves, rival->mask,
              (size_t)game_action_count(shape->game));
    for (int action = 0; action < shape->actions; action++)
        if (action == shape->wait || rival->mask[action])
            rival->options[count++] = (uint16_t)action;
    return count;
}

static int option_find(const struct rival *rival, int count, int action)
{
    for (int i = 0; i < count; i++)
        if (rival->options[i] == action)
            return i;
    return -1;
}

static int option_draw(struct rival *rival, int count)
{
    int best = 0;
    double point = (double)(rng_next(&rival->rng) >> 11) / 9007199254740992.0; /* 2^53 */
    for (int i = 0; i < count; i++) {
        point -= rival->chances[i];
        if (rival->trace && point < 0)
            return i;
        best = rival->chances[i] > rival->chances[best] ? i : best;
    }
    return best;
}

static void decision_add(const struct rival *rival, int count, int advice, int chosen)
{
    struct trace *trace = rival->trace;
    size_t size = (size_t)rival->series->adversary->shape->observation;
    while (trace->bytes_count + size > trace->bytes_capacity)
        trace->bytes = alloc_grow(trace->bytes, trace->bytes_capacity, &trace->bytes_capacity, 1);
    while (trace->options_count + (size_t)count > trace->options_capacity)
        trace->options = alloc_grow(trace->options, trace->options_capacity,
                                    &trace->options_capacity, sizeof *trace->options);
    trace->decisions =
        alloc_grow(trace->decisions, trace->count, &trace->capacity, sizeof *trace->decisions);
    trace->decisions[trace->count++] = (struct decision){.observation = trace->bytes_count,
                                                         .options = trace->options_count,
                                                         .count = count,
                                                         .advice = advice,
                                                         .chosen = chosen,
                                                         .chance = rival->chances[chosen]};
    memcpy(trace->bytes + trace->bytes_count, rival->observation, size);
    memcpy(trace->options + trace->options_count, rival->options,
           (size_t)count * sizeof *trace->options);
    trace->bytes_count += size;
    trace->options_count += (size_t)count;
}

static bool choose(struct bot_match_guest *guest, const struct bot_match *match, int seat,
                   struct move *move)
{
    struct rival *rival = (struct rival *)guest;
    const struct adversary *adversary = rival->series->adversary;
    const struct shape *shape = adversary->shape;
    const void *view = match->seat[seat].view.bytes;
    if (!advice_ask(rival, match, seat, move))
        return false;
    int count = options_list(rival, view, seat);
    int advice = option_find(rival, count, match->game->encoding->number(view, seat, move));
    if (advice < 0 || count < 2) /* a move that has no number is made */
        return true;
    game_observe(match->game, view, seat, rival->observation, (size_t)shape->observation);
    adversary_weigh(adversary, rival->observation, rival->options, count, advice, rival->chances);
    int chosen = option_draw(rival, count);
    if (rival->trace)
        decision_add(rival, count, advice, chosen);
    int kind = shape->kind_of[rival->options[advice]];
    rival->outcome->moves++;
    if (chosen == advice)
        return true;
    rival->outcome->changed[kind][shape->kind_of[rival->options[chosen]]]++;
    if (rival->options[chosen] == shape->wait)
        return false;
    CHECK(match->game->encoding->decode(view, seat, rival->options[chosen], move));
    return true;
}

/* Counts the habits that a move shows. */
static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    struct rival *rival = context;
    struct game_state_storage after = match->state;
    match->game->apply(after.bytes, seat, move, NULL);
    match->game->habits->count(match->state.bytes, seat, move, after.bytes,
                               rival->outcome->habits[seat != rival->seat]);
}

static struct rival rival_new(const struct series *series)
{
    const struct shape *shape = series->adversary->shape;
    size_t actions = (size_t)shape->actions;
    return (struct rival){.guest = {.choose = choose},
                          .series = series,
                          .observation = alloc_new((size_t)shape->observation),
                          .mask = alloc_new(actions),
                          .options = alloc_array(actions, sizeof(uint16_t)),
                          .moves = alloc_array(GAME_MOVES_MAX, sizeof(struct move)),
                          .chances = alloc_array(actions, sizeof(double))};
}

static void rival_free(struct rival *rival)
{
    free(rival->observation);
    free(rival->mask);
    free(rival->options);
    free(rival->moves);
    free(rival->chances);
}

void series_play(const struct series *series, const char *seed, int seat, struct trace *trace,
                 struct outcome *outcome)
{
    const struct player *players[GAME_SEATS_MAX];
    struct game_setup setup = {.seats = series->seats,
                               .components = series->components,
                               .seed = seed,
                               .seed_length = strlen(seed)};
    for (int option = 0; option < series->game->option_count; option++)
        setup.options[option] = series->game->options[option].standard;
    if (series->game->mind->need)
        setup.options[series->game->mind->need->option] = series->game->mind->need->value;
    for (int i = 0; i < series->seats; i++)
        players[i] = series->player;
    struct rival rival = rival_new(series);
    rival.trace = trace;
    rival.outcome = outcome;
    rival.seat = seat;
    uint64_t chance = hash_text(HASH_START, seed) + ((uint64_t)seat << 8);
    rng_start(&rival.rng, chance + GAME_SEATS_MAX);
    struct bot_match match;
    struct game_result result;
    bot_match_start(&match, series->game, &setup, players, chance);
    match.iterations = series->iterations;
    match.seat[seat].guest = &rival.guest;
    if (series->game->habits) {
        match.watch = watch;
        match.watch_context = &rival;
    }
    bot_match_play(&match, &result);
    bot_match_end(&match);
    rival_free(&rival);
    bool together = series->seats == series->game->seats_together;
    if (bits_have(result.winners, seat))
        outcome->wins += STANDINGS_WIN / (together ? 1 : bits_count(result.winners));
}

int64_t outcome_changed(const struct outcome *outcome)
{
    int64_t sum = 0;
    for (int from = 0; from < KINDS_MAX; from++)
        for (int to = 0; to < KINDS_MAX; to++)
            sum += outcome->changed[from][to];
    return sum;
}

void outcome_add(struct outcome *into, const struct outcome *from)
{
    into->wins += from->wins;
    into->moves += from->moves;
    for (int a = 0; a < KINDS_MAX; a++)
        for (int b = 0; b < KINDS_MAX; b++)
            into->changed[a][b] += from->changed[a][b];
    for (int who = 0; who < 2; who++)
        for (int k = 0; k < GAME_HABITS_MAX; k++) {
            into->habits[who][k].sum += from->habits[who][k].sum;
            into->habits[who][k].occasions += from->habits[who][k].occasions;
        }
}
