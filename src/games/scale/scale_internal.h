/* What only the files of Scale share; its mind uses scale.h alone. */
#ifndef GAMES_SCALE_SCALE_INTERNAL_H
#define GAMES_SCALE_SCALE_INTERNAL_H

#include "game/game.h"
#include "games/scale/scale.h"

#include <stdbool.h>

/* ---- Aids ---- */

/* The aids of Scale: totals, who has offered to whom, what each player has to do, what the viewer
 * performs, and how the match ended. */
void scale_aids(const void *view, int viewer, struct doc *doc);

/* ---- The number cards of each kind (S2), as data/components/scale.json gives them ---- */

bool scale_components_load(const struct doc *doc, void *components, struct fault *fault);

/* ---- Views of Scale as bytes and moves as numbers, for programs that learn ---- */

extern const struct game_encoding scale_encoding;

/* ---- Events ---- */

/* The events of Scale, in the order in which things happen. Cards are their names, "?" where the
 * reader may not know.
 *
 *     offer              seat, to              a card is laid before another player
 *     redirect           seat, from, to        it is moved to another player
 *     withdraw           seat, to              it is taken back
 *     lapse              seat, to              it is taken back because a card changed (S8)
 *     change             seat, card            a player discards a card; only its owner knows it
 *     answer             seat, answer
 *     reveal             seats, cards, match   both cards turn, and are discarded: equal, close, none
 *     good, bad          seats, count          tokens for each of them
 *     box                token, count          of these, how many came from the box (S11)
 *     right              answer, count, lid    tokens into the lid, and how many are there now
 *     wrong              answer
 *     draw               seat, card, left      left: cards still in the pile
 *     multicolour        seat, left            a multicolour swap is drawn: the colour is to be chosen
 *     swap               seat, card, colour, old, new
 *                                              an action card is replaced; the swap is discarded
 *     reshuffle          count                 the discarded number cards are the new pile
 *     reshuffle_actions  colour, count         the same for the action cards of a colour
 *     tie                seats
 *     pick               seat, colours, actions
 *     vote               seat, to
 *     end                seats, scores         seats: who won; three players and more
 *     won, lost          lid                   two players */

/* An event with a seat and a number. `seat` < 0: no seat. */
void scale_event_number(struct story *story, const char *type, int seat, const char *key,
                        int number);
/* A card that only `seat` may know. `left` < 0: leaves the value out. */
void scale_event_card(struct story *story, const char *type, int seat, uint8_t card, int left);
void scale_event_reshuffle_actions(struct story *story, int colour, int count);
void scale_event_swap(struct story *story, int seat, uint8_t swap, int colour, uint8_t old,
                      uint8_t new);
/* `from` < 0: the card was not offered before. */
void scale_event_offer(struct story *story, int seat, int from, int to);
void scale_event_reveal(struct story *story, int low, int high, const uint8_t cards[2],
                        enum scale_match match);
/* `each` tokens for both; `lacking` of them in all from the box. */
void scale_event_tokens(struct story *story, int low, int high, bool good, int each, int lacking);
void scale_event_answer(struct story *story, int seat, uint8_t answer);
void scale_event_right(struct story *story, uint8_t answer, int count, int lid);
void scale_event_wrong(struct story *story, uint8_t answer);
void scale_event_tie(struct story *story, uint32_t seats);
void scale_event_pick(struct story *story, const struct scale_state *s, int seat);
void scale_event_end(struct story *story, const struct scale_state *s);

/* ---- Validates positions ---- */

bool scale_invariants(const void *state, struct fault *fault);

/* ---- Reads positions ---- */

bool scale_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                const void *components, void *state, struct fault *fault);

/* ---- Dealing, and what a move does ---- */

struct scale_tokens {
    uint8_t good, bad;
};
struct scale_tokens scale_tokens_at_start(int seats); /* S3 */

bool scale_start(void *state, const struct game_setup *setup, struct fault *fault);
void scale_apply(void *state, int seat, const struct move *move, struct story *story);

/* ---- Score ---- */

/* The totals, and who wins (S11 to S14). All of it is public, so it works on views. */

/* The seats with the highest total, a bit each (S11). */
uint32_t scale_leaders(const struct scale_state *s);
void scale_result(const void *state, struct game_result *result);
void scale_result_details(const void *state, struct doc *doc);

/* ---- Speech ---- */

/* S5: what a player may not say while performing. Digits, number words and comparisons such as
 * "half" and "more", in French or English, would give the level away. */

/* Whether a performer may send this text: any bytes, ending with a zero. Case, accents, hyphens and
 * invisible characters make no difference; invalid UTF-8 is skipped. */
bool scale_speech_allowed(const char *utf8);

/* The forbidden words in lower case without accents; ends with NULL. For tests. */
extern const char *const scale_speech_forbidden[];

/* ---- What a seat may know of a match, and random states that fit it ---- */

void scale_view(const void *state, int viewer, void *view);
bool scale_memory_fits(const void *view, int viewer, const void *memory);
void scale_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                       void *state);

#endif
