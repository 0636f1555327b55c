/* The value of a match. The token race (S11) is played for the win: a match is worth what it adds
 * to the probability of winning, which is estimated from the totals and from how much is left to
 * play. So a leader avoids risks, a player who is behind takes them, nobody helps the leader for
 * free, and the last match of a game gets its true value.
 *
 * Then: winning chances, for the analysis of finished matches. */
#include "games/scale/mind/mind_internal.h"

#include "base/base.h"

const struct scale_skill *scale_skill_of(enum mind_way way)
{
    static const struct scale_skill skills[] = {
        [MIND_RULES] = /* looks at power only, and decides soon */
        {.reading = {.features = 1},
         .trust = 1.5f,
         .worth = 0.1f,
         .sure = 0.3f,
         .look = 30,
         .settle = 100,
         .patience = 200,
         .pause = 30,
         .beat = 40},
        [MIND_PLAIN] = {.reading = {.features = 2},
                        .trust = 1.5f,
                        .worth = 0.2f,
                        .sure = 0.6f,
                        .look = 40,
                        .settle = 60,
                        .patience = 240,
                        .pause = 26,
                        .beat = 30},
        [MIND_CAREFUL] = {.reading = {.features = 3, .calibrates = true},
                          .counts_cards = true,
                          .trust = 2,
                          .worth = 0.2f,
                          .sure = 0.8f,
                          .look = 40,
                          .settle = 40,
                          .patience = 300,
                          .pause = 22,
                          .beat = 20},
        [MIND_FULL] = {.reading = {.features = 3, .calibrates = true},
                       .counts_cards = true,
                       .races = true,
                       .trust = 2,
                       .worth = 0.1f,
                       .sure = 0.97f,
                       .look = 30,
                       .settle = 20,
                       .patience = 400,
                       .pause = 20,
                       .beat = 14},
    };
    return &skills[way];
}

enum outcome { EQUAL, CLOSE, NEITHER, OUTCOMES };

static enum outcome outcome_of(int a, int b)
{
    int apart = a > b ? a - b : b - a;
    return apart == 0 ? EQUAL : apart == 1 ? CLOSE : NEITHER;
}

/* The tokens left on the table, and the total of every seat. */
struct race {
    int good, bad, seats;
    int totals[SCALE_SEATS_MAX];
};

static struct race race_of(const struct scale_state *s)
{
    struct race race = {.good = s->good, .bad = s->bad, .seats = s->seats};
    for (int seat = 0; seat < s->seats; seat++)
        race.totals[seat] = s->good_of[seat] - s->bad_of[seat];
    return race;
}

/* The probability that the first ends up ahead of the second. */
static float ahead_chance(const struct race *race, int first, int second)
{
    float lead = (float)(race->totals[first] - race->totals[second]);
    float open = 1 + (float)(race->good < 2 * race->bad ? race->good : 2 * race->bad) / 8;
    return 0.5f + lead / (2 * ((lead < 0 ? -lead : lead) + open));
}

/* The share of the win of `seat` when the game is over; tied players share it (S12). */
static float final_share(const struct race *race, int seat)
{
    int leaders = 0;
    for (int other = 0; other < race->seats; other++) {
        if (race->totals[other] > race->totals[seat])
            return 0;
        leaders += race->totals[other] == race->totals[seat];
    }
    return 1 / (float)leaders;
}

/* The probability that `seat` wins: that it is ahead of each other seat, normalised over all seats.
 */
static float win_chance(const struct race *race, int seat)
{
    if (race->good <= 0 || race->bad <= 0)
        return final_share(race, seat);
    float sum = 0, own = 0;
    for (int one = 0; one < race->seats; one++) {
        float product = 1;
        for (int other = 0; other < race->seats; other++)
            if (other != one)
                product *= ahead_chance(race, one, other);
        sum += product;
        if (one == seat)
            own = product;
    }
    return own / sum;
}

/* The race after a match that gives each of the two this many tokens, bad ones if negative. */
static struct race race_after(const struct race *race, int seat, int partner, int tokens)
{
    struct race after = *race;
    after.totals[seat] += tokens;
    after.totals[partner] += tokens;
    if (tokens > 0)
        after.good -= 2 * tokens;
    else
        after.bad += 2 * tokens;
    return after;
}

/* What each outcome of a match is worth (S7). */
static const int outcome_tokens[OUTCOMES] = {
    [EQUAL] = SCALE_TOKENS_EQUAL, [CLOSE] = SCALE_TOKENS_CLOSE, [NEITHER] = -1};

/* The value of each outcome of a match between two seats to the first, in tokens (S7). For a player
 * who races it is the change of its winning probability, scaled so that in mid-game it is about the
 * same. */
static void stakes_of(const struct race *race, bool races, int seat, int partner,
                      float stakes[OUTCOMES])
{
    static const float tokens_for_the_win = 10;
    for (int outcome = 0; outcome < OUTCOMES; outcome++) {
        struct race after = race_after(race, seat, partner, outcome_tokens[outcome]);
        if (races)
            stakes[outcome] =
                tokens_for_the_win * (win_chance(&after, seat) - win_chance(race, seat));
        else
            stakes[outcome] = (float)outcome_tokens[outcome];
    }
}

/* How many cards of each value the others may hold. */
static void cards_left(const struct mind_question *question, bool counts, float left[SCALE_LEVELS])
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = question->memory;
    int count[SCALE_LEVELS] = {0};
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_SWAP; card++)
        count[scale_card_value(card) - 1] +=
            v->components.cards[card] - (counts && m ? m->discarded[card] : 0);
    if (counts)
        count[scale_card_value(v->card[question->seat]) - 1]--;
    for (int i = 0; i < SCALE_LEVELS; i++)
        left[i] = (float)(count[i] > 0 ? count[i] : 0);
}

float scale_match_chance(const float chances[SCALE_LEVELS], int value)
{
    float sum = chances[value - 1];
    if (value > 1)
        sum += chances[value - 2];
    if (value < SCALE_LEVELS)
        sum += chances[value];
    return sum;
}

/* The other player claims that the cards match, or do not match. */
static void believe_match(float chances[SCALE_LEVELS], int value, float odds)
{
    float match = scale_match_chance(chances, value);
    float all = match * odds + 1 - match;
    for (int i = 0; i < SCALE_LEVELS; i++)
        chances[i] *= (outcome_of(i + 1, value) == NEITHER ? 1 : odds) / all;
}

static float expect(const float chances[SCALE_LEVELS], const float stakes[OUTCOMES], int value)
{
    float sum = 0;
    for (int i = 0; i < SCALE_LEVELS; i++)
        sum += chances[i] * stakes[outcome_of(i + 1, value)];
    return sum;
}

/* The levels of the others as they are, for a player who sees all cards. */
static void levels_know(const struct scale_state *truth, struct scale_weighing *w)
{
    for (uint64_t rest = w->others; rest;) {
        int other = bits_pop(&rest);
        if (scale_card_has_value(truth->card[other]))
            w->chances[other][scale_card_value(truth->card[other]) - 1] = 1;
    }
    w->seen = w->others;
}

/* A soft player reads less into a performance: it believes in the cards left instead, with the
 * probability `softness`. */
static void reading_soften(const float left[SCALE_LEVELS], float softness,
                           float chances[SCALE_LEVELS])
{
    float sum = 0;
    for (int i = 0; i < SCALE_LEVELS; i++)
        sum += left[i];
    for (int i = 0; sum > 0 && i < SCALE_LEVELS; i++)
        chances[i] += softness * (left[i] / sum - chances[i]);
}

/* Estimates the levels of the others from the remaining cards, their performances and their claims.
 */
static void levels_estimate(const struct mind_question *question, const struct scale_skill *skill,
                            struct scale_weighing *w)
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = question->memory;
    float left[SCALE_LEVELS];
    cards_left(question, skill->counts_cards, left);
    for (uint64_t rest = w->others; rest;) {
        int other = bits_pop(&rest);
        float *chances = w->chances[other];
        static const struct scale_reader nothing = {0};
        const struct scale_reader *reader = m ? &m->readers[other] : &nothing;
        for (int i = 0; i < SCALE_LEVELS; i++)
            chances[i] = left[i];
        scale_reader_estimate(reader, &skill->reading, chances);
        if (question->softness > 0)
            reading_soften(left, (float)question->softness, chances);
        if (reader->look.count >= skill->look)
            w->seen |= bit32(other);
        int value = scale_card_value(v->card[question->seat]);
        if (v->offer[other] == question->seat + 1 || v->answer[other] == SCALE_ANSWER_MATCH)
            believe_match(chances, value, skill->trust);
        else if (v->answer[other] == SCALE_ANSWER_NO_MATCH)
            believe_match(chances, value, 1 / skill->trust);
    }
}

void scale_weigh(const struct mind_question *question, struct scale_weighing *weighing)
{
    const struct scale_state *v = question->view;
    const struct scale_skill *skill = scale_skill_of(question->way);
    *weighing = (struct scale_weighing){
        .others = scale_all_seats(v) & ~bit32(question->seat) & ~(uint32_t)v->swapping, .best = -1};
    if (question->truth)
        levels_know(question->truth, weighing);
    else
        levels_estimate(question, skill, weighing);
    struct race race = race_of(v);
    float promise[SCALE_LEVELS] = {0}; /* the best match for each value */
    for (uint64_t rest = weighing->others; rest;) {
        int other = bits_pop(&rest);
        float stakes[OUTCOMES];
        stakes_of(&race, skill->races, question->seat, other, stakes);
        for (int value = 1; value <= SCALE_LEVELS; value++) {
            float tokens = expect(weighing->chances[other], stakes, value);
            if (tokens > promise[value - 1])
                promise[value - 1] = tokens;
            if (value == scale_card_value(v->card[question->seat]))
                weighing->tokens[other] = tokens;
        }
        if (weighing->best < 0 || weighing->tokens[other] > weighing->tokens[weighing->best])
            weighing->best = other;
    }
    for (int i = 0; i < SCALE_LEVELS; i++)
        weighing->hope += promise[i] / SCALE_LEVELS;
}

static const struct scale_memory blank = {0};

const struct scale_memory *scale_memory_of(const struct mind_question *question)
{
    return question->memory ? question->memory : &blank;
}

bool scale_must_perform(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = scale_memory_of(question);
    int seat = question->seat, look = scale_skill_of(question->way)->look;
    bool others_perform = false, judged = v->offer[seat] || v->answer[seat];
    for (int other = 0; other < v->seats; other++) {
        if (other == seat)
            continue;
        others_perform |= m->readers[other].look.count >= (uint32_t)look;
        judged |= v->offer[other] == seat + 1 || v->answer[other] != SCALE_ANSWER_NONE;
    }
    return others_perform && !judged && m->readers[seat].look.count < (uint32_t)look;
}

uint8_t scale_believed_answer(const struct mind_question *question, float *sure)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    scale_weigh(question, &w);
    float match = scale_match_chance(w.chances[1 - question->seat],
                                     scale_card_value(v->card[question->seat]));
    *sure = match > 0.5f ? 2 * match - 1 : 1 - 2 * match;
    return match > 0.5f ? SCALE_ANSWER_MATCH : SCALE_ANSWER_NO_MATCH;
}

/* ---- Winning chances, for the analysis of finished matches ---- */

/* Two experts: how often an answer is right. They win about half of their matches. */
static const float usually_right = 0.945f;

float scale_win_chance_of_two(const struct scale_state *s, float right)
{
    static const float equal = 0.12f;           /* how often a right answer is about equal cards */
    float chances[SCALE_GOOD_OF_TWO + 1] = {1}; /* by the tokens still on the table */
    if (s->good == 0)
        return 1;
    for (int good = 1; good <= s->good; good++) {
        float next = chances[good - 1], after = chances[good > 1 ? good - 2 : 0];
        chances[good] =
            (good < s->good ? usually_right : right) * (equal * after + (1 - equal) * next);
    }
    return chances[s->good];
}

void scale_win_chances(const struct scale_state *s, float chances[SCALE_SEATS_MAX])
{
    struct race race = race_of(s);
    for (int seat = 0; seat < s->seats; seat++)
        chances[seat] =
            scale_for_two(s) ? scale_win_chance_of_two(s, usually_right) : win_chance(&race, seat);
}

void scale_win_chances_matched(const struct scale_state *s, int seat, int partner,
                               const float levels[SCALE_LEVELS], float chances[SCALE_SEATS_MAX])
{
    struct race race = race_of(s);
    int value = scale_card_value(s->card[seat]);
    for (int one = 0; one < s->seats; one++)
        chances[one] = 0;
    for (int i = 0; i < SCALE_LEVELS; i++) {
        struct race after =
            race_after(&race, seat, partner, outcome_tokens[outcome_of(i + 1, value)]);
        for (int one = 0; one < s->seats; one++)
            chances[one] += levels[i] * win_chance(&after, one);
    }
}
