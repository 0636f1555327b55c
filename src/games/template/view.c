/* What a seat may know: hands, buried fossils and the pile are secrets. Then: aids; encoding. */
#include "games/template/template.h"

#include "base/base.h"

#include <string.h>

void template_view(const void *state, int viewer, void *view)
{
    const struct template_state *s = state;
    struct template_state *v = view;
    *v = (struct template_state){.components = s->components,
                                 .seats = s->seats,
                                 .turn = s->turn,
                                 .pile_count = s->pile_count};
    memcpy(v->options, s->options, sizeof v->options);
    memset(v->pile, TEMPLATE_FOSSIL_HIDDEN, s->pile_count);
    for (int seat = 0; seat < s->seats; seat++) {
        v->open[seat] = s->open[seat];
        if (seat == viewer) {
            v->hand[seat] = s->hand[seat];
            v->buried[seat] = s->buried[seat];
        } else {
            v->hidden[seat] = (uint8_t)template_hand_size(s, seat);
            v->buried[seat] = s->buried[seat] ? TEMPLATE_FOSSIL_HIDDEN : 0;
        }
    }
}

void template_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                          void *state)
{
    (void)viewer, (void)memory;
    struct template_state *s = state;
    *s = *(const struct template_state *)view;
    /* The fossils out of sight, in random order, fill the hidden places. */
    uint64_t seen = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        seen |= s->hand[seat] | s->open[seat];
        if (s->buried[seat] != TEMPLATE_FOSSIL_HIDDEN)
            seen |= bit(s->buried[seat]);
    }
    uint8_t unseen[TEMPLATE_FOSSILS_MAX];
    uint8_t count = 0;
    for (uint8_t fossil = 1; fossil <= s->components.fossils; fossil++)
        if (!bits_have(seen, fossil))
            unseen[count++] = fossil;
    rng_shuffle(rng, unseen, count);
    for (int seat = 0; seat < s->seats; seat++) {
        for (; s->hidden[seat]; s->hidden[seat]--)
            s->hand[seat] |= bit32(unseen[--count]);
        if (s->buried[seat] == TEMPLATE_FOSSIL_HIDDEN)
            s->buried[seat] = unseen[--count];
    }
    CHECK(count == s->pile_count);
    memcpy(s->pile, unseen, count);
}

/* A player who buries a fossil draws the next one from the pile (P2). */
enum game_reveals template_reveals(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return move->kind == TEMPLATE_BURY ? GAME_REVEALS_MORE : GAME_REVEALS_OWN;
}

/* ---- Aids: the points so far ---- */

void template_aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer;
    const struct template_state *s = view;
    struct game_result so_far;
    template_result(s, &so_far);
    doc_list(doc, "points");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, so_far.scores[seat]);
    doc_end(doc);
}

/* ---- Encoding: views as bytes and moves as numbers, for programs that learn ---- */

enum {
    FOSSILS = TEMPLATE_FOSSILS_MAX, /* fossil n is byte n - 1 of a set */
    OF_A_SEAT = 4 + 3 * FOSSILS,    /* the parts of each seat: four numbers and three sets */
};

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
    encode_nothing(to, (TEMPLATE_SEATS_MAX - v->seats) * OF_A_SEAT);
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
