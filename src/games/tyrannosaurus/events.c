/* The events of Tyrannosaurus Rex; events.h lists them. */
#include "games/tyrannosaurus/events.h"

#include "games/tyrannosaurus/text.h"

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
    doc_list(story->doc, "squares");
    for (uint64_t trees = s->trees; trees;)
        tyrannosaurus_square_save(story->doc, NULL, (uint8_t)bits_pop(&trees));
    doc_end(story->doc);
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

void tyrannosaurus_event_over(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "over", -1);
    doc_bits(story->doc, "seats", s->winners);
    doc_integer(story->doc, "trees", s->players[bits_first(s->winners)].trees);
    story_event_end(story);
}
