/* Reads positions. Reads each value and compares those that repeat each other; invariants.c then
 * validates the whole. */
#include "games/tyrannosaurus/load.h"

#include "game/reading.h"
#include "games/tyrannosaurus/invariants.h"
#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/state.h"
#include "games/tyrannosaurus/text.h"

/* The arguments shared by all steps of reading. Each step returns false after it has set `fault`.
 */
struct tyrannosaurus_reading {
    const struct doc *doc;
    const struct doc_node *position;
    struct tyrannosaurus_state *s;
    struct fault *fault;
};

static bool turn_load(const struct tyrannosaurus_reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const char *name = doc_text(r->doc, doc_get(r->doc, r->position, "phase"));
    int phase = game_name_find(tyrannosaurus_phase_names, TYREX_PHASES, name);
    int turns = tyrannosaurus_turns_in_all(s), turn, bone;
    if (phase < 0)
        return game_bad_value(r->fault, NULL, "phase");
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
    return hand_load(r, given, seat);
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
    *s = (struct tyrannosaurus_state){.components =
                                          *(const struct tyrannosaurus_components *)components};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    struct tyrannosaurus_reading reading = {doc, position, s, fault};
    return turn_load(&reading) && board_load(&reading) && players_load(&reading) &&
           panicking_load(&reading) && chosen_load(&reading) && winners_load(&reading) &&
           tyrannosaurus_invariants(s, fault);
}
