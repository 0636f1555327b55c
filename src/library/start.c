/* Reading what a match or a batch begins with. */
#include "library/start.h"

#include "base/check.h"
#include "base/utf8.h"
#include "game/registry.h"
#include "library/scratch.h"
#include "wire/components.h"
#include "wire/json.h"

#include <string.h>

const struct game *start_game(const char *id)
{
    const struct game *game = game_find(games_all, id);
    if (!game)
        fault_set(scratch_fault(), FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    return game;
}

const struct game *start_encoded_game(const char *id)
{
    const struct game *game = start_game(id);
    if (!game || game->encoding)
        return game;
    fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.no_encoding", "%s", id);
    return NULL;
}

bool start_doc(const char *json, const char *what)
{
    struct scratch *scratch = scratch_get();
    json_t *read = wire_parse(json, strlen(json));
    bool good = json_is_object(read);
    if (!read)
        fault_set(&scratch->fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
    else if (!good)
        scratch_bad_argument(what);
    else if (!(good = wire_to_doc(read, &scratch->doc)))
        fault_set(&scratch->fault, FAULT_BAD_REQUEST, NULL, "core.too_large", "%s", what);
    json_decref(read);
    return good;
}

bool start_seed(const char *seed)
{
    uint32_t code;
    int length;
    for (; *seed; seed += length)
        if ((length = utf8_read(seed, &code)) == 0)
            return scratch_bad_argument("seed");
    return true;
}

static struct game_setup setup_of(const struct start *start, const char *seed)
{
    struct game_setup setup = {.seats = start->seats,
                               .components = start->components.bytes,
                               .seed = seed,
                               .seed_length = strlen(seed)};
    memcpy(setup.options, start->options, sizeof setup.options);
    return setup;
}

bool start_read(struct start *start, const char *game, int seats, const char *options,
                const char *folder)
{
    struct scratch *scratch = scratch_get();
    *start = (struct start){.game = start_game(game), .seats = seats};
    if (!start->game)
        return false;
    if (seats < start->game->seats_min || seats > start->game->seats_max)
        return scratch_bad_argument("seats");
    if (options && !start_doc(options, "options"))
        return false;
    if (!game_options_load(start->game, &scratch->doc, options ? doc_root(&scratch->doc) : NULL,
                           start->options, &scratch->fault) ||
        !wire_components_load(start->game, folder, &start->components, &scratch->fault))
        return false;
    struct game_state_storage state;
    struct game_setup setup = setup_of(start, "");
    return start->game->start(state.bytes, &setup, &scratch->fault);
}

void start_deal(const struct start *start, const char *seed, void *state)
{
    struct game_setup setup = setup_of(start, seed);
    struct fault fault;
    CHECK(start->game->start(state, &setup, &fault)); /* start_read has tried it */
}
