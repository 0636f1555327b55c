/* Moves and positions of Tyrannosaurus Rex as texts. */
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <string.h>

const char *const tyrannosaurus_phase_names[PHASES] = {
    [PHASE_LAKE] = "lake",   [PHASE_VOLCANO] = "volcano", [PHASE_ACT] = "act",
    [PHASE_PANIC] = "panic", [PHASE_TYREX] = "tyrex",     [PHASE_OVER] = "over",
};
const char *const tyrannosaurus_dino_names[DINOSAURS] = {
    [TRICERATOPS] = "triceratops",
    [PTERANODON] = "pteranodon",
    [DIPLODOCUS] = "diplodocus",
    [STEGOSAURUS] = "stegosaurus",
};
const char *const tyrannosaurus_card_names[CARDS] = {
    [CARD_MOVE] = "move", [CARD_REST] = "rest", [CARD_PANIC] = "panic"};
const char *const tyrannosaurus_direction_names[DIRECTIONS] = {
    [NORTH] = "N", [NORTH_EAST] = "NE", [EAST] = "E", [SOUTH_EAST] = "SE",
    [SOUTH] = "S", [SOUTH_WEST] = "SW", [WEST] = "W", [NORTH_WEST] = "NW",
};
static const char *const choice_names[CHOICES] = {[CHOICE_MOVE] = "move",
                                                  [CHOICE_REST] = "rest",
                                                  [CHOICE_PANIC] = "panic",
                                                  [CHOICE_STEER] = "steer"};

int tyrannosaurus_name_find(const char *text, const char *const *names, int count)
{
    for (int i = 0; text && i < count; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

bool tyrannosaurus_parse(const void *state, const char *text, struct move *move)
{
    (void)state; /* every match has the same directions and kinds of cards */
    if (strcmp(text, choice_names[CHOICE_REST]) == 0) {
        *move = (struct move){.kind = CHOICE_REST};
        return true;
    }
    for (uint8_t kind = 0; kind < CHOICES; kind++) {
        size_t length = strlen(choice_names[kind]);
        if (kind == CHOICE_REST || strncmp(text, choice_names[kind], length) != 0 ||
            text[length] != ' ')
            continue;
        int direction =
            tyrannosaurus_name_find(text + length + 1, tyrannosaurus_direction_names, DIRECTIONS);
        if (direction < 0)
            return false;
        *move = (struct move){.kind = kind, .a = (uint8_t)direction};
        return true;
    }
    return false;
}

void tyrannosaurus_format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    buffer_add(text, choice_names[move->kind]);
    if (move->kind != CHOICE_REST) {
        buffer_add_char(text, ' ');
        buffer_add(text, tyrannosaurus_direction_names[move->a]);
    }
}

uint8_t tyrannosaurus_square_parse(const char *text)
{
    if (!text || text[0] < 'a' || text[0] > 'e' || text[1] < '1' || text[1] > '5' || text[2])
        return NOWHERE;
    return (uint8_t)(8 * (text[1] - '0') + text[0] - 'a' + 1);
}

void tyrannosaurus_square_save(struct doc *doc, const char *key, uint8_t square)
{
    if (square == NOWHERE) {
        doc_null(doc, key);
        return;
    }
    char name[] = {(char)('a' + square % 8 - 1), (char)('0' + square / 8), '\0'};
    doc_string(doc, key, name);
}

void tyrannosaurus_choice_save(struct doc *doc, const char *key, uint8_t choice)
{
    if (choice == HIDDEN) {
        doc_string(doc, key, "?");
    } else if (choice == 0) {
        doc_null(doc, key);
    } else {
        char storage[16];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        struct move move = choice_unpack(choice);
        tyrannosaurus_format(NULL, &move, &text);
        doc_string(doc, key, text.text);
    }
}

static void player_save(const struct tyrannosaurus_state *s, int seat, struct doc *doc)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    doc_object(doc, NULL);
    doc_string(doc, "dino", tyrannosaurus_dino_names[player->dino]);
    tyrannosaurus_square_save(doc, "at", player->at);
    doc_integer(doc, "trees", player->trees);
    doc_bool(doc, "out", !bits_have(s->playing, seat));
    if (player->removed == HIDDEN) {
        doc_string(doc, "cards", "?");
    } else {
        doc_object(doc, "cards");
        for (int card = 0; card < CARDS; card++)
            doc_integer(doc, tyrannosaurus_card_names[card], cards_in_hand(s, seat, card));
        doc_end(doc);
    }
    doc_object(doc, "discards");
    for (int card = 0; card < CARDS; card++)
        doc_integer(doc, tyrannosaurus_card_names[card], player->discards[card]);
    doc_end(doc);
    if (player->removed == HIDDEN)
        doc_string(doc, "removed", "?");
    else if (player->removed == CARD_NONE)
        doc_null(doc, "removed");
    else
        doc_string(doc, "removed", tyrannosaurus_card_names[player->removed]);
    doc_end(doc);
}

void tyrannosaurus_save(const struct game *game, const void *state, struct doc *doc,
                        const char *key)
{
    const struct tyrannosaurus_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_string(doc, "phase", tyrannosaurus_phase_names[s->phase]);
    doc_integer(doc, "turn", s->turn);
    doc_integer(doc, "turns", turns_in_all(s));
    doc_integer(doc, "bone", s->bone);
    tyrannosaurus_square_save(doc, "lake", s->lake);
    tyrannosaurus_square_save(doc, "volcano", s->volcano);
    tyrannosaurus_square_save(doc, "tyrex", s->tyrex);
    doc_list(doc, "trees");
    for (uint64_t trees = s->trees; trees;)
        tyrannosaurus_square_save(doc, NULL, (uint8_t)bits_pop(&trees));
    doc_end(doc);
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++)
        player_save(s, seat, doc);
    doc_end(doc);
    doc_list(doc, "chosen");
    for (int seat = 0; seat < s->seats; seat++)
        tyrannosaurus_choice_save(doc, NULL, s->players[seat].chosen);
    doc_end(doc);
    doc_list(doc, "panicking");
    EACH_IN_ORDER (s, seat)
        if (bits_have(s->panicking, seat))
            doc_integer(doc, NULL, seat);
    doc_end(doc);
    if (s->phase == PHASE_OVER)
        doc_bits(doc, "winners", s->winners);
    doc_end(doc);
}
