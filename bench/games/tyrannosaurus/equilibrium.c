/* How far the mixed strategies of computer players in the last turn of Tyrannosaurus Rex for two are from
 * an equilibrium: in trees, as puzzles count, and in winning chances, as players do.
 *
 * The rest of the match is built from the rules alone, as a tree of matrix games, and solved by linear
 * programs (GLPK). In the same tree each seat then plays the mixed strategies of its mind at every
 * decision, against an opponent who knows them and responds best. The loss against the value of the game
 * is the exploitability.
 *
 * usage: equilibrium [POSITIONS [SEED]]     default: 200 positions from games seeded 1, 2 … */
#include "base/base.h"
#include "base/system/system.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "players/players.h"
#include "wire/wire.h"

#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_MAX = TYREX_CHOICES_LISTED_MAX, CARDS_HELD_MAX = 2, SOLVED_MAX = 1 << 14 };

/* The value of a position for seat 0. */
struct worth {
    double value; /* if both play perfectly */
    double low;   /* if seat 0 plays its mixed strategies against best responses */
    double high;  /* if seat 1 does */
};

/* The part of one seat in a joint decision. Choices that need different cards are never available
 * together; only the seat knows its card. */
struct part {
    int count, cards;
    uint8_t codes[CHOICES_MAX];
    int card[CHOICES_MAX];
    double card_chance[CARDS_HELD_MAX];
    double mixture[CHOICES_MAX]; /* probabilities chosen by the mind */
};

struct matrix {
    struct part parts[2];
    struct worth worth[CHOICES_MAX][CHOICES_MAX];
};

/* Solved positions of this turn: many paths lead to the same one. */
struct solved {
    struct tyrannosaurus_turn turn; /* as the mind solves it */
    int count;
    struct tyrannosaurus_state states[SOLVED_MAX];
    struct worth worth[SOLVED_MAX];
};

static double part_weight(const struct part *part, int i)
{
    return part->card_chance[part->card[i]];
}

/* The value of a matrix game: the most that seat 0 can be sure of. The first columns of the program are
 * the probabilities of seat 0, then the value for each card of seat 1; each choice of seat 1 is a row. */
static double table_value(const struct matrix *table)
{
    const struct part *us = &table->parts[0], *them = &table->parts[1];
    glp_prob *program = glp_create_prob();
    glp_set_obj_dir(program, GLP_MAX);
    glp_add_cols(program, us->count + them->cards);
    glp_add_rows(program, them->count + us->cards);
    for (int i = 0; i < us->count; i++)
        glp_set_col_bnds(program, 1 + i, GLP_LO, 0, 0);
    for (int card = 0; card < them->cards; card++) {
        glp_set_col_bnds(program, us->count + 1 + card, GLP_FR, 0, 0);
        glp_set_obj_coef(program, us->count + 1 + card, them->card_chance[card]);
    }
    int indices[CHOICES_MAX + 2];
    double values[CHOICES_MAX + 2];
    for (int j = 0; j < them->count; j++) {
        for (int i = 0; i < us->count; i++) {
            indices[1 + i] = 1 + i;
            values[1 + i] = part_weight(us, i) * table->worth[i][j].value;
        }
        indices[us->count + 1] = us->count + 1 + them->card[j];
        values[us->count + 1] = -1;
        glp_set_mat_row(program, 1 + j, us->count + 1, indices, values);
        glp_set_row_bnds(program, 1 + j, GLP_LO, 0, 0);
    }
    for (int card = 0; card < us->cards; card++) {
        int length = 0;
        for (int i = 0; i < us->count; i++)
            if (us->card[i] == card) {
                indices[++length] = 1 + i;
                values[length] = 1;
            }
        glp_set_mat_row(program, them->count + 1 + card, length, indices, values);
        glp_set_row_bnds(program, them->count + 1 + card, GLP_FX, 1, 1);
    }
    CHECK(glp_simplex(program, NULL) == 0 && glp_get_status(program) == GLP_OPT);
    double value = glp_get_obj_val(program);
    glp_delete_prob(program);
    return value;
}

/* The expected value if seat `mixer` plays its mixed strategies and the other responds best; for seat 0
 * computed from `low`, for seat 1 from `high`. */
static double table_answered(const struct matrix *table, int mixer)
{
    const struct part *own = &table->parts[mixer], *other = &table->parts[!mixer];
    double best[CARDS_HELD_MAX], all = 0;
    bool met[CARDS_HELD_MAX] = {false};
    for (int j = 0; j < other->count; j++) {
        double sum = 0;
        for (int i = 0; i < own->count; i++)
            sum += own->mixture[i] * part_weight(own, i) *
                   (mixer == 0 ? table->worth[i][j].low : table->worth[j][i].high);
        int card = other->card[j];
        if (!met[card] || (mixer == 0 ? sum < best[card] : sum > best[card]))
            best[card] = sum;
        met[card] = true;
    }
    for (int card = 0; card < other->cards; card++)
        all += other->card_chance[card] * best[card];
    return all;
}

/* Asks the mind of a seat, as a match does, for every card that the seat may hold. */
static void part_ask_mind(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                          int seat, struct part *part)
{
    struct tyrannosaurus_state view;
    struct tyrannosaurus_mixture mixture;
    game_tyrannosaurus.view(s, seat, &view);
    tyrannosaurus_turn_mixture(turn, &view, seat, &mixture);
    for (int i = 0; i < mixture.count; i++)
        for (int j = 0; j < part->count; j++)
            if (part->codes[j] == mixture.codes[i])
                part->mixture[j] = mixture.chances[i];
}

static void part_add_choices(const struct tyrannosaurus_state *s, int seat, struct part *part)
{
    static struct move moves[GAME_MOVES_MAX];
    int count = game_tyrannosaurus.legal(s, seat, moves);
    for (int i = 0; i < count; i++) {
        part->card[part->count] = part->cards;
        part->codes[part->count++] = tyrannosaurus_choice_pack(&moves[i]);
    }
    part->cards++;
}

/* The part of a seat: in phase 4 and in a flight, the choices of one card; among actions, those of each
 * card that it may hold. A seat without a decision has one choice, code 0. */
static struct part part_of(struct tyrannosaurus_turn *turn, const struct tyrannosaurus_state *s,
                           int seat)
{
    struct part part = {.card_chance = {1}};
    if (!bits_have(game_tyrannosaurus.to_act(s), seat)) {
        part.count = part.cards = 1;
        part.mixture[0] = 1;
        return part;
    }
    if (s->phase != TYREX_PHASE_ACT) {
        part_add_choices(s, seat, &part);
        part_ask_mind(turn, s, seat, &part);
        return part;
    }
    for (uint8_t removed = 0; removed < TYREX_CARDS; removed++) {
        struct tyrannosaurus_state other = *s;
        other.players[seat].removed = removed;
        int unseen = s->components.cards[s->players[seat].dino][removed] -
                     s->players[seat].discards[removed];
        if (unseen == 0)
            continue;
        part.card_chance[part.cards] = unseen / 2.0; /* Y5: one of the two is in hand */
        part_add_choices(&other, seat, &part);
        part_ask_mind(turn, &other, seat, &part);
    }
    return part;
}

static struct worth worth_of(const struct tyrannosaurus_state *s, struct solved *solved);

static struct worth table_worth(const struct tyrannosaurus_state *s, struct solved *solved)
{
    struct matrix table = {.parts = {part_of(&solved->turn, s, 0), part_of(&solved->turn, s, 1)}};
    for (int i = 0; i < table.parts[0].count; i++)
        for (int j = 0; j < table.parts[1].count; j++) {
            struct tyrannosaurus_state after = *s;
            const uint8_t codes[2] = {table.parts[0].codes[i], table.parts[1].codes[j]};
            for (int seat = 0; seat < 2; seat++) {
                struct move move = tyrannosaurus_choice_unpack(codes[seat]);
                if (codes[seat])
                    game_tyrannosaurus.apply(&after, seat, &move, NULL);
            }
            table.worth[i][j] = worth_of(&after, solved);
        }
    return (struct worth){.value = table_value(&table),
                          .low = table_answered(&table, 0),
                          .high = table_answered(&table, 1)};
}

static struct worth worth_of(const struct tyrannosaurus_state *s, struct solved *solved)
{
    if (s->phase == TYREX_PHASE_OVER) {
        double value = solved->turn.stakes.value(solved->turn.stakes.context, s);
        return (struct worth){value, value, value};
    }
    struct tyrannosaurus_state key = *s; /* cards no longer matter */
    for (int seat = 0; seat < 2; seat++) {
        key.players[seat].removed = 0;
        memset(key.players[seat].discards, 0, sizeof key.players[seat].discards);
    }
    for (int i = 0; i < solved->count; i++)
        if (memcmp(&solved->states[i], &key, sizeof key) == 0)
            return solved->worth[i];
    struct worth worth = table_worth(s, solved);
    CHECK(solved->count < SOLVED_MAX);
    solved->states[solved->count] = key;
    solved->worth[solved->count++] = worth;
    return worth;
}

/* Plays a seeded game between easy players, who sometimes choose at random, up to the last turn. False if
 * it ends before. */
static bool position_reach(struct tyrannosaurus_state *s, int seed)
{
    const struct game *game = &game_tyrannosaurus;
    struct game_components_storage components;
    struct fault fault;
    char text[16];
    int length = snprintf(text, sizeof text, "%d", seed);
    CHECK(wire_components_load(game, NULL, &components, &fault));
    struct game_setup setup = {.seats = 2,
                               .options = {[TYREX_OPTION_PAIR] = (uint8_t)(seed % 2)},
                               .components = components.bytes,
                               .seed = text,
                               .seed_length = (size_t)length};
    CHECK(game->start(s, &setup, &fault));
    struct rng rng;
    rng_start(&rng, (uint64_t)seed);
    while (s->phase != TYREX_PHASE_OVER &&
           !(tyrannosaurus_is_last_turn(s) && s->phase == TYREX_PHASE_ACT)) {
        struct tyrannosaurus_state view;
        union game_move_storage move;
        int seat = bits_first(game->to_act(s));
        game_view(game, s, seat, &view);
        struct player_question question = {.game = game, .seat = seat, .view = &view, .rng = &rng};
        player_choose(player_find(rng_below(&rng, 3) ? "easy" : "random"), &question, &move.head);
        game->apply(s, seat, &move.head, NULL);
    }
    return s->phase == TYREX_PHASE_ACT;
}

struct figures {
    int positions;
    double worst, sum; /* losses */
    double slowest, time;
};

static void position_measure(const struct tyrannosaurus_state *s,
                             const struct tyrannosaurus_stakes *stakes, struct figures *figures)
{
    static struct solved solved;
    struct tyrannosaurus_mixture mixture;
    struct tyrannosaurus_state view;
    game_tyrannosaurus.view(s, 0, &view);
    solved.count = 0;
    solved.turn.stakes = *stakes;
    tyrannosaurus_turn_forget(&solved.turn);
    double begin = (double)clock_cpu_ns() / 1e6;
    tyrannosaurus_turn_mixture(&solved.turn, &view, 0, &mixture);
    double ms = (double)clock_cpu_ns() / 1e6 - begin;
    figures->time += ms;
    figures->slowest = ms > figures->slowest ? ms : figures->slowest;
    struct worth worth = table_worth(s, &solved);
    double losses[2] = {worth.value - worth.low, worth.high - worth.value};
    for (int seat = 0; seat < 2; seat++) {
        figures->sum += losses[seat];
        figures->worst = losses[seat] > figures->worst ? losses[seat] : figures->worst;
    }
    figures->positions++;
}

/* Prints the exploitability in a unit of the value; false if it is more than `limit` units. */
static bool figures_print(const struct figures *figures, double unit, const char *name,
                          double limit)
{
    printf("%d positions: exploitability at most %.4f %s, %.4f on average; "
           "a mixture takes at most %.1f ms, %.1f on average\n",
           figures->positions, figures->worst / unit, name,
           figures->sum / unit / (2 * figures->positions), figures->slowest,
           figures->time / figures->positions);
    return figures->worst / unit <= limit;
}

int main(int count, char **arguments)
{
    int positions = count > 1 ? atoi(arguments[1]) : 200;
    const struct tyrannosaurus_stakes wins =
        tyrannosaurus_stakes_by(tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), 2));
    struct figures in_trees = {0}, in_wins = {0};
    glp_term_out(GLP_OFF);
    for (int seed = count > 2 ? atoi(arguments[2]) : 1; in_wins.positions < positions; seed++) {
        struct tyrannosaurus_state s;
        if (!position_reach(&s, seed))
            continue;
        position_measure(&s, &tyrannosaurus_stakes_trees, &in_trees);
        position_measure(&s, &wins, &in_wins);
    }
    bool good = figures_print(&in_trees, 1, "trees", 0.05);
    /* The value of a position lies between -1 and 1. */
    return !(figures_print(&in_wins, 0.02, "% of winning chance", 0.5) && good);
}
