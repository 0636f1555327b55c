/* Names, moves, positions and views as texts. */
#include "games/trakks/trakks_internal.h"

#include "base/base.h"
#include "game/reading.h"

#include <stdio.h>
#include <string.h>

static const char colour_letters[TRAKKS_TILE_COLOURS + 1] = "yrbg";

void trakks_tile_text(uint8_t tile, char text[TRAKKS_TILE_TEXT_MAX])
{
    if (tile == TRAKKS_TILE_NONE)
        text[0] = '\0';
    else if (tile == TRAKKS_TILE_HIDDEN)
        strcpy(text, "?");
    else if (tile == TRAKKS_TILE_PLUS)
        strcpy(text, "plus");
    else if (tile == TRAKKS_TILE_ARROW)
        strcpy(text, "arrow");
    else
        snprintf(text, TRAKKS_TILE_TEXT_MAX, "%c%d", colour_letters[tile / TRAKKS_TILE_COLOUR & 3],
                 tile & TRAKKS_TILE_VALUE);
}

/* Digits without leading zeros; a number above `most` is refused. */
static bool digits_read(const char **text, int most, int *number)
{
    const char *first = *text;
    int value = 0;
    while (**text >= '0' && **text <= '9' && value <= most)
        value = value * 10 + *(*text)++ - '0';
    *number = value;
    return *text > first && value <= most && (*first != '0' || *text == first + 1);
}

bool trakks_tile_read(const char **text, uint8_t *tile)
{
    if (game_word_read(text, "plus")) {
        *tile = TRAKKS_TILE_PLUS;
        return true;
    }
    if (game_word_read(text, "arrow")) {
        *tile = TRAKKS_TILE_ARROW;
        return true;
    }
    const char *colour = **text ? strchr(colour_letters, **text) : NULL;
    int value;
    if (!colour)
        return false;
    ++*text;
    if (!digits_read(text, TRAKKS_TILE_VALUE_MAX, &value) || value == 0)
        return false;
    *tile = (uint8_t)((colour - colour_letters) * TRAKKS_TILE_COLOUR + value);
    return true;
}

static bool coordinate_read(const char **text, int16_t *coordinate)
{
    bool negative = game_word_read(text, "-");
    int value;
    if (!digits_read(text, TRAKKS_COORDINATE_MAX, &value) || (negative && value == 0))
        return false;
    *coordinate = (int16_t)(negative ? -value : value);
    return true;
}

bool trakks_placed_read(const char **text, uint8_t *tile, struct trakks_square *at)
{
    return trakks_tile_read(text, tile) && game_word_read(text, "@") &&
           coordinate_read(text, &at->x) && game_word_read(text, ",") &&
           coordinate_read(text, &at->y);
}

/* Reads GROUP | GROUP … to the end of the text. Too many tiles or groups are still read, since such
 * a list is a move, although an illegal one. */
static bool groups_parse(const char *text, struct trakks_place *place)
{
    struct trakks_table *table = &place->table;
    int group = 0;
    while (true) {
        uint8_t tile;
        struct trakks_square at;
        if (!trakks_placed_read(&text, &tile, &at))
            return false;
        if (table->tile_count < TRAKKS_GRID_TILES_MAX) {
            table->tile[table->tile_count] = tile;
            table->at[table->tile_count++] = at;
            if (group < TRAKKS_GROUPS_MAX)
                table->size[group]++;
        } else {
            place->too_many = true;
        }
        table->group_count = (uint8_t)(group + 1);
        if (!*text)
            return true;
        if (!game_word_read(&text, " "))
            return false;
        if (game_word_read(&text, "| ") && group < TRAKKS_GROUPS_MAX)
            group++;
    }
}

static bool tile_parse(const char *text, uint8_t *tile)
{
    return trakks_tile_read(&text, tile) && !*text;
}

static bool give_parse(const char *text, struct move *move)
{
    if (!trakks_tile_read(&text, &move->a))
        return false;
    return !*text || (game_word_read(&text, " ") && tile_parse(text, &move->b));
}

const char *const trakks_phase_names[TRAKKS_PHASES] = {
    [TRAKKS_PHASE_TURN] = "turn", [TRAKKS_PHASE_ARROW] = "arrow", [TRAKKS_PHASE_OVER] = "over"};

const char *trakks_phase(const void *state)
{
    return trakks_phase_names[((const struct trakks_state *)state)->phase];
}

bool trakks_parse(const void *state, const char *text, struct move *move)
{
    const struct trakks_state *s = state;
    *move = (struct move){0};
    int seat;
    if (strcmp(text, "draw") == 0) {
        move->kind = TRAKKS_DRAW;
        return true;
    }
    if (strcmp(text, "arrow") == 0) {
        move->kind = TRAKKS_ARROW;
        return true;
    }
    if (strcmp(text, "pass") == 0) {
        move->kind = TRAKKS_PASS;
        return true;
    }
    if (game_word_read(&text, "take ")) {
        move->kind = TRAKKS_TAKE;
        return tile_parse(text, &move->a);
    }
    if (game_word_read(&text, "plus ")) {
        bool valid = digits_read(&text, s->seats - 1, &seat) && !*text;
        *move = (struct move){.kind = TRAKKS_PLUS, .a = (uint8_t)seat};
        return valid;
    }
    if (game_word_read(&text, "give ")) {
        move->kind = TRAKKS_GIVE_TILES;
        return give_parse(text, move);
    }
    if (game_word_read(&text, "place ")) {
        struct trakks_place *place = (struct trakks_place *)move;
        *place = (struct trakks_place){.head.kind = TRAKKS_PLACE};
        return groups_parse(text, place);
    }
    return false;
}

static void placed_text(uint8_t tile, struct trakks_square at, struct buffer *text)
{
    char name[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, name);
    buffer_add_format(text, "%s@%d,%d", name, at.x, at.y);
}

static void place_format(const struct trakks_table *table, struct buffer *text)
{
    buffer_add(text, "place");
    for (int i = 0; i < table->group_count && i < TRAKKS_GROUPS_MAX; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        if (i)
            buffer_add(text, " |");
        for (int j = 0; j < group.count; j++) {
            buffer_add_char(text, ' ');
            placed_text(group.tile[j], group.at[j], text);
        }
    }
}

void trakks_format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    char a[TRAKKS_TILE_TEXT_MAX], b[TRAKKS_TILE_TEXT_MAX];
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE:
        trakks_tile_text(move->a, a);
        buffer_add_format(text, "take %s", a);
        break;
    case TRAKKS_DRAW:
        buffer_add(text, "draw");
        break;
    case TRAKKS_PLUS:
        buffer_add_format(text, "plus %d", move->a);
        break;
    case TRAKKS_ARROW:
        buffer_add(text, "arrow");
        break;
    case TRAKKS_PLACE:
        place_format(&((const struct trakks_place *)move)->table, text);
        break;
    case TRAKKS_PASS:
        buffer_add(text, "pass");
        break;
    case TRAKKS_GIVE_TILES:
        trakks_tile_text(move->a, a);
        trakks_tile_text(move->b, b);
        buffer_add_format(text, "give %s%s%s", a, move->b == TRAKKS_TILE_NONE ? "" : " ", b);
        break;
    }
}

static void tile_save(struct doc *doc, uint8_t tile)
{
    char text[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, text);
    doc_string(doc, NULL, text);
}

static void tiles_save(struct doc *doc, const char *key, struct trakks_tiles tiles, int hidden)
{
    doc_list(doc, key);
    while (tiles.one)
        tile_save(doc, trakks_tiles_pop(&tiles));
    while (hidden-- > 0)
        tile_save(doc, TRAKKS_TILE_HIDDEN);
    doc_end(doc);
}

static void table_save(struct doc *doc, const struct trakks_table *table)
{
    doc_list(doc, "table");
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        doc_list(doc, NULL);
        for (int j = 0; j < group.count; j++) {
            char storage[TRAKKS_TILE_TEXT_MAX + 16];
            struct buffer text;
            buffer_start(&text, storage, sizeof storage);
            placed_text(group.tile[j], group.at[j], &text);
            doc_string(doc, NULL, text.text);
        }
        doc_end(doc);
    }
    doc_end(doc);
}

static void players_save(struct doc *doc, const struct trakks_state *s)
{
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++) {
        doc_object(doc, NULL);
        tiles_save(doc, "rack", s->rack[seat], s->hidden[seat]);
        doc_bool(doc, "opened", bits_have(s->opened, seat));
        doc_integer(doc, "penalty", s->penalty[seat]);
        doc_end(doc);
    }
    doc_end(doc);
}

static void giving_save(struct doc *doc, const struct trakks_state *s)
{
    doc_list(doc, "giving");
    for (int seat = 0; seat < s->seats; seat++) {
        if (!trakks_given(s, seat)) {
            doc_null(doc, NULL);
            continue;
        }
        doc_list(doc, NULL);
        for (int i = 0; i < trakks_given_count(s, seat); i++)
            tile_save(doc, s->giving[seat][i]);
        doc_end(doc);
    }
    doc_end(doc);
}

void trakks_save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct trakks_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_integer(doc, "round", s->round);
    doc_integer(doc, "rounds", trakks_rounds(s));
    doc_integer(doc, "starter", trakks_starter(s));
    doc_string(doc, "phase", trakks_phase(s));
    if (s->phase == TRAKKS_PHASE_OVER)
        doc_null(doc, "turn");
    else
        doc_integer(doc, "turn", s->turn);
    table_save(doc, &s->table);
    tiles_save(doc, "pool", s->pool, 0);
    doc_list(doc, "bag");
    for (int i = s->bag_count - 1; i >= 0; i--)
        tile_save(doc, s->bag[i]);
    doc_end(doc);
    players_save(doc, s);
    giving_save(doc, s);
    doc_integer(doc, "passes", s->passes);
    game_deal_save(&s->deal, doc);
    if (s->deal_hidden)
        doc_string(doc, "rng", "?");
    doc_end(doc);
}

/* ---- Events ---- */

static void event_tile(struct story *story, const char *key, uint8_t tile)
{
    char text[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, text);
    doc_string(story->doc, key, text);
}

static void event_tiles(struct story *story, const uint8_t *tiles, int count, bool known)
{
    doc_list(story->doc, "tiles");
    for (int i = 0; i < count; i++)
        event_tile(story, NULL, known ? tiles[i] : TRAKKS_TILE_HIDDEN);
    doc_end(story->doc);
}

void trakks_event_take(struct story *story, int seat, uint8_t tile)
{
    story_event(story, "take", seat);
    event_tile(story, "tile", tile);
    story_event_end(story);
}

void trakks_event_refill(struct story *story, uint8_t tile)
{
    story_event(story, "refill", -1);
    event_tile(story, "tile", tile);
    story_event_end(story);
}

void trakks_event_draw(struct story *story, int seat, const uint8_t *tiles, int count)
{
    story_event(story, count ? "draw" : "nothing_to_draw", seat);
    if (count)
        event_tiles(story, tiles, count, story_tells(story, seat));
    story_event_end(story);
}

void trakks_event_plus(struct story *story, const struct trakks_state *s, int seat, int to)
{
    story_event(story, "plus", seat);
    doc_integer(story->doc, "to", to);
    doc_integer(story->doc, "left", trakks_rack_size(s, seat));
    story_event_end(story);
}

void trakks_event_arrow(struct story *story, const struct trakks_state *s, int seat)
{
    story_event(story, "arrow", seat);
    doc_integer(story->doc, "left", trakks_rack_size(s, seat));
    story_event_end(story);
}

void trakks_event_give(struct story *story, const struct trakks_state *s, int seat)
{
    story_event(story, "give", seat);
    event_tiles(story, s->giving[seat], trakks_given_count(s, seat), story_tells(story, seat));
    story_event_end(story);
}

void trakks_event_hand_over(struct story *story, const struct trakks_state *s)
{
    uint32_t givers = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (trakks_given(s, seat))
            givers |= bit32(seat);
    story_event(story, givers ? "hand_over" : "nothing_handed", -1);
    if (givers)
        doc_bits(story->doc, "seats", givers);
    story_event_end(story);
    for (int seat = 0; seat < s->seats; seat++) {
        if (!trakks_given(s, seat))
            continue;
        int to = (seat + 1) % s->seats;
        story_event(story, "hand", seat);
        doc_integer(story->doc, "to", to);
        event_tiles(story, s->giving[seat], trakks_given_count(s, seat),
                    story_tells(story, seat) || story_tells(story, to));
        doc_integer(story->doc, "left", trakks_rack_size(s, seat));
        story_event_end(story);
    }
}

void trakks_event_place(struct story *story, const struct trakks_state *s, int seat,
                        struct trakks_tiles laid, bool first)
{
    if (first) {
        story_event(story, "open", seat);
        story_event_end(story);
    }
    story_event(story, "place", seat);
    doc_list(story->doc, "tiles");
    while (laid.one)
        event_tile(story, NULL, trakks_tiles_pop(&laid));
    doc_end(story->doc);
    doc_integer(story->doc, "groups", s->table.group_count);
    doc_integer(story->doc, "left", trakks_rack_size(s, seat));
    story_event_end(story);
}

void trakks_event_pass(struct story *story, const struct trakks_state *s, int seat)
{
    story_event(story, "pass", seat);
    doc_integer(story->doc, "passes", s->passes);
    story_event_end(story);
}

void trakks_event_round_end(struct story *story, const struct trakks_state *s, const int *penalties)
{
    uint32_t winners = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (penalties[seat] == 0)
            winners |= bit32(seat);
    story_event(story, "round_end", -1);
    doc_integer(story->doc, "round", s->round);
    doc_string(story->doc, "reason", s->passes ? "passes" : "out");
    doc_bits(story->doc, "seats", winners);
    story_event_end(story);
    for (int seat = 0; seat < s->seats; seat++) {
        story_event(story, "score", seat);
        doc_integer(story->doc, "penalty", penalties[seat]);
        doc_integer(story->doc, "total", s->penalty[seat]);
        story_event_end(story);
    }
}

void trakks_event_round(struct story *story, const struct trakks_state *s)
{
    story_event(story, "round", s->turn);
    doc_integer(story->doc, "round", s->round);
    story_event_end(story);
}

void trakks_event_over(struct story *story, const struct trakks_state *s)
{
    struct game_result result;
    trakks_result(s, &result);
    story_event(story, "over", -1);
    doc_bits(story->doc, "seats", result.winners);
    story_event_end(story);
}
