/* The contract of Tyrannosaurus Rex: dealing, who may choose what, and the result. A move is a
 * secret choice and nothing happens before the last one is made: then resolve.c takes over. */
#include "games/tyrannosaurus/tyrannosaurus.h"

#include "base/check.h"

#include <string.h>

/* Every order in which dinosaurs can be given to seats, as the words of the option `dinos`. */
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

static const char *const dinos_values[] = {
    [DINOS_RANDOM] = "random", ORDERS_OF_4(TRI, PTE, DIP, STE), ORDERS_OF_3("", TRI, PTE, DIP),
    ORDERS_OF_2("", STE, TRI), ORDERS_OF_2("", PTE, DIP),
};

static const struct game_option options[TYRANNOSAURUS_OPTIONS] = {
    [OPTION_DINOS] = {.name = "dinos",
                      .type = GAME_OPTION_WORD,
                      .standard = DINOS_RANDOM,
                      .value_count = sizeof dinos_values / sizeof *dinos_values,
                      .values = dinos_values},
    [OPTION_PAIR] = {.name = "pair",
                     .type = GAME_OPTION_WORD,
                     .standard = PAIR_LAND,
                     .value_count = 2,
                     .values =
                         (const char *const[]){[PAIR_LAND] = "land", [PAIR_REFUGE] = "refuge"}},
};

/* Y2: the dinosaurs of this match, in no order of seats. */
static void dinos_of_match(const struct tyrannosaurus_state *s,
                           uint8_t dinos[TYRANNOSAURUS_SEATS_MAX])
{
    static const uint8_t land[] = {STEGOSAURUS, TRICERATOPS};
    static const uint8_t refuge[] = {PTERANODON, DIPLODOCUS};
    static const uint8_t more[] = {TRICERATOPS, PTERANODON, DIPLODOCUS, STEGOSAURUS};
    const uint8_t *from = s->seats > 2                           ? more
                          : s->options[OPTION_PAIR] == PAIR_LAND ? land
                                                                 : refuge;
    memcpy(dinos, from, s->seats);
}

/* The dinosaurs that the option `dinos` gives to the seats. Returns how many: none if random. */
static int dinos_chosen(const struct tyrannosaurus_state *s, uint8_t dinos[TYRANNOSAURUS_SEATS_MAX])
{
    if (s->options[OPTION_DINOS] == DINOS_RANDOM)
        return 0;
    int count = 0;
    for (const char *at = dinos_values[s->options[OPTION_DINOS]]; *at; at += *at == ',') {
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
    uint8_t expected[TYRANNOSAURUS_SEATS_MAX], chosen[TYRANNOSAURUS_SEATS_MAX];
    dinos_of_match(s, expected);
    int count = dinos_chosen(s, chosen);
    uint64_t missing = 0, met = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        missing |= bit(expected[seat]);
        met |= bit(s->players[seat].dino);
        if (count && (count != s->seats || chosen[seat] != s->players[seat].dino))
            return false;
    }
    return met == missing;
}

static void dinos_deal(struct tyrannosaurus_state *s, struct deal *deal)
{
    uint8_t dinos[TYRANNOSAURUS_SEATS_MAX];
    if (dinos_chosen(s, dinos) != s->seats) {
        dinos_of_match(s, dinos);
        deal_shuffle(deal, dinos, s->seats);
    }
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].dino = dinos[seat];
}

/* Y5 */
static uint8_t card_removed(const struct tyrannosaurus_state *s, int dino, struct deal *deal)
{
    if (s->seats == 3)
        return CARD_NONE;
    uint8_t cards[CARDS_OF_A_DINOSAUR];
    size_t count = 0;
    for (uint8_t card = 0; card < CARDS; card++)
        for (int i = 0; i < s->components.cards[dino][card]; i++)
            cards[count++] = card;
    deal_shuffle(deal, cards, count);
    return cards[0];
}

uint8_t tyrannosaurus_start_square(const struct tyrannosaurus_state *s, int seat)
{
    int dino = s->players[seat].dino;
    return dino == DIPLODOCUS   ? s->lake
           : dino == PTERANODON ? s->volcano
                                : s->components.corner[dino];
}

uint64_t tyrannosaurus_tree_squares(const struct tyrannosaurus_state *s)
{
    uint64_t squares = BOARD & ~(bit(DEN) | bit(s->lake) | bit(s->volcano));
    for (int seat = 0; seat < s->seats; seat++)
        squares &= ~bit(tyrannosaurus_start_square(s, seat));
    return squares;
}

static bool start(void *state, const struct game_setup *setup, struct fault *fault)
{
    struct tyrannosaurus_state *s = state;
    const struct tyrannosaurus_components *components = setup->components;
    *s = (struct tyrannosaurus_state){.components = *components,
                                      .seats = (uint8_t)setup->seats,
                                      .turn = 1,
                                      .lake = components->corner[DIPLODOCUS],
                                      .volcano = components->corner[PTERANODON],
                                      .tyrex = DEN};
    memcpy(s->options, setup->options, sizeof s->options);
    s->playing = seats_all(s);
    struct deal deal; /* all chance is here, so no stream is kept in the state */
    deal_start(&deal, setup->seed, setup->seed_length);
    dinos_deal(s, &deal);
    if (!tyrannosaurus_dinos_fit(s))
        return fault_set(fault, FAULT_BAD_OPTION, "Y2", "tyrannosaurus.dinos_do_not_fit", "dinos");
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        player->at = tyrannosaurus_start_square(s, seat);  /* Y3 */
        player->trees = s->components.trees[player->dino]; /* Y4 */
        player->removed = card_removed(s, player->dino, &deal);
    }
    tyrannosaurus_ask(s, PHASE_LAKE);
    return true;
}

static uint8_t all_without(const struct tyrannosaurus_state *s, enum dinosaur dino)
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
        seat = seat_left_of(s, seat);
    return seat;
}

uint8_t tyrannosaurus_choosers(const struct tyrannosaurus_state *s)
{
    switch ((enum phase)s->phase) {
    case PHASE_LAKE:
        return all_without(s, DIPLODOCUS); /* Y7 */
    case PHASE_VOLCANO:
        return all_without(s, PTERANODON); /* Y8 */
    case PHASE_ACT:
        return s->playing; /* Y10 */
    case PHASE_PANIC:
        return (uint8_t)(s->playing & ~bit(tyrannosaurus_fleeing(s))); /* Y14 */
    case PHASE_TYREX:
        return seats_all(s); /* Y16 */
    case PHASE_OVER:
    case PHASES:
        break;
    }
    return 0;
}

static uint32_t to_act(const void *state)
{
    return ((const struct tyrannosaurus_state *)state)->waiting;
}

static const char *phase(const void *state)
{
    return tyrannosaurus_phase_names[((const struct tyrannosaurus_state *)state)->phase];
}

bool tyrannosaurus_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    static const char *const steering_rules[PHASES] = {
        [PHASE_LAKE] = "Y7", [PHASE_VOLCANO] = "Y8", [PHASE_PANIC] = "Y14", [PHASE_TYREX] = "Y16"};
    static const char *const no_card[CARDS] = {[CARD_MOVE] = "tyrannosaurus.no_move_card",
                                               [CARD_REST] = "tyrannosaurus.no_rest_card",
                                               [CARD_PANIC] = "tyrannosaurus.no_panic_card"};
    const struct tyrannosaurus_state *s = state;
    const char *rule = steering_rules[s->phase];
    if (rule && move->kind != CHOICE_STEER)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, "tyrannosaurus.steer_now", NULL);
    if (rule)
        return true;
    if (move->kind == CHOICE_STEER)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.act_now", NULL);
    if (cards_in_hand(s, seat, move->kind) == 0)
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", no_card[move->kind], NULL);
    if (move->kind != CHOICE_REST && !square_on_board(square_next(s->players[seat].at, move->a)))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "Y10", "tyrannosaurus.off_board", "%s",
                         tyrannosaurus_direction_names[move->a]);
    return true;
}

static void apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct tyrannosaurus_state *s = state;
    CHECK(bits_have(s->waiting, seat));
    s->players[seat].chosen = choice_pack(move);
    s->waiting &= (uint8_t)~bit(seat);
    if (story) { /* that it is made is public, what it is stays secret */
        story_event(story, "chosen", seat);
        tyrannosaurus_choice_save(story->doc, "choice",
                                  story_tells(story, seat) ? s->players[seat].chosen : HIDDEN);
        story_event_end(story);
    }
    if (!s->waiting)
        tyrannosaurus_resolve(s, story);
}

uint32_t tyrannosaurus_directions(const struct tyrannosaurus_state *s, int seat, int kind)
{
    if ((kind == CHOICE_STEER) == (s->phase == PHASE_ACT))
        return 0;
    if (kind == CHOICE_STEER)
        return (1u << DIRECTIONS) - 1;
    if (cards_in_hand(s, seat, kind) == 0)
        return 0;
    return kind == CHOICE_REST ? 1 : directions_on_board(s->players[seat].at);
}

static int legal(const void *state, int seat, struct move *moves)
{
    const struct tyrannosaurus_state *s = state;
    int count = 0;
    if (!bits_have(s->waiting, seat))
        return 0;
    for (uint8_t kind = 0; kind < CHOICES; kind++)
        for (uint64_t directions = tyrannosaurus_directions(s, seat, kind); directions;)
            moves[count++] = (struct move){.kind = kind, .a = (uint8_t)bits_pop(&directions)};
    return count;
}

void tyrannosaurus_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct tyrannosaurus_state *s = state;
    if (s->phase != PHASE_ACT) {
        *move = (struct move){.kind = CHOICE_STEER, .a = (uint8_t)rng_below(rng, DIRECTIONS)};
        return;
    }
    uint32_t on_board = directions_on_board(s->players[seat].at);
    int choices[CARDS], all = 0;
    for (int card = 0; card < CARDS; card++) {
        choices[card] = cards_in_hand(s, seat, card) == 0 ? 0
                        : card == CARD_REST               ? 1
                                                          : bits_count(on_board);
        all += choices[card];
    }
    int rank = (int)rng_below(rng, (uint32_t)all), kind = 0;
    while (rank >= choices[kind])
        rank -= choices[kind++];
    *move = (struct move){.kind = (uint8_t)kind};
    if (kind != CHOICE_REST)
        move->a = (uint8_t)bits_nth(on_board, rank);
}

uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s)
{
    uint8_t best = 0, richest = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->players[seat].trees > best) {
            best = s->players[seat].trees;
            richest = 0;
        }
        if (s->players[seat].trees == best)
            richest |= (uint8_t)bit(seat);
    }
    return richest;
}

static void result(const void *state, struct game_result *result)
{
    const struct tyrannosaurus_state *s = state;
    *result = (struct game_result){.over = s->phase == PHASE_OVER, .winners = s->winners};
    for (int seat = 0; seat < s->seats; seat++)
        result->scores[seat] = s->players[seat].trees;
}

const struct game game_tyrannosaurus = {
    .id = "tyrannosaurus",
    .seats_min = 2,
    .seats_max = TYRANNOSAURUS_SEATS_MAX,
    .state_size = sizeof(struct tyrannosaurus_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct tyrannosaurus_components),
    .options = options,
    .option_count = TYRANNOSAURUS_OPTIONS,
    .components_load = tyrannosaurus_components_load,
    .start = start,
    .to_act = to_act,
    .phase = phase,
    .check = tyrannosaurus_check,
    .apply = apply,
    .legal = legal,
    .sample = tyrannosaurus_sample,
    .view = tyrannosaurus_view,
    .aids = tyrannosaurus_aids,
    .determinize = tyrannosaurus_determinize,
    .result = result,
    .parse = tyrannosaurus_parse,
    .format = tyrannosaurus_format,
    .save = tyrannosaurus_save,
    .load = tyrannosaurus_load,
    .invariants = tyrannosaurus_invariants,
    .mind = &tyrannosaurus_mind,
};
