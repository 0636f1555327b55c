/* Positions of Tyrannosaurus Rex from texts. Here each value is read, and those that say a thing
 * twice are compared; possible.c then decides whether the whole can be. */
#include "games/tyrannosaurus/tyrannosaurus.h"

/* One reading of a position. Every step of it returns false once `fault` is set. */
struct reading {
    const struct doc *doc;
    const struct doc_node *position;
    struct tyrannosaurus_state *s;
    struct fault *fault;
};

static bool value_bad(const struct reading *r, const char *rule, const char *where)
{
    return game_bad_position(r->fault, rule, "core.position_value", "%s", where);
}

static bool turn_load(const struct reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const char *name = doc_text(r->doc, doc_get(r->doc, r->position, "phase"));
    int phase = tyrannosaurus_name_find(name, tyrannosaurus_phase_names, PHASES);
    int turns = turns_in_all(s), turn, bone;
    if (phase < 0)
        return value_bad(r, NULL, "phase");
    if (!doc_number(doc_get(r->doc, r->position, "turns"), turns, turns, &turns))
        return value_bad(r, "Y5", "turns");
    if (!doc_number(doc_get(r->doc, r->position, "turn"), 1, turns, &turn))
        return value_bad(r, "Y5", "turn");
    if (!doc_number(doc_get(r->doc, r->position, "bone"), 0, s->seats - 1, &bone))
        return value_bad(r, "Y6", "bone");
    s->phase = (uint8_t)phase;
    s->turn = (uint8_t)turn;
    s->bone = (uint8_t)bone;
    return true;
}

/* A square, or NOWHERE for null. */
static bool square_load(const struct doc *doc, const struct doc_node *node, uint8_t *square)
{
    *square = tyrannosaurus_square_parse(doc_text(doc, node));
    return *square != NOWHERE || doc_is(node, DOC_NULL);
}

static bool board_load(const struct reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *trees = doc_get(r->doc, r->position, "trees");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "lake"), &s->lake) || s->lake == NOWHERE)
        return value_bad(r, "Y3", "lake");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "volcano"), &s->volcano) ||
        s->volcano == NOWHERE)
        return value_bad(r, "Y3", "volcano");
    if (!square_load(r->doc, doc_get(r->doc, r->position, "tyrex"), &s->tyrex))
        return value_bad(r, "Y1", "tyrex");
    if (!doc_is(trees, DOC_LIST))
        return value_bad(r, "Y9", "trees");
    DOC_EACH (r->doc, trees, tree) {
        uint8_t square = tyrannosaurus_square_parse(doc_text(r->doc, tree));
        if (square == NOWHERE || bits_have(s->trees, square))
            return value_bad(r, "Y9", "trees");
        s->trees |= bit(square);
    }
    return true;
}

static bool cards_load(const struct doc *doc, const struct doc_node *object, uint8_t counts[CARDS])
{
    for (int card = 0; card < CARDS; card++) {
        int count;
        if (!doc_number(doc_get(doc, object, tyrannosaurus_card_names[card]), 0,
                        CARDS_OF_A_DINOSAUR, &count))
            return false;
        counts[card] = (uint8_t)count;
    }
    return true;
}

static bool hand_load(const struct reading *r, const struct doc_node *given, int seat)
{
    struct tyrannosaurus_player *player = &r->s->players[seat];
    const struct doc_node *removed = doc_get(r->doc, given, "removed");
    int card = tyrannosaurus_name_find(doc_text(r->doc, removed), tyrannosaurus_card_names, CARDS);
    if (card < 0 && !doc_is(removed, DOC_NULL))
        return game_bad_position(r->fault, "Y5", "core.position_value", "players[%d].removed",
                                 seat);
    player->removed = card < 0 ? CARD_NONE : (uint8_t)card;
    if (!cards_load(r->doc, doc_get(r->doc, given, "discards"), player->discards))
        return game_bad_position(r->fault, "Y15", "core.position_value", "players[%d].discards",
                                 seat);
    uint8_t hand[CARDS];
    if (!cards_load(r->doc, doc_get(r->doc, given, "cards"), hand))
        return game_bad_position(r->fault, "Y4", "core.position_value", "players[%d].cards", seat);
    for (card = 0; card < CARDS; card++)
        if (hand[card] != cards_in_hand(r->s, seat, card))
            return game_bad_position(r->fault, "Y4", "tyrannosaurus.cards_do_not_add_up",
                                     "players[%d].cards", seat);
    return true;
}

static bool player_load(const struct reading *r, const struct doc_node *given, int seat)
{
    struct tyrannosaurus_player *player = &r->s->players[seat];
    const char *name = doc_text(r->doc, doc_get(r->doc, given, "dino"));
    int dino = tyrannosaurus_name_find(name, tyrannosaurus_dino_names, DINOSAURS), trees;
    bool out;
    if (dino < 0)
        return game_bad_position(r->fault, "Y2", "core.position_value", "players[%d].dino", seat);
    player->dino = (uint8_t)dino;
    if (!square_load(r->doc, doc_get(r->doc, given, "at"), &player->at))
        return game_bad_position(r->fault, "Y1", "core.position_value", "players[%d].at", seat);
    if (!doc_number(doc_get(r->doc, given, "trees"), 0, UINT8_MAX, &trees))
        return game_bad_position(r->fault, "Y4", "core.position_value", "players[%d].trees", seat);
    player->trees = (uint8_t)trees;
    if (!doc_truth(doc_get(r->doc, given, "out"), &out))
        return game_bad_position(r->fault, "Y20", "core.position_value", "players[%d].out", seat);
    if (!out)
        r->s->playing |= (uint8_t)bit(seat);
    return hand_load(r, given, seat);
}

static bool players_load(const struct reading *r)
{
    const struct doc_node *players = doc_get(r->doc, r->position, "players");
    if (!doc_is(players, DOC_LIST) || doc_count(players) != r->s->seats)
        return value_bad(r, "Y2", "players");
    int seat = 0;
    DOC_EACH (r->doc, players, given)
        if (!player_load(r, given, seat++))
            return false;
    return true;
}

/* A list of different seats, in any order, as a set. */
static bool seats_load(const struct reading *r, const struct doc_node *list, uint8_t *seats)
{
    if (!doc_is(list, DOC_LIST))
        return false;
    DOC_EACH (r->doc, list, item) {
        int seat;
        if (!doc_number(item, 0, r->s->seats - 1, &seat) || bits_have(*seats, seat))
            return false;
        *seats |= (uint8_t)bit(seat);
    }
    return true;
}

static bool panicking_load(const struct reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *list = doc_get(r->doc, r->position, "panicking");
    if (!seats_load(r, list, &s->panicking) || (s->panicking != 0) != (s->phase == PHASE_PANIC))
        return value_bad(r, "Y14", "panicking");
    const struct doc_node *next = doc_first(r->doc, list);
    EACH_IN_ORDER (s, seat) { /* they flee in order of play, and the list says so */
        if (!bits_have(s->panicking, seat))
            continue;
        if (next->integer != seat)
            return game_bad_position(r->fault, "Y14", "tyrannosaurus.wrong_panicking", "panicking");
        next = doc_next(r->doc, next);
    }
    return true;
}

/* Needs everything else: who is asked depends on it. */
static bool chosen_load(const struct reading *r)
{
    struct tyrannosaurus_state *s = r->s;
    const struct doc_node *chosen = doc_get(r->doc, r->position, "chosen");
    if (!doc_is(chosen, DOC_LIST) || doc_count(chosen) != s->seats)
        return value_bad(r, "Y10", "chosen");
    s->waiting = tyrannosaurus_choosers(s);
    int seat = 0;
    DOC_EACH (r->doc, chosen, item) {
        const char *text = doc_text(r->doc, item);
        struct move move;
        if (text && tyrannosaurus_parse(s, text, &move)) {
            s->players[seat].chosen = choice_pack(&move);
            s->waiting &= (uint8_t)~bit(seat);
        } else if (!doc_is(item, DOC_NULL)) {
            return game_bad_position(r->fault, "Y10", "core.position_value", "chosen[%d]", seat);
        }
        seat++;
    }
    return true;
}

static bool winners_load(const struct reading *r)
{
    const struct doc_node *winners = doc_get(r->doc, r->position, "winners");
    if (r->s->phase == PHASE_OVER ? !seats_load(r, winners, &r->s->winners) : winners != NULL)
        return value_bad(r, "Y21", "winners");
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
    struct reading reading = {doc, position, s, fault};
    return turn_load(&reading) && board_load(&reading) && players_load(&reading) &&
           panicking_load(&reading) && chosen_load(&reading) && winners_load(&reading) &&
           tyrannosaurus_invariants(s, fault);
}
