/* The rulebook, whole or one rule of it. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "cli/cli.h"
#include "cli/terminal.h"

/* Prints one numbered rule, such as "T13" (or "t13"); false if the game has none of that name. */
bool rules_print_one(const struct cli *cli, const struct game *game, const char *rule,
                     const struct terminal *terminal);

/* Prints the rulebook. */
bool rules_print_all(const struct cli *cli, const struct game *game,
                     const struct terminal *terminal);

#endif
