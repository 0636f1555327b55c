/* Nim: an open game for two.
 * It is as short as a game can be: tools/new_game.sh --open copies it (docs/adding-a-game.md).
 *
 * N1  There are three heaps of 3, 4 and 5 bones, and two players. Seat 0 begins.
 * N2  Players take turns. `take 2 from heap 3` takes that many bones, at least one, from one heap.
 * N3  The game ends when all bones are gone. The player who took the last one wins.
 *
 * nim.c has the rules and all texts, and mind/ the computer players. Nothing is hidden, so there is no
 * `view` and no `determinize`; `sample` is drawn from `legal`, and whatever `load` accepts is valid. */
#ifndef GAMES_NIM_NIM_H
#define GAMES_NIM_NIM_H

#include "base/base.h"
#include "game/game.h"

#include <assert.h>

enum { NIM_SEATS = 2, NIM_HEAPS = 3 };

/* The whole match. A move takes move.b bones from the heap move.a. */
struct nim_state {
    uint8_t turn; /* at the end: the seat that would be next, which has lost */
    uint8_t heap[NIM_HEAPS];
};
static_assert(sizeof(struct nim_state) == 4, "a state has no holes");

extern const struct game game_nim;

/* The number of heaps that are not empty. None: the match is over (N3). */
static inline int nim_heaps_left(const struct nim_state *s)
{
    int left = 0;
    for (int heap = 0; heap < NIM_HEAPS; heap++)
        left += s->heap[heap] > 0;
    return left;
}

#endif
