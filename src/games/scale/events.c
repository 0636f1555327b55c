/* The events of Scale; events.h lists them. */
#include "games/scale/events.h"

#include "base/bits.h"
#include "games/scale/score.h"
#include "games/scale/text.h"

void scale_event_number(struct story *story, const char *type, int seat, const char *key,
                        int number)
{
    story_event(story, type, seat);
    doc_integer(story->doc, key, number);
    story_event_end(story);
}

void scale_event_card(struct story *story, const char *type, int seat, uint8_t card, int left)
{
    story_event(story, type, seat);
    doc_string(story->doc, "card",
               scale_card_name(story_tells(story, seat) ? card : SCALE_CARD_HIDDEN).text);
    if (left >= 0)
        doc_integer(story->doc, "left", left);
    story_event_end(story);
}

void scale_event_reshuffle_actions(struct story *story, int colour, int count)
{
    story_event(story, "reshuffle_actions", -1);
    doc_string(story->doc, "colour", scale_colour_names[colour]);
    doc_integer(story->doc, "count", count);
    story_event_end(story);
}

void scale_event_swap(struct story *story, int seat, uint8_t swap, int colour, uint8_t old,
                      uint8_t new)
{
    story_event(story, "swap", seat);
    doc_string(story->doc, "card", scale_card_name(swap).text);
    doc_string(story->doc, "colour", scale_colour_names[colour]);
    doc_string(story->doc, "old", scale_action_name(colour, old).text);
    doc_string(story->doc, "new", scale_action_name(colour, new).text);
    story_event_end(story);
}

void scale_event_offer(struct story *story, int seat, int from, int to)
{
    story_event(story, from < 0 ? "offer" : "redirect", seat);
    if (from >= 0)
        doc_integer(story->doc, "from", from);
    doc_integer(story->doc, "to", to);
    story_event_end(story);
}

void scale_event_reveal(struct story *story, int low, int high, const uint8_t cards[2],
                        enum scale_match match)
{
    static const char *const names[] = {
        [SCALE_MATCH_EQUAL] = "equal", [SCALE_MATCH_CLOSE] = "close", [SCALE_MATCH_NONE] = "none"};
    story_event(story, "reveal", -1);
    doc_bits(story->doc, "seats", bit(low) | bit(high));
    doc_list(story->doc, "cards");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, scale_card_name(cards[i]).text);
    doc_end(story->doc);
    doc_string(story->doc, "match", names[match]);
    story_event_end(story);
}

void scale_event_tokens(struct story *story, int low, int high, bool good, int each, int lacking)
{
    const char *token = good ? "good" : "bad";
    story_event(story, token, -1);
    doc_bits(story->doc, "seats", bit(low) | bit(high));
    doc_integer(story->doc, "count", each);
    story_event_end(story);
    if (lacking) {
        story_event(story, "box", -1);
        doc_string(story->doc, "token", token);
        doc_integer(story->doc, "count", lacking);
        story_event_end(story);
    }
}

void scale_event_answer(struct story *story, int seat, uint8_t answer)
{
    story_event(story, "answer", seat);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    story_event_end(story);
}

void scale_event_right(struct story *story, uint8_t answer, int count, int lid)
{
    story_event(story, "right", -1);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    doc_integer(story->doc, "count", count);
    doc_integer(story->doc, "lid", lid);
    story_event_end(story);
}

void scale_event_wrong(struct story *story, uint8_t answer)
{
    story_event(story, "wrong", -1);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    story_event_end(story);
}

void scale_event_tie(struct story *story, uint32_t seats)
{
    story_event(story, "tie", -1);
    doc_bits(story->doc, "seats", seats);
    story_event_end(story);
}

void scale_event_pick(struct story *story, const struct scale_state *s, int seat)
{
    story_event(story, "pick", seat);
    doc_list(story->doc, "colours");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, scale_colour_names[s->picked[i] - 1]);
    doc_end(story->doc);
    doc_list(story->doc, "actions");
    for (int i = 0; i < 2; i++) {
        int colour = s->picked[i] - 1;
        doc_string(story->doc, NULL, scale_action_name(colour, s->action_up[colour]).text);
    }
    doc_end(story->doc);
    story_event_end(story);
}

void scale_event_end(struct story *story, const struct scale_state *s)
{
    struct game_result result;
    scale_result(s, &result);
    if (scale_for_two(s)) {
        scale_event_number(story, result.winners ? "won" : "lost", -1, "lid", s->lid);
        return;
    }
    game_event_end(story, "end", &result, s->seats);
}
