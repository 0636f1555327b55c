/* What a seat may know of a match, and random states that fit it.
 *
 * The secrets are the removed card, with it the hands of the others (Y5), and choices not yet
 * revealed. A hand is what remains of the cards of a dinosaur, so in the struct the removed card
 * stands for both.
 *
 * Then: aids; views as bytes. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include <string.h>

void tyrannosaurus_view(const void *state, int viewer, void *view)
{
    const struct tyrannosaurus_state *s = state;
    struct tyrannosaurus_state *v = view;
    *v = (struct tyrannosaurus_state){.trees = s->trees,
                                      .components = s->components,
                                      .seats = s->seats,
                                      .phase = s->phase,
                                      .turn = s->turn,
                                      .bone = s->bone,
                                      .lake = s->lake,
                                      .volcano = s->volcano,
                                      .tyrex = s->tyrex,
                                      .playing = s->playing,
                                      .waiting = s->waiting,
                                      .panicking = s->panicking,
                                      .winners = s->winners,
                                      .round = s->round};
    memcpy(v->options, s->options, sizeof v->options);
    for (int seat = 0; seat < s->seats; seat++) {
        const struct tyrannosaurus_player *from = &s->players[seat];
        struct tyrannosaurus_player *to = &v->players[seat];
        bool own = seat == viewer;
        *to = (struct tyrannosaurus_player){.dino = from->dino,
                                            .at = from->at,
                                            .trees = from->trees,
                                            .removed = own ? from->removed : TYREX_HIDDEN,
                                            .chosen =
                                                own || !from->chosen ? from->chosen : TYREX_HIDDEN,
                                            .later = tyrannosaurus_later(s) ? TYREX_HIDDEN : 0};
        memcpy(to->discards, from->discards, sizeof to->discards);
        memcpy(to->earlier, from->earlier, sizeof to->earlier);
    }
}

/* Each card of a dinosaur that has not been shown is equally likely to be the removed one. */
static uint8_t removed_draw(const struct tyrannosaurus_state *s, int dino,
                            const uint8_t discards[TYREX_CARDS], struct rng *rng)
{
    if (s->seats == 3)
        return TYREX_CARD_NONE;
    const uint8_t *cards = s->components.cards[dino];
    int unseen = TYREX_CARDS_OF_A_DINOSAUR;
    for (int card = 0; card < TYREX_CARDS; card++)
        unseen -= discards[card];
    int rank = (int)rng_below(rng, (uint32_t)unseen);
    uint8_t card = 0;
    while (rank >= cards[card] - discards[card]) {
        rank -= cards[card] - discards[card];
        card++;
    }
    return card;
}

static uint8_t later_draw(const struct tyrannosaurus_state *s, int seat, struct rng *rng)
{
    static const uint8_t none[TYREX_CARDS] = {0};
    int later = 0;
    for (int ahead = 1; ahead <= tyrannosaurus_later(s); ahead++)
        later |= removed_draw(s, tyrannosaurus_dino_ahead(s, seat, ahead), none, rng)
                 << 2 * (ahead - 1);
    return (uint8_t)later;
}

void tyrannosaurus_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                               void *state)
{
    (void)viewer, (void)memory; /* the view shows what is hidden and forgets nothing */
    struct tyrannosaurus_state *s = state;
    *s = *(const struct tyrannosaurus_state *)view;
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        if (player->removed == TYREX_HIDDEN)
            player->removed = removed_draw(s, player->dino, player->discards, rng);
        if (player->later == TYREX_HIDDEN)
            player->later = later_draw(s, seat, rng);
        if (player->chosen == TYREX_HIDDEN) {
            struct move move;
            tyrannosaurus_sample(s, seat, rng, &move);
            player->chosen = tyrannosaurus_choice_pack(&move);
        }
    }
}

/* Whether the choice that completes a phase begins a round, in which everyone has another hand. */
static bool begins_round(const struct tyrannosaurus_state *s, int seat, const struct move *move)
{
    struct tyrannosaurus_state after = *s;
    tyrannosaurus_apply(&after, seat, move, NULL);
    return after.round != s->round;
}

/* The last choice shows those of the others, and everyone's cards. Who chooses alone, for one who flees,
 * chooses openly (Y14). */
enum game_reveals tyrannosaurus_reveals(const void *state, int seat, const struct move *move)
{
    const struct tyrannosaurus_state *s = state;
    if (s->waiting & ~bit(seat))
        return GAME_REVEALS_NO_MOVE;
    for (int other = 0; other < s->seats; other++)
        if (s->players[other].chosen)
            return GAME_REVEALS_MORE;
    return s->phase == TYREX_PHASE_ACT || begins_round(s, seat, move) ? GAME_REVEALS_MORE
                                                                      : GAME_REVEALS_NOTHING;
}

/* ---- Aids ---- */

/* The square that the viewer's choice starts from, or TYREX_NOWHERE. */
static uint8_t origin(const struct tyrannosaurus_state *s, int viewer)
{
    switch (s->phase) {
    case TYREX_PHASE_LAKE:
        return s->lake;
    case TYREX_PHASE_VOLCANO:
        return s->volcano;
    case TYREX_PHASE_TYREX:
        return s->tyrex;
    case TYREX_PHASE_PANIC:
        return s->players[tyrannosaurus_fleeing(s)].at;
    case TYREX_PHASE_ACT:
        return viewer < 0 ? TYREX_NOWHERE : s->players[viewer].at;
    default:
        return TYREX_NOWHERE;
    }
}

/* Y5: a card for each turn, less those that were played. */
static int hand_size(const struct tyrannosaurus_state *s, int seat)
{
    int size = tyrannosaurus_turns_in_all(s);
    for (int card = 0; card < TYREX_CARDS; card++)
        size -= s->players[seat].discards[card];
    return size;
}

/* What the reminder cards of the box say (Y4, Y13), by seat. */
static void reminders_save(const struct tyrannosaurus_state *s, struct doc *doc)
{
    doc_list(doc, "reminders");
    for (int seat = 0; seat < s->seats; seat++) {
        uint8_t dino = s->players[seat].dino;
        doc_object(doc, NULL);
        doc_object(doc, "cards");
        for (int card = 0; card < TYREX_CARDS; card++)
            doc_integer(doc, tyrannosaurus_card_names[card], s->components.cards[dino][card]);
        doc_end(doc);
        doc_integer(doc, "trees", s->components.trees[dino]);
        doc_string_or_null(doc, "refuge",
                           !tyrannosaurus_is_forbidden(s, seat, s->lake)      ? "lake"
                           : !tyrannosaurus_is_forbidden(s, seat, s->volcano) ? "volcano"
                                                                              : NULL);
        doc_end(doc);
    }
    doc_end(doc);
}

void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc)
{
    const struct tyrannosaurus_state *s = view;
    doc_list(doc, "order"); /* Y6 */
    TYREX_EACH_IN_ORDER (s, seat)
        doc_integer(doc, NULL, seat);
    doc_end(doc);
    /* The seats that choose in this phase, whether they have chosen or not. */
    doc_bits(doc, "choosers", s->phase == TYREX_PHASE_OVER ? 0 : tyrannosaurus_choosers(s));
    tyrannosaurus_square_save(doc, "from", origin(s, viewer));
    doc_list(doc, "hands");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, hand_size(s, seat));
    doc_end(doc);
    doc_bits(doc, "leaders", tyrannosaurus_richest(s)); /* Y21 */
    reminders_save(s, doc);
    doc_string_or_null(doc, "ending",
                       s->phase == TYREX_PHASE_OVER ? tyrannosaurus_ending(s) : NULL);
    if (tyrannosaurus_rounds(s) == 1)
        return;
    doc_list(doc, "totals");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, tyrannosaurus_total(s, seat));
    doc_end(doc);
}

/* ---- Views as bytes ---- */

/* Views of Tyrannosaurus Rex as bytes and moves as numbers. The components are left out: the option
 * `cards` says which they are. */

enum {
    SIDE = 5,
    SQUARES = SIDE * SIDE,
    ACTION_MOVE = 0,
    ACTION_REST = ACTION_MOVE + TYREX_DIRECTIONS,
    ACTION_PANIC,
    ACTION_STEER = ACTION_PANIC + TYREX_DIRECTIONS,
    ACTIONS = ACTION_STEER + TYREX_DIRECTIONS,
};

static const struct encoding_part observation[] = {
    {.name = "pair is refuge", .size = 1},
    {.name = "steps off the board are ignored", .size = 1},
    {.name = "cards of the first edition", .size = 1},
    {.name = "rounds", .size = 1},
    {.name = "round", .size = 1},
    {.name = "turn", .size = 1},
    {.name = "phase", .size = TYREX_PHASES},
    {.name = "trees on the board", .size = SQUARES}, /* a1 to e1, a2 to e2, and so on */
    {.name = "lake", .size = SQUARES},
    {.name = "volcano", .size = SQUARES},
    {.name = "tyrex", .size = SQUARES},
    {.name = "own choice", .size = ACTIONS}, /* while others still choose */
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "is playing", .size = 1, .each_seat = true},
    {.name = "has to choose", .size = 1, .each_seat = true},
    {.name = "has chosen", .size = 1, .each_seat = true},
    {.name = "has to flee", .size = 1, .each_seat = true},
    {.name = "has the bone", .size = 1, .each_seat = true},
    {.name = "dinosaur", .size = TYREX_DINOSAURS, .each_seat = true},
    {.name = "square", .size = SQUARES, .each_seat = true},
    {.name = "trees", .size = 1, .each_seat = true},
    {.name = "trees of earlier rounds", .size = 1, .each_seat = true},
    {.name = "discards: move, rest, panic", .size = TYREX_CARDS, .each_seat = true},
    {.name = "hand: move, rest, panic", .size = TYREX_CARDS, .each_seat = true}, /* the viewer's */
    {.name = NULL},
};
enum { SEAT_BYTES = 8 + TYREX_DINOSAURS + SQUARES + 2 * TYREX_CARDS };

static const struct encoding_part actions[] = {
    {.name = "move", .size = TYREX_DIRECTIONS}, /* N, NE, and so on clockwise */
    {.name = "rest", .size = 1},
    {.name = "panic", .size = TYREX_DIRECTIONS},
    {.name = "steer", .size = TYREX_DIRECTIONS},
    {.name = NULL},
};

static const uint8_t first_action[TYREX_CHOICES] = {[TYREX_CHOICE_MOVE] = ACTION_MOVE,
                                                    [TYREX_CHOICE_REST] = ACTION_REST,
                                                    [TYREX_CHOICE_PANIC] = ACTION_PANIC,
                                                    [TYREX_CHOICE_STEER] = ACTION_STEER};

static int number(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return first_action[move->kind] + move->a;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    (void)state, (void)seat;
    uint8_t kind = TYREX_CHOICE_STEER;
    while (first_action[kind] > number)
        kind--;
    *move = (struct move){.kind = kind, .a = (uint8_t)(number - first_action[kind])};
    return true;
}

/* The index of a square on the board; -1 for TYREX_NOWHERE. */
static int square_index(uint8_t square)
{
    return square == TYREX_NOWHERE ? -1 : (square / 8 - 1) * SIDE + square % 8 - 1;
}

static int own_choice(const struct tyrannosaurus_state *v, int viewer)
{
    if (viewer < 0 || !v->players[viewer].chosen)
        return -1;
    struct move move = tyrannosaurus_choice_unpack(v->players[viewer].chosen);
    return number(v, viewer, &move);
}

static void seat_observe(const struct tyrannosaurus_state *v, int seat, struct encoder *to)
{
    const struct tyrannosaurus_player *player = &v->players[seat];
    encode_number(to, 1);
    encode_number(to, bits_have(v->playing, seat));
    encode_number(to, bits_have(v->waiting, seat));
    encode_number(to, player->chosen != 0);
    encode_number(to, bits_have(v->panicking, seat));
    encode_number(to, v->bone == seat);
    encode_choice(to, player->dino, TYREX_DINOSAURS);
    encode_choice(to, square_index(player->at), SQUARES);
    encode_number(to, player->trees);
    encode_number(to, tyrannosaurus_total(v, seat) - player->trees);
    for (int card = 0; card < TYREX_CARDS; card++)
        encode_number(to, player->discards[card]);
    for (int card = 0; card < TYREX_CARDS; card++)
        encode_number(
            to, player->removed == TYREX_HIDDEN ? 0 : tyrannosaurus_cards_in_hand(v, seat, card));
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct tyrannosaurus_state *v = view;
    encode_number(to, v->options[TYREX_OPTION_PAIR] == TYREX_PAIR_REFUGE);
    encode_number(to, v->options[TYREX_OPTION_EDGE] == TYREX_EDGE_IGNORED);
    encode_number(to, v->options[TYREX_OPTION_CARDS] == TYREX_CARDS_FIRST);
    encode_number(to, tyrannosaurus_rounds(v));
    encode_number(to, v->round);
    encode_number(to, v->turn);
    encode_choice(to, v->phase, TYREX_PHASES);
    for (uint64_t trees = v->trees; trees;)
        to->at[square_index((uint8_t)bits_pop(&trees))] = 1;
    encode_nothing(to, SQUARES);
    encode_choice(to, square_index(v->lake), SQUARES);
    encode_choice(to, square_index(v->volcano), SQUARES);
    encode_choice(to, square_index(v->tyrex), SQUARES);
    encode_choice(to, own_choice(v, viewer), ACTIONS);
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), to);
    encode_nothing(to, (TYREX_SEATS_MAX - v->seats) * SEAT_BYTES);
}

const struct game_encoding tyrannosaurus_encoding = {.observation = observation,
                                                     .actions = actions,
                                                     .observe = observe,
                                                     .number = number,
                                                     .decode = decode};
