/* Moves and positions of Tyrannosaurus Rex as texts. */
#include "games/tyrannosaurus/tyrannosaurus_internal.h"

#include "game/reading.h"

#include <string.h>

const char *const tyrannosaurus_phase_names[TYREX_PHASES] = {
    [TYREX_PHASE_LAKE] = "lake",   [TYREX_PHASE_VOLCANO] = "volcano", [TYREX_PHASE_ACT] = "act",
    [TYREX_PHASE_PANIC] = "panic", [TYREX_PHASE_TYREX] = "tyrex",     [TYREX_PHASE_OVER] = "over",
};
const char *const tyrannosaurus_dino_names[TYREX_DINOSAURS] = {
    [TYREX_TRICERATOPS] = "triceratops",
    [TYREX_PTERANODON] = "pteranodon",
    [TYREX_DIPLODOCUS] = "diplodocus",
    [TYREX_STEGOSAURUS] = "stegosaurus",
};
const char *const tyrannosaurus_card_names[TYREX_CARDS] = {
    [TYREX_CARD_MOVE] = "move", [TYREX_CARD_REST] = "rest", [TYREX_CARD_PANIC] = "panic"};
const char *const tyrannosaurus_direction_names[TYREX_DIRECTIONS] = {
    [TYREX_NORTH] = "N", [TYREX_NORTH_EAST] = "NE", [TYREX_EAST] = "E", [TYREX_SOUTH_EAST] = "SE",
    [TYREX_SOUTH] = "S", [TYREX_SOUTH_WEST] = "SW", [TYREX_WEST] = "W", [TYREX_NORTH_WEST] = "NW",
};
static const char *const choice_names[TYREX_CHOICES] = {[TYREX_CHOICE_MOVE] = "move",
                                                        [TYREX_CHOICE_REST] = "rest",
                                                        [TYREX_CHOICE_PANIC] = "panic",
                                                        [TYREX_CHOICE_STEER] = "steer"};

const char *tyrannosaurus_phase(const void *state)
{
    return tyrannosaurus_phase_names[((const struct tyrannosaurus_state *)state)->phase];
}

const char *tyrannosaurus_part(const void *state, int seat)
{
    const struct tyrannosaurus_state *s = state;
    int first = (seat + s->seats * TYREX_ROUNDS_MAX - (s->round - 1)) % s->seats;
    return tyrannosaurus_dino_names[s->players[first].dino];
}

bool tyrannosaurus_parse(const void *state, const char *text, struct move *move)
{
    (void)state; /* all matches have the same directions and kinds of cards */
    if (strcmp(text, choice_names[TYREX_CHOICE_REST]) == 0) {
        *move = (struct move){.kind = TYREX_CHOICE_REST};
        return true;
    }
    for (uint8_t kind = 0; kind < TYREX_CHOICES; kind++) {
        size_t length = strlen(choice_names[kind]);
        if (kind == TYREX_CHOICE_REST || strncmp(text, choice_names[kind], length) != 0 ||
            text[length] != ' ')
            continue;
        int direction =
            game_name_find(tyrannosaurus_direction_names, TYREX_DIRECTIONS, text + length + 1);
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
    if (move->kind != TYREX_CHOICE_REST) {
        buffer_add_char(text, ' ');
        buffer_add(text, tyrannosaurus_direction_names[move->a]);
    }
}

uint8_t tyrannosaurus_square_parse(const char *text)
{
    if (!text || text[0] < 'a' || text[0] > 'e' || text[1] < '1' || text[1] > '5' || text[2])
        return TYREX_NOWHERE;
    return (uint8_t)(8 * (text[1] - '0') + text[0] - 'a' + 1);
}

void tyrannosaurus_square_save(struct doc *doc, const char *key, uint8_t square)
{
    if (square == TYREX_NOWHERE) {
        doc_null(doc, key);
        return;
    }
    char name[] = {(char)('a' + square % 8 - 1), (char)('0' + square / 8), '\0'};
    doc_string(doc, key, name);
}

void tyrannosaurus_choice_save(struct doc *doc, const char *key, uint8_t choice)
{
    if (choice == TYREX_HIDDEN) {
        doc_string(doc, key, "?");
    } else if (choice == 0) {
        doc_null(doc, key);
    } else {
        char storage[16];
        struct buffer text;
        buffer_start(&text, storage, sizeof storage);
        struct move move = tyrannosaurus_choice_unpack(choice);
        tyrannosaurus_format(NULL, &move, &text);
        doc_string(doc, key, text.text);
    }
}

static void player_rounds_save(const struct tyrannosaurus_state *s,
                               const struct tyrannosaurus_player *player, struct doc *doc)
{
    doc_list(doc, "earlier");
    for (int round = 1; round < s->round; round++)
        doc_integer(doc, NULL, player->earlier[round - 1]);
    doc_end(doc);
    doc_list(doc, "later");
    for (int ahead = 1; ahead <= tyrannosaurus_later(s); ahead++)
        doc_string(doc, NULL,
                   player->later == TYREX_HIDDEN
                       ? "?"
                       : tyrannosaurus_card_names[player->later >> 2 * (ahead - 1) & 3]);
    doc_end(doc);
}

static void player_save(const struct tyrannosaurus_state *s, int seat, struct doc *doc)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    doc_object(doc, NULL);
    doc_string(doc, "dino", tyrannosaurus_dino_names[player->dino]);
    tyrannosaurus_square_save(doc, "at", player->at);
    doc_integer(doc, "trees", player->trees);
    doc_bool(doc, "out", !bits_have(s->playing, seat));
    if (player->removed == TYREX_HIDDEN) {
        doc_string(doc, "cards", "?");
    } else {
        doc_object(doc, "cards");
        for (int card = 0; card < TYREX_CARDS; card++)
            doc_integer(doc, tyrannosaurus_card_names[card],
                        tyrannosaurus_cards_in_hand(s, seat, card));
        doc_end(doc);
    }
    doc_object(doc, "discards");
    for (int card = 0; card < TYREX_CARDS; card++)
        doc_integer(doc, tyrannosaurus_card_names[card], player->discards[card]);
    doc_end(doc);
    if (player->removed == TYREX_HIDDEN)
        doc_string(doc, "removed", "?");
    else if (player->removed == TYREX_CARD_NONE)
        doc_null(doc, "removed");
    else
        doc_string(doc, "removed", tyrannosaurus_card_names[player->removed]);
    if (tyrannosaurus_rounds(s) > 1)
        player_rounds_save(s, player, doc);
    doc_end(doc);
}

static void trees_save(const struct tyrannosaurus_state *s, struct doc *doc, const char *key)
{
    doc_list(doc, key);
    for (uint64_t trees = s->trees; trees;)
        tyrannosaurus_square_save(doc, NULL, (uint8_t)bits_pop(&trees));
    doc_end(doc);
}

void tyrannosaurus_save(const struct game *game, const void *state, struct doc *doc,
                        const char *key)
{
    const struct tyrannosaurus_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    if (tyrannosaurus_rounds(s) > 1) {
        doc_integer(doc, "round", s->round);
        doc_integer(doc, "rounds", tyrannosaurus_rounds(s));
    }
    doc_string(doc, "phase", tyrannosaurus_phase(s));
    doc_integer(doc, "turn", s->turn);
    doc_integer(doc, "turns", tyrannosaurus_turns_in_all(s));
    doc_integer(doc, "bone", s->bone);
    tyrannosaurus_square_save(doc, "lake", s->lake);
    tyrannosaurus_square_save(doc, "volcano", s->volcano);
    tyrannosaurus_square_save(doc, "tyrex", s->tyrex);
    trees_save(s, doc, "trees");
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++)
        player_save(s, seat, doc);
    doc_end(doc);
    doc_list(doc, "chosen");
    for (int seat = 0; seat < s->seats; seat++)
        tyrannosaurus_choice_save(doc, NULL, s->players[seat].chosen);
    doc_end(doc);
    doc_list(doc, "panicking");
    TYREX_EACH_IN_ORDER (s, seat)
        if (bits_have(s->panicking, seat))
            doc_integer(doc, NULL, seat);
    doc_end(doc);
    if (s->phase == TYREX_PHASE_OVER)
        doc_bits(doc, "winners", s->winners);
    doc_end(doc);
}

/* ---- Events ---- */

void tyrannosaurus_event_chosen(struct story *story, int seat, uint8_t choice)
{
    story_event(story, "chosen", seat);
    tyrannosaurus_choice_save(story->doc, "choice",
                              story_tells(story, seat) ? choice : TYREX_HIDDEN);
    story_event_end(story);
}

void tyrannosaurus_event_choice(struct story *story, const char *type, int seat, uint8_t choice,
                                const char *reason)
{
    story_event(story, type, seat);
    tyrannosaurus_choice_save(story->doc, "choice", choice);
    if (reason)
        doc_string(story->doc, "reason", reason);
    story_event_end(story);
}

static void step_save(struct doc *doc, const struct tyrannosaurus_step *step)
{
    doc_string(doc, "direction", tyrannosaurus_direction_names[step->direction]);
    tyrannosaurus_square_save(doc, "origin", step->origin);
    tyrannosaurus_square_save(doc, "square", step->square);
    if (step->reason)
        doc_string(doc, "reason", step->reason);
    else if (step->carries)
        doc_bits(doc, "carries", step->carries);
}

void tyrannosaurus_event_step(struct story *story, const struct tyrannosaurus_step *step)
{
    story_event(story, step->type, step->seat);
    step_save(story->doc, step);
    story_event_end(story);
}

void tyrannosaurus_event_flee(struct story *story, const struct tyrannosaurus_step *step, int from)
{
    story_event(story, step->type, step->seat);
    doc_integer(story->doc, "from", from);
    step_save(story->doc, step);
    story_event_end(story);
}

void tyrannosaurus_event_seat(struct story *story, const char *type, int seat)
{
    story_event(story, type, seat);
    story_event_end(story);
}

void tyrannosaurus_event_flight(struct story *story, int seat, uint8_t seats)
{
    story_event(story, "flight", seat);
    doc_bits(story->doc, "seats", seats);
    story_event_end(story);
}

void tyrannosaurus_event_gift(struct story *story, const struct tyrannosaurus_state *s, int from,
                              int to)
{
    story_event(story, "gift", -1);
    doc_integer(story->doc, "from", from);
    doc_integer(story->doc, "to", to);
    tyrannosaurus_square_save(story->doc, "square", s->players[to].at);
    doc_integer(story->doc, "from_trees", s->players[from].trees);
    doc_integer(story->doc, "to_trees", s->players[to].trees);
    story_event_end(story);
}

void tyrannosaurus_event_loss(struct story *story, const struct tyrannosaurus_state *s, int seat,
                              uint8_t square, const char *reason)
{
    story_event(story, "loss", seat);
    tyrannosaurus_square_save(story->doc, "square", square);
    doc_string(story->doc, "reason", reason);
    doc_integer(story->doc, "trees", s->players[seat].trees);
    story_event_end(story);
}

void tyrannosaurus_event_trees(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "trees", -1);
    doc_integer(story->doc, "count", bits_count(s->trees));
    trees_save(s, story->doc, "squares");
    story_event_end(story);
}

void tyrannosaurus_event_harvest(struct story *story, const struct tyrannosaurus_state *s, int seat)
{
    story_event(story, "harvest", seat);
    tyrannosaurus_square_save(story->doc, "square", s->players[seat].at);
    doc_integer(story->doc, "trees", s->players[seat].trees);
    story_event_end(story);
}

void tyrannosaurus_event_return(struct story *story, uint8_t square)
{
    story_event(story, "tyrex_returns", -1);
    tyrannosaurus_square_save(story->doc, "square", square);
    story_event_end(story);
}

void tyrannosaurus_event_bone(struct story *story, int from, int to)
{
    story_event(story, "bone", -1);
    doc_integer(story->doc, "from", from);
    doc_integer(story->doc, "to", to);
    story_event_end(story);
}

void tyrannosaurus_event_turn(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "turn", s->bone);
    doc_integer(story->doc, "turn", s->turn);
    story_event_end(story);
}

void tyrannosaurus_event_round_end(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "round_end", -1);
    doc_integer(story->doc, "round", s->round);
    doc_string(story->doc, "reason", tyrannosaurus_ending(s));
    story_event_end(story);
    for (int seat = 0; seat < s->seats; seat++) {
        story_event(story, "score", seat);
        doc_integer(story->doc, "trees", s->players[seat].trees);
        doc_integer(story->doc, "total", tyrannosaurus_total(s, seat));
        story_event_end(story);
    }
}

void tyrannosaurus_event_round(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "round", s->bone);
    doc_integer(story->doc, "round", s->round);
    story_event_end(story);
    for (int seat = 0; seat < s->seats; seat++) {
        story_event(story, "dino", seat);
        doc_string(story->doc, "dino", tyrannosaurus_dino_names[s->players[seat].dino]);
        doc_integer(story->doc, "trees", s->players[seat].trees);
        story_event_end(story);
    }
}

void tyrannosaurus_event_over(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "over", -1);
    doc_bits(story->doc, "seats", s->winners);
    doc_integer(story->doc, "trees", tyrannosaurus_total(s, bits_first(s->winners)));
    story_event_end(story);
}
