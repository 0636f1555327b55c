/* Fuzzes positions with any JSON. A position that loads can be played to its end. */
#include "support.h"

#include "base/base.h"
#include "game/game.h"
#include "match/match.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 40 };

static struct doc doc, doc_again;
static struct move moves[GAME_MOVES_MAX];

/* A loaded state survives saving and loading, has views, and can be continued. */
static void use(const struct game *game, const struct game_components_storage *components,
                void *state)
{
    struct game_state_storage again = {0}, view = {0}, world = {0};
    struct fault fault;
    struct rng rng;
    rng_start(&rng, 1);
    CHECK(game_invariants(game, state, &fault));
    doc_start(&doc_again);
    game->save(game, state, &doc_again, NULL);
    CHECK(!doc_again.full);
    CHECK(
        game_load(game, &doc_again, doc_root(&doc_again), components->bytes, again.bytes, &fault));
    CHECK(memcmp(again.bytes, state, game->state_size) == 0);
    for (int i = 0; i < MOVES_MAX && game->to_act(state); i++) {
        int seat = bits_first(game->to_act(state));
        union game_move_storage move = {0};
        game_view(game, state, seat, view.bytes);
        game_determinize(game, view.bytes, seat, NULL, &rng, world.bytes);
        CHECK(game_invariants(game, world.bytes, &fault));
        CHECK(game->legal(state, seat, moves) <= GAME_MOVES_MAX);
        game_sample(game, state, seat, &rng, &move.head);
        CHECK(game->check(state, seat, &move.head, &fault));
        game->apply(state, seat, &move.head, NULL);
        CHECK(game_invariants(game, state, &fault));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    json_t *json = wire_parse(text, size);
    free(text);
    if (json && wire_to_doc(json, &doc)) {
        for (int i = 0; tested_games()[i]; i++) {
            const struct game *game = tested_games()[i];
            struct game_components_storage components = tested_components(game);
            struct game_state_storage state = {0};
            struct fault fault = {0};
            if (game_load(game, &doc, doc_root(&doc), components.bytes, state.bytes, &fault))
                use(game, &components, state.bytes);
            else
                CHECK(fault.code == FAULT_BAD_POSITION && fault.text);
        }
    }
    json_decref(json);
    return 0;
}
