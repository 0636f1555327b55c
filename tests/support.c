/* Shared by the test programs. */
#include "support.h"

#include "base/base.h"
#include "game/game.h"
#include "wire/wire.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct game game_template, game_nim;

const struct game *const *tested_games(void)
{
    static const struct game *all[16];
    int count = 0;
    for (; games_all[count]; count++)
        all[count] = games_all[count];
    CHECK(count + 3 <= 16);
    all[count++] = &game_template;
    all[count] = &game_nim;
    return all;
}

struct game_components_storage tested_components(const struct game *game)
{
    struct game_components_storage components;
    struct fault fault;
    CHECK(wire_components_load(game, NULL, &components, &fault));
    return components;
}

void tested_match_start(struct match *match, const struct game *game, int seats, const char *seed,
                        struct rng *rng)
{
    struct game_components_storage components = tested_components(game);
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    struct fault fault;
    do {
        for (int i = 0; i < game->option_count; i++) {
            const struct game_option *option = &game->options[i];
            options[i] =
                rng_below(rng, 2) ? option->standard : (uint8_t)rng_below(rng, option->value_count);
        }
    } while (!match_start(match, game, &components, seats, options, seed, strlen(seed), &fault));
}

struct tested_json tested_options_needed(const struct game *game)
{
    struct tested_json json = {"{}"};
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    if (need) {
        const struct game_option *option = &game->options[need->option];
        CHECK(option->type == GAME_OPTION_WORD);
        snprintf(json.text, sizeof json.text, "{\"%s\":\"%s\"}", option->name,
                 option->values[need->value]);
    }
    return json;
}

void tested_doc(struct doc *doc, const char *json)
{
    json_t *value = wire_parse(json, strlen(json));
    CHECK(value && wire_to_doc(value, doc));
    json_decref(value);
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

bool tested_number(const char *text, int *number)
{
    char *end;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    return end != text && *end == '\0' && value >= 0 && value <= INT_MAX;
}

int tested_usage(const char *program, const char *arguments)
{
    fprintf(stderr, "usage: %s %s\n", program, arguments);
    return 2;
}

int tested_main(int argc, char **argv, int games,
                bool (*test)(const struct game *game, int seats, int seed))
{
    const char *program = argv[0];
    const char *arguments = "[--games N] [GAME] | GAME SEATS SEED";
    int passed = 0, failed = 0, seats, seed;
    if (argc >= 3 && strcmp(argv[1], "--games") == 0) {
        if (!tested_number(argv[2], &games))
            return tested_usage(program, arguments);
        argc -= 2;
        argv += 2;
    }
    const struct game *only = argc >= 2 ? game_find(tested_games(), argv[1]) : NULL;
    if (argc >= 2 && !only)
        return tested_usage(program, arguments);
    if (argc == 4 && tested_number(argv[2], &seats) && tested_number(argv[3], &seed) &&
        seats >= only->seats_min && seats <= only->seats_max)
        return !test(only, seats, seed);
    if (argc > 2)
        return tested_usage(program, arguments);
    for (int i = 0; tested_games()[i]; i++) {
        const struct game *game = tested_games()[i];
        if (only && game != only)
            continue;
        for (seats = game->seats_min; seats <= game->seats_max; seats++)
            for (seed = 1; seed <= games; seed++) {
                if (test(game, seats, seed))
                    passed++;
                else
                    failed++;
            }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
