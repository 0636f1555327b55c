/* The stage of On a Scale of One to T-Rex: what performers give away, how well readers read, and
 * that whole games in real time are honest, repeatable, and won by the better readers.
 *
 * usage: scale_stage
 *
 * Then: reading; tables. */
#include "support.h"

#include "base/base.h"
#include "games/scale/mind/mind.h"
#include "games/scale/mind/mind_internal.h"
#include "games/scale/scale.h"
#include "players/players.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

static int passed, failed;

static void expect(bool holds, const char *what)
{
    if (holds)
        passed++;
    else
        failed++;
    if (!holds)
        printf("broken: %s\n", what);
}

/* ---- Reading ---- */

enum { MANNERS = 400, REVEALS = 6, LOOK = 60, BINS = 5 };

/* How a reader did on many performances of unknown cards. */
struct marks {
    double on_truth; /* mean probability given to the true level */
    double brier;    /* mean squared error of all probabilities */
    double off;      /* how far its probabilities are from the frequencies */
    double claimed[BINS], happened[BINS], count[BINS];
};

static void perform_for(struct scale_reader *reader, const struct scale_manner *manner, int value,
                        struct rng *rng)
{
    struct scale_part part = {.value = value,
                              .colour = (int)rng_below(rng, SCALE_COLOURS),
                              .action = 1 + (int)rng_below(rng, SCALE_ACTION_CARDS)};
    uint32_t tick = rng_below(rng, 10000);
    scale_reader_forget_look(reader);
    for (int i = 0; i < LOOK; i++) {
        struct realtime_gesture gesture;
        scale_stage_perform(manner, &part, tick + (uint32_t)i, rng, &gesture);
        scale_reader_witness(reader, &gesture);
    }
}

static void mark(struct marks *marks, const float chances[SCALE_LEVELS], int value)
{
    marks->on_truth += (double)chances[value - 1] / MANNERS;
    for (int i = 0; i < SCALE_LEVELS; i++) {
        double off = (double)chances[i] - (i == value - 1);
        int bin = (int)(chances[i] * BINS);
        bin = bin == BINS ? BINS - 1 : bin;
        marks->brier += off * off / MANNERS;
        marks->claimed[bin] += (double)chances[i];
        marks->happened[bin] += i == value - 1;
        marks->count[bin]++;
    }
}

static struct marks read_many(const struct scale_reading *reading)
{
    struct marks marks = {0};
    struct rng rng;
    rng_start(&rng, 1);
    for (uint64_t seed = 0; seed < MANNERS; seed++) {
        struct scale_manner manner = scale_manner_of(seed);
        struct scale_reader reader = {0};
        for (int i = 0; i < REVEALS; i++) {
            int value = 1 + (int)rng_below(&rng, SCALE_VALUE_MAX);
            perform_for(&reader, &manner, value, &rng);
            scale_reader_learn(&reader, value);
        }
        int value = 1 + (int)rng_below(&rng, SCALE_VALUE_MAX);
        float chances[SCALE_LEVELS];
        for (int i = 0; i < SCALE_LEVELS; i++)
            chances[i] = 1;
        perform_for(&reader, &manner, value, &rng);
        scale_reader_estimate(&reader, reading, chances);
        mark(&marks, chances, value);
    }
    for (int bin = 0; bin < BINS; bin++) {
        double off = marks.claimed[bin] - marks.happened[bin];
        marks.off += (off < 0 ? -off : off) / (MANNERS * SCALE_LEVELS);
    }
    return marks;
}

static void test_reading(void)
{
    struct marks easy = read_many(&scale_skill_of(1)->reading);
    struct marks expert = read_many(&scale_skill_of(4)->reading);
    printf("chance given to the true level: easy %.3f, expert %.3f; Brier %.3f, %.3f; off by %.4f, "
           "%.4f\n",
           easy.on_truth, expert.on_truth, easy.brier, expert.brier, easy.off, expert.off);
    expect(easy.on_truth > 0.13, "even a crude reading says something");
    expect(expert.on_truth > 1.5 * easy.on_truth, "the expert's estimate is sharper");
    expect(expert.brier < 0.85 * easy.brier, "the expert's estimate is closer to the truth");
    expect(expert.off < easy.off, "the expert's estimate is better calibrated");
    expect(expert.off < 0.02, "what the expert holds likely happens as often as it thinks");
}

/* A performer unlike any computer player: only power, backwards, with a still puppet. */
static void test_unusual_performer(void)
{
    struct scale_reader reader = {0};
    struct rng rng;
    rng_start(&rng, 3);
    int right = 0;
    for (int round = 0; round < 60; round++) {
        int value = 1 + (int)rng_below(&rng, SCALE_VALUE_MAX);
        float chances[SCALE_LEVELS];
        scale_reader_forget_look(&reader);
        for (int i = 0; i < LOOK; i++)
            scale_reader_witness(
                &reader, &(struct realtime_gesture){
                             .x = 10,
                             .y = 250,
                             .power = (uint8_t)(230 - 15 * value + (int)rng_below(&rng, 9))});
        for (int i = 0; i < SCALE_LEVELS; i++)
            chances[i] = 1;
        scale_reader_estimate(&reader, &scale_skill_of(4)->reading, chances);
        right += round >= 30 && scale_match_chance(chances, value) > 0.6f;
        scale_reader_learn(&reader, value);
    }
    expect(right >= 27, "a reader learns the manner of somebody quite unlike the others");
}

/* ---- Tables ---- */

static void start(struct bot_match *match, int seats, const char *const *names, uint64_t chance)
{
    static struct game_components_storage components;
    const struct player *players[GAME_SEATS_MAX];
    char seed[32];
    int length = snprintf(seed, sizeof seed, "stage %d", (int)chance);
    components = tested_components(&game_scale);
    struct game_setup setup = {.seats = seats,
                               .components = components.bytes,
                               .seed = seed,
                               .seed_length = (size_t)length};
    setup.options[SCALE_OPTION_MODE] = SCALE_MODE_STAGE;
    for (int seat = 0; seat < seats; seat++) {
        CHECK(*names);
        players[seat] = player_find(*names);
        names += names[1] != NULL;
    }
    bot_match_start(match, &game_scale, &setup, players, chance << 8);
}

/* What a seat performs, thinks and answers in another world that fits its view. */
static void test_other_world(const struct bot_match *match, int seat, uint32_t tick)
{
    const struct bot_match_seat *at = &match->seat[seat];
    struct game_state_storage world, seen = {0};
    struct rng chance = at->rng;
    game_scale.determinize(at->view.bytes, seat, at->memory.bytes, &chance, world.bytes);
    game_scale.view(world.bytes, seat, seen.bytes);
    struct rng a = at->rng, b = at->rng;
    struct realtime_gesture here, there;
    scale_realtime.perform(
        &(struct realtime_performance){at->view.bytes, seat, at->manner, tick, &a}, &here);
    scale_realtime.perform(&(struct realtime_performance){seen.bytes, seat, at->manner, tick, &b},
                           &there);
    expect(memcmp(&here, &there, sizeof here) == 0, "a performance tells nothing of other cards");
    for (enum mind_way way = MIND_RULES; way <= MIND_FULL; way++) {
        struct move move = {0}, other = {0};
        struct mind_question question = {.seat = seat,
                                         .view = at->view.bytes,
                                         .memory = at->memory.bytes,
                                         .rng = &a,
                                         .way = way};
        bool acts = scale_realtime.act(&question, &move);
        question.view = seen.bytes;
        question.rng = &b;
        bool acts_there = scale_realtime.act(&question, &other);
        expect(acts == acts_there && (!acts || memcmp(&move, &other, sizeof move) == 0),
               "two truths behind one view and one stream get the same decision");
    }
}

/* Whether the reason fits this move: they begin with the same word, except for reasons that all games share. */
static bool reason_fits(const char *key, const char *move)
{
    size_t length = strcspn(key, "_");
    if (texts_get(tested_texts(), ENGLISH, "core", "hints", key))
        return true;
    if (strcmp(key, "likelier") == 0)
        return strncmp(move, "offer ", 6) == 0;
    if (strcmp(key, "answer_match") == 0 || strcmp(key, "answer_no_match") == 0)
        return (strcmp(move, "answer match") == 0) == (strcmp(key, "answer_match") == 0);
    return strncmp(key, move, length) == 0 && (move[length] == ' ' || !move[length]);
}

/* A hint is a legal move, or to wait, with a fitting sentence in both languages. */
static void test_hint(const struct bot_match *match, int seat, enum mind_way way)
{
    const struct bot_match_seat *at = &match->seat[seat];
    struct rng rng = at->rng;
    struct mind_question question = {
        .seat = seat, .view = at->view.bytes, .memory = at->memory.bytes, .rng = &rng, .way = way};
    struct move move = {0};
    struct fault fault;
    char text[16];
    char move_storage[GAME_MOVE_TEXT_MAX] = "wait";
    struct buffer detail, move_text;
    buffer_start(&detail, text, sizeof text);
    bool waits = scale_mind.waits(&question);
    if (!waits) {
        scale_mind.choose(&question, &move);
        expect(game_scale.check(at->view.bytes, seat, &move, &fault), "a hint is a legal move");
        buffer_start(&move_text, move_storage, sizeof move_storage);
        game_scale.format(at->view.bytes, &move, &move_text);
    }
    const char *key = teach_reason(&game_scale, &question, waits ? NULL : &move, &detail);
    expect(key != NULL, "a hint says why");
    expect(!key || reason_fits(key, move_storage), "its reason fits what it suggests");
    for (int language = 0; key && language < LANGUAGES; language++)
        expect(texts_get(tested_texts(), (enum language)language, "scale", "hints", key) ||
                   texts_get(tested_texts(), (enum language)language, "core", "hints", key),
               key);
}

enum { LATE = 15 * 60 * 1000 / REALTIME_TICK_MS };

static void test_game(int seats, const char *const *names, uint64_t chance)
{
    struct bot_match match;
    uint32_t tick = 0;
    start(&match, seats, names, chance);
    for (; tick < LATE && game_scale.to_act(match.state.bytes); tick++) {
        bot_match_tick(&match, tick);
        int seat = (int)(tick % (uint32_t)seats);
        if (tick % 7 != 0 || !bits_have(game_scale.to_act(match.state.bytes), seat))
            continue;
        test_other_world(&match, seat, tick);
        test_hint(&match, seat, (enum mind_way)(MIND_RULES + tick / 7 % MIND_FULL));
    }
    expect(tick < LATE, "a game ends within 15 minutes");
    bot_match_end(&match);
}

static void test_games(void)
{
    for (int seats = 2; seats <= SCALE_SEATS_MAX; seats++)
        test_game(seats, (const char *const[]){"random", "easy", "child", "casual", "expert", NULL},
                  (uint64_t)seats);
    for (const struct player *player = players_all; player->name; player++)
        test_game(4, (const char *const[]){player->name, NULL}, 100);
}

/* Players who race for the win give in when no match has been found for long: of these games, several
 * would otherwise not end. */
static void test_giving_in(void)
{
    for (uint64_t chance = 200; chance < 210; chance++) {
        struct bot_match match;
        struct game_result result;
        start(&match, 4, (const char *const[]){"expert", NULL}, chance);
        bot_match_play(&match, &result);
        expect(result.over && match.ticks < LATE, "a game of experts ends within 15 minutes");
        bot_match_end(&match);
    }
}

static void test_repeats(void)
{
    struct bot_match first, second;
    struct game_result result;
    const char *const names[] = {"expert", "casual", "easy", NULL};
    start(&first, 4, names, 5);
    start(&second, 4, names, 5);
    expect(bot_match_play(&first, &result) == bot_match_play(&second, &result) &&
               memcmp(&first.state, &second.state, game_scale.state_size) == 0,
           "the same chance gives the same match");
    bot_match_end(&first);
    bot_match_end(&second);
}

/* The first player's share of wins in percent; with two players, the share of games they win
 * together. */
static int share(int seats, const char *const *names, int games)
{
    double wins = 0;
    for (int game = 0; game < games; game++) {
        struct bot_match match;
        struct game_result result;
        start(&match, seats, names, 1000 + (uint64_t)game);
        bot_match_play(&match, &result);
        if (seats == 2)
            wins += result.winners != 0;
        else if (bits_have(result.winners, 0))
            wins += 1.0 / bits_count(result.winners);
        bot_match_end(&match);
    }
    return (int)(100 * wins / games);
}

static void test_strength(void)
{
    int among_easy = share(4, (const char *const[]){"expert", "easy", NULL}, 400);
    int experts = share(2, (const char *const[]){"expert", NULL}, 400);
    int beginners = share(2, (const char *const[]){"easy", NULL}, 400);
    printf("expert among three easy %d %%; two experts win %d %%, two easy %d %%\n", among_easy,
           experts, beginners);
    expect(among_easy >= 45, "an expert beats three easy players");
    expect(experts >= 2 * beginners, "two experts win together twice as often as two easy players");
}

static void test_room(void)
{
    uint8_t options[GAME_OPTIONS_MAX] = {0};
    struct fault fault;
    expect(!players_take_part(&game_scale, options, &fault), "they stay out of the room");
    options[SCALE_OPTION_MODE] = SCALE_MODE_STAGE;
    expect(players_take_part(&game_scale, options, &fault), "they come to the stage");
}

/* A player who never performs: seat 0 sees only its own gestures, and still answers. */
static void test_silent_partner(void)
{
    for (const struct player *player = player_find("easy"); player->name; player++) {
        struct bot_match match;
        start(&match, 2, (const char *const[]){player->name, NULL}, 7);
        struct bot_match_seat *at = &match.seat[0];
        struct mind_question question = {.seat = 0,
                                         .view = at->view.bytes,
                                         .memory = at->memory.bytes,
                                         .rng = &at->rng,
                                         .way = player->way};
        bool acts = false;
        for (int tick = 0; tick < 2000 && !acts; tick++) {
            union game_move_storage move;
            game_scale.realtime->witness(at->memory.bytes, 0, 0,
                                         &(struct realtime_gesture){128, 128, 90});
            acts = game_scale.realtime->act(&question, &move.head);
        }
        expect(acts, "nobody waits for ever");
        bot_match_end(&match);
    }
}

/* A player who has not performed is told to, unless someone waits for an answer or nobody performs. */
static void test_performing_first(void)
{
    enum { LONG = 100, LEVEL_5 = SCALE_CARD_VALUE + 4 };
    struct scale_state view = {.seats = 3, .card = {LEVEL_5, LEVEL_5, LEVEL_5}};
    struct scale_memory memory = {0};
    const struct mind_question question = {.view = &view, .memory = &memory, .way = MIND_PLAIN};
    char storage[16];
    struct buffer detail;
    buffer_start(&detail, storage, sizeof storage);
    expect(!scale_mind.waits(&question), "where nobody performs, hints do not wait");
    memory.readers[1].look.count = LONG;
    expect(scale_mind.waits(&question), "hints wait for a performance");
    const char *reason = teach_reason(&game_scale, &question, NULL, &detail);
    expect(reason && strcmp(reason, "wait_perform") == 0, "and say so");
    view.offer[1] = 1; /* to seat 0 */
    expect(!scale_mind.waits(&question), "an offer can be answered at once");
    view.offer[1] = 0;
    memory.readers[0].look.count = LONG;
    expect(!scale_mind.waits(&question), "nor do hints wait after a performance");
}

int main(void)
{
    test_performing_first();
    test_silent_partner();
    test_reading();
    test_unusual_performer();
    test_games();
    test_giving_in();
    test_repeats();
    test_strength();
    test_room();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
