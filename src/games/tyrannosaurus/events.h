/* The events of Tyrannosaurus Rex: what resolve.c tells a story while it carries out a turn. All
 * of it is public. The list of events and their fields is in tell.c. */
#ifndef GAMES_TYRANNOSAURUS_TELL_H
#define GAMES_TYRANNOSAURUS_TELL_H

#include "games/tyrannosaurus/tyrannosaurus.h"

/* One step of anything that moves, or that would have. */
struct tyrannosaurus_step {
    const char *type;
    int seat; /* whose direction it is, or whose dinosaur */
    int direction;
    uint8_t origin, square;
    const char *reason; /* why it does not take place as chosen, or NULL */
};

void tyrannosaurus_tell_step(struct story *story, const struct tyrannosaurus_step *step);
/* The same for a flight: step->seat flees, as `from` says. */
void tyrannosaurus_tell_flee(struct story *story, const struct tyrannosaurus_step *step, int from);
/* `reason` may be NULL. */
void tyrannosaurus_tell_choice(struct story *story, const char *type, int seat, uint8_t choice,
                               const char *reason);
void tyrannosaurus_tell_seat(struct story *story, const char *type, int seat);
void tyrannosaurus_tell_flight(struct story *story, int seat, uint8_t seats);
void tyrannosaurus_tell_gift(struct story *story, const struct tyrannosaurus_state *s, int from,
                             int to);
void tyrannosaurus_tell_loss(struct story *story, const struct tyrannosaurus_state *s, int seat,
                             uint8_t square, const char *reason);
void tyrannosaurus_tell_trees(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_tell_harvest(struct story *story, const struct tyrannosaurus_state *s, int seat);
void tyrannosaurus_tell_return(struct story *story, uint8_t square);
void tyrannosaurus_tell_bone(struct story *story, int from, int to);
void tyrannosaurus_tell_turn(struct story *story, const struct tyrannosaurus_state *s);
void tyrannosaurus_tell_over(struct story *story, const struct tyrannosaurus_state *s);

#endif
