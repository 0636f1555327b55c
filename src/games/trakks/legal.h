/* Who may make which move. Reads only what the seat itself may know, so it works on views. */
#ifndef GAMES_TRAKKS_LEGAL_H
#define GAMES_TRAKKS_LEGAL_H

#include "game/game.h"

uint32_t trakks_to_act(const void *state);
bool trakks_check(const void *state, int seat, const struct move *move, struct fault *fault);
int trakks_legal(const void *state, int seat, struct move *moves);
const char *trakks_open_kind(const void *state, int seat);

#endif
