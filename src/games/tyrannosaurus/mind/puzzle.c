/* The value of a choice is what it is worth in the worst case, as the last turn is solved exactly. */
#include "games/tyrannosaurus/mind/puzzle.h"

#include "game/mind.h"
#include "games/tyrannosaurus/mind/turn.h"

enum { CHOICES_MIN = 5 };

static bool suits(const struct mind_question *question)
{
    const struct tyrannosaurus_state *view = question->view;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    return tyrannosaurus_is_last_turn(view) &&
           (view->phase == TYREX_PHASE_ACT || view->phase == TYREX_PHASE_TYREX) &&
           tyrannosaurus_choices(view, question->seat, codes) >= CHOICES_MIN;
}

static void values(const struct mind_question *question, const struct move *moves, int count,
                   double values[])
{
    struct tyrannosaurus_worst worst;
    tyrannosaurus_last_turn_worst(question->view, question->seat, &worst);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < worst.count; j++)
            if (worst.codes[j] == tyrannosaurus_choice_pack(&moves[i]))
                values[i] = worst.values[j];
}

const struct game_puzzle tyrannosaurus_puzzle = {
    .seats_max = 2,
    .suits = suits,
    .values = values,
    .margin = 0.5,
    .answers_max = 1,
    .iterations_per_ms = 1,
};
