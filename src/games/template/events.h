/* The events of Fossils.
 *
 * play  seat, fossil  a fossil is laid open (P2)
 * bury  seat, fossil  a fossil is put away face down; "?" for all but its owner (P2) */
#ifndef GAMES_TEMPLATE_EVENTS_H
#define GAMES_TEMPLATE_EVENTS_H

#include "game/game.h"

void template_event_play(struct story *story, int seat, uint8_t fossil);
void template_event_bury(struct story *story, int seat, uint8_t fossil);

#endif
