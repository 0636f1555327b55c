/* Computer players in real-time games. */
#include "players/stage.h"

enum { RANDOM_BEAT = 20 }; /* the random player moves once a second */

bool stage_wants_to_move(const struct player *player, const struct player_question *question,
                         struct move *move)
{
    const struct game *game = question->game;
    struct mind_step manner = player_manner(player, question);
    if (manner.level == 0) {
        if (rng_below(question->rng, RANDOM_BEAT) != 0)
            return false;
        game->sample(question->view, question->seat, question->rng, move);
        return true;
    }
    return game->stage->act(&(struct mind_question){.seat = question->seat,
                                                    .view = question->view,
                                                    .memory = question->memory,
                                                    .rng = question->rng,
                                                    .level = manner.level,
                                                    .softness = manner.softness / 1000.0,
                                                    .ticks_skipped = question->ticks_skipped,
                                                    .truth = question->truth},
                            move);
}
