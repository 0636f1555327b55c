/* Carries out the secret choices once the last one of a phase is made, up to the next choice.
 *
 * The phases of a round:  lake -> volcano -> turn 1
 * The phases of a turn:   act -> panic, once for each who flees -> tyrex -> harvest, bone -> act
 * A step (Y21) ends in step_end, which may end the round; the caller then returns. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include "base/base.h"

void tyrannosaurus_ask(struct tyrannosaurus_state *s, enum tyrannosaurus_phase phase)
{
    s->phase = (uint8_t)phase;
    s->waiting = tyrannosaurus_choosers(s);
}

/* `winners` are those of the round; after several, the trees of all rounds decide. */
static void round_end(struct tyrannosaurus_state *s, uint8_t winners)
{
    bool last_of_several = s->round > 1 && s->round == tyrannosaurus_rounds(s);
    s->panicking = 0;
    s->winners = last_of_several ? tyrannosaurus_richest(s) : winners;
    tyrannosaurus_ask(s, TYREX_PHASE_OVER);
}

/* After a step in which `losers` lost trees: those without trees are out, and the round ends if
 * fewer than two players remain. */
static void step_end(struct tyrannosaurus_state *s, uint8_t losers, struct story *story)
{
    uint8_t gone = 0;
    for (uint64_t left = losers; left;) {
        int seat = bits_pop(&left);
        if (s->players[seat].trees > 0)
            continue;
        gone |= (uint8_t)bit(seat); /* Y20 */
        s->players[seat].at = TYREX_NOWHERE;
        if (story)
            tyrannosaurus_event_seat(story, "out", seat);
    }
    s->playing &= (uint8_t)~gone;
    if (gone && (s->playing & (s->playing - 1)) == 0) /* Y21 */
        round_end(s, s->playing ? s->playing : gone);
}

static void tree_lose(struct tyrannosaurus_state *s, int seat, uint8_t square, const char *reason,
                      struct story *story)
{
    s->players[seat].trees--;
    if (story)
        tyrannosaurus_event_loss(story, s, seat, square, reason);
}

/* Takes all choices out of the state and reveals them. */
static void choices_reveal(struct tyrannosaurus_state *s, uint8_t chosen[TYREX_SEATS_MAX],
                           struct story *story)
{
    for (int seat = 0; seat < s->seats; seat++) {
        chosen[seat] = s->players[seat].chosen;
        s->players[seat].chosen = 0;
    }
    if (!story)
        return;
    TYREX_EACH_IN_ORDER (s, seat)
        if (chosen[seat])
            tyrannosaurus_event_choice(story, "reveal", seat, chosen[seat], NULL);
}

static bool dinosaur_on(const struct tyrannosaurus_state *s, uint8_t square)
{
    bool found = false;
    for (int seat = 0; seat < s->seats; seat++)
        found |= s->players[seat].at == square;
    return found;
}

/* Y7, Y8: why Lake or Volcano may not move there, or NULL. */
static const char *placing_obstacle(const struct tyrannosaurus_state *s, uint8_t square)
{
    if (!tyrannosaurus_square_on_board(square))
        return "the_edge";
    if (square == TYREX_DEN)
        return "the_den";
    if (square == s->lake)
        return "the_lake";
    if (square == s->volcano)
        return "the_volcano";
    return dinosaur_on(s, square) ? "a_dinosaur" : NULL;
}

/* Y7, Y8: Lake or Volcano moves a step for each choice, together with its inhabitant. `moves` and
 * `stays` are the types of the events. */
static void placing_resolve(struct tyrannosaurus_state *s, uint8_t *refuge, const char *moves,
                            const char *stays, struct story *story)
{
    uint8_t chosen[TYREX_SEATS_MAX];
    choices_reveal(s, chosen, story);
    TYREX_EACH_IN_ORDER (s, seat) {
        if (!chosen[seat])
            continue;
        int direction = tyrannosaurus_choice_unpack(chosen[seat]).a;
        uint8_t origin = *refuge, square = tyrannosaurus_square_next(origin, direction);
        const char *obstacle = placing_obstacle(s, square);
        if (!obstacle)
            *refuge = square;
        uint8_t carries = 0;
        for (int rider = 0; rider < s->seats; rider++) {
            s->players[rider].at = tyrannosaurus_start_square(s, rider);
            if (s->players[rider].at == *refuge)
                carries |= (uint8_t)bit(rider);
        }
        if (story)
            tyrannosaurus_event_step(story,
                                     &(struct tyrannosaurus_step){.type = obstacle ? stays : moves,
                                                                  .seat = seat,
                                                                  .direction = direction,
                                                                  .origin = origin,
                                                                  .square = *refuge,
                                                                  .reason = obstacle,
                                                                  .carries = carries});
    }
}

/* Y9 */
static void trees_set(struct tyrannosaurus_state *s, struct story *story)
{
    s->trees = tyrannosaurus_tree_squares(s);
    if (story)
        tyrannosaurus_event_trees(story, s);
}

static void turn_start(struct tyrannosaurus_state *s, struct story *story)
{
    tyrannosaurus_ask(s, TYREX_PHASE_ACT);
    if (story)
        tyrannosaurus_event_turn(story, s);
}

/* Y18 */
static void harvest(struct tyrannosaurus_state *s, struct story *story)
{
    TYREX_EACH_IN_ORDER (s, seat) {
        uint8_t square = s->players[seat].at;
        if (!bits_have(s->trees, square) || square == s->tyrex)
            continue;
        int met = 0;
        for (int other = 0; other < s->seats; other++)
            met += s->players[other].at == square;
        if (met > 1)
            continue;
        s->trees &= ~bit(square);
        s->players[seat].trees++;
        if (story)
            tyrannosaurus_event_harvest(story, s, seat);
    }
}

/* Phases 5 and 6, and the next turn or the end of the round. */
static void turn_end(struct tyrannosaurus_state *s, struct story *story)
{
    harvest(s, story);
    int holder = tyrannosaurus_seat_left_of(s, s->bone); /* Y19 */
    if (story)
        tyrannosaurus_event_bone(story, s->bone, holder);
    s->bone = (uint8_t)holder;
    if (s->turn == tyrannosaurus_turns_in_all(s)) {
        round_end(s, tyrannosaurus_richest(s)); /* Y21 */
        return;
    }
    s->turn++;
    turn_start(s, story);
}

/* Y16, Y17: every dinosaur on the square that the Ty-Rex enters loses a tree, all in one step. */
static void tyrex_bite(struct tyrannosaurus_state *s, const char *reason, struct story *story)
{
    uint8_t bitten = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->players[seat].at != s->tyrex)
            continue;
        bitten |= (uint8_t)bit(seat);
        tree_lose(s, seat, s->tyrex, reason, story);
    }
    step_end(s, bitten, story);
}

/* Starts phase 4: everybody chooses, unless the Ty-Rex was away (Y17). */
static void tyrex_start(struct tyrannosaurus_state *s, struct story *story)
{
    if (s->tyrex != TYREX_NOWHERE) {
        tyrannosaurus_ask(s, TYREX_PHASE_TYREX);
        return;
    }
    s->tyrex = TYREX_DEN;
    if (story)
        tyrannosaurus_event_return(story, TYREX_DEN);
    tyrex_bite(s, "tyrex_came_back", story);
    if (s->phase != TYREX_PHASE_OVER)
        turn_end(s, story);
}

/* Y16, Y17 */
static void tyrex_step(struct tyrannosaurus_state *s, int seat, int direction, struct story *story)
{
    struct tyrannosaurus_step step = {.type = "tyrex",
                                      .seat = seat,
                                      .direction = direction,
                                      .origin = s->tyrex,
                                      .square = tyrannosaurus_square_next(s->tyrex, direction)};
    bool arrives = false;
    if (!tyrannosaurus_square_on_board(step.square)) {
        step.type = "tyrex_stays";
        step.square = s->tyrex;
        step.reason = "the_edge";
    } else if (step.square == s->lake || step.square == s->volcano) {
        step.type = "tyrex_leaves";
        step.reason = step.square == s->lake ? "the_lake" : "the_volcano";
        s->tyrex = TYREX_NOWHERE;
    } else {
        s->tyrex = step.square;
        arrives = true;
    }
    if (story)
        tyrannosaurus_event_step(story, &step);
    if (arrives)
        tyrex_bite(s, "caught_by_tyrex", story);
}

static void tyrex_resolve(struct tyrannosaurus_state *s, struct story *story)
{
    uint8_t chosen[TYREX_SEATS_MAX];
    choices_reveal(s, chosen, story);
    TYREX_EACH_IN_ORDER (s, seat) {
        if (s->tyrex != TYREX_NOWHERE)
            tyrex_step(s, seat, tyrannosaurus_choice_unpack(chosen[seat]).a, story);
        else if (story)
            tyrannosaurus_event_choice(story, "void", seat, chosen[seat], "tyrex_is_away");
        if (s->phase == TYREX_PHASE_OVER)
            return;
    }
    turn_end(s, story);
}

/* Y12: one whole arrival is one step. */
static void arrive(struct tyrannosaurus_state *s, int seat, uint8_t square, struct story *story)
{
    uint8_t losers = 0;
    s->players[seat].at = square;
    for (int giver = 0; giver < s->seats; giver++) {
        if (s->players[giver].at != square || giver == seat)
            continue;
        losers |= (uint8_t)bit(giver);
        s->players[giver].trees--;
        s->players[seat].trees++;
        if (story)
            tyrannosaurus_event_gift(story, s, giver, seat);
    }
    if (square == s->tyrex) {
        losers |= (uint8_t)bit(seat);
        tree_lose(s, seat, square, "ran_into_tyrex", story);
    }
    step_end(s, losers, story);
}

/* Y13: the refuge that bars a dinosaur from a square, or NULL. */
static const char *refuge_refusing(const struct tyrannosaurus_state *s, int seat, uint8_t square)
{
    if (square == s->lake && s->players[seat].dino != TYREX_DIPLODOCUS)
        return "the_lake";
    if (square == s->volcano && s->players[seat].dino != TYREX_PTERANODON)
        return "the_volcano";
    return NULL;
}

/* Y10, Y12, Y13: a movement, or the first step of a panic. */
static void first_step(struct tyrannosaurus_state *s, int seat, int direction, struct story *story)
{
    uint8_t origin = s->players[seat].at, square = tyrannosaurus_square_next(origin, direction);
    bool on_board = tyrannosaurus_square_on_board(square);
    const char *obstacle = on_board ? refuge_refusing(s, seat, square) : "the_edge";
    if (story)
        tyrannosaurus_event_step(story,
                                 &(struct tyrannosaurus_step){.type = !on_board  ? "move_ignored"
                                                                      : obstacle ? "move_stays"
                                                                                 : "move",
                                                              .seat = seat,
                                                              .direction = direction,
                                                              .origin = origin,
                                                              .square = obstacle ? origin : square,
                                                              .reason = obstacle});
    if (!obstacle) {
        arrive(s, seat, square, story);
        return;
    }
    if (!on_board)
        return;
    tree_lose(s, seat, square, square == s->lake ? "lake_refused" : "volcano_refused", story);
    step_end(s, (uint8_t)bit(seat), story);
}

/* Asks for the next flight, or goes on to phase 4. A player who is out does not flee (Y14). */
static void flights_go_on(struct tyrannosaurus_state *s, struct story *story)
{
    s->panicking &= s->playing;
    if (!s->panicking) {
        tyrex_start(s, story);
        return;
    }
    tyrannosaurus_ask(s, TYREX_PHASE_PANIC);
    if (story)
        tyrannosaurus_event_flight(story, tyrannosaurus_fleeing(s), s->waiting);
}

/* Y11 */
static void actions_resolve(struct tyrannosaurus_state *s, struct story *story)
{
    uint8_t chosen[TYREX_SEATS_MAX], actors = s->playing;
    choices_reveal(s, chosen, story);
    for (uint64_t seats = actors; seats;) { /* Y15 */
        int seat = bits_pop(&seats), card = tyrannosaurus_choice_unpack(chosen[seat]).kind;
        s->players[seat].discards[card]++;
        if (card == TYREX_CARD_PANIC)
            s->panicking |= (uint8_t)bit(seat);
    }
    TYREX_EACH_IN_ORDER (s, seat) {
        if (!bits_have(actors, seat))
            continue;
        struct move move = tyrannosaurus_choice_unpack(chosen[seat]);
        if (bits_have(s->playing, seat) && move.kind != TYREX_CHOICE_REST)
            first_step(s, seat, move.a, story);
        else if (story && bits_have(s->playing, seat))
            tyrannosaurus_event_seat(story, "rest", seat);
        else if (story)
            tyrannosaurus_event_choice(story, "void", seat, chosen[seat], "is_out");
        if (s->phase == TYREX_PHASE_OVER)
            return;
    }
    flights_go_on(s, story);
}

/* Y14: a step of a flight; one that is impossible costs nothing. */
static void flight_step(struct tyrannosaurus_state *s, int fleeing, int from, int direction,
                        struct story *story)
{
    uint8_t origin = s->players[fleeing].at, square = tyrannosaurus_square_next(origin, direction);
    const char *obstacle =
        tyrannosaurus_square_on_board(square) ? refuge_refusing(s, fleeing, square) : "the_edge";
    if (story)
        tyrannosaurus_event_flee(
            story,
            &(struct tyrannosaurus_step){.type = obstacle ? "flee_stays" : "flee",
                                         .seat = fleeing,
                                         .direction = direction,
                                         .origin = origin,
                                         .square = obstacle ? origin : square,
                                         .reason = obstacle},
            from);
    if (!obstacle)
        arrive(s, fleeing, square, story);
}

static void flight_resolve(struct tyrannosaurus_state *s, struct story *story)
{
    int fleeing = tyrannosaurus_fleeing(s);
    uint8_t chosen[TYREX_SEATS_MAX];
    choices_reveal(s, chosen, story);
    for (int seat = tyrannosaurus_seat_left_of(s, fleeing); seat != fleeing;
         seat = tyrannosaurus_seat_left_of(s, seat)) {
        if (!chosen[seat])
            continue;
        if (bits_have(s->playing, fleeing))
            flight_step(s, fleeing, seat, tyrannosaurus_choice_unpack(chosen[seat]).a, story);
        else if (story)
            tyrannosaurus_event_choice(story, "void", seat, chosen[seat], "flight_is_over");
        if (s->phase == TYREX_PHASE_OVER)
            return;
    }
    s->panicking &= (uint8_t)~bit(fleeing);
    flights_go_on(s, story);
}

static void phase_resolve(struct tyrannosaurus_state *s, struct story *story)
{
    CHECK(!s->waiting && s->phase < TYREX_PHASE_OVER);
    switch ((enum tyrannosaurus_phase)s->phase) {
    case TYREX_PHASE_LAKE:
        placing_resolve(s, &s->lake, "lake", "lake_stays", story);
        tyrannosaurus_ask(s, TYREX_PHASE_VOLCANO);
        break;
    case TYREX_PHASE_VOLCANO:
        placing_resolve(s, &s->volcano, "volcano", "volcano_stays", story);
        trees_set(s, story);
        turn_start(s, story);
        break;
    case TYREX_PHASE_ACT:
        actions_resolve(s, story);
        break;
    case TYREX_PHASE_PANIC:
        flight_resolve(s, story);
        break;
    case TYREX_PHASE_TYREX:
        tyrex_resolve(s, story);
        break;
    case TYREX_PHASE_OVER:
    case TYREX_PHASES:
        break;
    }
}

void FLATTEN tyrannosaurus_resolve(struct tyrannosaurus_state *s, struct story *story)
{
    if (story)
        phase_resolve(s, story);
    else /* in random games: a copy of the code, without the events */
        phase_resolve(s, NULL);
}
