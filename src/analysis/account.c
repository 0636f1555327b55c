/* What made the result of a seat: sums that add up, and three sentences. */
#include "analysis/analysis.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

/* ---- Sums ---- */

int32_t analysis_luck(const struct analysis *analysis, size_t move, int seat)
{
    return analysis->positions[move + 1].chances[seat] - analysis->positions[move].chances[seat] -
           analysis->decisions[move].effects[seat];
}

/* The parts that change a chance, as they come. */
enum { PART_DEAL, PART_OWN, PART_OTHERS, PART_LUCK, PARTS };

static void add_up(const struct analysis *analysis, int seat, int64_t parts[PARTS])
{
    memset(parts, 0, PARTS * sizeof *parts);
    parts[PART_DEAL] = analysis->positions[0].chances[seat] - analysis->start[seat];
    for (size_t move = 0; move < analysis->move_count; move++) {
        const struct analysis_decision *decision = &analysis->decisions[move];
        parts[decision->seat == seat ? PART_OWN : PART_OTHERS] += decision->effects[seat];
        parts[PART_LUCK] += analysis_luck(analysis, move, seat);
    }
}

/* Reduces the parts that have one sign, in proportion, until they come to `most`. */
static void reduce(int64_t parts[PARTS], int sign, int64_t all, int64_t most)
{
    for (int part = 0; part < PARTS; part++)
        if (parts[part] * sign > 0)
            parts[part] = parts[part] * most / all;
}

/* What was lost, came back and was lost again is left out on both sides, until neither side exceeds
 * certainty. The sum stays as it is: luck gets what rounding changes. */
static void leave_out(int64_t parts[PARTS])
{
    int64_t gains = 0, losses = 0, sum = 0;
    for (int part = 0; part < PARTS; part++)
        *(parts[part] > 0 ? &gains : &losses) += parts[part];
    int64_t most = gains > -losses ? gains : -losses, both = most - CHANCE_ONE;
    if (both <= 0)
        return;
    reduce(parts, 1, gains, gains - both);
    reduce(parts, -1, -losses, -losses - both);
    for (int part = 0; part < PARTS; part++)
        sum += parts[part];
    parts[PART_LUCK] += gains + losses - sum;
}

struct analysis_breakdown analysis_break_down(const struct analysis *analysis, int seat)
{
    int64_t parts[PARTS];
    add_up(analysis, seat, parts);
    leave_out(parts);
    return (struct analysis_breakdown){.start = analysis->start[seat],
                                       .deal = (int32_t)parts[PART_DEAL],
                                       .own = (int32_t)parts[PART_OWN],
                                       .others = (int32_t)parts[PART_OTHERS],
                                       .luck = (int32_t)parts[PART_LUCK],
                                       .result =
                                           analysis->positions[analysis->move_count].chances[seat]};
}

void analysis_count(const struct analysis *analysis, int seat, int counts[GRADES])
{
    memset(counts, 0, GRADES * sizeof *counts);
    for (size_t move = 0; move < analysis->move_count; move++)
        if (analysis->decisions[move].seat == seat)
            counts[analysis->decisions[move].grade]++;
}

/* ---- Three sentences ---- */

/* What a part of the sums changed at a move, in the direction of the result. */
static int32_t change_at(const struct analysis *analysis, size_t move, int seat, int part, int sign)
{
    const struct analysis_decision *decision = &analysis->decisions[move];
    if (part == PART_LUCK)
        return sign * analysis_luck(analysis, move, seat);
    return (decision->seat == seat) == (part == PART_OWN) ? sign * decision->effects[seat] : 0;
}

/* The move that changed most. */
static size_t move_of(const struct analysis *analysis, int seat, int part, int sign)
{
    size_t found = analysis->move_count;
    int32_t most = 0;
    for (size_t move = 0; move < analysis->move_count && part != PART_DEAL; move++) {
        int32_t change = change_at(analysis, move, seat, part, sign);
        if (change > most) {
            most = change;
            found = move;
        }
    }
    return found;
}

static bool has_won(const struct analysis *analysis, int seat)
{
    const int32_t *chances = analysis->positions[analysis->move_count].chances;
    for (int other = 0; other < analysis->seats; other++)
        if (chances[other] > chances[seat])
            return false;
    return chances[seat] > 0;
}

/* Whether luck is only what is left, because decisions could not be judged. */
static bool is_unknown(const struct analysis *analysis)
{
    bool unknown = false;
    for (size_t move = 0; move < analysis->move_count; move++) {
        if (analysis->decisions[move].grade != GRADE_NONE)
            return false;
        unknown |= analysis->decisions[move].unknown;
    }
    return unknown;
}

/* What contributed most to the result, and the move at which it did. */
static struct analysis_sentence what_decided(const struct analysis *analysis, int seat)
{
    static const char *const won[PARTS] = {"won_deal", "won_others", "won_others", "won_luck"};
    static const char *const lost[PARTS] = {"lost_deal", "lost_own", "lost_others", "lost_luck"};
    int64_t parts[PARTS];
    bool winner = has_won(analysis, seat);
    int sign = winner ? 1 : -1, most = PART_LUCK;
    add_up(analysis, seat, parts);
    leave_out(parts);
    for (int part = 0; part < PARTS; part++)
        if (sign * parts[part] > sign * parts[most])
            most = part;
    if (sign * parts[most] < STAKE_LEAST)
        return (struct analysis_sentence){.key = winner ? "won_even" : "lost_even",
                                          .move = analysis->move_count};
    const char *key = (winner ? won : lost)[most];
    if (most == PART_LUCK && is_unknown(analysis))
        key = winner ? "won_unknown" : "lost_unknown";
    return (struct analysis_sentence){.key = key,
                                      .points = (int32_t)(sign * parts[most]),
                                      .move = move_of(analysis, seat, most, sign)};
}

/* The decision that gave away most. */
static struct analysis_sentence dearest(const struct analysis *analysis, int seat)
{
    struct analysis_sentence sentence = {.move = analysis->move_count};
    for (size_t move = 0; move < analysis->move_count; move++) {
        const struct analysis_decision *decision = &analysis->decisions[move];
        if (decision->seat == seat && decision->grade == GRADE_GOOD && !sentence.key)
            sentence.key = "flawless";
        if (decision->seat == seat && decision->grade > GRADE_GOOD &&
            decision->loss.mean > sentence.points)
            sentence = (struct analysis_sentence){"dearest", decision->loss.mean, move};
    }
    return sentence;
}

/* The decision as good as the expert's in which the most was at stake. */
static struct analysis_sentence best(const struct analysis *analysis, int seat)
{
    struct analysis_sentence sentence = {.points = STAKE_LEAST, .move = analysis->move_count};
    for (size_t move = 0; move < analysis->move_count; move++) {
        const struct analysis_decision *decision = &analysis->decisions[move];
        if (decision->seat == seat && decision->grade == GRADE_GOOD && !decision->effects[seat] &&
            decision->stake > sentence.points)
            sentence = (struct analysis_sentence){"best", decision->stake, move};
    }
    return sentence;
}

void analysis_story(const struct analysis *analysis, int seat,
                    struct analysis_sentence story[STORY_SENTENCES])
{
    story[STORY_DECIDED] = what_decided(analysis, seat);
    story[STORY_DEAREST] = dearest(analysis, seat);
    story[STORY_BEST] = best(analysis, seat);
}

void analysis_detail(const struct analysis_sentence *sentence, char detail[ANALYSIS_DETAIL_MAX])
{
    const int32_t percent = CHANCE_ONE / 100;
    snprintf(detail, ANALYSIS_DETAIL_MAX, "%d, %zu", (sentence->points + percent / 2) / percent,
             sentence->move + 1);
}
