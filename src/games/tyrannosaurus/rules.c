/* Dealing, and making a choice. Choices are secret, and nothing happens before the last one is
 * made; then resolve.c takes over. */
#include "games/tyrannosaurus/rules.h"

#include "base/check.h"
#include "games/tyrannosaurus/dinos.h"
#include "games/tyrannosaurus/events.h"
#include "games/tyrannosaurus/resolve.h"
#include "games/tyrannosaurus/state.h"

#include <string.h>

static void dinos_deal(struct tyrannosaurus_state *s, struct deal *deal)
{
    uint8_t dinos[TYREX_SEATS_MAX];
    if (tyrannosaurus_dinos_chosen(s, dinos) != s->seats) {
        tyrannosaurus_dinos_of_match(s, dinos);
        deal_shuffle(deal, dinos, s->seats);
    }
    for (int seat = 0; seat < s->seats; seat++)
        s->players[seat].dino = dinos[seat];
}

/* Y5 */
static uint8_t card_removed(const struct tyrannosaurus_state *s, int dino, struct deal *deal)
{
    if (s->seats == 3)
        return TYREX_CARD_NONE;
    uint8_t cards[TYREX_CARDS_OF_A_DINOSAUR];
    size_t count = 0;
    for (uint8_t card = 0; card < TYREX_CARDS; card++)
        for (int i = 0; i < s->components.cards[dino][card]; i++)
            cards[count++] = card;
    deal_shuffle(deal, cards, count);
    return cards[0];
}

bool tyrannosaurus_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    struct tyrannosaurus_state *s = state;
    const struct tyrannosaurus_components *components = setup->components;
    *s = (struct tyrannosaurus_state){.components = *components,
                                      .seats = (uint8_t)setup->seats,
                                      .turn = 1,
                                      .lake = components->corner[TYREX_DIPLODOCUS],
                                      .volcano = components->corner[TYREX_PTERANODON],
                                      .tyrex = TYREX_DEN};
    memcpy(s->options, setup->options, sizeof s->options);
    s->playing = tyrannosaurus_seats_all(s);
    struct deal deal; /* all shuffling happens here, so no stream is kept in the state */
    deal_start(&deal, setup->seed, setup->seed_length);
    dinos_deal(s, &deal);
    if (!tyrannosaurus_dinos_fit(s))
        return fault_set(fault, FAULT_BAD_OPTION, "Y2", "tyrannosaurus.dinos_do_not_fit", "dinos");
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        player->at = tyrannosaurus_start_square(s, seat);  /* Y3 */
        player->trees = s->components.trees[player->dino]; /* Y4 */
        player->removed = card_removed(s, player->dino, &deal);
    }
    tyrannosaurus_ask(s, TYREX_PHASE_LAKE);
    return true;
}

void tyrannosaurus_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct tyrannosaurus_state *s = state;
    CHECK(bits_have(s->waiting, seat));
    s->players[seat].chosen = tyrannosaurus_choice_pack(move);
    s->waiting &= (uint8_t)~bit(seat);
    if (story)
        tyrannosaurus_event_chosen(story, seat, s->players[seat].chosen);
    if (!s->waiting)
        tyrannosaurus_resolve(s, story);
}
