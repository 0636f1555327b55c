/* Views of Fossils as bytes and moves as numbers. */
#include "games/template/encode.h"

#include "games/template/state.h"

enum { FOSSILS = TEMPLATE_FOSSILS_MAX }; /* fossil n is byte n - 1 of a set */

static const struct encoding_part observation[] = {
    {.name = "goal is low", .size = 1},
    {.name = "fossils in the game", .size = 1},
    {.name = "fossils in the pile", .size = 1},
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "has the turn", .size = 1, .each_seat = true},
    {.name = "hand", .size = FOSSILS, .each_seat = true}, /* the viewer's */
    {.name = "fossils in hand", .size = 1, .each_seat = true},
    {.name = "open", .size = FOSSILS, .each_seat = true},
    {.name = "has buried", .size = 1, .each_seat = true},
    {.name = "buried", .size = FOSSILS, .each_seat = true}, /* the viewer's */
    {.name = NULL},
};

static const struct encoding_part actions[] = {
    {.name = "play", .size = FOSSILS},
    {.name = "bury", .size = FOSSILS},
    {.name = NULL},
};

static void seat_observe(const struct template_state *v, int seat, struct encoder *to)
{
    bool knows = v->buried[seat] && v->buried[seat] != TEMPLATE_FOSSIL_HIDDEN;
    encode_number(to, 1);
    encode_number(to, !template_over(v) && v->turn == seat);
    encode_set(to, v->hand[seat] >> 1, FOSSILS);
    encode_number(to, template_hand_size(v, seat));
    encode_set(to, v->open[seat] >> 1, FOSSILS);
    encode_number(to, v->buried[seat] != 0);
    encode_choice(to, knows ? v->buried[seat] - 1 : -1, FOSSILS);
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct template_state *v = view;
    encode_number(to, v->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW);
    encode_number(to, v->components.fossils);
    encode_number(to, v->pile_count);
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), to);
    encode_nothing(to, (TEMPLATE_SEATS_MAX - v->seats) * (4 + 3 * FOSSILS));
}

static int number(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return (move->kind == TEMPLATE_BURY ? FOSSILS : 0) + move->a - 1;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    (void)seat;
    bool bury = number >= FOSSILS;
    *move = (struct move){.kind = bury ? TEMPLATE_BURY : TEMPLATE_PLAY,
                          .a = (uint8_t)(number % FOSSILS + 1)};
    return move->a <= ((const struct template_state *)state)->components.fossils;
}

const struct game_encoding template_encoding = {.observation = observation,
                                                .actions = actions,
                                                .observe = observe,
                                                .number = number,
                                                .decode = decode};
