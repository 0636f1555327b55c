/* The events of Trakks; events.h lists them. */
#include "games/trakks/events.h"

#include "games/trakks/score.h"
#include "games/trakks/text.h"

static void tile_save(struct story *story, const char *key, uint8_t tile)
{
    char text[TRAKKS_TILE_TEXT_MAX];
    trakks_tile_text(tile, text);
    doc_string(story->doc, key, text);
}

static void tiles_save(struct story *story, const uint8_t *tiles, int count, bool known)
{
    doc_list(story->doc, "tiles");
    for (int i = 0; i < count; i++)
        tile_save(story, NULL, known ? tiles[i] : TRAKKS_TILE_HIDDEN);
    doc_end(story->doc);
}

void trakks_event_take(struct story *story, int seat, uint8_t tile)
{
    story_event(story, "take", seat);
    tile_save(story, "tile", tile);
    story_event_end(story);
}

void trakks_event_refill(struct story *story, uint8_t tile)
{
    story_event(story, "refill", -1);
    tile_save(story, "tile", tile);
    story_event_end(story);
}

void trakks_event_draw(struct story *story, int seat, const uint8_t *tiles, int count)
{
    story_event(story, count ? "draw" : "nothing_to_draw", seat);
    if (count)
        tiles_save(story, tiles, count, story_tells(story, seat));
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
    tiles_save(story, s->giving[seat], trakks_given_count(s, seat), story_tells(story, seat));
    story_event_end(story);
}

void trakks_event_hand_over(struct story *story, const struct trakks_state *s)
{
    uint32_t givers = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (trakks_given(s, seat))
            givers |= (uint32_t)bit(seat);
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
        tiles_save(story, s->giving[seat], trakks_given_count(s, seat),
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
        tile_save(story, NULL, trakks_tiles_pop(&laid));
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
            winners |= (uint32_t)bit(seat);
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
