/* The events of Scale, in the order in which things happen. Cards are their names, "?" where the
 * reader may not know.
 *
 * offer       seat, to              a card is laid before another player redirect    seat, from, to
 * it is moved to another player withdraw    seat, to              it is taken back lapse
 * seat, to              it is taken back because a card changed (S8) change      seat, card
 * a player discards a card; only its owner knows it answer      seat, answer reveal      seats,
 * cards, match   both cards turn, and are discarded: equal, close, none good, bad   seats, count
 * tokens for each of them box         token, count          of these, how many came from the box
 * (S11) right       answer, count, lid    tokens into the lid, and how many are there now wrong
 * answer draw        seat, card, left      left: cards still in the pile multicolour seat, left
 * a multicolour swap is drawn: the colour is to be chosen swap        seat, card, colour, old, new
 * an action card is replaced; the swap is discarded reshuffle   count                 the discarded
 * number cards are the new pile reshuffle_actions colour, count   the same for the action cards of
 * a colour tie         seats pick        seat, colours, actions vote        seat, to end
 * seats, scores         seats: who won, three players and more won, lost   lid
 * two players */
#ifndef GAMES_SCALE_EVENTS_H
#define GAMES_SCALE_EVENTS_H

#include "games/scale/state.h"

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

#endif
