/* T-Rex: twelve rounds of laying dinosaurs on one's own pile, for two eggs a round.
 * The numbers T1 … T22 are those of the rules; docs and refusals cite the same ones.
 *
 * rules.c     dealing, what moves do, rounds, the score
 * legal.c     who may make which move
 * tell.c      the events of a move
 * text.c      names, move texts, positions and views as documents
 * view.c      what a seat may know, and what could be behind it
 * load.c      components and positions from documents
 * position.c  which positions can be
 * mind.h      playing well
 * trex.c      the contract */
#ifndef GAMES_TREX_H
#define GAMES_TREX_H

#include "base/bits.h"
#include "game/game.h"

#include <assert.h>

enum trex_colour { TREX_YELLOW, TREX_BLUE, TREX_BROWN, TREX_GREEN, TREX_RED, TREX_COLOURS };

/* Cards are 0 to 16: the number n is card n - 1, so that its colour is the card modulo five (T1).
 */
enum {
    TREX_NUMBERS = 15,
    TREX_CHAMAELOSAURUS = TREX_NUMBERS,
    TREX_SHOWER,
    TREX_CARDS,
    TREX_CARDS_ALL = (1 << TREX_CARDS) - 1,
};

enum {
    TREX_SEATS_MAX = 5,
    TREX_METEORS = 6, /* numbered cards with a meteor */
    TREX_DRAW_MAX = 3,
    TREX_EGGS = 30,
    TREX_EGG_PILE = TREX_EGGS / 2,
    TREX_HAND_SIZE = 7,
    TREX_ROUNDS = 12,
    TREX_PLAYS_MAX = TREX_SEATS_MAX * TREX_CARDS,
    TREX_NOBODY = 255,
    TREX_HIDDEN = 255, /* in a view: there is a card or an egg here, and you may not know which */
};

enum trex_phase {
    TREX_PHASE_PLAY,
    TREX_PHASE_EGG,
    TREX_PHASE_REMOVE,
    TREX_PHASE_TRUMP,
    TREX_PHASE_OVER,
    TREX_PHASES
};

enum trex_move {
    TREX_PLAY, /* move.a is the card */
    TREX_FLIP,
    TREX_EGG, /* move.a is 0 for the first egg, 1 for the second */
    TREX_REMOVE_TOP,
    TREX_REMOVE_DECK,
    TREX_REMOVE_SHOWER,
    TREX_TRUMP_KEEP,
    TREX_TRUMP_STRONG, /* move.a is the colour */
    TREX_TRUMP_WEAK,   /* move.a is the colour */
};

enum trex_option { TREX_METEOR_COMPARE, TREX_OPTIONS };
enum trex_meteor_compare { TREX_COMPARE_NUMBER, TREX_COMPARE_RANK };

enum { TREX_SYMBOL_METEOR = 0 }; /* any other symbol is how many cards it draws */

struct trex_components {
    uint8_t symbols[TREX_NUMBERS]; /* T2 */
    uint8_t eggs[TREX_COLOURS];    /* T3 */
};

struct trex_play {
    uint8_t seat;
    uint8_t card;
};

struct trex_player {
    uint32_t hand;            /* sets of cards have a bit per card */
    uint32_t out;             /* removed from the game */
    uint32_t seen;            /* played at least once: everybody follows these for good (T18) */
    uint8_t deck[TREX_CARDS]; /* in drawing order, next first */
    uint8_t deck_count;
    uint8_t eggs[TREX_COLOURS]; /* how many of each colour */
    uint8_t hidden_hand;        /* only in views: how many more cards are in the hand, … */
    uint8_t hidden_out;         /* … and among the removed ones */
    uint8_t zero[3];            /* padding, told so that it stays zero */
};

struct trex_state {
    uint8_t options[TREX_OPTIONS];
    struct trex_components components;
    uint8_t seats;
    uint8_t round; /* 1 to 12 */
    uint8_t phase;
    uint8_t turn; /* 0 when over */
    uint8_t strong, weak;
    uint8_t eggs[2];                         /* face up; 0 from the egg move until T20 */
    uint8_t egg_piles[2][TREX_EGG_PILE - 1]; /* 15 - round each, next first */
    struct trex_play meteor;                 /* the leading one; seat TREX_NOBODY, card 0: none */
    uint8_t ranking[TREX_SEATS_MAX];         /* strongest first; 0 in the phase play */
    uint8_t play_count;
    struct trex_play plays[TREX_PLAYS_MAX]; /* of this round, oldest first */
    uint8_t zero;                           /* padding, told so that it stays zero */
    struct trex_player players[TREX_SEATS_MAX];
};
static_assert(sizeof(struct trex_state) == 436, "a state stays small and has no holes");

extern const struct game game_trex;

static inline uint32_t trex_card_bit(int card)
{
    return UINT32_C(1) << card;
}

static inline int trex_hand_size(const struct trex_player *player)
{
    return bits_count(player->hand) + player->hidden_hand;
}

/* How many eggs are face down in each of the two piles. */
static inline int trex_egg_pile_count(const struct trex_state *s)
{
    return TREX_EGG_PILE - s->round;
}

static inline bool trex_eggs_face_up(const struct trex_state *s)
{
    return s->phase == TREX_PHASE_PLAY || s->phase == TREX_PHASE_EGG;
}

static inline bool trex_is_meteor(const struct trex_state *s, int card)
{
    return card == TREX_SHOWER ||
           (card < TREX_NUMBERS && s->components.symbols[card] == TREX_SYMBOL_METEOR);
}

/* A shower that was ever played is in the pile of this round, or was removed at the end of its
 * round (T17). */
static inline bool trex_shower_in_pile(const struct trex_player *player)
{
    return (player->seen & ~player->out) >> TREX_SHOWER & 1;
}

/* The rank of a card with these trumps; 0 for a card without a value (T15). */
static inline int trex_strength(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return 0;
    int colour = card % TREX_COLOURS, number = card + 1;
    int class = colour == s->strong ? 3 : colour == s->weak ? 1 : 2;
    return class * (TREX_NUMBERS + 1) + number;
}

/* rules.c */
bool trex_start(void *state, const struct game_setup *setup, struct fault *fault);
void trex_apply(void *state, int seat, const struct move *move, struct story *story);
void trex_result(const void *state, struct game_result *result);

/* Whether this meteor takes the lead from `leader` (T11, T12). */
bool trex_meteor_leads(const struct trex_state *s, struct trex_play leader, int card);
/* Who plays after `seat`, given a bit per seat that still has cards and who owns the leading
 * meteor, if anybody; TREX_NOBODY: the round is over (T9, T13). */
uint8_t trex_next_player(const struct trex_state *s, int seat, uint32_t able, int meteor_seat);
/* What each pile's top card counts as: a number, or the shower for whatever counts 0 (T14). */
void trex_counted_cards(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX]);
/* The seats from the strongest to the weakest (T15). */
void trex_rank(const struct trex_state *s, uint8_t ranking[TREX_SEATS_MAX]);
/* The values of hand and deck together (T22); -1 in a view that does not tell. */
int trex_remaining(const struct trex_state *s, int seat);

/* legal.c */
uint32_t trex_to_act(const void *state);
bool trex_check(const void *state, int seat, const struct move *move, struct fault *fault);
int trex_legal(const void *state, int seat, struct move *moves);
void trex_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* tell.c: every function tells one event, or a few that belong together. */
void trex_tell_play(struct story *story, const struct trex_state *s, int seat, bool flipped);
void trex_tell_draw(struct story *story, const struct trex_player *player, int seat, int symbol,
                    uint32_t drawn);
void trex_tell_meteor(struct story *story, struct trex_play before, struct trex_play meteor,
                      bool leads);
void trex_tell_skips(struct story *story, const struct trex_state *s, int from, int to);
void trex_tell_round_end(struct story *story, const struct trex_state *s, bool owner_played);
void trex_tell_egg(struct story *story, const char *type, int seat, int colour);
void trex_tell_remove(struct story *story, const struct trex_player *player, int seat,
                      enum trex_move kind, int card);
void trex_tell_under(struct story *story, const struct trex_state *s);
void trex_tell_trump(struct story *story, int seat, const struct move *move, int replaced);
void trex_tell_round(struct story *story, const struct trex_state *s);
void trex_tell_over(struct story *story, const struct trex_state *s);

/* text.c */
extern const char *const trex_card_names[TREX_CARDS];
extern const char *const trex_colour_names[TREX_COLOURS];
extern const char *const trex_phase_names[TREX_PHASES];
/* Where a text is among `count` names, or -1; also for NULL. */
int trex_name_find(const char *const *names, int count, const char *text);
const char *trex_phase(const void *state);
bool trex_parse(const void *state, const char *text, struct move *move);
void trex_format(const void *state, const struct move *move, struct buffer *text);
void trex_save(const struct game *game, const void *state, struct doc *doc, const char *key);
void trex_result_details(const void *state, struct doc *doc);

/* view.c */
void trex_view(const void *state, int viewer, void *view);
void trex_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                      void *state);

/* aids.c */
void trex_aids(const void *view, int viewer, struct doc *doc);

/* load.c */
bool trex_components_load(const struct doc *doc, void *components, struct fault *fault);
bool trex_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
               const void *components, void *state, struct fault *fault);

/* position.c */
bool trex_invariants(const void *state, struct fault *fault);

#endif
