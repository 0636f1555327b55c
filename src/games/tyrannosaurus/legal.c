/* Who may choose what. */
#include "games/tyrannosaurus/legal.h"

#include "base/check.h"
#include "games/tyrannosaurus/text.h"

static uint8_t all_without(const struct tyrannosaurus_state *s, enum tyrannosaurus_dinosaur dino)
{
    uint8_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->players[seat].dino != dino)
            seats |= (uint8_t)bit(seat);
    return seats;
}

int tyrannosaurus_fleeing(const struct tyrannosaurus_state *s)
{
    CHECK(s->panicking);
    int seat = s->bone;
    while (!bits_have(s->panicking, seat))
        seat = tyrannosaurus_seat_left_of(s, seat);
    return seat;
}

uint8_t tyrannosaurus_choosers(const struct tyrannosaurus_state *s)
{
    switch ((enum tyrannosaurus_phase)s->phase) {
    case TYREX_PHASE_LAKE:
        return all_without(s, TYREX_DIPLODOCUS); /* Y7 */
    case TYREX_PHASE_VOLCANO:
        return all_without(s, TYREX_PTERANODON); /* Y8 */
    case TYREX_PHASE_ACT:
        return s->playing; /* Y10 */
    case TYREX_PHASE_PANIC:
        return (uint8_t)(s->playing & ~bit(tyrannosaurus_fleeing(s))); /* Y14 */
    case TYREX_PHASE_TYREX:
        return tyrannosaurus_seats_all(s); /* Y16 */
    case TYREX_PHASE_OVER:
    case TYREX_PHASES:
        break;
    }
    return 0;
}

uint32_t tyrannosaurus_to_act(const void *state)
{
    return ((const struct tyrannosaurus_state *)state)->waiting;
}

bool tyrannosaurus_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    static const char *const steering_rules[TYREX_PHASES] = {[TYREX_PHASE_LAKE] = "Y7",
                                                             [TYREX_PHASE_VOLCANO] = "Y8",
                                                             [TYREX_PHASE_PANIC] = "Y14",
                                                             [TYREX_PHASE_TYREX] = "Y16"};
    static const char *const no_card[TYREX_CARDS] = {
        [TYREX_CARD_MOVE] = "tyrannosaurus.no_move_card",
        [TYREX_CARD_REST] = "tyrannosaurus.no_rest_card",
        [TYREX_CARD_PANIC] = "tyrannosaurus.no_panic_card"};
    const struct tyrannosaurus_state *s = state;
    const char *rule = steering_rules[s->phase];
    if (rule && move->kind != TYREX_CHOICE_STEER)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, "tyrannosaurus.steer_now", NULL);
    if (rule)
        return true;
    if (move->kind == TYREX_CHOICE_STEER)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.act_now", NULL);
    if (tyrannosaurus_cards_in_hand(s, seat, move->kind) == 0)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", no_card[move->kind], NULL);
    if (move->kind != TYREX_CHOICE_REST &&
        !tyrannosaurus_square_on_board(tyrannosaurus_square_next(s->players[seat].at, move->a)))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.off_board", "%s",
                         tyrannosaurus_direction_names[move->a]);
    return true;
}

uint32_t tyrannosaurus_directions(const struct tyrannosaurus_state *s, int seat, int kind)
{
    if ((kind == TYREX_CHOICE_STEER) == (s->phase == TYREX_PHASE_ACT))
        return 0;
    if (kind == TYREX_CHOICE_STEER)
        return (1u << TYREX_DIRECTIONS) - 1;
    if (tyrannosaurus_cards_in_hand(s, seat, kind) == 0)
        return 0;
    return kind == TYREX_CHOICE_REST ? 1 : tyrannosaurus_directions_on_board(s->players[seat].at);
}

int tyrannosaurus_legal(const void *state, int seat, struct move *moves)
{
    const struct tyrannosaurus_state *s = state;
    int count = 0;
    if (!bits_have(s->waiting, seat))
        return 0;
    for (uint8_t kind = 0; kind < TYREX_CHOICES; kind++)
        for (uint64_t directions = tyrannosaurus_directions(s, seat, kind); directions;)
            moves[count++] = (struct move){.kind = kind, .a = (uint8_t)bits_pop(&directions)};
    return count;
}

void tyrannosaurus_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct tyrannosaurus_state *s = state;
    if (s->phase != TYREX_PHASE_ACT) {
        *move = (struct move){.kind = TYREX_CHOICE_STEER,
                              .a = (uint8_t)rng_below(rng, TYREX_DIRECTIONS)};
        return;
    }
    uint32_t on_board = tyrannosaurus_directions_on_board(s->players[seat].at);
    int choices[TYREX_CARDS], all = 0;
    for (int card = 0; card < TYREX_CARDS; card++) {
        choices[card] = tyrannosaurus_cards_in_hand(s, seat, card) == 0 ? 0
                        : card == TYREX_CARD_REST                       ? 1
                                                                        : bits_count(on_board);
        all += choices[card];
    }
    int rank = (int)rng_below(rng, (uint32_t)all), kind = 0;
    while (rank >= choices[kind])
        rank -= choices[kind++];
    *move = (struct move){.kind = (uint8_t)kind};
    if (kind != TYREX_CHOICE_REST)
        move->a = (uint8_t)bits_nth(on_board, rank);
}
