/* The commands of the composer that change the sheet. */
#ifndef TERMINAL_TRAKKS_COMPOSE_EDITS_H
#define TERMINAL_TRAKKS_COMPOSE_EDITS_H

#include "terminal/games/trakks/compose_words.h"
#include "terminal/games/trakks/sheet.h"
#include "terminal/games/trakks/tiles.h"
#include "terminal/terminal.h"

struct compose_edit {
    const struct terminal *terminal;
    struct tile_counts rack; /* before the first tile was laid */
    struct sheet start;      /* the table at the beginning of the turn */
    char detail[24];         /* the tile or place of the latest complaint */
};

/* The tiles of the rack that are not on the sheet. */
struct tile_counts compose_rack_left(const struct compose_edit *edit, const struct sheet *sheet);

/* A command: changes `sheet`, a copy of the current one, and takes its words. Returns NULL, or the
 * key of a complaint, after which the copy is of no use; "unclear" if the words make no sense. */
typedef const char *compose_command(struct compose_edit *edit, struct compose_words *words,
                                    struct sheet *sheet);
compose_command compose_lay, compose_take_back, compose_move, compose_turn, compose_tidy,
    compose_reset;

#endif
