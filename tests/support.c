/* What test programs share. */
#include "support.h"

#include "base/check.h"
#include "game/registry.h"
#include "wire/tables.h"

#include <string.h>

extern const struct game game_template;

const struct game *const *tested_games(void)
{
    static const struct game *all[16];
    int count = 0;
    for (; games_all[count]; count++)
        all[count] = games_all[count];
    CHECK(count + 2 <= 16);
    all[count] = &game_template;
    return all;
}

struct game_tables_room tested_tables(const struct game *game)
{
    struct game_tables_room tables;
    struct fault fault;
    CHECK(wire_tables_load(game, NULL, &tables, &fault));
    return tables;
}

void tested_match_start(struct match *match, const struct game *game, int seats, const char *seed,
                        struct rng *rng)
{
    struct game_tables_room tables = tested_tables(game);
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    struct fault fault;
    do {
        for (int i = 0; i < game->option_count; i++) {
            const struct game_option *option = &game->options[i];
            options[i] =
                rng_below(rng, 2) ? option->standard : (uint8_t)rng_below(rng, option->value_count);
        }
    } while (!match_start(match, game, &tables, seats, options, seed, strlen(seed), &fault));
}

const struct texts *tested_texts(void)
{
    static struct texts *texts;
    struct fault fault;
    if (!texts)
        texts = texts_load(NULL, &fault);
    CHECK(texts);
    return texts;
}
