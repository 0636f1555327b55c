/* Computer players do not cheat and do not err: at every few moves of random games of every game
 * that has a mind, each level's answer is legal, the same when asked again, and the same when what
 * is behind the view is another truth; and its reason, if it has one, is a sentence.
 *
 * usage: minds [--games N]    N random games for each number of players (default 2) */
#include "support.h"

#include "base/bits.h"
#include "base/check.h"
#include "players/player.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 30, MOVES_BETWEEN = 7, QUESTIONS_MAX = 30, MOVES_MAX = 2000 };

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    struct game_memory_room memory[GAME_SEATS_MAX];
    struct doc *doc;
    int moves;
    bool failed;
};

static void fail(struct run *run, const struct player *player, const char *property)
{
    printf("%s %d %d, %s: after %d moves, broken: %s\n", run->game->id, run->seats, run->seed,
           player->name, run->moves, property);
    run->failed = true;
}

static void ask(const struct run *run, const struct player *player, const void *view, int seat,
                union game_move_room *move)
{
    struct rng rng = player_rng(run->game, view, (size_t)run->moves);
    memset(move, 0, sizeof *move);
    player_choose(player,
                  &(struct player_question){.game = run->game,
                                            .seat = seat,
                                            .view = view,
                                            .memory = run->memory[seat].bytes,
                                            .rng = &rng,
                                            .iterations = ITERATIONS},
                  &move->head);
}

static void test_reason(struct run *run, const struct player *player, const void *view, int seat,
                        const struct move *move)
{
    if (!run->game->mind->reason)
        return;
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer detail;
    buffer_start(&detail, storage, sizeof storage);
    struct mind_question question = {.seat = seat,
                                     .view = view,
                                     .memory = run->memory[seat].bytes,
                                     .rng = &run->rng,
                                     .level = player->level,
                                     .budget = {.iterations = ITERATIONS}};
    const char *hint = run->game->mind->reason(&question, move, &detail);
    if (hint && !texts_get(tested_texts(), ENGLISH, run->game->id, "hints", hint))
        fail(run, player, "a reason is a sentence");
}

static bool same_move(const struct run *run, const union game_move_room *a,
                      const union game_move_room *b)
{
    char texts[2][GAME_MOVE_TEXT_MAX];
    const struct move *moves[] = {&a->head, &b->head};
    for (int i = 0; i < 2; i++) {
        struct buffer buffer;
        buffer_start(&buffer, texts[i], sizeof texts[i]);
        run->game->format(run->match.state.bytes, moves[i], &buffer);
    }
    return strcmp(texts[0], texts[1]) == 0;
}

static void test_player(struct run *run, const struct player *player, int seat)
{
    const struct game *game = run->game;
    struct game_state_room view, truth, other_view;
    union game_move_room move, again;
    struct fault fault;
    game->view(run->match.state.bytes, seat, view.bytes);
    ask(run, player, view.bytes, seat, &move);
    if (!game->check(run->match.state.bytes, seat, &move.head, &fault)) {
        fail(run, player, "the move is legal");
        return;
    }
    ask(run, player, view.bytes, seat, &again);
    if (!same_move(run, &move, &again))
        fail(run, player, "asked again, the same move");
    game->determinize(view.bytes, seat, run->memory[seat].bytes, &run->rng, truth.bytes);
    game->view(truth.bytes, seat, other_view.bytes);
    ask(run, player, other_view.bytes, seat, &again);
    if (!same_move(run, &move, &again))
        fail(run, player, "another truth behind the view, the same move");
    test_reason(run, player, view.bytes, seat, &move.head);
}

/* Makes a move at random, which every seat remembers as it was told. */
static void move_on(struct run *run, int seat)
{
    const struct game *game = run->game;
    union game_move_room move = {0};
    game->sample(run->match.state.bytes, seat, &run->rng, &move.head);
    for (int viewer = 0; game->memory_size && viewer < run->seats; viewer++) {
        struct game_state_room after = run->match.state;
        doc_start(run->doc);
        doc_list(run->doc, NULL);
        game->apply(after.bytes, seat, &move.head,
                    &(struct story){.doc = run->doc, .viewer = viewer});
        doc_end(run->doc);
        DOC_EACH (run->doc, doc_root(run->doc), event)
            game->observe(run->memory[viewer].bytes, viewer, run->doc, event);
    }
    game->apply(run->match.state.bytes, seat, &move.head, NULL);
    run->moves++;
}

static bool game_passes(const struct game *game, int seats, int seed, struct doc *doc)
{
    struct run run = {.game = game, .seats = seats, .seed = seed, .doc = doc};
    char name[32];
    snprintf(name, sizeof name, "minds %d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, name, &run.rng);
    int questions = 0;
    for (uint32_t to_act; !run.failed && questions < QUESTIONS_MAX && run.moves < MOVES_MAX &&
                          (to_act = game->to_act(run.match.state.bytes));) {
        int rank = (int)rng_below(&run.rng, (uint32_t)bits_count(to_act));
        int seat = bits_nth(to_act, rank);
        if (rng_below(&run.rng, MOVES_BETWEEN) == 0) {
            for (const struct player *player = players_all; player->name; player++)
                test_player(&run, player, seat);
            questions++;
        }
        move_on(&run, seat);
    }
    match_free(&run.match);
    return !run.failed;
}

int main(int argc, char **argv)
{
    int games = argc == 3 && strcmp(argv[1], "--games") == 0 ? atoi(argv[2]) : 2;
    int passed = 0, failed = 0;
    struct doc *doc = malloc(sizeof *doc);
    CHECK(doc);
    for (const struct game *const *game = tested_games(); *game; game++)
        for (int seats = (*game)->seats_min; (*game)->mind && seats <= (*game)->seats_max; seats++)
            for (int seed = 1; seed <= games; seed++)
                *(game_passes(*game, seats, seed, doc) ? &passed : &failed) += 1;
    free(doc);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
