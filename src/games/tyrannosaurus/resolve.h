/* Carries out the secret choices once the last one of a phase is made, up to the next choice. */
#ifndef GAMES_TYRANNOSAURUS_RESOLVE_H
#define GAMES_TYRANNOSAURUS_RESOLVE_H

#include "games/tyrannosaurus/state.h"

/* Carries out the choices and continues until someone has to choose. `waiting` must be empty. */
void tyrannosaurus_resolve(struct tyrannosaurus_state *s, struct story *story);
/* Starts a phase: its seats have to choose. */
void tyrannosaurus_ask(struct tyrannosaurus_state *s, enum tyrannosaurus_phase phase);

#endif
