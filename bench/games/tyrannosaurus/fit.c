/* Fits the network that values the start of a turn (mind/value.h), from the last turn backwards.
 *
 * Positions come from games by instinct. Those of the last turn are valued by solving it: between two
 * players exactly, among more by regret matching. The network learns these values; then the turn
 * before is solved with the network at its end, and so on. Writes the weights into FILE, and keeps
 * its networks for other numbers of players.
 *
 * usage: fit SEATS POSITIONS SEED FILE     POSITIONS of each turn */
#include "mind_file.h"
#include "network.h"

#include "base/check.h"
#include "data/data.h"
#include "games/tyrannosaurus/mind/duel.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void values_of(const struct tyrannosaurus_state *s,
                      const struct tyrannosaurus_weights *weights, struct rng *rng,
                      double values[TYREX_SEATS_MAX])
{
    enum { ITERATIONS = 160, WORLDS = 200 };
    if (s->seats == 2) {
        static struct tyrannosaurus_turn turn;
        struct tyrannosaurus_decision decision;
        turn.stakes = tyrannosaurus_stakes_by(weights);
        tyrannosaurus_turn_forget(&turn);
        values[0] = tyrannosaurus_turn_solve(&turn, s, &decision);
        values[1] = -values[0];
        return;
    }
    static struct tyrannosaurus_mixing mixing;
    struct tyrannosaurus_state view;
    game_tyrannosaurus.view(s, GAME_SPECTATOR, &view);
    struct mind_question question = {
        .seat = GAME_SPECTATOR, .view = &view, .rng = rng, .budget = {.iterations = ITERATIONS}};
    tyrannosaurus_mixing_learn(&mixing, &question, weights);
    for (int world = 0; world < WORLDS; world++) {
        struct tyrannosaurus_state after;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        game_tyrannosaurus.determinize(&view, GAME_SPECTATOR, NULL, rng, &after);
        for (uint64_t seats = after.waiting; seats;) {
            int seat = bits_pop(&seats);
            struct tyrannosaurus_mixture mixture;
            tyrannosaurus_mixing_learned(&mixing, &after, seat, &mixture);
            codes[seat] = tyrannosaurus_mixture_draw(&mixture, rng);
        }
        tyrannosaurus_choose_all(&after, codes);
        tyrannosaurus_play_turn(&after, rng);
        for (int seat = 0; seat < s->seats; seat++)
            values[seat] += tyrannosaurus_value(weights, &after, seat) / WORLDS;
    }
}

static void position_add(void *context, const struct tyrannosaurus_state *s,
                         struct samples *samples, struct rng *rng)
{
    double values[TYREX_SEATS_MAX] = {0};
    values_of(s, context, rng, values);
    for (int seat = 0; seat < (s->seats == 2 ? 1 : s->seats); seat++)
        if (bits_have(s->playing, seat))
            samples_add(samples, s, seat, s->seats == 2, values[seat]);
}

/* ---- The file ---- */

enum { FILE_MAX = 1 << 20, ORIGIN_MAX = 1000 };

static void numbers_put(unsigned char *bytes, const int16_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[2 * i] = (unsigned char)(numbers[i] & 0xff);
        bytes[2 * i + 1] = (unsigned char)((uint16_t)numbers[i] >> 8);
    }
}

static void network_put(unsigned char *bytes, int seats,
                        const struct tyrannosaurus_weights *weights)
{
    const unsigned char head[TYREX_NETWORK_HEAD] = {(unsigned char)seats, TYREX_NEURONS,
                                                    TYREX_TURNS_MAX,      TYREX_MARGINS,
                                                    TYREX_FACTS & 0xff,   TYREX_FACTS >> 8};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, weights->facts, sizeof weights->facts);
    bytes += sizeof weights->facts;
    numbers_put(bytes, weights->neurons, TYREX_NEURONS);
    bytes += sizeof weights->neurons;
    numbers_put(bytes, weights->lead[0], TYREX_TURNS_MAX * TYREX_MARGINS);
}

/* Reads the networks that the file has, if there is one, and how they were made: a line for each that
 * begins with its number of players. */
static void file_read(const char *path, struct tyrannosaurus_networks *networks,
                      char origins[TYREX_SEATS_MAX + 1][ORIGIN_MAX])
{
    size_t size = 0;
    struct weights_file file;
    char *bytes = data_read_file(path, FILE_MAX, &size);
    if (!bytes)
        return;
    CHECK(weights_file_open(&file, bytes, size));
    CHECK(tyrannosaurus_weights_read(file.weights, file.weights_size, networks));
    for (const char *at = file.origin, *end = at + file.origin_size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        CHECK(newline && newline - at < ORIGIN_MAX - 1 && *at >= '0' &&
              *at <= '0' + TYREX_SEATS_MAX);
        memcpy(origins[*at - '0'], at, (size_t)(newline + 1 - at));
        at = newline + 1;
    }
    free(bytes);
}

static void file_write(const char *path, const struct tyrannosaurus_networks *networks,
                       char origins[TYREX_SEATS_MAX + 1][ORIGIN_MAX])
{
    static unsigned char bytes[(TYREX_SEATS_MAX + 1) * TYREX_NETWORK_SIZE];
    char origin[(TYREX_SEATS_MAX + 1) * ORIGIN_MAX] = "";
    struct weights_file file = {.id = game_tyrannosaurus.id,
                                .id_size = strlen(game_tyrannosaurus.id),
                                .origin = origin,
                                .weights = bytes};
    for (uint64_t left = networks->fitted; left; file.weights_size += TYREX_NETWORK_SIZE) {
        int seats = bits_pop(&left);
        network_put(bytes + file.weights_size, seats, &networks->by_seats[seats]);
        strcat(origin, origins[seats]);
    }
    file.origin_size = strlen(origin);
    mind_file_write(path, &file);
}

int main(int count, char **arguments)
{
    static struct tyrannosaurus_networks networks;
    static char origins[TYREX_SEATS_MAX + 1][ORIGIN_MAX];
    struct rng rng;
    CHECK(count == 5);
    int seats = atoi(arguments[1]);
    CHECK(seats >= 2 && seats <= TYREX_SEATS_MAX);
    file_read(arguments[4], &networks, origins);
    struct tyrannosaurus_weights *weights = &networks.by_seats[seats];
    *weights = (struct tyrannosaurus_weights){0};
    rng_start(&rng, (uint64_t)atoi(arguments[3]));
    struct network_course course = {.seats = seats,
                                    .positions = atoi(arguments[2]),
                                    .add = position_add,
                                    .context = weights,
                                    .weights = weights};
    network_run(&course, &rng);
    networks.fitted |= bit(seats);
    snprintf(origins[seats], ORIGIN_MAX, "%d players: fit %d %s %s\n", seats, seats, arguments[2],
             arguments[3]);
    file_write(arguments[4], &networks, origins);
    return 0;
}
