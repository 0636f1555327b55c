/* The files of data/minds: those that are compiled in can be used, damaged ones are refused, and computer
 * players play without them. */
#include "support.h"

#include "base/system/system.h"
#include "data/data.h"
#include "game/game.h"
#include "players/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

/* The file of a game, or NULL if its mind has learned nothing. */
static char *file_of(const struct game *game, size_t *size)
{
    char path[64];
    if (!game->mind || !game->mind->weights_read)
        return NULL;
    snprintf(path, sizeof path, "minds/%s.bin", game->id);
    char *bytes = data_read(NULL, path, size);
    assert_non_null(bytes);
    return bytes;
}

static void test_compiled(void **unused)
{
    (void)unused;
    struct fault fault;
    int minds = 0;
    for (size_t i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        struct weights_file file;
        size_t size;
        char *bytes = file_of(game, &size);
        assert_int_equal(weights_of(game) != NULL, bytes != NULL);
        if (!bytes)
            continue;
        minds++;
        assert_true(weights_file_open(&file, bytes, size));
        assert_int_equal(file.id_size, strlen(game->id));
        assert_true(file.origin_size > 0 && file.origin[file.origin_size - 1] == '\n');
        free(bytes);
    }
    assert_true(minds > 0);
    assert_true(weights_load(NULL, &fault));
}

static void test_damaged(void **unused)
{
    (void)unused;
    for (size_t i = 0; games_all[i]; i++) {
        size_t size;
        char *bytes = file_of(games_all[i], &size);
        if (!bytes)
            continue;
        /* Every byte of the head; after that the hash sees all alike. */
        for (size_t at = 0; at < size; at += at < 2 * WEIGHTS_HEAD_SIZE ? 1 : 29) {
            char *part = alloc_copy(bytes, at); /* so that reading further is noticed */
            assert_false(weights_add(part, at));
            free(part);
            bytes[at] ^= 0x10;
            assert_false(weights_add(bytes, size));
            bytes[at] ^= 0x10;
        }
        assert_true(weights_add(bytes, size));
        assert_non_null(weights_of(games_all[i]));
        free(bytes);
    }
}

/* Experts of a game whose weights are missing still find moves, the same ones when asked again. */
static void test_without(void **unused)
{
    (void)unused;
    for (size_t i = 0; games_all[i]; i++) {
        const struct game *game = games_all[i];
        struct mind_question question = {.way = MIND_FULL, .budget = {.iterations = 20}};
        struct match match = {0};
        struct rng rng;
        if (!game->mind || !game->mind->weights_read)
            continue;
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct game_state_storage view;
            union game_move_storage moves[2];
            struct fault fault;
            rng_start(&rng, 1);
            tested_match_start(&match, game, seats, "without", &rng);
            for (int turn = 0; turn < 2; turn++) {
                rng_start(&rng, 7);
                memset(&moves[turn], 0, sizeof moves[turn]);
                game_view(game, match.state.bytes, 0, view.bytes);
                question.view = view.bytes;
                question.rng = &rng;
                if (game->mind->choose)
                    game->mind->choose(&question, &moves[turn].head);
                else
                    search_choose(game, &question, &moves[turn].head);
            }
            assert_memory_equal(&moves[0], &moves[1], game->move_size);
            assert_true(game->check(match.state.bytes, 0, &moves[0].head, &fault));
            match_free(&match);
        }
    }
}

int weights_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
