/* Validates positions.
 *
 * Everything that can be counted at the table must add up: cards, trees, forbidden squares, turn
 * and bone, who is out, who has still to choose. How the pieces got to their squares is not
 * checked: a position may put them anywhere, for puzzles and lessons. */
#include "games/tyrannosaurus/invariants.h"

#include "games/tyrannosaurus/dinos.h"
#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/score.h"
#include "games/tyrannosaurus/state.h"

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
    if (several && over && s->turn != tyrannosaurus_turns_in_all(s))
        return game_bad_position(fault, "Y21", "tyrannosaurus.over_too_soon", "phase");
    int passed =
        several && over ? s->turn : s->turn - 1; /* Y19; Y21: not if the match ended early */
    if (s->bone != passed % s->seats)
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
                 : s->playing                 ? s->winners == tyrannosaurus_richest(s)
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
    return trees_valid(s, fault) && panicking_valid(s, fault) && choices_valid(s, fault) &&
           winners_valid(s, fault);
}
