/* What only the files of T-Rex share; its mind uses trex.h alone. */
#ifndef GAMES_TREX_TREX_INTERNAL_H
#define GAMES_TREX_TREX_INTERNAL_H

#include "game/game.h"
#include "games/trex/trex.h"

/* ---- Aids ---- */

/* The aids of T-Rex: the value of each pile, who leads, who is still to play or to remove a card,
 * what eggs are worth, and what everybody may remember. */
void trex_aids(const void *view, int viewer, struct doc *doc);

/* ---- Components ---- */

/* The symbols of the cards and the number of eggs of each colour (T2, T3), from
 * data/components/trex.json. */

bool trex_components_load(const struct doc *doc, void *components, struct fault *fault);

/* ---- Views of T-Rex as bytes and moves as numbers, for programs that learn ---- */

extern const struct game_encoding trex_encoding;

/* ---- Events ---- */

/* The events of T-Rex, in the order in which a move can cause them. Cards and colours are their names,
 * "?" is a card that the reader may not know.
 *
 * play             seat, card                 a card of the hand is laid on one's own pile (T8)
 * flip             seat, card                 the same with the top of the deck, the hand being empty (T9)
 * copy             seat, card                 the Chamaelosaurus just laid counts as this card (T14)
 * copy_nothing     seat                       it counts 0 (T14)
 * meteor           seat, card                 the first meteor: the final lap begins (T11)
 * meteor_higher    seat, card, from, beaten   takes the lead from `from` and their card `beaten` (T11)
 * meteor_lower     seat, card, owner, leader  stays below the card `leader` of `owner` (T11)
 * draw             seat, symbol, cards        cards come into the hand, perhaps fewer than the symbol says (T10)
 * draw_none        seat, symbol               the deck is empty (T10)
 * skip             seat                       no cards left to play (T9)
 * round_end        seat, card                 the owner of the leading meteor `card` has played on (T13)
 * round_end_stuck  seat, card                 that owner has nothing left to play (T13)
 * round_end_empty                             nobody has anything left to play (T13)
 * ranking          seats, cards               strongest first, and what their top cards count as, "0" for no value (T15)
 * egg              seat, colour, egg          the strongest takes an egg, the first or the second (T16)
 * egg_other        seat, colour, egg          the second takes the other (T16)
 * remove_top       seat, card                 the top of the pile leaves the game (T17)
 * remove_deck      seat, card                 the top of the deck does, face down (T17)
 * remove_shower    seat, card                 the shower does, as it must (T17)
 * under            seat, cards                the pile goes under the deck, oldest card first (T18)
 * trump_keep       seat                       both trumps stay (T19)
 * trump_strong     seat, colour, replaced     a new strong colour (T19)
 * trump_weak       seat, colour, replaced     a new weak colour (T19)
 * round            seat, round, eggs          two new eggs lie face up; `seat` begins the round (T20)
 * over             seats, scores              the winners, and the score of every seat (T21, T22) */

/* Each function adds one event, or a few that belong together. */
void trex_event_play(struct story *story, const struct trex_state *s, int seat, bool flipped);
void trex_event_draw(struct story *story, const struct trex_player *player, int seat, int symbol,
                     uint32_t drawn);
void trex_event_meteor(struct story *story, struct trex_play before, struct trex_play meteor,
                       bool leads);
void trex_event_skips(struct story *story, const struct trex_state *s, int from, int to);
void trex_event_round_end(struct story *story, const struct trex_state *s, bool owner_played);
/* `egg` is 0 for the first egg, 1 for the second, as in a move. */
void trex_event_egg(struct story *story, const char *type, int seat, int colour, int egg);
void trex_event_remove(struct story *story, const struct trex_player *player, int seat,
                       enum trex_move kind, int card);
void trex_event_under(struct story *story, const struct trex_state *s);
void trex_event_trump(struct story *story, int seat, const struct move *move, int replaced);
void trex_event_round(struct story *story, const struct trex_state *s);
void trex_event_over(struct story *story, const struct trex_state *s);

/* ---- Documents ---- */

/* A list of cards, with a "?" for each hidden one. */
void trex_card_set_save(struct doc *doc, const char *key, uint64_t cards, int hidden);

/* ---- Validates positions ---- */

bool trex_invariants(const void *state, struct fault *fault);

/* ---- Reads positions ---- */

bool trex_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
               const void *components, void *state, struct fault *fault);

/* ---- The rules of T-Rex: dealing, and what a move does ---- */

bool trex_start(void *state, const struct game_setup *setup, struct fault *fault);
void trex_apply(void *state, int seat, const struct move *move, struct story *story);

/* The seat that plays after `seat`. `able` has a bit per seat that still has cards; `meteor_seat`
 * owns the leading meteor, if there is one. TREX_NOBODY: the round is over (T9, T13). */
uint8_t trex_next_player(const struct trex_state *s, int seat, uint32_t able, int meteor_seat);

/* ---- What a seat may know of a match, and random states that fit it ---- */

void trex_view(const void *state, int viewer, void *view);
void trex_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                      void *state);
enum game_reveals trex_reveals(const void *state, int seat, const struct move *move);

#endif
