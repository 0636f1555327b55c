/* Reads positions: reads each value, compares those that repeat each other, then validates the whole.
 *
 * Then: invariants. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include "game/reading.h"

/* The arguments shared by all steps of reading. Each step returns false after it has set `fault`.
 */
struct tyrannosaurus_reading {
    const struct doc *doc;
    const struct doc_node *position;
    struct tyrannosaurus_state *s;
    struct fault *fault;
};

/* A match of one round says nothing about rounds. */
static bool round_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    int rounds = tyrannosaurus_rounds(s), round = 1;
    if (rounds > 1 && !doc_number(doc_get(r->doc, r->position, "rounds"), rounds, rounds, &rounds))
        return game_bad_value(r->fault, "Y21", "rounds");
    if (rounds > 1 && !doc_number(doc_get(r->doc, r->position, "round"), 1, rounds, &round))
        return game_bad_value(r->fault, "Y21", "round");
    s->round = (uint8_t)round;
    return true;
}

static bool turn_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const char *name = doc_text(r->doc, doc_get(r->doc, r->position, "phase"));
    int phase = game_name_find(tyrannosaurus_phase_names, TYREX_PHASES, name);
    int turns = tyrannosaurus_turns_in_all(s), turn, bone;
    if (phase < 0)
        return game_bad_value(r->fault, NULL, "phase");
    if (!round_load(r))
        return false;
    if (!doc_number(doc_get(r->doc, r->position, "turns"), turns, turns, &turns))
        return game_bad_value(r->fault, "Y5", "turns");
    if (!doc_number(doc_get(r->doc, r->position, "turn"), 1, turns, &turn))
        return game_bad_value(r->fault, "Y5", "turn");
    if (!doc_number(doc_get(r->doc, r->position, "bone"), 0, s->seats - 1, &bone))
        return game_bad_value(r->fault, "Y6", "bone");
    s->phase = (uint8_t)phase;
    s->turn = (uint8_t)turn;
    s->bone = (uint8_t)bone;
    return true;
}

/* A square, or TYREX_NOWHERE for null. */
static bool square_load(const struct doc *doc, const struct doc_node *node, uint8_t *square)
{
    *square = tyrannosaurus_square_parse(doc_text(doc, node));
    return *square != TYREX_NOWHERE || doc_is(node, DOC_NULL);
}

static bool board_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *trees = doc_get(r->doc, r->position, "trees");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "lake"), &s->lake) ||
        s->lake == TYREX_NOWHERE)
        return game_bad_value(r->fault, "Y3", "lake");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "volcano"), &s->volcano) ||
        s->volcano == TYREX_NOWHERE)
        return game_bad_value(r->fault, "Y3", "volcano");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "tyrex"), &s->tyrex))
        return game_bad_value(r->fault, "Y1", "tyrex");
    if (!doc_is(trees, DOC_LIST))
        return game_bad_value(r->fault, "Y9", "trees");
    DOC_EACH (r->doc, trees, tree) {
        uint8_t square = tyrannosaurus_square_parse(doc_text(r->doc, tree));
        if (square == TYREX_NOWHERE || bits_have(s->trees, square))
            return game_bad_value(r->fault, "Y9", "trees");
        s->trees |= bit(square);
    }
    return true;
}

static bool cards_load(const struct doc *doc, const struct doc_node *object,
                       uint8_t counts[TYREX_CARDS])
{
    for (int card = 0; card < TYREX_CARDS; card++) {
        int count;
        if (!doc_number(doc_get(doc, object, tyrannosaurus_card_names[card]), 0,
                        TYREX_CARDS_OF_A_DINOSAUR, &count))
            return false;
        counts[card] = (uint8_t)count;
    }
    return true;
}

static bool hand_load(const struct tyrannosaurus_reading *r, const struct doc_node *given, int seat)
{
    struct tyrannosaurus_player *player = &r->s->players[seat];
    const struct doc_node *removed = doc_get(r->doc, given, "removed");
    int card = game_name_find(tyrannosaurus_card_names, TYREX_CARDS, doc_text(r->doc, removed));
    if (card < 0 && !doc_is(removed, DOC_NULL))
        return game_bad_player(r->fault, "Y5", seat, "removed");
    player->removed = card < 0 ? TYREX_CARD_NONE : (uint8_t)card;
    if (!cards_load(r->doc, doc_get(r->doc, given, "discards"), player->discards))
        return game_bad_player(r->fault, "Y15", seat, "discards");
    uint8_t hand[TYREX_CARDS];
    if (!cards_load(r->doc, doc_get(r->doc, given, "cards"), hand))
        return game_bad_player(r->fault, "Y4", seat, "cards");
    for (card = 0; card < TYREX_CARDS; card++)
        if (hand[card] != tyrannosaurus_cards_in_hand(r->s, seat, card))
            return game_bad_position(r->fault, "Y4", "tyrannosaurus.cards_do_not_add_up",
                                     "players[%d].cards", seat);
    return true;
}

static bool player_rounds_load(const struct tyrannosaurus_reading *r, const struct doc_node *given,
                               int seat)
{
    struct tyrannosaurus_player *player = &r->s->players[seat];
    const struct doc_node *earlier = doc_get(r->doc, given, "earlier");
    const struct doc_node *later = doc_get(r->doc, given, "later");
    int round = 0, bits = 0;
    if (!game_is_list_of(earlier, r->s->round - 1))
        return game_bad_player(r->fault, "Y21", seat, "earlier");
    DOC_EACH (r->doc, earlier, trees)
        if (!game_byte_load(trees, 0, UINT8_MAX, &player->earlier[round++]))
            return game_bad_player(r->fault, "Y21", seat, "earlier");
    if (!game_is_list_of(later, tyrannosaurus_later(r->s)))
        return game_bad_player(r->fault, "Y5", seat, "later");
    DOC_EACH (r->doc, later, item) {
        int card = game_name_find(tyrannosaurus_card_names, TYREX_CARDS, doc_text(r->doc, item));
        if (card < 0)
            return game_bad_player(r->fault, "Y5", seat, "later");
        player->later |= (uint8_t)(card << bits);
        bits += 2;
    }
    return true;
}

static bool player_load(const struct tyrannosaurus_reading *r, const struct doc_node *given,
                        int seat)
{
    struct tyrannosaurus_player *player = &r->s->players[seat];
    const char *name = doc_text(r->doc, doc_get(r->doc, given, "dino"));
    int dino = game_name_find(tyrannosaurus_dino_names, TYREX_DINOSAURS, name), trees;
    bool out;
    if (dino < 0)
        return game_bad_player(r->fault, "Y2", seat, "dino");
    player->dino = (uint8_t)dino;
    if (!square_load(r->doc, doc_get(r->doc, given, "at"), &player->at))
        return game_bad_player(r->fault, "Y1", seat, "at");
    if (!doc_number(doc_get(r->doc, given, "trees"), 0, UINT8_MAX, &trees))
        return game_bad_player(r->fault, "Y4", seat, "trees");
    player->trees = (uint8_t)trees;
    if (!doc_truth(doc_get(r->doc, given, "out"), &out))
        return game_bad_player(r->fault, "Y20", seat, "out");
    if (!out)
        r->s->playing |= (uint8_t)bit(seat);
    return hand_load(r, given, seat) &&
           (tyrannosaurus_rounds(r->s) == 1 || player_rounds_load(r, given, seat));
}

static bool players_load(const struct tyrannosaurus_reading *r)
{
    const struct doc_node *players = doc_get(r->doc, r->position, "players");
    if (!game_is_list_of(players, r->s->seats))
        return game_bad_value(r->fault, "Y2", "players");
    int seat = 0;
    DOC_EACH (r->doc, players, given)
        if (!player_load(r, given, seat++))
            return false;
    return true;
}

static bool panicking_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *list = doc_get(r->doc, r->position, "panicking");
    if (!game_seats_load(r->doc, list, r->s->seats, &s->panicking) ||
        (s->panicking != 0) != (s->phase == TYREX_PHASE_PANIC))
        return game_bad_value(r->fault, "Y14", "panicking");
    const struct doc_node *next = doc_first(r->doc, list);
    TYREX_EACH_IN_ORDER (s, seat) { /* the list must be in order of play */
        if (!bits_have(s->panicking, seat))
            continue;
        if (next->integer != seat)
            return game_bad_position(r->fault, "Y14", "tyrannosaurus.wrong_panicking", "panicking");
        next = doc_next(r->doc, next);
    }
    return true;
}

/* Must come last: who has to choose depends on everything else. */
static bool chosen_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *chosen = doc_get(r->doc, r->position, "chosen");
    if (!game_is_list_of(chosen, s->seats))
        return game_bad_value(r->fault, "Y10", "chosen");
    s->waiting = tyrannosaurus_choosers(s);
    int seat = 0;
    DOC_EACH (r->doc, chosen, item) {
        const char *text = doc_text(r->doc, item);
        struct move move;
        if (text && tyrannosaurus_parse(s, text, &move)) {
            s->players[seat].chosen = tyrannosaurus_choice_pack(&move);
            s->waiting &= (uint8_t)~bit(seat);
        } else if (!doc_is(item, DOC_NULL)) {
            return game_bad_position(r->fault, "Y10", "core.position_value", "chosen[%d]", seat);
        }
        seat++;
    }
    return true;
}

static bool winners_load(const struct tyrannosaurus_reading *r)
{
    const struct doc_node *winners = doc_get(r->doc, r->position, "winners");
    if (r->s->phase == TYREX_PHASE_OVER
            ? !game_seats_load(r->doc, winners, r->s->seats, &r->s->winners)
            : winners != NULL)
        return game_bad_value(r->fault, "Y21", "winners");
    return true;
}

bool tyrannosaurus_load(const struct game *game, const struct doc *doc,
                        const struct doc_node *position, const void *components, void *state,
                        struct fault *fault)
{
    struct tyrannosaurus_state *s = state;
    *s = (struct tyrannosaurus_state){0};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->components =
        *(const struct tyrannosaurus_components *)game_components(game, s->options, components);
    s->seats = (uint8_t)seats;
    struct tyrannosaurus_reading reading = {doc, position, s, fault};
    return turn_load(&reading) && board_load(&reading) && players_load(&reading) &&
           panicking_load(&reading) && chosen_load(&reading) && winners_load(&reading);
}

/* ---- Invariants ---- */

/* Validates positions.
 *
 * Everything that can be counted at the table must add up: cards, trees, forbidden squares, turn
 * and bone, who is out, who has still to choose. How the pieces got to their squares is not
 * checked: a position may put them anywhere, for puzzles and lessons. */

static bool placing(const struct tyrannosaurus_state *s)
{
    return s->phase == TYREX_PHASE_LAKE || s->phase == TYREX_PHASE_VOLCANO;
}

static bool turn_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    if (!tyrannosaurus_dinos_fit(s))
        return game_bad_position(fault, "Y2", "tyrannosaurus.dinos_do_not_fit", "players");
    if (placing(s) && s->turn != 1)
        return game_bad_position(fault, "Y7", "tyrannosaurus.wrong_turn", "turn");
    bool several = bits_count(s->playing) > 1, over = s->phase == TYREX_PHASE_OVER;
    if (!several && !over)
        return game_bad_position(fault, "Y21", "tyrannosaurus.over_already", "phase");
    if (over && ((several && s->turn != tyrannosaurus_turns_in_all(s)) ||
                 s->round < tyrannosaurus_rounds(s)))
        return game_bad_position(fault, "Y21", "tyrannosaurus.over_too_soon", "phase");
    int passed =
        several && over ? s->turn : s->turn - 1; /* Y19; Y21: not if the match ended early */
    if (s->bone != (s->round - 1 + passed) % s->seats)
        return game_bad_position(fault, "Y19", "tyrannosaurus.wrong_bone", "bone");
    return true;
}

/* Y7, Y8 */
static bool refuges_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    uint64_t taken = bit(TYREX_DEN);
    for (int seat = 0; seat < s->seats; seat++)
        if (s->players[seat].dino == TYREX_TRICERATOPS ||
            s->players[seat].dino == TYREX_STEGOSAURUS)
            taken |= bit(tyrannosaurus_start_square(s, seat));
    if (bits_have(taken, s->lake))
        return game_bad_position(fault, "Y7", "tyrannosaurus.refuge_misplaced", "lake");
    if (bits_have(taken | bit(s->lake), s->volcano))
        return game_bad_position(fault, "Y8", "tyrannosaurus.refuge_misplaced", "volcano");
    return true;
}

static bool tyrex_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    if (placing(s) && s->tyrex != TYREX_DEN)
        return game_bad_position(fault, "Y1", "tyrannosaurus.tyrex_misplaced", "tyrex");
    if (s->tyrex == s->lake || s->tyrex == s->volcano)
        return game_bad_position(fault, "Y17", "tyrannosaurus.tyrex_misplaced", "tyrex");
    /* The Ty-Rex leaves in phase 4 and returns in the next. Only the Ty-Rex can eliminate everybody
     * in one step. */
    if (s->tyrex == TYREX_NOWHERE && (s->turn == 1 || s->phase == TYREX_PHASE_TYREX || !s->playing))
        return game_bad_position(fault, "Y17", "tyrannosaurus.tyrex_misplaced", "tyrex");
    return true;
}

static bool player_valid(const struct tyrannosaurus_state *s, int seat, struct fault *fault)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    bool playing = bits_have(s->playing, seat);
    if (playing != (player->trees > 0) || playing != (player->at != TYREX_NOWHERE))
        return game_bad_position(fault, "Y20", "tyrannosaurus.half_out", "players[%d]", seat);
    if ((player->at == s->lake && player->dino != TYREX_DIPLODOCUS) ||
        (player->at == s->volcano && player->dino != TYREX_PTERANODON))
        return game_bad_position(fault, "Y13", "tyrannosaurus.dinosaur_misplaced", "players[%d].at",
                                 seat);
    if (!placing(s))
        return true;
    if (player->at != tyrannosaurus_start_square(s, seat))
        return game_bad_position(fault, "Y3", "tyrannosaurus.dinosaur_misplaced", "players[%d].at",
                                 seat);
    if (player->trees != s->components.trees[player->dino])
        return game_bad_position(fault, "Y4", "tyrannosaurus.trees_do_not_add_up",
                                 "players[%d].trees", seat);
    return true;
}

static bool cards_valid(const struct tyrannosaurus_state *s, int seat, struct fault *fault)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    if ((player->removed == TYREX_CARD_NONE) != (s->seats == 3))
        return game_bad_position(fault, "Y5", "tyrannosaurus.cards_do_not_add_up",
                                 "players[%d].removed", seat);
    int played = 0, reveals = s->phase <= TYREX_PHASE_ACT ? s->turn - 1 : s->turn;
    for (int card = 0; card < TYREX_CARDS; card++) {
        played += player->discards[card];
        if (tyrannosaurus_cards_in_hand(s, seat, card) < 0)
            return game_bad_position(fault, "Y4", "tyrannosaurus.cards_do_not_add_up",
                                     "players[%d].discards", seat);
    }
    /* One card per turn until the turn in which a player goes out. */
    if (played > reveals || played < (bits_have(s->playing, seat) ? reveals : 1))
        return game_bad_position(fault, "Y5", "tyrannosaurus.wrong_discards",
                                 "players[%d].discards", seat);
    return true;
}

static bool trees_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    if (s->trees & ~tyrannosaurus_tree_squares(s) || (placing(s) && s->trees))
        return game_bad_position(fault, "Y9", "tyrannosaurus.tree_misplaced", "trees");
    /* Trees change hands and leave the game. None is added after the set-up (Y4, Y9). */
    int trees = bits_count(s->trees), most = bits_count(tyrannosaurus_tree_squares(s));
    for (int seat = 0; seat < s->seats; seat++) {
        trees += s->players[seat].trees;
        most += s->components.trees[s->players[seat].dino];
    }
    if (trees > most)
        return game_bad_position(fault, "Y4", "tyrannosaurus.trees_do_not_add_up", "trees");
    return true;
}

/* The trees of earlier rounds, and the cards removed in later ones. */
static bool rounds_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    int earlier[TYREX_ROUNDS_MAX - 1] = {0}, most = bits_count(tyrannosaurus_tree_squares(s));
    for (int seat = 0; seat < s->seats; seat++) {
        const struct tyrannosaurus_player *player = &s->players[seat];
        for (int round = 1; round < s->round; round++)
            earlier[round - 1] += player->earlier[round - 1];
        most += s->components.trees[player->dino];
        for (int ahead = 1; ahead <= tyrannosaurus_later(s); ahead++) {
            int dino = tyrannosaurus_dino_ahead(s, seat, ahead);
            if (!s->components.cards[dino][player->later >> 2 * (ahead - 1) & 3])
                return game_bad_position(fault, "Y5", "tyrannosaurus.cards_do_not_add_up",
                                         "players[%d].later", seat);
        }
    }
    for (int round = 1; round < s->round; round++)
        if (earlier[round - 1] > most)
            return game_bad_position(fault, "Y21", "tyrannosaurus.trees_do_not_add_up",
                                     "players[].earlier[%d]", round - 1);
    return true;
}

static bool panicking_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    bool valid = (s->panicking != 0) == (s->phase == TYREX_PHASE_PANIC);
    for (uint64_t seats = s->panicking; seats;) {
        int seat = bits_pop(&seats);
        valid &= bits_have(s->playing, seat) && s->players[seat].discards[TYREX_CARD_PANIC] > 0;
    }
    if (!valid)
        return game_bad_position(fault, "Y14", "tyrannosaurus.wrong_panicking", "panicking");
    return true;
}

static bool choices_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    static const char *const rules[TYREX_PHASES] = {
        [TYREX_PHASE_LAKE] = "Y7",   [TYREX_PHASE_VOLCANO] = "Y8", [TYREX_PHASE_ACT] = "Y11",
        [TYREX_PHASE_PANIC] = "Y14", [TYREX_PHASE_TYREX] = "Y16",  [TYREX_PHASE_OVER] = "Y21"};
    uint8_t choosers = tyrannosaurus_choosers(s), waiting = choosers;
    for (int seat = 0; seat < s->seats; seat++) {
        if (!s->players[seat].chosen)
            continue;
        struct move move = tyrannosaurus_choice_unpack(s->players[seat].chosen);
        struct fault illegal;
        if (!bits_have(choosers, seat))
            return game_bad_position(fault, rules[s->phase], "tyrannosaurus.not_asked",
                                     "chosen[%d]", seat);
        if (!tyrannosaurus_check(s, seat, &move, &illegal))
            return game_bad_position(fault, illegal.rule, "tyrannosaurus.bad_choice", "chosen[%d]",
                                     seat);
        waiting &= (uint8_t)~bit(seat);
    }
    if (choosers && !waiting)
        return game_bad_position(fault, rules[s->phase], "tyrannosaurus.all_chosen", "chosen");
    if (waiting != s->waiting)
        return game_bad_position(fault, rules[s->phase], "core.position_value", "chosen");
    return true;
}

/* Y21: the players with the most trees, or the last one, or those who went out together in the last
 * step. */
static bool winners_valid(const struct tyrannosaurus_state *s, struct fault *fault)
{
    uint8_t last = 0; /* the seats that may have gone out in this turn */
    for (int seat = 0; seat < s->seats; seat++) {
        const uint8_t *discards = s->players[seat].discards;
        if (discards[TYREX_CARD_MOVE] + discards[TYREX_CARD_REST] + discards[TYREX_CARD_PANIC] ==
            s->turn)
            last |= (uint8_t)bit(seat);
    }
    bool valid = s->phase != TYREX_PHASE_OVER ? s->winners == 0
                 : s->playing || s->round > 1
                     ? s->winners == tyrannosaurus_richest(s)
                     : bits_count(s->winners) > 1 && (s->winners & ~last) == 0;
    if (!valid)
        return game_bad_position(fault, "Y21", "tyrannosaurus.wrong_winners", "winners");
    return true;
}

bool tyrannosaurus_invariants(const void *state, struct fault *fault)
{
    const struct tyrannosaurus_state *s = state;
    if (!refuges_valid(s, fault))
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        if (!player_valid(s, seat, fault))
            return false;
    if (!turn_valid(s, fault) || !tyrex_valid(s, fault))
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        if (!cards_valid(s, seat, fault))
            return false;
    return trees_valid(s, fault) && rounds_valid(s, fault) && panicking_valid(s, fault) &&
           choices_valid(s, fault) && winners_valid(s, fault);
}
