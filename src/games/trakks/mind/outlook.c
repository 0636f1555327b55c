/* Waits in imagined orders; see outlook.h. */
#include "games/trakks/mind/outlook.h"

void trakks_outlook_start(struct trakks_outlook *outlook, const struct mind_question *question,
                          struct trakks_tiles table, int groups_max)
{
    const struct trakks_state *view = question->view;
    const struct trakks_memory *memory = question->memory;
    const struct trakks_tiles all = {TRAKKS_TILES_NUMBERS, TRAKKS_TILES_NUMBERS};
    const struct trakks_tiles seen[] = {table, view->rack[question->seat], view->pool};
    trakks_fitting_start(&outlook->fitting);
    outlook->pool = trakks_tiles_numbers(view->pool);
    outlook->groups_max = groups_max;
    outlook->bag_count = view->bag_count;
    outlook->fits = 0;
    outlook->unseen = all;
    for (int i = 0; i < 3; i++)
        outlook->unseen = trakks_tiles_difference(outlook->unseen, seen[i]);
    for (int seat = 0; memory && seat < view->seats; seat++)
        outlook->unseen =
            trakks_tiles_difference(outlook->unseen, memory->known[memory->arrows][seat]);
}

static void order_shuffle(struct trakks_outlook *outlook, struct rng *rng)
{
    for (int i = outlook->count - 1; i > 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t tile = outlook->order[i];
        outlook->order[i] = outlook->order[other];
        outlook->order[other] = tile;
    }
}

void trakks_outlook_imagine(struct trakks_outlook *outlook, const struct mind_question *question)
{
    const struct trakks_state *truth = question->truth;
    struct rng *rng = question->rng;
    outlook->count = 0;
    if (truth) {
        for (int i = truth->bag_count; i > 0; i--)
            if (trakks_tile_is_number(truth->bag[i - 1]))
                outlook->order[outlook->count++] = truth->bag[i - 1];
    } else {
        for (struct trakks_tiles unseen = outlook->unseen; unseen.one;)
            outlook->order[outlook->count++] = trakks_tiles_pop(&unseen);
        order_shuffle(outlook, rng);
    }
    outlook->staying = (struct trakks_tiles){0};
    for (struct trakks_tiles pool = outlook->pool; pool.one;) {
        uint8_t tile = trakks_tiles_pop(&pool);
        if (rng_below(rng, 2))
            trakks_tiles_add(&outlook->staying, tile);
    }
}

/* Whether everything may fit with the tiles of the order up to `until`. */
static bool fits(struct trakks_outlook *outlook, const struct trakks_prospect *prospect, int until)
{
    struct trakks_tiles gone = trakks_tiles_difference(outlook->pool, prospect->pool);
    struct trakks_tiles more = trakks_tiles_difference(outlook->staying, gone);
    for (int i = prospect->first; i < until; i++)
        trakks_tiles_add(&more, outlook->order[i]);
    outlook->fits++;
    return trakks_may_fit(&outlook->fitting, prospect->have, more, outlook->groups_max);
}

/* More tiles never hurt. So the search goes away from the guess in growing steps, and halves what is
 * left once it knows both ends. */
int trakks_outlook_wait(struct trakks_outlook *outlook, const struct trakks_prospect *prospect,
                        int guess)
{
    int first = prospect->first, last = prospect->last;
    int low = first, high = last + 1, at = first + guess;
    for (int step = 2; low < high; step *= 2) {
        at = at < low ? low : at < high ? at : high - 1;
        bool fit = fits(outlook, prospect, at);
        if (fit)
            high = at;
        else
            low = at + 1;
        if (low > first && high <= last)
            at = (low + high) / 2;
        else
            at += fit ? -step : step;
    }
    return low - first;
}
