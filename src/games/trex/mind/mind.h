/* Computer players of T-Rex.
 *
 * outlook.c   how a seat that is to play a card sees the piles
 * beginner.c  the beginner's rules of thumb
 * worth.c     what cards, eggs and whole worlds are worth
 * likings.c   how likely a good player makes each move
 * hint.c      why a move is good, for a person
 * mind.c      what the general search uses of them
 *
 * The likings of cards to play and the worths of cards were fitted to games of the search with
 * itself, four seats and the standard components; how eggs, removals and trumps are weighed, and
 * what only five seats can meet, was set by hand. */
#ifndef GAMES_TREX_MIND_MIND_H
#define GAMES_TREX_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind trex_mind;

#endif
