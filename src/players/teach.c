/* A teacher: which choice it recommends, and with which fact (game/teaching.h).
 *
 * Then: arguments; sentences; advice. */
#include "players/players.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdlib.h>
#include <string.h>

/* Sentences that all games share: "hints" in data/texts/core.json. */
static const char only_choice[] = "only_choice", about_equal[] = "about_equal",
                  clearly_better[] = "clearly_better", first_thought[] = "first_thought";

enum { MATCHES = 100, MATCHES_MIN = 2 }; /* a difference is said in matches of a hundred */

/* A position and its choices, the best first. */
struct lesson {
    const struct game *game;
    const struct mind_question *question;
    const struct mind_teaching *teaching;
    bool last;
    int count;
    struct mind_choice *choices;
};

/* What can be said for a choice, compared with the best other one. */
struct argument {
    const struct mind_choice *choice, *other;
    int fact;   /* -1: none */
    bool equal; /* the fact is true of the other as well, and they are about equal */
};

int teach_compare(const struct game *game, const struct mind_question *question,
                  const struct move *asked, struct mind_choice choices[MIND_CHOICES_MAX])
{
    const struct mind_teaching *teaching = game->mind->teaching;
    int count = teaching->choices ? teaching->choices(question, asked, choices)
                                  : search_choices(game, question, choices);
    CHECK(count > 0 && count <= MIND_CHOICES_MAX);
    for (int i = 1; i < count; i++)
        for (int at = i; at > 0 && choices[at].value > choices[at - 1].value; at--) {
            struct mind_choice better = choices[at];
            choices[at] = choices[at - 1];
            choices[at - 1] = better;
        }
    for (int i = 0; i < count && teaching->describe; i++)
        teaching->describe(question, &choices[i]);
    return count;
}

static void lesson_start(struct lesson *lesson, const struct game *game,
                         const struct mind_question *question, const struct move *asked)
{
    *lesson = (struct lesson){.game = game,
                              .question = question,
                              .teaching = game->mind->teaching,
                              .last = game->mind->teaching->last(question),
                              .choices = alloc_array(MIND_CHOICES_MAX, sizeof *lesson->choices)};
    lesson->count = teach_compare(game, question, asked, lesson->choices);
}

/* ---- Arguments ---- */

/* Whether a fact may be said for a choice, and not only of both. */
static bool speaks(const struct lesson *lesson, int fact, const struct mind_choice *choice,
                   const struct mind_choice *other)
{
    const struct mind_fact *said = &lesson->teaching->facts[fact];
    if (choice->facts[fact] <= 0 || (said->later && lesson->last))
        return false;
    return said->more ? choice->facts[fact] > abs(other->facts[fact]) : other->facts[fact] == 0;
}

/* The first fact that speaks for the choice; one that shows this idea comes first. */
static int fact_between(const struct lesson *lesson, const struct mind_choice *choice,
                        const struct mind_choice *other, int idea)
{
    const struct mind_fact *facts = lesson->teaching->facts;
    int found = -1;
    for (int fact = 0; facts[fact].key; fact++) {
        if (!speaks(lesson, fact, choice, other))
            continue;
        if (idea && facts[fact].idea == idea)
            return fact;
        if (found < 0)
            found = fact;
    }
    return found;
}

int teach_fact_between(const struct game *game, const struct mind_question *question,
                       const struct mind_choice *choice, const struct mind_choice *other)
{
    const struct mind_teaching *teaching = game->mind->teaching;
    const struct lesson lesson = {.teaching = teaching, .last = teaching->last(question)};
    return fact_between(&lesson, choice, other, 0);
}

/* The first idea that the choice shows, whatever the others do. */
static int fact_shared(const struct lesson *lesson, const struct mind_choice *choice)
{
    const struct mind_fact *facts = lesson->teaching->facts;
    for (int fact = 0; facts[fact].key; fact++)
        if (choice->facts[fact] > 0 && facts[fact].idea && !facts[fact].more &&
            !(facts[fact].later && lesson->last))
            return fact;
    return -1;
}

static double gap(const struct argument *argument)
{
    return argument->choice->value - argument->other->value;
}

static bool are_equal(const struct lesson *lesson, const struct argument *argument)
{
    return gap(argument) <= lesson->teaching->equal && gap(argument) >= -lesson->teaching->equal;
}

static struct argument argue(const struct lesson *lesson, int index, int idea)
{
    struct argument argument = {.choice = &lesson->choices[index],
                                .other = &lesson->choices[index == 0]};
    argument.fact = fact_between(lesson, argument.choice, argument.other, idea);
    bool teaches = argument.fact >= 0 && lesson->teaching->facts[argument.fact].idea;
    int shared =
        teaches || !are_equal(lesson, &argument) ? -1 : fact_shared(lesson, argument.choice);
    if (shared >= 0) {
        argument.fact = shared;
        argument.equal = true;
    }
    return argument;
}

/* ---- Sentences ---- */

/* By how much a choice is better, in matches; false if that cannot be said. */
static bool add_matches(const struct lesson *lesson, const struct argument *argument,
                        struct buffer *detail)
{
    int matches = (int)(MATCHES * gap(argument) + 0.5);
    if (!lesson->teaching->are_chances || matches < MATCHES_MIN)
        return false;
    buffer_add_format(detail, "%d", matches);
    return true;
}

static const char *fact_say(const struct lesson *lesson, const struct argument *argument,
                            struct buffer *detail)
{
    lesson->teaching->detail(lesson->question, argument->choice, argument->other, argument->fact,
                             detail);
    return lesson->teaching->facts[argument->fact].key;
}

/* Why, without an idea that is true of both. */
static const char *reason_say(const struct lesson *lesson, const struct argument *argument,
                              struct buffer *detail)
{
    if (argument->fact >= 0 && !argument->equal)
        return fact_say(lesson, argument, detail);
    if (are_equal(lesson, argument))
        return about_equal;
    return add_matches(lesson, argument, detail) ? clearly_better : first_thought;
}

static bool is_move(const struct lesson *lesson, const struct mind_choice *choice,
                    const struct move *move)
{
    if (!move || choice->waits)
        return !move && choice->waits;
    return memcmp(&choice->move, move, lesson->game->move_size) == 0;
}

const char *teach_reason(const struct game *game, const struct mind_question *question,
                         const struct move *move, struct buffer *detail)
{
    struct lesson lesson;
    lesson_start(&lesson, game, question, move);
    int index = 0;
    while (index < lesson.count && !is_move(&lesson, &lesson.choices[index], move))
        index++;
    CHECK(index < lesson.count);
    const char *key = only_choice;
    if (lesson.count > 1) {
        struct argument argument = argue(&lesson, index, 0);
        if (argument.equal)
            argument.fact = fact_between(&lesson, argument.choice, argument.other, 0);
        argument.equal = false;
        key = reason_say(&lesson, &argument, detail);
    }
    free(lesson.choices);
    return key;
}

/* ---- Advice ---- */

/* Among choices that are nearly as good, ideas come first, and above all the one whose turn it is. */
static struct argument recommend(const struct lesson *lesson)
{
    const struct mind_teaching *teaching = lesson->teaching;
    int idea = teaching->idea ? teaching->idea(lesson->question) : 0;
    struct argument best = argue(lesson, 0, idea);
    double most = 0;
    for (int i = 0; i < lesson->count; i++) {
        struct argument argument = argue(lesson, i, idea);
        int shown = argument.fact >= 0 ? teaching->facts[argument.fact].idea : 0;
        double worth = argument.choice->value - lesson->choices[0].value;
        if (worth < -teaching->margin)
            break;
        worth += argument.fact >= 0 ? teaching->equal : 0;
        worth += (shown ? teaching->margin : 0) + (shown && shown == idea ? teaching->equal : 0);
        if (i == 0 || worth > most) {
            best = argument;
            most = worth;
        }
    }
    return best;
}

static void advice_say(const struct lesson *lesson, const struct argument *argument,
                       struct buffer *detail, struct player_advice *advice)
{
    const struct mind_fact *facts = lesson->teaching->facts;
    struct buffer also;
    buffer_start(&also, advice->also_detail, sizeof advice->also_detail);
    if (argument->fact < 0) {
        advice->key = reason_say(lesson, argument, detail);
        return;
    }
    advice->key = fact_say(lesson, argument, detail);
    if (argument->equal)
        advice->also = about_equal;
    else if (!facts[argument->fact].idea && gap(argument) > lesson->teaching->margin &&
             add_matches(lesson, argument, &also))
        advice->also = clearly_better;
}

void teach_choose(const struct game *game, const struct mind_question *question, struct move *move,
                  struct buffer *detail, struct player_advice *advice)
{
    struct lesson lesson;
    *advice = (struct player_advice){.key = only_choice};
    lesson_start(&lesson, game, question, NULL);
    struct argument argument = {.choice = &lesson.choices[0]};
    if (lesson.count > 1) {
        argument = recommend(&lesson);
        advice_say(&lesson, &argument, detail, advice);
    }
    advice->waits = argument.choice->waits;
    memcpy(move, &argument.choice->move, game->move_size);
    free(lesson.choices);
}
