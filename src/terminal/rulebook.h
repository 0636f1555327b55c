/* Prints a rulebook, or one rule of it. */
#ifndef TERMINAL_RULEBOOK_H
#define TERMINAL_RULEBOOK_H

#include "game/game.h"
#include "terminal/console.h"
#include "terminal/terminal.h"

/* Prints one rule, such as "T13" or "t13"; false if there is none. */
bool rulebook_print_one(const struct console *console, const struct game *game, const char *rule,
                        const struct terminal *terminal);

/* Prints the rulebook. */
bool rulebook_print_all(const struct console *console, const struct game *game,
                        const struct terminal *terminal);

#endif
