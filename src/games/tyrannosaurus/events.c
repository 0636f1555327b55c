/* The events of Tyrannosaurus Rex. `seat`, `from`, `to` and `seats` are seats; squares are `a1` to
 * `e5`, directions `N` to `NW`, choices move texts. `origin` is the square that something stood on,
 * `square` the one that it reaches: the same for what stays.
 *
 * chosen         seat, choice ("?" for the others): a secret choice is made (told by rules.c)
 * reveal         seat, choice: it is laid open; an action card is discarded
 * void           seat, choice, reason (is_out, flight_is_over, tyrex_is_away): it is not carried
 * out lake           seat, direction, origin, square: a step of the Lake, as seat wishes lake_stays
 * seat, direction, origin, square, reason (the_edge, the_den, the_volcano, a_dinosaur) volcano
 * seat, direction, origin, square: the same of the Volcano volcano_stays  seat, direction, origin,
 * square, reason (the_edge, the_den, the_lake, a_dinosaur) trees          count, squares: trees are
 * set on the board turn           turn, seat: a turn begins, seat has the bone rest           seat:
 * a rest is carried out move           seat, direction, origin, square: a movement, or the own step
 * of a panic move_stays     seat, direction, origin, square, reason (the_lake, the_volcano); a loss
 * follows gift           from, to, square, from_trees, to_trees: `to` has run into `from`, who
 * gives a tree and has from_trees left loss           seat, square, reason (ran_into_tyrex,
 * caught_by_tyrex, tyrex_came_back, lake_refused, volcano_refused), trees: one tree leaves the
 * game, `trees` are left out            seat: a player has no tree left flight         seat, seats:
 * seat is about to flee, and seats say where to flee           seat, from, direction, origin,
 * square: a step of the flight, as `from` wishes flee_stays     seat, from, direction, origin,
 * square, reason (the_edge, the_lake, the_volcano) tyrex          seat, direction, origin, square:
 * a step of the Ty-Rex, as seat wishes tyrex_stays    seat, direction, origin, square, reason
 * (the_edge) tyrex_leaves   seat, direction, origin, square, reason (the_lake, the_volcano): it is
 * away until phase 4 of the next turn tyrex_returns  square: it is back on its den harvest seat,
 * square, trees: a tree is taken from the board, seat now has `trees` bone           from, to: the
 * bone is passed on over           seats, trees: the winners, and how many trees each of them has
 */
#include "games/tyrannosaurus/events.h"

void tyrannosaurus_tell_choice(struct story *story, const char *type, int seat, uint8_t choice,
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

void tyrannosaurus_tell_step(struct story *story, const struct tyrannosaurus_step *step)
{
    story_event(story, step->type, step->seat);
    step_save(story->doc, step);
    story_event_end(story);
}

void tyrannosaurus_tell_flee(struct story *story, const struct tyrannosaurus_step *step, int from)
{
    story_event(story, step->type, step->seat);
    doc_integer(story->doc, "from", from);
    step_save(story->doc, step);
    story_event_end(story);
}

void tyrannosaurus_tell_seat(struct story *story, const char *type, int seat)
{
    story_event(story, type, seat);
    story_event_end(story);
}

void tyrannosaurus_tell_flight(struct story *story, int seat, uint8_t seats)
{
    story_event(story, "flight", seat);
    doc_bits(story->doc, "seats", seats);
    story_event_end(story);
}

void tyrannosaurus_tell_gift(struct story *story, const struct tyrannosaurus_state *s, int from,
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

void tyrannosaurus_tell_loss(struct story *story, const struct tyrannosaurus_state *s, int seat,
                             uint8_t square, const char *reason)
{
    story_event(story, "loss", seat);
    tyrannosaurus_square_save(story->doc, "square", square);
    doc_string(story->doc, "reason", reason);
    doc_integer(story->doc, "trees", s->players[seat].trees);
    story_event_end(story);
}

void tyrannosaurus_tell_trees(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "trees", -1);
    doc_integer(story->doc, "count", bits_count(s->trees));
    doc_list(story->doc, "squares");
    for (uint64_t trees = s->trees; trees;)
        tyrannosaurus_square_save(story->doc, NULL, (uint8_t)bits_pop(&trees));
    doc_end(story->doc);
    story_event_end(story);
}

void tyrannosaurus_tell_harvest(struct story *story, const struct tyrannosaurus_state *s, int seat)
{
    story_event(story, "harvest", seat);
    tyrannosaurus_square_save(story->doc, "square", s->players[seat].at);
    doc_integer(story->doc, "trees", s->players[seat].trees);
    story_event_end(story);
}

void tyrannosaurus_tell_return(struct story *story, uint8_t square)
{
    story_event(story, "tyrex_returns", -1);
    tyrannosaurus_square_save(story->doc, "square", square);
    story_event_end(story);
}

void tyrannosaurus_tell_bone(struct story *story, int from, int to)
{
    story_event(story, "bone", -1);
    doc_integer(story->doc, "from", from);
    doc_integer(story->doc, "to", to);
    story_event_end(story);
}

void tyrannosaurus_tell_turn(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "turn", s->bone);
    doc_integer(story->doc, "turn", s->turn);
    story_event_end(story);
}

void tyrannosaurus_tell_over(struct story *story, const struct tyrannosaurus_state *s)
{
    story_event(story, "over", -1);
    doc_bits(story->doc, "seats", s->winners);
    doc_integer(story->doc, "trees", s->players[bits_first(s->winners)].trees);
    story_event_end(story);
}
