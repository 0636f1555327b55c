/* Dealing, and making a choice. Choices are secret, and nothing happens before the last one is
 * made; then resolve.c takes over.
 *
 * Then: who plays which dinosaur (Y2); who may choose what; who leads, and the result. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include "base/base.h"

#include <string.h>

static void dinos_deal(struct tyrannosaurus_state *s, struct deal *deal)
{
    uint8_t dinos[TYREX_SEATS_MAX];
    if (tyrannosaurus_dinos_chosen(s, dinos) != s->seats) {
        tyrannosaurus_dinos_of_match(s, dinos);
        deal_shuffle(deal, dinos, s->seats);
    }
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].dino = dinos[seat];
}

/* Y5 */
static uint8_t card_removed(const struct tyrannosaurus_state *s, int dino, struct deal *deal)
{
    if (s->seats == 3)
        return TYREX_CARD_NONE;
    uint8_t cards[TYREX_CARDS_OF_A_DINOSAUR];
    size_t count = 0;
    for (uint8_t card = 0; card < TYREX_CARDS; card++)
        for (int i = 0; i < s->components.cards[dino][card]; i++)
            cards[count++] = card;
    deal_shuffle(deal, cards, count);
    return cards[0];
}

/* Y1, Y3, Y4, Y6: sets up the board for a round, once everyone has a dinosaur and a card removed. In
 * each later round the first player is one further clockwise. */
static void round_set_up(struct tyrannosaurus_state *s)
{
    s->turn = 1;
    s->bone = (uint8_t)((s->round - 1) % s->seats);
    s->lake = s->components.corner[TYREX_DIPLODOCUS];
    s->volcano = s->components.corner[TYREX_PTERANODON];
    s->tyrex = TYREX_DEN;
    s->trees = 0;
    s->playing = tyrannosaurus_seats_all(s);
    s->winners = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        player->at = tyrannosaurus_start_square(s, seat);
        player->trees = s->components.trees[player->dino];
        memset(player->discards, 0, sizeof player->discards);
    }
    tyrannosaurus_ask(s, TYREX_PHASE_LAKE);
}

/* The rounds to come are dealt now, too. */
static void later_rounds_deal(struct tyrannosaurus_state *s, struct deal *deal)
{
    for (int ahead = 1; ahead < tyrannosaurus_rounds(s) && s->seats != 3; ahead++)
        for (int seat = 0; seat < s->seats; seat++)
            s->players[seat].later |=
                (uint8_t)(card_removed(s, tyrannosaurus_dino_ahead(s, seat, ahead), deal)
                          << 2 * (ahead - 1));
}

static void next_round_start(struct tyrannosaurus_state *s)
{
    uint8_t dinos[TYREX_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++)
        dinos[seat] = (uint8_t)tyrannosaurus_dino_ahead(s, seat, 1);
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        player->earlier[s->round - 1] = player->trees;
        player->dino = dinos[seat];
        if (s->seats != 3)
            player->removed = player->later & 3;
        player->later >>= 2;
    }
    s->round++;
    round_set_up(s);
}

bool tyrannosaurus_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    struct tyrannosaurus_state *s = state;
    const struct tyrannosaurus_components *components =
        game_components(&game_tyrannosaurus, setup->options, setup->components);
    *s = (struct tyrannosaurus_state){
        .components = *components, .seats = (uint8_t)setup->seats, .round = 1};
    memcpy(s->options, setup->options, sizeof s->options);
    struct deal deal; /* all shuffling happens here, so no stream is kept in the state */
    deal_start(&deal, setup->seed, setup->seed_length);
    dinos_deal(s, &deal);
    if (!tyrannosaurus_dinos_fit(s))
        return fault_set(fault, FAULT_BAD_OPTION, "Y2", "tyrannosaurus.dinos_do_not_fit", "dinos");
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].removed = card_removed(s, s->players[seat].dino, &deal);
    later_rounds_deal(s, &deal);
    round_set_up(s);
    return true;
}

/* The round is over: the next one begins, or the match ends. */
static void round_close(struct tyrannosaurus_state *s, struct story *story)
{
    int rounds = tyrannosaurus_rounds(s);
    if (story && rounds > 1)
        tyrannosaurus_event_round_end(story, s);
    if (s->round < rounds) {
        next_round_start(s);
        if (story)
            tyrannosaurus_event_round(story, s);
    } else if (story) {
        tyrannosaurus_event_over(story, s);
    }
}

void tyrannosaurus_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct tyrannosaurus_state *s = state;
    CHECK(bits_have(s->waiting, seat));
    s->players[seat].chosen = tyrannosaurus_choice_pack(move);
    s->waiting &= (uint8_t)~bit(seat);
    if (story)
        tyrannosaurus_event_chosen(story, seat, s->players[seat].chosen);
    if (s->waiting)
        return;
    tyrannosaurus_resolve(s, story);
    if (s->phase == TYREX_PHASE_OVER)
        round_close(s, story);
}

/* ---- Who plays which dinosaur (Y2) ---- */

/* All ways to give dinosaurs to seats, as the words of the option `dinos`. */
#define TRI "triceratops"
#define PTE "pteranodon"
#define DIP "diplodocus"
#define STE "stegosaurus"
#define ORDERS_OF_2(head, a, b) head a "," b, head b "," a
#define ORDERS_OF_3(head, a, b, c) \
    ORDERS_OF_2(head a ",", b, c), ORDERS_OF_2(head b ",", a, c), ORDERS_OF_2(head c ",", a, b)
#define ORDERS_OF_4(a, b, c, d)                                                            \
    ORDERS_OF_3(a ",", b, c, d), ORDERS_OF_3(b ",", a, c, d), ORDERS_OF_3(c ",", a, b, d), \
        ORDERS_OF_3(d ",", a, b, c)

const char *const tyrannosaurus_dinos_values[TYREX_DINOS_VALUES] = {
    [TYREX_DINOS_RANDOM] = "random", ORDERS_OF_4(TRI, PTE, DIP, STE),
    ORDERS_OF_3("", TRI, PTE, DIP),  ORDERS_OF_2("", STE, TRI),
    ORDERS_OF_2("", PTE, DIP),
};

void tyrannosaurus_dinos_of_match(const struct tyrannosaurus_state *s,
                                  uint8_t dinos[TYREX_SEATS_MAX])
{
    static const uint8_t land[] = {TYREX_STEGOSAURUS, TYREX_TRICERATOPS};
    static const uint8_t refuge[] = {TYREX_PTERANODON, TYREX_DIPLODOCUS};
    static const uint8_t more[] = {TYREX_TRICERATOPS, TYREX_PTERANODON, TYREX_DIPLODOCUS,
                                   TYREX_STEGOSAURUS};
    const uint8_t *from = s->seats > 2                                       ? more
                          : s->options[TYREX_OPTION_PAIR] == TYREX_PAIR_LAND ? land
                                                                             : refuge;
    memcpy(dinos, from, s->seats);
}

int tyrannosaurus_dinos_chosen(const struct tyrannosaurus_state *s, uint8_t dinos[TYREX_SEATS_MAX])
{
    if (s->options[TYREX_OPTION_DINOS] == TYREX_DINOS_RANDOM)
        return 0;
    int count = 0;
    for (const char *at = tyrannosaurus_dinos_values[s->options[TYREX_OPTION_DINOS]]; *at;
         at += *at == ',') {
        uint8_t dino = 0;
        size_t length = strcspn(at, ",");
        while (strncmp(tyrannosaurus_dino_names[dino], at, length) != 0)
            dino++;
        dinos[count++] = dino;
        at += length;
    }
    return count;
}

bool tyrannosaurus_dinos_fit(const struct tyrannosaurus_state *s)
{
    uint8_t expected[TYREX_SEATS_MAX], chosen[TYREX_SEATS_MAX];
    tyrannosaurus_dinos_of_match(s, expected);
    int count = tyrannosaurus_dinos_chosen(s, chosen);
    uint64_t missing = 0, met = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        missing |= bit(expected[seat]);
        met |= bit(s->players[seat].dino);
        int first = (seat + s->round - 1) % s->seats; /* who had this dinosaur in the first round */
        if (count && (count != s->seats || chosen[first] != s->players[seat].dino))
            return false;
    }
    return met == missing;
}

bool tyrannosaurus_pair_allows(int pair, int dinos)
{
    struct tyrannosaurus_state s = {
        .seats = 2,
        .round = 1,
        .options = {[TYREX_OPTION_PAIR] = (uint8_t)pair, [TYREX_OPTION_DINOS] = (uint8_t)dinos}};
    uint8_t given[TYREX_SEATS_MAX];
    if (dinos == TYREX_DINOS_RANDOM)
        return true;
    if (tyrannosaurus_dinos_chosen(&s, given) != s.seats)
        return false;
    for (int seat = 0; seat < s.seats; seat++)
        s.players[seat].dino = given[seat];
    return tyrannosaurus_dinos_fit(&s);
}

/* ---- Who may choose what ---- */

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
        !bits_have(tyrannosaurus_step_directions(s, s->players[seat].at), move->a))
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
    return kind == TYREX_CHOICE_REST ? 1 : tyrannosaurus_step_directions(s, s->players[seat].at);
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
    uint32_t directions = tyrannosaurus_step_directions(s, s->players[seat].at);
    int choices[TYREX_CARDS], all = 0;
    for (int card = 0; card < TYREX_CARDS; card++) {
        choices[card] = tyrannosaurus_cards_in_hand(s, seat, card) == 0 ? 0
                        : card == TYREX_CARD_REST                       ? 1
                                                                        : bits_count(directions);
        all += choices[card];
    }
    int rank = (int)rng_below(rng, (uint32_t)all), kind = 0;
    while (rank >= choices[kind])
        rank -= choices[kind++];
    *move = (struct move){.kind = (uint8_t)kind};
    if (kind != TYREX_CHOICE_REST)
        move->a = (uint8_t)bits_nth(directions, rank);
}

/* ---- Who leads, and the result ---- */

uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s)
{
    int best = 0;
    uint8_t richest = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int score = tyrannosaurus_score(s, seat);
        if (score > best) {
            best = score;
            richest = 0;
        }
        if (score == best)
            richest |= (uint8_t)bit(seat);
    }
    return richest;
}

const char *tyrannosaurus_ending(const struct tyrannosaurus_state *s)
{
    int left = bits_count(s->playing);
    return left == 0 ? "none_left" : left == 1 ? "one_left" : "last_turn";
}

void tyrannosaurus_result(const void *state, struct game_result *result)
{
    const struct tyrannosaurus_state *s = state;
    *result = (struct game_result){.over = s->phase == TYREX_PHASE_OVER, .winners = s->winners};
    for (int seat = 0; seat < s->seats; seat++)
        result->scores[seat] = tyrannosaurus_total(s, seat);
}
