/* The secrets of T-Rex. A card that was played is public knowledge from then on. A card that was
 * never played is known only to the player who holds it in hand (T6, T17, T18). Since cards leave a
 * hand only by being played, a view shows everything that a careful player could remember. */
#include "games/trex/view.h"

#include "base/check.h"
#include "games/trex/state.h"

#include <string.h>

static void player_view(const struct trex_player *player, bool own, struct trex_player *v)
{
    *v = (struct trex_player){.seen = player->seen, .deck_count = player->deck_count};
    memcpy(v->eggs, player->eggs, sizeof v->eggs);
    v->hand = own ? player->hand : player->hand & player->seen;
    v->hidden_hand = (uint8_t)(bits_count(player->hand) - bits_count(v->hand));
    v->out = player->out & player->seen;
    v->hidden_out = (uint8_t)(bits_count(player->out) - bits_count(v->out));
    for (int i = 0; i < player->deck_count; i++)
        v->deck[i] = bits_have(player->seen, player->deck[i]) ? player->deck[i] : TREX_HIDDEN;
}

void trex_view(const void *state, int viewer, void *view)
{
    const struct trex_state *s = state;
    struct trex_state *v = view;
    *v = (struct trex_state){.components = s->components,
                             .seats = s->seats,
                             .round = s->round,
                             .phase = s->phase,
                             .turn = s->turn,
                             .strong = s->strong,
                             .weak = s->weak,
                             .eggs = {s->eggs[0], s->eggs[1]},
                             .meteor = s->meteor,
                             .play_count = s->play_count};
    memcpy(v->options, s->options, sizeof v->options);
    memcpy(v->ranking, s->ranking, sizeof v->ranking);
    memcpy(v->plays, s->plays, sizeof v->plays);
    for (int pile = 0; pile < 2; pile++)
        memset(v->egg_piles[pile], TREX_HIDDEN, (size_t)trex_egg_pile_count(s));
    for (int seat = 0; seat < s->seats; seat++)
        player_view(&s->players[seat], seat == viewer, &v->players[seat]);
}

/* Fills the hidden places of a player with the cards that are not visible anywhere, in random
 * order. All orders are equally likely, because chance alone decided where an unplayed card went.
 */
static void player_determinize(struct trex_player *player, uint32_t pile, struct rng *rng)
{
    uint32_t known = player->hand | player->out | pile;
    for (int i = 0; i < player->deck_count; i++)
        if (player->deck[i] != TREX_HIDDEN)
            known |= trex_card_bit(player->deck[i]);
    uint8_t unknown[TREX_CARDS];
    size_t count = 0;
    for (uint64_t cards = TREX_CARDS_ALL & ~known; cards;)
        unknown[count++] = (uint8_t)bits_pop(&cards);
    rng_shuffle(rng, unknown, count);
    for (; player->hidden_hand; player->hidden_hand--)
        player->hand |= trex_card_bit(unknown[--count]);
    for (; player->hidden_out; player->hidden_out--)
        player->out |= trex_card_bit(unknown[--count]);
    for (int i = 0; i < player->deck_count; i++)
        if (player->deck[i] == TREX_HIDDEN)
            player->deck[i] = unknown[--count];
    CHECK(count == 0);
}

static void eggs_determinize(struct trex_state *s, struct rng *rng)
{
    uint8_t eggs[TREX_EGGS];
    size_t count = 0, pile_count = (size_t)trex_egg_pile_count(s);
    for (uint8_t colour = 0; colour < TREX_COLOURS; colour++) {
        int left = s->components.eggs[colour];
        for (int seat = 0; seat < s->seats; seat++)
            left -= s->players[seat].eggs[colour];
        for (int i = 0; i < 2; i++)
            left -= trex_eggs_face_up(s) && s->eggs[i] == colour;
        for (; left > 0; left--)
            eggs[count++] = colour;
    }
    CHECK(count == 2 * pile_count);
    rng_shuffle(rng, eggs, count);
    memcpy(s->egg_piles[0], eggs, pile_count);
    memcpy(s->egg_piles[1], eggs + pile_count, pile_count);
}

void trex_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                      void *state)
{
    (void)viewer, (void)memory;
    struct trex_state *s = state;
    *s = *(const struct trex_state *)view;
    uint32_t piles[TREX_SEATS_MAX] = {0};
    for (int i = 0; i < s->play_count; i++)
        piles[s->plays[i].seat] |= trex_card_bit(s->plays[i].card);
    for (int seat = 0; seat < s->seats; seat++)
        player_determinize(&s->players[seat], piles[seat], rng);
    eggs_determinize(s, rng);
}
