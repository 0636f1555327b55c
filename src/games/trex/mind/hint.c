/* Explains to a person why a move is good: the facts of the teacher. Each is true of what the seat
 * sees, and of some moves only.
 *
 * Then: playing a card; the end of a round; sentences. */
#include "games/trex/mind/mind.h"

#include "game/teaching.h"
#include "games/trex/trex.h"

/* The ideas of the lesson, in its order. */
enum idea { NO_IDEA, IDEA_DRAW, IDEA_METEOR, IDEA_WIN, IDEA_EGG, IDEA_REMOVE, IDEA_TRUMP };

enum fact {
    FACT_FIRST_EGG,
    FACT_SECOND_EGG,
    FACT_LEADS_BUT_ONE,
    FACT_LEADS_NOW,
    FACT_SECOND_BUT_ONE,
    FACT_SECOND_NOW,
    FACT_SETS_MARK,
    FACT_SHOWER_LEADS,
    FACT_METEOR_LEADS,
    FACT_COPIES,
    FACT_DRAWS,
    FACT_DRAWS_MORE,
    FACT_WEAKEST,
    FACT_SAVES_STRENGTH,
    FACT_KEEPS_STRONGEST,
    FACT_KEEPS_STRONGER,
    FACT_STRONGER,
    FACT_MORE_POINTS,
    FACT_DENIES_POINTS,
    FACT_MORE_TO_COME,
    FACT_REMOVES_POOR,
    FACT_KEEPS_GOOD,
    FACT_REMOVES_KNOWN,
    FACT_STRONG_SUITS,
    FACT_WEAK_SUITS,
    FACT_TRUMPS_SUIT,
    FACTS
};
static_assert((int)FACTS < MIND_FACTS_MAX, "there is an end of the list");

static const struct mind_fact facts[FACTS + 1] = {
    [FACT_FIRST_EGG] = {.key = "first_egg", .idea = IDEA_WIN},
    [FACT_SECOND_EGG] = {.key = "second_egg", .idea = IDEA_WIN},
    [FACT_LEADS_BUT_ONE] = {.key = "leads_but_one", .idea = IDEA_WIN},
    [FACT_LEADS_NOW] = {.key = "leads_now", .idea = IDEA_WIN},
    [FACT_SECOND_BUT_ONE] = {.key = "second_but_one", .idea = IDEA_WIN},
    [FACT_SECOND_NOW] = {.key = "second_now", .idea = IDEA_WIN},
    [FACT_SETS_MARK] = {.key = "sets_mark", .idea = IDEA_WIN},
    [FACT_SHOWER_LEADS] = {.key = "shower_leads", .idea = IDEA_METEOR},
    [FACT_METEOR_LEADS] = {.key = "meteor_leads", .idea = IDEA_METEOR},
    [FACT_COPIES] = {.key = "copies", .idea = IDEA_WIN},
    [FACT_DRAWS] = {.key = "draws", .idea = IDEA_DRAW},
    [FACT_DRAWS_MORE] = {.key = "draws_more", .idea = IDEA_DRAW, .more = true},
    [FACT_WEAKEST] = {.key = "weakest", .idea = IDEA_TRUMP, .later = true},
    [FACT_SAVES_STRENGTH] = {.key = "saves_strength", .idea = IDEA_WIN, .later = true},
    [FACT_KEEPS_STRONGEST] = {.key = "keeps_strongest", .idea = IDEA_WIN, .later = true},
    [FACT_KEEPS_STRONGER] = {.key = "keeps_stronger", .idea = NO_IDEA, .later = true, .more = true},
    [FACT_STRONGER] = {.key = "stronger", .idea = NO_IDEA, .more = true},
    [FACT_MORE_POINTS] = {.key = "more_points", .idea = IDEA_EGG, .more = true},
    [FACT_DENIES_POINTS] = {.key = "denies_points", .idea = IDEA_EGG, .more = true},
    [FACT_MORE_TO_COME] = {.key = "more_to_come", .idea = IDEA_EGG, .later = true, .more = true},
    [FACT_REMOVES_POOR] = {.key = "removes_poor", .idea = IDEA_REMOVE, .later = true},
    [FACT_KEEPS_GOOD] = {.key = "keeps_good", .idea = IDEA_REMOVE, .later = true},
    [FACT_REMOVES_KNOWN] = {.key = "removes_known", .idea = IDEA_REMOVE, .later = true},
    [FACT_STRONG_SUITS] = {.key = "strong_suits", .idea = IDEA_TRUMP, .later = true},
    [FACT_WEAK_SUITS] = {.key = "weak_suits", .idea = IDEA_TRUMP, .later = true},
    [FACT_TRUMPS_SUIT] = {.key = "trumps_suit", .idea = IDEA_TRUMP, .later = true},
};

/* A move and what its seat sees. */
struct trex_hint {
    const struct trex_state *s; /* a view */
    int seat;
    const struct trex_player *player;
    const struct trex_worth *worth;
    int16_t *is; /* the facts of the move */
};

/* ---- Playing a card ---- */

static bool hand_can_win(const struct trex_hint *about, const struct trex_outlook *outlook)
{
    for (uint64_t hand = about->player->hand; hand;)
        if (trex_outlook_beaten_by(outlook, about->s, bits_pop(&hand)) < 2)
            return true;
    return false;
}

static int strongest_card(const struct trex_state *s, const struct trex_outlook *outlook,
                          uint64_t hand)
{
    int best = bits_first(hand);
    while (hand) {
        int card = bits_pop(&hand);
        if (trex_strength(s, trex_outlook_counts_as(outlook, card)) >
            trex_strength(s, trex_outlook_counts_as(outlook, best)))
            best = card;
    }
    return best;
}

/* While a meteor leads: this is the last card of the round, or the last of this seat unless a higher
 * meteor follows. */
static void facts_of_place(const struct trex_hint *about, const struct trex_outlook *outlook,
                           int card)
{
    const struct trex_state *s = about->s;
    int16_t *is = about->is;
    if (outlook->rival_count == 0) {
        bool strongest = strongest_card(s, outlook, about->player->hand) == card;
        is[FACT_SETS_MARK] = strongest;
        is[FACT_KEEPS_STRONGEST] = !strongest;
        return;
    }
    int beaten = trex_outlook_beaten_by(outlook, s, card);
    if (beaten >= 2) {
        bool can_win = hand_can_win(about, outlook);
        is[FACT_SAVES_STRENGTH] = can_win;
        is[FACT_WEAKEST] = !can_win && beaten == s->seats - 1;
        return;
    }
    static const enum fact by_place[3][2] = {{FACT_FIRST_EGG, FACT_SECOND_EGG},
                                             {FACT_LEADS_BUT_ONE, FACT_SECOND_BUT_ONE},
                                             {FACT_LEADS_NOW, FACT_SECOND_NOW}};
    int to_come = outlook->to_come > 2 ? 2 : outlook->to_come;
    is[by_place[to_come][beaten]] = 1;
}

/* Before the first meteor: how many cards it gives. */
static int drawn_by(const struct trex_hint *about, int card)
{
    int left = about->player->deck_count;
    int drawn = card < TREX_NUMBERS ? about->s->components.symbols[card] : 0;
    if (drawn == TREX_SYMBOL_METEOR)
        drawn = 0;
    return drawn < left ? drawn : left;
}

static void facts_of_card(const struct trex_hint *about, int card)
{
    enum { STRENGTH_MAX = 1000 };
    const struct trex_state *s = about->s;
    int16_t *is = about->is;
    struct trex_outlook outlook;
    trex_outlook_see(&outlook, s, about->seat);
    int strength = trex_strength(s, trex_outlook_counts_as(&outlook, card));
    bool final_card = trex_card_ends(s, s->meteor, about->seat, card);
    bool rest = about->player->hand & ~trex_card_bit(card);
    is[FACT_KEEPS_STRONGER] = (int16_t)(STRENGTH_MAX - strength);
    if (!final_card && trex_is_meteor(s, card) && trex_meteor_leads(s, s->meteor, card) && rest) {
        is[card == TREX_SHOWER ? FACT_SHOWER_LEADS : FACT_METEOR_LEADS] = 1;
        return;
    }
    if (s->meteor.seat != TREX_NOBODY) {
        facts_of_place(about, &outlook, card);
        is[FACT_STRONGER] = (int16_t)(1 + strength);
        return;
    }
    is[FACT_COPIES] = card == TREX_CHAMAELOSAURUS && outlook.counted < TREX_NUMBERS;
    is[FACT_DRAWS] = drawn_by(about, card) > 0;
    is[FACT_DRAWS_MORE] = (int16_t)drawn_by(about, card);
}

/* ---- The end of a round ---- */

/* T21: what the next egg of a colour brings. */
static int points_of(const struct trex_player *player, int colour)
{
    return 2 * player->eggs[colour] + 1;
}

/* Eggs of this colour that nobody has yet, and that are not on offer. */
static int to_come(const struct trex_state *s, int colour)
{
    enum { EGGS_OF_A_COLOUR = 6 }; /* T3 */
    int count = EGGS_OF_A_COLOUR - (s->eggs[0] == colour) - (s->eggs[1] == colour);
    for (int seat = 0; seat < s->seats; seat++)
        count -= s->players[seat].eggs[colour];
    return count;
}

static void facts_of_egg(const struct trex_hint *about, int choice)
{
    const struct trex_state *s = about->s;
    int colour = s->eggs[choice];
    about->is[FACT_MORE_POINTS] = (int16_t)points_of(about->player, colour);
    about->is[FACT_DENIES_POINTS] = (int16_t)points_of(&s->players[s->ranking[1]], colour);
    about->is[FACT_MORE_TO_COME] = (int16_t)to_come(s, colour);
}

static void facts_of_removal(const struct trex_hint *about, bool top)
{
    const struct trex_state *s = about->s;
    bool top_is_worse = trex_keep_worth(about->worth, s, trex_pile_top(s, about->seat)) <
                        trex_deck_top_worth(about->worth, s, about->player);
    if (top != top_is_worse)
        return;
    bool hidden = about->player->deck[0] == TREX_HIDDEN;
    about->is[!hidden ? FACT_REMOVES_KNOWN : top ? FACT_REMOVES_POOR : FACT_KEEPS_GOOD] = 1;
}

static void facts_of_trump(const struct trex_hint *about, const struct move *move)
{
    struct move keep = {.kind = TREX_TRUMP_KEEP}, moves[TREX_CARDS];
    uint32_t hand = about->player->hand;
    float kept = trex_hand_worth_with(about->worth, about->s, &keep, hand);
    bool better = trex_hand_worth_with(about->worth, about->s, move, hand) > kept;
    about->is[FACT_STRONG_SUITS] = move->kind == TREX_TRUMP_STRONG && better;
    about->is[FACT_WEAK_SUITS] = move->kind == TREX_TRUMP_WEAK && better;
    bool best = move->kind == TREX_TRUMP_KEEP;
    int count = trex_legal(about->s, about->seat, moves);
    for (int i = 0; i < count; i++)
        best = best && trex_hand_worth_with(about->worth, about->s, &moves[i], hand) <= kept;
    about->is[FACT_TRUMPS_SUIT] = best;
}

static void describe(const struct mind_question *question, struct mind_choice *choice)
{
    const struct trex_state *s = question->view;
    const struct move *move = &choice->move.head;
    struct trex_worth space;
    const struct trex_hint about = {s, question->seat, &s->players[question->seat],
                                    trex_worth_for(question->weights, s, &space), choice->facts};
    switch (move->kind) {
    case TREX_PLAY:
        facts_of_card(&about, move->a);
        break;
    case TREX_EGG:
        facts_of_egg(&about, move->a);
        break;
    case TREX_REMOVE_TOP:
    case TREX_REMOVE_DECK:
        facts_of_removal(&about, move->kind == TREX_REMOVE_TOP);
        break;
    case TREX_TRUMP_KEEP:
    case TREX_TRUMP_STRONG:
    case TREX_TRUMP_WEAK:
        facts_of_trump(&about, move);
        break;
    default:
        break; /* there is nothing to choose */
    }
}

/* ---- Sentences ---- */

static void detail(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail)
{
    const struct trex_state *s = question->view;
    const struct trex_player *player = &s->players[question->seat];
    const struct move *move = &choice->move.head;
    struct trex_outlook outlook;
    switch ((enum fact)fact) {
    case FACT_LEADS_NOW:
    case FACT_SECOND_NOW:
        trex_outlook_see(&outlook, s, question->seat);
        buffer_add_format(detail, "%d", outlook.to_come);
        break;
    case FACT_METEOR_LEADS:
    case FACT_SHOWER_LEADS:
    case FACT_KEEPS_STRONGEST:
        trex_outlook_see(&outlook, s, question->seat);
        buffer_add(
            detail,
            trex_card_names[strongest_card(s, &outlook, player->hand & ~trex_card_bit(move->a))]);
        break;
    case FACT_COPIES:
        trex_outlook_see(&outlook, s, question->seat);
        buffer_add(detail, trex_card_names[outlook.counted]);
        break;
    case FACT_KEEPS_STRONGER:
    case FACT_STRONGER:
        buffer_add(detail, trex_card_names[other->move.head.a]);
        break;
    case FACT_REMOVES_POOR:
    case FACT_KEEPS_GOOD:
        buffer_add(detail, trex_card_names[trex_pile_top(s, question->seat)]);
        break;
    case FACT_REMOVES_KNOWN:
        buffer_add(detail,
                   trex_card_names[move->kind == TREX_REMOVE_TOP ? trex_pile_top(s, question->seat)
                                                                 : player->deck[0]]);
        break;
    case FACT_STRONG_SUITS:
    case FACT_WEAK_SUITS:
        buffer_add(detail, trex_colour_names[move->a]);
        break;
    default:
        buffer_add_format(detail, "%d, %d", choice->facts[fact], other->facts[fact]);
    }
}

/* Drawing, meteors, winning: one after the other in the first rounds. */
static int idea(const struct mind_question *question)
{
    const struct trex_state *s = question->view;
    return s->phase == TREX_PHASE_PLAY && s->round <= IDEA_WIN ? s->round : NO_IDEA;
}

static bool last(const struct mind_question *question)
{
    const struct trex_state *s = question->view;
    return s->round == TREX_ROUNDS;
}

const struct mind_teaching trex_teaching = {
    .facts = facts,
    .describe = describe,
    .detail = detail,
    .last = last,
    .idea = idea,
    .margin = 0.03,
    .equal = 0.01,
    .are_chances = true,
};
