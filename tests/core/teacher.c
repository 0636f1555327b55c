/* What the teacher says, in positions of every game that teaches: a reason is a fact that is true of
 * the choice and not of the best other one, or the two are about equal; in the last turn nothing speaks
 * of later; and where an idea of the lesson speaks for the strongest move, the teacher mostly makes the
 * move that the expert makes, who is asked by itself with the same random numbers; in other positions it is
 * counted too, and also how often its move is worth as much. Nobody is told to do nothing without a fact or
 * a figure.
 *
 * usage: teacher [--games N] [GAME]  N games (default 4)
 *        teacher GAME SEATS SEED     one game, as named by a failure */
#include "support.h"

#include "base/base.h"
#include "players/players.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITERATIONS = 300, /* with fewer, the expert of Trakks does not look ahead */
    ASKED_ONE_IN = 8,
    AGREEMENT_MIN = 70,
    AGREEMENT_POSITIONS = 30,
    MOVES_MAX = 1500
};

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    bool failed;
};

/* Over all games of this program. */
static int positions, advised, argued, agreed, equal_argued, experts, equal;

static void fail(struct run *run, const char *key, const char *what)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves: %s: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, key ? key : "(none)", what);
    run->failed = true;
}

static struct mind_question question_of(const struct run *run, int seat, const void *view,
                                        struct rng *rng)
{
    rng_start(rng, (uint64_t)run->seed);
    return (struct mind_question){.seat = seat,
                                  .view = view,
                                  .memory = run->match.memories[seat].bytes,
                                  .rng = rng,
                                  .way = MIND_FULL,
                                  .weights = weights_of(run->game),
                                  .budget = {.iterations = ITERATIONS}};
}

static int fact_of(const struct mind_teaching *teaching, const char *key)
{
    for (int fact = 0; teaching->facts[fact].key; fact++)
        if (strcmp(teaching->facts[fact].key, key) == 0)
            return fact;
    return -1;
}

/* Facts, recomputed from scratch: they belong to the choice, not to the order of the questions. */
static int16_t fact_again(const struct run *run, int seat, const void *view,
                          const struct mind_choice *choice, int fact)
{
    struct rng rng;
    struct mind_question question = question_of(run, seat, view, &rng);
    if (!run->game->mind->teaching->describe)
        return choice->facts[fact];
    struct mind_choice again = *choice;
    memset(again.facts, 0, sizeof again.facts);
    run->game->mind->teaching->describe(&question, &again);
    return again.facts[fact];
}

static void test_sentence(struct run *run, const char *key)
{
    for (int language = 0; language < LANGUAGES; language++)
        if (!texts_get(tested_texts(), (enum language)language, run->game->id, "hints", key) &&
            !texts_get(tested_texts(), (enum language)language, "core", "hints", key))
            fail(run, key, "it is a sentence");
}

/* A reason for a choice against the best other one. */
static void test_argument(struct run *run, int seat, const void *view,
                          const struct mind_choice *choice, const struct mind_choice *other,
                          const char *key, const char *also)
{
    struct rng rng;
    struct mind_question question = question_of(run, seat, view, &rng);
    const struct mind_teaching *teaching = run->game->mind->teaching;
    double gap = choice->value - other->value;
    bool equal = gap <= teaching->equal && gap >= -teaching->equal;
    int fact = fact_of(teaching, key);
    test_sentence(run, key);
    if (strcmp(key, "about_equal") == 0 || (also && strcmp(also, "about_equal") == 0)) {
        if (!equal)
            fail(run, key, "what is said to be about equal is");
    } else if (strcmp(key, "clearly_better") == 0) {
        if (gap <= teaching->equal)
            fail(run, key, "what is said to be better is");
    }
    if (fact < 0)
        return;
    int16_t here = fact_again(run, seat, view, choice, fact);
    int16_t there = fact_again(run, seat, view, other, fact);
    if (here <= 0)
        fail(run, key, "the fact is true of the choice");
    bool shared = also && strcmp(also, "about_equal") == 0;
    if (!shared && there != 0 && (!teaching->facts[fact].more || abs(there) >= here))
        fail(run, key, "the fact is not true of the best other choice, or less so");
    if (teaching->facts[fact].later && teaching->last(&question))
        fail(run, key, "the last turn has no later");
}

static int index_of(const struct run *run, const struct mind_choice *choices, int count,
                    const struct move *move, bool waits)
{
    for (int i = 0; i < count; i++)
        if (choices[i].waits ? waits
                             : !waits && memcmp(&choices[i].move, move, run->game->move_size) == 0)
            return i;
    return -1;
}

/* Whether an idea of the lesson speaks for the strongest move. */
static bool is_taught(const struct run *run, const struct mind_question *question,
                      const struct mind_choice *choices)
{
    int fact = teach_fact_between(run->game, question, &choices[0], &choices[1]);
    return fact >= 0 && run->game->mind->teaching->facts[fact].idea;
}

/* How the advice compares with the move of the expert. */
enum agreement { LESS, EQUAL, SAME };

static enum agreement agreement_with_expert(const struct run *run, int seat, const void *view,
                                            const struct move *move, bool waits)
{
    struct rng rng;
    static struct mind_choice choices[MIND_CHOICES_MAX];
    union game_move_storage chosen = {0};
    const struct player *expert = player_find("expert");
    const struct player_question question = {.game = run->game,
                                             .seat = seat,
                                             .view = view,
                                             .memory = run->match.memories[seat].bytes,
                                             .rng = &rng,
                                             .iterations = ITERATIONS};
    rng_start(&rng, (uint64_t)run->seed);
    bool expert_waits = player_waits(expert, &question);
    if (!expert_waits)
        player_choose(expert, &question, &chosen.head);
    if (expert_waits ? waits : !waits && memcmp(&chosen, move, run->game->move_size) == 0)
        return SAME;
    struct mind_question asked = question_of(run, seat, view, &rng);
    int count = teach_compare(run->game, &asked, expert_waits ? NULL : &chosen.head, choices);
    int here = index_of(run, choices, count, move, waits);
    int there = index_of(run, choices, count, &chosen.head, expert_waits);
    double gap = here >= 0 && there >= 0 ? choices[there].value - choices[here].value : 1;
    double little = run->game->mind->teaching->equal;
    return gap <= little && gap >= -little ? EQUAL : LESS;
}

static void test_advice(struct run *run, int seat, const void *view)
{
    struct rng rng;
    struct mind_question question = question_of(run, seat, view, &rng);
    static struct mind_choice choices[MIND_CHOICES_MAX];
    union game_move_storage move = {0};
    struct player_advice advice;
    char text[PLAYER_DETAIL_MAX];
    struct buffer detail;
    int count = teach_compare(run->game, &question, NULL, choices);
    question = question_of(run, seat, view, &rng);
    buffer_start(&detail, text, sizeof text);
    teach_choose(run->game, &question, &move.head, &detail, &advice);
    int index = index_of(run, choices, count, &move.head, advice.waits);
    struct fault fault;
    if (!advice.waits && !run->game->check(run->match.state.bytes, seat, &move.head, &fault))
        fail(run, advice.key, "its move is legal");
    if (index < 0) {
        fail(run, advice.key, "the advice is one of the choices");
        return;
    }
    if (count < 2)
        return;
    const struct mind_teaching *teaching = run->game->mind->teaching;
    const struct mind_choice *other = &choices[index == 0];
    test_argument(run, seat, view, &choices[index], other, advice.key, advice.also);
    char text_storage[GAME_MOVE_TEXT_MAX];
    struct buffer move_text;
    buffer_start(&move_text, text_storage, sizeof text_storage);
    if (!advice.waits)
        run->game->format(view, &move.head, &move_text);
    if ((advice.waits || strcmp(text_storage, "rest") == 0) &&
        strcmp(advice.key, "about_equal") == 0)
        fail(run, advice.key, "nobody is told to do nothing without a reason");
    if (choices[0].value - choices[index].value > teaching->margin + 1e-9)
        fail(run, advice.key, "an idea does not cost more than the margin");
    positions++;
    enum agreement agreement = agreement_with_expert(run, seat, view, &move.head, advice.waits);
    experts += agreement == SAME;
    equal += agreement == EQUAL;
    advised += fact_of(teaching, advice.key) >= 0;
    if (!is_taught(run, &question, choices))
        return;
    argued++;
    agreed += agreement == SAME;
    equal_argued += agreement == EQUAL;
}

/* The reasons of reviews and puzzles, and of hints by a level. */
static void test_reason(struct run *run, int seat, const void *view)
{
    struct rng rng;
    struct mind_question question = question_of(run, seat, view, &rng);
    static struct mind_choice choices[MIND_CHOICES_MAX];
    char text[PLAYER_DETAIL_MAX];
    struct buffer detail;
    int count = teach_compare(run->game, &question, NULL, choices);
    for (int i = 0; i < count && i < 2 && count > 1 && !run->failed; i++) {
        question = question_of(run, seat, view, &rng);
        buffer_start(&detail, text, sizeof text);
        const char *key = teach_reason(run->game, &question,
                                       choices[i].waits ? NULL : &choices[i].move.head, &detail);
        test_argument(run, seat, view, &choices[i], &choices[i == 0], key, NULL);
    }
}

static void play_on(struct run *run, int seat)
{
    static const char *const movers[] = {"random", "easy", "casual"};
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    struct game_state_storage view;
    union game_move_storage move = {0};
    struct fault fault;
    buffer_start(&buffer, text, sizeof text);
    game_view(run->game, run->match.state.bytes, seat, view.bytes);
    const struct player *mover = player_find(movers[rng_below(&run->rng, 6) ? run->seed % 3 : 0]);
    player_choose(mover,
                  &(struct player_question){.game = run->game,
                                            .seat = seat,
                                            .view = view.bytes,
                                            .memory = run->match.memories[seat].bytes,
                                            .rng = &run->rng,
                                            .iterations = ITERATIONS},
                  &move.head);
    run->game->format(run->match.state.bytes, &move.head, &buffer);
    CHECK(match_play(&run->match, seat, text, NULL, STORY_ALL, &fault));
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.game = game, .seats = seats, .seed = seed};
    if (!game->mind || !game->mind->teaching)
        return true;
    char text[32];
    snprintf(text, sizeof text, "teacher %d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    while (!run.failed && !match_is_over(&run.match) && run.match.move_count < MOVES_MAX) {
        uint32_t to_act = game->to_act(run.match.state.bytes);
        int seat = bits_nth(to_act, (int)rng_below(&run.rng, (uint32_t)bits_count(to_act)));
        struct game_state_storage view;
        game_view(game, run.match.state.bytes, seat, view.bytes);
        if (rng_below(&run.rng, ASKED_ONE_IN) == 0) {
            test_advice(&run, seat, view.bytes);
            test_reason(&run, seat, view.bytes);
        }
        play_on(&run, seat);
    }
    match_free(&run.match);
    return !run.failed;
}

/* Sentences that speak of later belong to facts that say so. */
static int test_words_for_later(void)
{
    static const char *const words[] = {"next turn", " later",           "next round",
                                        "sooner",    "has to be played", "in the next"};
    int failed = 0;
    for (const struct game *const *game = games_all; *game; game++) {
        const struct mind_teaching *teaching = (*game)->mind ? (*game)->mind->teaching : NULL;
        for (int fact = 0; teaching && teaching->facts[fact].key; fact++) {
            const char *key = teaching->facts[fact].key;
            const char *text = texts_get(tested_texts(), ENGLISH, (*game)->id, "hints", key);
            bool speaks = false;
            for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
                speaks |= strstr(text, words[i]) != NULL;
            if (!text || (speaks && !teaching->facts[fact].later)) {
                printf("%s: %s speaks of later, and does not say so\n", (*game)->id, key);
                failed++;
            }
        }
    }
    return failed;
}

int main(int argc, char **argv)
{
    int failed = tested_main(argc, argv, 4, test_game) + test_words_for_later();
    printf(
        "%d positions, a fact in %d; an idea speaks for the strongest move in %d: there the "
        "teacher moves as the expert in %d (%d %%), and as well in %d more; of all, in %d and %d "
        "more\n",
        positions, advised, argued, agreed, argued ? 100 * agreed / argued : 0, equal_argued,
        experts, equal);
    if (argued >= AGREEMENT_POSITIONS && 100 * agreed < AGREEMENT_MIN * argued) {
        printf("that is less than %d %%\n", AGREEMENT_MIN);
        failed++;
    }
    return failed > 0;
}
