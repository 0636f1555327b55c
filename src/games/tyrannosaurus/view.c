/* What a seat may know of a match, and random states that fit it.
 *
 * The secrets are the removed card, with it the hands of the others (Y5), and choices not yet
 * revealed. A hand is what remains of the cards of a dinosaur, so in the struct the removed card
 * stands for both. */
#include "games/tyrannosaurus/view.h"

#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/state.h"

#include <string.h>

void tyrannosaurus_view(const void *state, int viewer, void *view)
{
    const struct tyrannosaurus_state *s = state;
    struct tyrannosaurus_state *v = view;
    *v = (struct tyrannosaurus_state){.trees = s->trees,
                                      .components = s->components,
                                      .seats = s->seats,
                                      .phase = s->phase,
                                      .turn = s->turn,
                                      .bone = s->bone,
                                      .lake = s->lake,
                                      .volcano = s->volcano,
                                      .tyrex = s->tyrex,
                                      .playing = s->playing,
                                      .waiting = s->waiting,
                                      .panicking = s->panicking,
                                      .winners = s->winners};
    memcpy(v->options, s->options, sizeof v->options);
    for (int seat = 0; seat < s->seats; seat++) {
        const struct tyrannosaurus_player *from = &s->players[seat];
        struct tyrannosaurus_player *to = &v->players[seat];
        bool own = seat == viewer;
        *to = (struct tyrannosaurus_player){.dino = from->dino,
                                            .at = from->at,
                                            .trees = from->trees,
                                            .removed = own ? from->removed : TYREX_HIDDEN,
                                            .chosen =
                                                own || !from->chosen ? from->chosen : TYREX_HIDDEN};
        memcpy(to->discards, from->discards, sizeof to->discards);
    }
}

/* Each card that this player has not shown is equally likely to be the removed one. */
static uint8_t removed_draw(const struct tyrannosaurus_state *s, int seat, struct rng *rng)
{
    if (s->seats == 3)
        return TYREX_CARD_NONE;
    const struct tyrannosaurus_player *player = &s->players[seat];
    const uint8_t *cards = s->components.cards[player->dino];
    int unseen = TYREX_CARDS_OF_A_DINOSAUR;
    for (int card = 0; card < TYREX_CARDS; card++)
        unseen -= player->discards[card];
    int rank = (int)rng_below(rng, (uint32_t)unseen);
    uint8_t card = 0;
    while (rank >= cards[card] - player->discards[card]) {
        rank -= cards[card] - player->discards[card];
        card++;
    }
    return card;
}

void tyrannosaurus_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                               void *state)
{
    (void)viewer, (void)memory; /* the view shows what is hidden and forgets nothing */
    struct tyrannosaurus_state *s = state;
    *s = *(const struct tyrannosaurus_state *)view;
    for (int seat = 0; seat < s->seats; seat++) {
        struct tyrannosaurus_player *player = &s->players[seat];
        if (player->removed == TYREX_HIDDEN)
            player->removed = removed_draw(s, seat, rng);
        if (player->chosen == TYREX_HIDDEN) {
            struct move move;
            tyrannosaurus_sample(s, seat, rng, &move);
            player->chosen = tyrannosaurus_choice_pack(&move);
        }
    }
}
