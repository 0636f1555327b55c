/* On a Scale of One to T-Rex. Equal cards are indistinguishable, so the test tracks places instead
 * of cards: every card that was held or discarded was at a place in the number pile or in a hand
 * when the history began, and that place gets the card of the world.
 *
 * The history begins after the last shuffle of the number cards, as does the memory of a seat. What
 * is known about cards held since before that shuffle (that they were not among those seen to go
 * into it) is not required of a world. */
#include "core/history.h"

#include "base/base.h"
#include "games/scale/scale.h"

#include <stdlib.h>
#include <string.h>

/* Places: first those of the number pile by index, then the hands. */
enum { PLACE_OF_HANDS = SCALE_NUMBER_CARDS };

struct flow {
    uint8_t came_from[SCALE_SEATS_MAX]; /* the place of the card of each seat */
    uint8_t changed
        [SCALE_NUMBER_CARDS]; /* the places of the discarded cards that the viewer did not see */
    int changed_count;
    int discarded[SCALE_CARD_CODES]; /* in the world, without those that the viewer saw */
};

static const struct scale_state *state_at(const struct history *history, size_t moves)
{
    return (const void *)history->states[moves].bytes;
}

/* Whether move `number` causes a shuffle of this type, and of this colour unless it is NULL. */
static bool shuffles(const struct history *history, size_t number, const char *type,
                     const char *colour)
{
    if (state_at(history, number)->deal.block == state_at(history, number + 1)->deal.block)
        return false;
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    history_tell(history, number, STORY_ALL, doc);
    bool found = false;
    DOC_EACH (doc, doc_root(doc), event) {
        const char *actual = doc_text(doc, doc_get(doc, event, "colour"));
        found |= strcmp(doc_text(doc, doc_get(doc, event, "type")), type) == 0 &&
                 (!colour || strcmp(actual, colour) == 0);
    }
    free(doc);
    return found;
}

static void flow_add(struct flow *flow, int viewer, const struct doc *doc,
                     const struct doc_node *event)
{
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    uint8_t card = scale_card_find(doc_text(doc, doc_get(doc, event, "card")));
    int seat = 0, left = 0;
    doc_number(doc_get(doc, event, "seat"), 0, SCALE_SEATS_MAX, &seat);
    doc_number(doc_get(doc, event, "left"), 0, SCALE_NUMBER_CARDS, &left);
    if (strcmp(type, "draw") == 0 || strcmp(type, "multicolour") == 0)
        flow->came_from[seat] = (uint8_t)left; /* the top of the pile is at its end */
    else if (strcmp(type, "change") == 0 && seat != viewer)
        flow->changed[flow->changed_count++] = flow->came_from[seat];
    else if (strcmp(type, "change") == 0 || strcmp(type, "swap") == 0)
        flow->discarded[card]--;
    else if (strcmp(type, "reveal") == 0)
        DOC_EACH (doc, doc_get(doc, event, "cards"), shown)
            flow->discarded[scale_card_find(doc_text(doc, shown))]--;
}

static void flow_follow(const struct history *history, const struct history_other *other,
                        struct flow *flow)
{
    const struct scale_state *start = state_at(history, other->begin), *world = other->world;
    *flow = (struct flow){0};
    for (int seat = 0; seat < SCALE_SEATS_MAX; seat++)
        flow->came_from[seat] = (uint8_t)(PLACE_OF_HANDS + seat);
    for (int card = SCALE_CARD_VALUE; card < SCALE_CARD_CODES; card++)
        flow->discarded[card] = world->number_discards[card] - start->number_discards[card];
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    for (size_t number = other->begin; number < history->match->move_count; number++) {
        history_tell(history, number, STORY_ALL, doc);
        DOC_EACH (doc, doc_root(doc), event)
            flow_add(flow, other->viewer, doc, event);
    }
    free(doc);
}

static void place_set(struct scale_state *start, int place, uint8_t card)
{
    if (place < PLACE_OF_HANDS)
        start->number_pile[place] = card;
    else
        start->card[place - PLACE_OF_HANDS] = card;
}

/* The remaining order of an action pile. */
static void action_pile_set(const struct scale_state *world, int colour, struct scale_state *state)
{
    memcpy(state->action_pile[colour], world->action_pile[colour], world->action_count[colour]);
}

static bool imagine(const struct history *history, struct history_other *other)
{
    const struct scale_state *world = other->world;
    struct scale_state *start = (void *)other->start.bytes;
    size_t now = history->match->move_count;
    other->begin = now;
    while (other->begin > 0 && !shuffles(history, other->begin - 1, "reshuffle", NULL))
        other->begin--;
    *start = *state_at(history, other->begin);

    struct flow flow;
    flow_follow(history, other, &flow);
    memcpy(start->number_pile, world->number_pile, world->number_count);
    for (int seat = 0; seat < world->seats; seat++)
        if (world->card[seat] != SCALE_CARD_NONE)
            place_set(start, flow.came_from[seat], world->card[seat]);
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_CODES; card++) {
        if (flow.discarded[card] < 0 || flow.discarded[card] > flow.changed_count)
            return false;
        for (int i = 0; i < flow.discarded[card]; i++)
            place_set(start, flow.changed[--flow.changed_count], card);
    }
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        bool shuffled = false;
        for (size_t number = other->begin; number < now && !shuffled; number++)
            shuffled = shuffles(history, number, "reshuffle_actions", scale_colour_names[colour]);
        if (!shuffled)
            action_pile_set(world, colour, start);
    }
    return flow.changed_count == 0;
}

/* Between two shuffles of the number cards there are too few swaps to shuffle the action cards of a
 * colour twice, so the result of this shuffle is still visible in the world. */
static void reshuffle(const struct history *history, const struct history_other *other,
                      size_t number, void *state)
{
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        if (shuffles(history, number, "reshuffle_actions", scale_colour_names[colour]))
            action_pile_set(other->world, colour, state);
}

static void stream_clear(void *state)
{
    struct scale_state *s = state;
    s->deal = (struct deal){0};
}

static bool stirs(const struct move *move)
{
    return move->kind == SCALE_MOVE_CHANGE;
}

const struct history_game history_scale = {
    .game = &game_scale,
    .imagine = imagine,
    .reshuffle = reshuffle,
    .stream_clear = stream_clear,
    .stirs = stirs,
    /* The event of the shuffle comes before the swap that needs it. */
    .news = (const struct history_news[]){{"draw", true},
                                          {"multicolour", false},
                                          {"reveal", false},
                                          {"reshuffle_actions", false},
                                          {"swap", false},
                                          {0}},
};
