/* What a seat may know, and random states that fit it. */
#include "games/scale/view.h"

#include "base/bits.h"
#include "base/check.h"
#include "game/deal_text.h"
#include "games/scale/state.h"

#include <string.h>

static void piles_view(const struct scale_state *s, struct scale_state *v)
{
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        v->action_up[colour] = s->action_up[colour];
        v->action_discards[colour] = s->action_discards[colour];
        v->action_count[colour] = s->action_count[colour];
        memset(v->action_pile[colour], SCALE_CARD_HIDDEN, s->action_count[colour]);
    }
    v->number_count = s->number_count;
    memset(v->number_pile, SCALE_CARD_HIDDEN, s->number_count);
    int discards = 0;
    for (int card = SCALE_CARD_NONE; card < SCALE_CARD_CODES; card++)
        discards += s->number_discards[card];
    v->number_discards[SCALE_CARD_NONE] = (uint8_t)discards;
}

void scale_view(const void *state, int viewer, void *view)
{
    const struct scale_state *s = state;
    struct scale_state *v = view;
    *v = (struct scale_state){.components = s->components,
                              .seats = s->seats,
                              .phase = s->phase,
                              .good = s->good,
                              .bad = s->bad,
                              .lid = s->lid,
                              .stream_hidden = s->stream_hidden || !game_deal_is_zero(&s->deal),
                              .swapping = s->swapping,
                              .tied = s->tied,
                              .picked = {s->picked[0], s->picked[1]}};
    memcpy(v->options, s->options, sizeof v->options);
    piles_view(s, v);
    memcpy(v->good_of, s->good_of, sizeof v->good_of);
    memcpy(v->bad_of, s->bad_of, sizeof v->bad_of);
    memcpy(v->offer, s->offer, sizeof v->offer);
    memcpy(v->answer, s->answer, sizeof v->answer);
    memcpy(v->vote, s->vote, sizeof v->vote);
    for (int seat = 0; seat < s->seats; seat++)
        v->card[seat] =
            seat == viewer || s->card[seat] == SCALE_CARD_NONE ? s->card[seat] : SCALE_CARD_HIDDEN;
}

/* The number cards to fill the hidden places with. */
struct unseen {
    uint8_t cards[SCALE_NUMBER_CARDS];
    uint8_t count;
};

static uint8_t unseen_take(struct unseen *unseen)
{
    CHECK(unseen->count > 0);
    return unseen->cards[--unseen->count];
}

static void unseen_add(struct unseen *unseen, uint8_t card, int count)
{
    memset(unseen->cards + unseen->count, card, (size_t)count);
    unseen->count = (uint8_t)(unseen->count + count);
}

/* The cards that the seat cannot see, by kind: all cards except those face up and the discards that
 * are already filled in. False if there are not that many. */
static bool kinds_unseen(const struct scale_state *s, uint8_t left[SCALE_CARD_CODES])
{
    for (int card = SCALE_CARD_NONE; card < SCALE_CARD_CODES; card++) {
        if (s->number_discards[card] > s->components.cards[card])
            return false;
        left[card] = (uint8_t)(s->components.cards[card] - s->number_discards[card]);
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (s->card[seat] != SCALE_CARD_NONE && s->card[seat] != SCALE_CARD_HIDDEN &&
            left[s->card[seat]]-- == 0)
            return false;
    return true;
}

/* Number cards that are still to be filled in. */
struct blanks {
    int discards;                   /* that may be any card */
    int changed;                    /* and those that must have a value */
    int hands;                      /* of the others; they have a value too */
    uint8_t left[SCALE_CARD_CODES]; /* the cards for all these places and the pile, by kind */
};

/* Fills in the discards that the seat remembers, and cards that follow from the phase. False if view and
 * memory contradict each other. */
static bool blanks_find(struct scale_state *s, const struct scale_memory *memory,
                        struct blanks *blanks)
{
    *blanks = (struct blanks){.discards = s->number_discards[SCALE_CARD_NONE]};
    s->number_discards[SCALE_CARD_NONE] = 0;
    for (int card = SCALE_CARD_NONE; memory && card < SCALE_CARD_CODES; card++)
        blanks->discards -= memory->discarded[card];
    for (int card = SCALE_CARD_VALUE; memory && card < SCALE_CARD_CODES; card++)
        s->number_discards[card] = memory->discarded[card];
    blanks->changed = memory ? memory->discarded[SCALE_CARD_NONE] : 0;
    for (uint64_t swapping = s->swapping; swapping;)
        s->card[bits_pop(&swapping)] = SCALE_CARD_MULTICOLOUR; /* everybody sees that they choose */
    if (blanks->discards < 0 || !kinds_unseen(s, blanks->left))
        return false;
    int values = 0;
    for (int card = SCALE_CARD_VALUE; card < SCALE_CARD_SWAP; card++)
        values += blanks->left[card];
    for (int seat = 0; seat < s->seats; seat++)
        blanks->hands += s->card[seat] == SCALE_CARD_HIDDEN;
    return values >= blanks->hands + blanks->changed;
}

bool scale_memory_fits(const void *view, int viewer, const void *memory)
{
    (void)viewer;
    struct scale_state s = *(const struct scale_state *)view;
    struct blanks blanks;
    return blanks_find(&s, memory, &blanks);
}

/* Cards with a value go first to the places that require one; the remaining cards fill the rest. */
static void numbers_imagine(struct scale_state *s, const struct scale_memory *memory,
                            struct rng *rng)
{
    struct blanks blanks;
    CHECK(blanks_find(s, memory, &blanks));
    struct unseen unseen = {.count = 0};
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_SWAP; card++)
        unseen_add(&unseen, card, blanks.left[card]);
    rng_shuffle(rng, unseen.cards, unseen.count);
    for (int seat = 0; seat < s->seats; seat++)
        if (s->card[seat] == SCALE_CARD_HIDDEN)
            s->card[seat] = unseen_take(&unseen);
    while (blanks.changed-- > 0)
        s->number_discards[unseen_take(&unseen)]++;
    for (uint8_t card = SCALE_CARD_SWAP; card < SCALE_CARD_CODES; card++)
        unseen_add(&unseen, card, blanks.left[card]);
    rng_shuffle(rng, unseen.cards, unseen.count);
    while (blanks.discards-- > 0)
        s->number_discards[unseen_take(&unseen)]++;
    CHECK(unseen.count == s->number_count);
    memcpy(s->number_pile, unseen.cards, unseen.count);
}

/* An action pile holds the cards that are nowhere else, in any order. */
static void actions_imagine(struct scale_state *s, int colour, struct rng *rng)
{
    uint64_t seen = s->action_discards[colour] | bit(s->action_up[colour]);
    int count = 0;
    for (uint8_t action = 1; action <= SCALE_ACTION_CARDS; action++)
        if (!bits_have(seen, action))
            s->action_pile[colour][count++] = action;
    CHECK(count == s->action_count[colour]);
    rng_shuffle(rng, s->action_pile[colour], (size_t)count);
}

void scale_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                       void *state)
{
    (void)viewer; /* the view itself shows it */
    struct scale_state *s = state;
    *s = *(const struct scale_state *)view;
    numbers_imagine(s, memory, rng);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        actions_imagine(s, colour, rng);
    if (s->stream_hidden)
        game_deal_fresh(&s->deal, rng);
    s->stream_hidden = 0;
}
