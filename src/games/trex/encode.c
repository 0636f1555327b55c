/* Views of T-Rex as bytes and moves as numbers. The components are left out: they are the same in
 * every match. */
#include "games/trex/encode.h"

#include "games/trex/state.h"

static const struct encoding_part observation[] = {
    {.name = "meteors compare by rank", .size = 1},
    {.name = "round", .size = 1},
    {.name = "phase", .size = TREX_PHASES},
    {.name = "strong trump", .size = TREX_COLOURS},
    {.name = "weak trump", .size = TREX_COLOURS},
    {.name = "first egg", .size = TREX_COLOURS},
    {.name = "second egg", .size = TREX_COLOURS},
    {.name = "leading meteor", .size = TREX_CARDS},
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "has the turn", .size = 1, .each_seat = true},
    {.name = "has the leading meteor", .size = 1, .each_seat = true},
    {.name = "place in the ranking", .size = 1, .each_seat = true}, /* from 1; 0: none yet */
    {.name = "eggs", .size = TREX_COLOURS, .each_seat = true},
    {.name = "cards in hand", .size = 1, .each_seat = true},
    {.name = "cards in deck", .size = 1, .each_seat = true},
    {.name = "unknown cards removed", .size = 1, .each_seat = true},
    {.name = "hand", .size = TREX_CARDS, .each_seat = true}, /* as far as the viewer knows it */
    {.name = "removed", .size = TREX_CARDS, .each_seat = true},
    {.name = "seen", .size = TREX_CARDS, .each_seat = true},
    /* Where a card is known to be, counted from 1; 0: not there. */
    {.name = "place in deck", .size = TREX_CARDS, .each_seat = true},
    {.name = "place among the plays", .size = TREX_CARDS, .each_seat = true},
    {.name = NULL},
};
enum { SEAT_BYTES = 7 + TREX_COLOURS + 5 * TREX_CARDS };

enum {
    ACTION_PLAY,
    ACTION_FLIP = ACTION_PLAY + TREX_CARDS,
    ACTION_EGG,
    ACTION_REMOVE = ACTION_EGG + 2,
    ACTION_KEEP = ACTION_REMOVE + 3,
    ACTION_STRONG,
    ACTION_WEAK = ACTION_STRONG + TREX_COLOURS,
};
static const struct encoding_part actions[] = {
    {.name = "play", .size = TREX_CARDS},
    {.name = "flip", .size = 1},
    {.name = "egg", .size = 2},
    {.name = "remove top, deck, shower", .size = 3},
    {.name = "trump keep", .size = 1},
    {.name = "trump strong", .size = TREX_COLOURS},
    {.name = "trump weak", .size = TREX_COLOURS},
    {.name = NULL},
};

static int place_in_ranking(const struct trex_state *v, int seat)
{
    if (v->phase == TREX_PHASE_PLAY)
        return 0;
    for (int place = 0; place < v->seats; place++)
        if (v->ranking[place] == seat)
            return place + 1;
    return 0;
}

static void seat_observe(const struct trex_state *v, int seat, struct encoder *to)
{
    const struct trex_player *player = &v->players[seat];
    encode_number(to, 1);
    encode_number(to, v->phase != TREX_PHASE_OVER && v->turn == seat);
    encode_number(to, v->meteor.seat == seat);
    encode_number(to, place_in_ranking(v, seat));
    for (int colour = 0; colour < TREX_COLOURS; colour++)
        encode_number(to, player->eggs[colour]);
    encode_number(to, trex_hand_size(player));
    encode_number(to, player->deck_count);
    encode_number(to, player->hidden_out);
    encode_set(to, player->hand, TREX_CARDS);
    encode_set(to, player->out, TREX_CARDS);
    encode_set(to, player->seen, TREX_CARDS);
    for (int i = 0; i < player->deck_count; i++) /* a hidden card goes to the byte behind */
        to->at[player->deck[i] < TREX_CARDS ? player->deck[i] : TREX_CARDS] = (uint8_t)(i + 1);
    encode_nothing(to, TREX_CARDS);
    *to->at = 0;
    encode_nothing(to, TREX_CARDS); /* plays_observe */
}

/* The last part of every seat. `seats` is where the first seat begins. */
static void plays_observe(const struct trex_state *v, int viewer, uint8_t *seats)
{
    for (int i = 0; i < v->play_count; i++) {
        int distance = encoding_distance(v->plays[i].seat, viewer, v->seats);
        uint8_t *places = seats + (distance + 1) * SEAT_BYTES - TREX_CARDS;
        places[v->plays[i].card] = (uint8_t)(i + 1);
    }
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct trex_state *v = view;
    bool eggs = trex_eggs_face_up(v);
    encode_number(to, v->options[TREX_METEOR_COMPARE] == TREX_COMPARE_RANK);
    encode_number(to, v->round);
    encode_choice(to, v->phase, TREX_PHASES);
    encode_choice(to, v->strong, TREX_COLOURS);
    encode_choice(to, v->weak, TREX_COLOURS);
    encode_choice(to, eggs ? v->eggs[0] : -1, TREX_COLOURS);
    encode_choice(to, eggs ? v->eggs[1] : -1, TREX_COLOURS);
    encode_choice(to, v->meteor.seat == TREX_NOBODY ? -1 : v->meteor.card, TREX_CARDS);
    uint8_t *seats = to->at;
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), to);
    plays_observe(v, viewer, seats);
    encode_nothing(to, (TREX_SEATS_MAX - v->seats) * SEAT_BYTES);
}

static const uint8_t first_action[] = {
    [TREX_PLAY] = ACTION_PLAY,
    [TREX_FLIP] = ACTION_FLIP,
    [TREX_EGG] = ACTION_EGG,
    [TREX_REMOVE_TOP] = ACTION_REMOVE,
    [TREX_REMOVE_DECK] = ACTION_REMOVE + 1,
    [TREX_REMOVE_SHOWER] = ACTION_REMOVE + 2,
    [TREX_TRUMP_KEEP] = ACTION_KEEP,
    [TREX_TRUMP_STRONG] = ACTION_STRONG,
    [TREX_TRUMP_WEAK] = ACTION_WEAK,
};

static int number(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return first_action[move->kind] + move->a;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    (void)state, (void)seat;
    uint8_t kind = TREX_TRUMP_WEAK;
    while (first_action[kind] > number)
        kind--;
    *move = (struct move){.kind = kind, .a = (uint8_t)(number - first_action[kind])};
    return true;
}

const struct game_encoding trex_encoding = {.observation = observation,
                                            .actions = actions,
                                            .observe = observe,
                                            .number = number,
                                            .decode = decode};
