#include "hall/decision.h"

#include "base/alloc.h"
#include "base/check.h"
#include "players/player.h"

#include <stdlib.h>
#include <string.h>

void decision_think(struct decision *decision)
{
    struct player_question question = {.game = decision->game,
                                       .seat = decision->seat,
                                       .view = decision->view.bytes,
                                       .memory = decision->memory.bytes,
                                       .rng = &decision->rng,
                                       .ms = decision->ms,
                                       .iterations = decision->iterations};
    struct buffer detail;
    buffer_start(&detail, decision->detail, sizeof decision->detail);
    decision->waits = decision->with_reason && player_waits(decision->player, &question);
    if (!decision->waits)
        player_choose(decision->player, &question, &decision->move.head);
    if (decision->with_reason)
        decision->reason = player_reason(decision->player, &question,
                                         decision->waits ? NULL : &decision->move.head, &detail);
}

void decision_start(struct decision *decision, const struct live_table *live, int seat,
                    const struct player *player)
{
    const struct table *table = live->table;
    decision->hall = live->environment->hall;
    memcpy(decision->table, live->id, sizeof decision->table);
    decision->version = table->version;
    decision->seat = seat;
    decision->game = table->settings.game;
    decision->player = player;
    decision->rng = environment_rng(live->environment);
    table->settings.game->view(table->match.state.bytes, seat, decision->view.bytes);
    decision->memory = table->match.memories[seat];
}

char *decision_move_text(const struct decision *decision, const void *state)
{
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    decision->game->format(state, &decision->move.head, &text);
    CHECK(!text.cut);
    return alloc_text(storage);
}

char *decision_at_once(const struct live_table *live, int seat)
{
    struct decision *decision = alloc_new(sizeof *decision);
    decision_start(decision, live, seat, player_find("easy"));
    decision_think(decision);
    char *text = decision_move_text(decision, live->table->match.state.bytes);
    free(decision);
    return text;
}
