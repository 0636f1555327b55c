/* Looks for fair components of Tyrannosaurus Rex (Y4): who gets which set of action cards, which of
 * its counts are rests and panics, and how many trees each dinosaur starts with.
 *
 * One round: equal players play games of two (both pairs), three and four with every table. Without
 * --positions they are players without learned values. With it, networks are trained first, on
 * positions of all tables of the round, so that the players are strong with each of them.
 * What a table is judged by is its worst deviation from an even share of the wins, in points. Tables
 * that are clearly worse than --limit are not played on: not more games of a setting, nor other
 * settings. Several rounds, each with fewer tables and more games, are successive halving.
 *
 * Prints a line per table, the fairest first. A round begins with the tables of a file like this, or
 * with all that agree with the printed sheet. The result depends on the seed, not on the threads.
 *
 * usage: fair [--games N] [--iterations N] [--positions N] [--limit POINTS] [--keep N] [--seed N]
 *             [--threads N] [--seconds N] [FILE]
 *
 * With --games 0 it only lists the tables.
 *
 * Chapters: settings; tables; training; games; cells; judging; output; options. */
#include "learning.h"
#include "training.h"

#include "base/base.h"
#include "base/system/system.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "library/library_internal.h"
#include "wire/wire.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_OF_A_BLOCK = 24, TABLES_MAX = 10000, LINE_BYTES = 1000 };

/* ---- Settings ---- */

enum { LAND, REFUGE, THREE, FOUR, SETTINGS };

struct setting {
    const char *name;
    int seats, pair;
    int order, orders; /* the values of the option `dinos` that give each seat a dinosaur */
    int columns;       /* shares that are printed: those of the first dinosaurs below */
    uint8_t dinos[TYREX_DINOSAURS];
};

static const struct setting settings[SETTINGS] = {
    [LAND] = {"land", 2, TYREX_PAIR_LAND, 31, 2, 1, {TYREX_TRICERATOPS, TYREX_STEGOSAURUS}},
    [REFUGE] = {"refuge", 2, TYREX_PAIR_REFUGE, 33, 2, 1, {TYREX_PTERANODON, TYREX_DIPLODOCUS}},
    [THREE] = {"three",
               3,
               TYREX_PAIR_LAND,
               25,
               6,
               3,
               {TYREX_TRICERATOPS, TYREX_PTERANODON, TYREX_DIPLODOCUS}},
    [FOUR] = {"four",
              4,
              TYREX_PAIR_LAND,
              1,
              24,
              4,
              {TYREX_TRICERATOPS, TYREX_PTERANODON, TYREX_DIPLODOCUS, TYREX_STEGOSAURUS}},
};

/* The cards and trees of a dinosaur. */
struct outfit {
    uint8_t cards[TYREX_CARDS], trees;
};

/* Wins of one setting with one table, by dinosaur: their sum, and that of their squares. */
struct tally {
    int games;
    double wins[TYREX_DINOSAURS], squares[TYREX_DINOSAURS];
};

/* A setting with what its dinosaurs have: all tables that agree in it share its games. */
struct cell {
    int setting;
    struct outfit outfits[TYREX_DINOSAURS]; /* zero for dinosaurs that do not play */
    struct tally tally;
};

struct table {
    struct outfit outfits[TYREX_DINOSAURS];
    struct tally tallies[SETTINGS];
    /* The worst deviation so far, its standard error, and the worst in parts of what the goal
     * allows: 1.3 and 0.75 of an even share, 58 to 42 between two. */
    double worst, error, strain;
    int played; /* settings */
};

struct search {
    int games, iterations, positions, keep, threads;
    double limit;
    uint64_t seed;
    struct table *tables;
    int count;
    struct tyrannosaurus_components components; /* the corners */
    struct tyrannosaurus_networks networks;
    int64_t end_ns;        /* no game begins later */
    struct cell *cells;    /* of the setting that is played */
    int *playing;          /* the cells that are in the wave, */
    int done, wave;        /* its blocks: those before it, and in it */
    struct tally *tallies; /* the result of each cell's blocks */
    int cell_count, playing_count, blocks;
};

/* ---- Tables ---- */

/* The counts that the sheet gives, as movements, rests and panics: sets that are the same cards, and
 * how else their rests and panics can be read. */
static const uint8_t sheet_sets[TYREX_DINOSAURS][2][TYREX_CARDS] = {
    {{7, 1, 1}, {7, 1, 1}},
    {{6, 2, 1}, {6, 1, 2}},
    {{6, 3, 0}, {6, 0, 3}},
    {{5, 3, 1}, {5, 1, 3}},
};

/* "One needs more rest, another is more fearful": someone has two rests more than another, someone
 * two panics. */
static bool table_fits_sheet(const struct table *table)
{
    int least = TYREX_CARDS_OF_A_DINOSAUR, most = 0, panics = 0;
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        const uint8_t *cards = table->outfits[dino].cards;
        least = cards[TYREX_CARD_REST] < least ? cards[TYREX_CARD_REST] : least;
        most = cards[TYREX_CARD_REST] > most ? cards[TYREX_CARD_REST] : most;
        panics = cards[TYREX_CARD_PANIC] > panics ? cards[TYREX_CARD_PANIC] : panics;
    }
    return most - least >= 2 && panics >= 2;
}

/* Adds the tables with these cards: Pteranodon starts with 2 trees, all together with 12. */
static void trees_add(struct search *search, struct table *table)
{
    const int rest = TYREX_TREES_IN_BOX - TYREX_TREES_ON_BOARD - 2;
    table->outfits[TYREX_PTERANODON].trees = 2;
    for (int first = 1; first <= rest - 2; first++)
        for (int second = 1; second <= rest - 1 - first; second++) {
            table->outfits[TYREX_TRICERATOPS].trees = (uint8_t)first;
            table->outfits[TYREX_DIPLODOCUS].trees = (uint8_t)second;
            table->outfits[TYREX_STEGOSAURUS].trees = (uint8_t)(rest - first - second);
            CHECK(search->count < TABLES_MAX);
            search->tables[search->count++] = *table;
        }
}

/* Every table that agrees with the sheet. */
static void tables_make(struct search *search)
{
    enum { OWNERS = TYREX_DINOSAURS * TYREX_DINOSAURS * TYREX_DINOSAURS * TYREX_DINOSAURS };
    for (int owners = 0; owners < OWNERS; owners++)
        for (int readings = 0; readings < 8; readings++) { /* of 7+1+1 there is one */
            struct table table = {0};
            int taken = 0;
            for (int dino = 0, rest = owners; dino < TYREX_DINOSAURS; dino++) {
                int set = rest % TYREX_DINOSAURS;
                rest /= TYREX_DINOSAURS;
                taken |= 1 << set;
                memcpy(table.outfits[dino].cards, sheet_sets[set][readings * 2 >> set & 1],
                       sizeof table.outfits[dino].cards);
            }
            if (taken == (1 << TYREX_DINOSAURS) - 1 && table_fits_sheet(&table))
                trees_add(search, &table);
        }
}

/* Reads "5/3/1+4": movements, rests, panics and trees. Returns what follows, or NULL. */
static const char *outfit_read(const char *text, struct outfit *outfit)
{
    unsigned move, rest, panic, trees;
    int length = 0;
    if (sscanf(text, "%1u/%1u/%1u+%1u%n", &move, &rest, &panic, &trees, &length) != 4 ||
        move + rest + panic != TYREX_CARDS_OF_A_DINOSAUR || trees == 0)
        return NULL;
    *outfit =
        (struct outfit){.cards = {(uint8_t)move, (uint8_t)rest, (uint8_t)panic}, (uint8_t)trees};
    return text + length;
}

static bool table_read(const char *line, struct table *table)
{
    int trees = 0;
    *table = (struct table){0};
    for (int dino = 0; dino < TYREX_DINOSAURS && line; dino++) {
        line = outfit_read(line, &table->outfits[dino]);
        line = line && (dino == TYREX_DINOSAURS - 1 || *line == ',') ? line + (*line == ',') : NULL;
        trees += table->outfits[dino].trees;
    }
    return line && trees == TYREX_TREES_IN_BOX - TYREX_TREES_ON_BOARD;
}

/* The tables of a file; what else its lines say is ignored. False after a message. */
static bool tables_read(struct search *search, const char *path)
{
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    bool good = file;
    if (!good)
        fprintf(stderr, "fair: %s: %s\n", path, strerror(errno));
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        if (number == 1 && strncmp(line, "triceratops,", strlen("triceratops,")) == 0)
            continue;
        if (search->keep && search->count == search->keep)
            break;
        good = search->count < TABLES_MAX && table_read(line, &search->tables[search->count++]);
        if (!good)
            fprintf(stderr, "fair: %s:%d: no table of 9 cards each and 12 trees: %s", path, number,
                    line);
    }
    if (good && search->count == 0)
        fprintf(stderr, "fair: %s: no table\n", path);
    good = good && search->count > 0;
    if (file)
        fclose(file);
    return good;
}

static struct tyrannosaurus_components components_of(const struct tyrannosaurus_components *corners,
                                                     const struct outfit outfits[TYREX_DINOSAURS])
{
    struct tyrannosaurus_components components = *corners;
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        memcpy(components.cards[dino], outfits[dino].cards, sizeof components.cards[dino]);
        components.trees[dino] = outfits[dino].trees;
    }
    return components;
}

/* ---- Training ---- */

/* Samples of a position with any of the tables. */
static int position_add(const struct course *course, int turn, struct rng *rng, void *samples)
{
    const struct search *search = course->context;
    const struct table *table = &search->tables[rng_below(rng, (uint32_t)search->count)];
    struct tyrannosaurus_components components = components_of(&search->components, table->outfits);
    struct course one = *course;
    one.components = &components;
    return position_value(&one, turn, false, rng, samples);
}

static void networks_train(struct search *search)
{
    static const struct course_game game = {.learner = &network_learner,
                                            .part = "turn",
                                            .samples_max = TYREX_SEATS_MAX,
                                            .position_add = position_add};
    for (int seats = 2; seats <= TYREX_SEATS_MAX; seats++) {
        struct course course = {.game = &game,
                                .seats = seats,
                                .parts = positions_turns(seats),
                                .positions = search->positions,
                                .seed = search->seed,
                                .threads = search->threads,
                                .context = search,
                                .weights = &search->networks.by_seats[seats]};
        CHECK(course_run(&course) == COURSE_DONE);
        search->networks.fitted |= bit(seats);
    }
}

/* ---- Games ---- */

static uint8_t choose(const struct search *search, const struct tyrannosaurus_state *s, int seat,
                      struct rng *rng)
{
    struct tyrannosaurus_state view;
    struct move move;
    game_tyrannosaurus.view(s, seat, &view);
    game_tyrannosaurus.mind->choose(
        &(struct mind_question){.seat = seat,
                                .way = search->positions ? MIND_FULL : MIND_PLAIN,
                                .weights = search->positions ? &search->networks : NULL,
                                .view = &view,
                                .rng = rng,
                                .budget = {.iterations = search->iterations}},
        &move);
    return tyrannosaurus_choice_pack(&move);
}

/* Game number `game` of every cell has the same seed. */
static void game_play(const struct search *search, const struct cell *cell, int game,
                      struct tally *tally)
{
    const struct setting *setting = &settings[cell->setting];
    struct tyrannosaurus_components components = components_of(&search->components, cell->outfits);
    char seed[48];
    int length = snprintf(seed, sizeof seed, "%llu/%d", (unsigned long long)search->seed, game);
    struct game_setup setup = {
        .seats = setting->seats,
        .options = {[TYREX_OPTION_DINOS] = (uint8_t)(setting->order + game % setting->orders),
                    [TYREX_OPTION_PAIR] = (uint8_t)setting->pair},
        .components = &components,
        .seed = seed,
        .seed_length = (size_t)length};
    struct tyrannosaurus_state s;
    struct fault fault;
    struct rng rng;
    CHECK(game_tyrannosaurus.start(&s, &setup, &fault));
    rng_start(&rng, hash_text(HASH_START, seed));
    while (s.phase != TYREX_PHASE_OVER) {
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        for (uint64_t seats = s.waiting; seats;) {
            int seat = bits_pop(&seats);
            codes[seat] = choose(search, &s, seat, &rng);
        }
        tyrannosaurus_choose_all(&s, codes);
    }
    double share = 1.0 / bits_count(s.winners);
    for (uint64_t winners = s.winners; winners;) {
        int dino = s.players[bits_pop(&winners)].dino;
        tally->wins[dino] += share;
        tally->squares[dino] += share * share;
    }
    tally->games++;
}

/* Plays some blocks of a wave, unless the time is up. */
static void blocks_play(void *argument, int first, int last)
{
    struct search *search = argument;
    for (int item = first; item < last && clock_ns() < search->end_ns; item++) {
        const struct cell *cell = &search->cells[search->playing[item / search->wave]];
        int block = search->done + item % search->wave;
        for (int i = 0; i < GAMES_OF_A_BLOCK; i++)
            game_play(search, cell, block * GAMES_OF_A_BLOCK + i, &search->tallies[item]);
    }
}

static void tally_add(struct tally *to, const struct tally *more)
{
    to->games += more->games;
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        to->wins[dino] += more->wins[dino];
        to->squares[dino] += more->squares[dino];
    }
}

/* ---- Cells ---- */

/* The board is the same if Triceratops and Stegosaurus change places, so two tables that are the
 * mirror of each other are one. */
static bool is_mirrored(const struct table *table, int setting)
{
    return setting != REFUGE && setting != THREE &&
           memcmp(&table->outfits[TYREX_TRICERATOPS], &table->outfits[TYREX_STEGOSAURUS],
                  sizeof(struct outfit)) > 0;
}

static void tally_mirror(struct tally *tally)
{
    double wins = tally->wins[TYREX_TRICERATOPS], squares = tally->squares[TYREX_TRICERATOPS];
    tally->wins[TYREX_TRICERATOPS] = tally->wins[TYREX_STEGOSAURUS];
    tally->squares[TYREX_TRICERATOPS] = tally->squares[TYREX_STEGOSAURUS];
    tally->wins[TYREX_STEGOSAURUS] = wins;
    tally->squares[TYREX_STEGOSAURUS] = squares;
}

static struct cell cell_of(const struct table *table, int setting)
{
    struct cell cell = {.setting = setting};
    bool mirrored = is_mirrored(table, setting);
    for (int i = 0; i < settings[setting].seats; i++) {
        int dino = settings[setting].dinos[i], from = dino;
        if (mirrored && (dino == TYREX_TRICERATOPS || dino == TYREX_STEGOSAURUS))
            from = TYREX_TRICERATOPS + TYREX_STEGOSAURUS - dino;
        cell.outfits[dino] = table->outfits[from];
    }
    return cell;
}

static int cell_compare(const void *a, const void *b)
{
    const struct cell *one = a, *other = b;
    return memcmp(one->outfits, other->outfits, sizeof one->outfits);
}

/* Whether a table is still worth playing: it is not clearly beyond the limit. */
static bool is_in(const struct search *search, const struct table *table, int setting)
{
    return table->played == setting && table->worst - 2 * table->error <= search->limit;
}

/* The cells of the tables that are still in, each once. */
static void cells_gather(struct search *search, int setting)
{
    int count = 0;
    for (int i = 0; i < search->count; i++)
        if (is_in(search, &search->tables[i], setting))
            search->cells[count++] = cell_of(&search->tables[i], setting);
    qsort(search->cells, (size_t)count, sizeof *search->cells, cell_compare);
    search->cell_count = 0;
    for (int i = 0; i < count; i++)
        if (i == 0 || cell_compare(&search->cells[i], &search->cells[search->cell_count - 1]) != 0)
            search->cells[search->cell_count++] = search->cells[i];
}

/* ---- Judging ---- */

static double share_of(const struct tally *tally, int dino)
{
    return 100 * tally->wins[dino] / tally->games;
}

/* Its standard error, never 0: if all games end alike, the next one may still end otherwise. */
static double error_of(const struct tally *tally, int dino)
{
    double n = tally->games, mean = tally->wins[dino] / n;
    double variance = tally->squares[dino] / n - mean * mean;
    return 100 * sqrt(fmax(variance, 0.5 / n) / n);
}

static void table_judge(struct table *table, int setting)
{
    const struct setting *of = &settings[setting];
    double even = 100.0 / of->seats;
    for (int i = 0; i < of->seats; i++) {
        double share = share_of(&table->tallies[setting], of->dinos[i]);
        double off = fabs(share - even);
        double allowed = of->seats == 2 ? 8 : share > even ? 0.3 * even : 0.25 * even;
        table->strain = fmax(table->strain, off / allowed);
        if (off >= table->worst) {
            table->worst = off;
            table->error = error_of(&table->tallies[setting], of->dinos[i]);
        }
    }
    table->played++;
}

/* Whether one of the shares of a tally is clearly beyond the limit. */
static bool is_beyond(const struct search *search, const struct tally *tally, int setting)
{
    const struct setting *of = &settings[setting];
    for (int i = 0; i < of->seats; i++) {
        double off = fabs(share_of(tally, of->dinos[i]) - 100.0 / of->seats);
        if (off - 2 * error_of(tally, of->dinos[i]) > search->limit)
            return true;
    }
    return false;
}

/* The cells that go on, unless they have just begun. */
static void cells_select(struct search *search, int setting)
{
    search->playing_count = 0;
    for (int i = 0; i < search->cell_count; i++)
        if (search->done == 0 || !is_beyond(search, &search->cells[i].tally, setting))
            search->playing[search->playing_count++] = i;
}

/* Plays the cells: the same number of games with each, then as many again with those that are not
 * beyond the limit, and so on. */
static void cells_play(struct search *search, struct pool *pool, int setting)
{
    for (search->done = 0; search->done < search->blocks; search->done += search->wave) {
        int left = search->blocks - search->done;
        search->wave = search->done == 0 ? 1 : search->done < left ? search->done : left;
        cells_select(search, setting);
        int items = search->playing_count * search->wave;
        progress_say("%s: %d tables, games %d to %d", settings[setting].name, search->playing_count,
                     search->done * GAMES_OF_A_BLOCK + 1,
                     (search->done + search->wave) * GAMES_OF_A_BLOCK);
        search->tallies = alloc_array((size_t)items + 1, sizeof *search->tallies);
        pool_run(pool, items, blocks_play, search);
        for (int item = 0; item < items; item++)
            tally_add(&search->cells[search->playing[item / search->wave]].tally,
                      &search->tallies[item]);
        free(search->tallies);
    }
}

static void setting_play(struct search *search, struct pool *pool, int setting)
{
    cells_gather(search, setting);
    cells_play(search, pool, setting);
    for (int i = 0; i < search->count; i++) {
        struct table *table = &search->tables[i];
        if (!is_in(search, table, setting))
            continue;
        struct cell wanted = cell_of(table, setting);
        const struct cell *cell = bsearch(&wanted, search->cells, (size_t)search->cell_count,
                                          sizeof *search->cells, cell_compare);
        if (cell->tally.games == 0)
            continue; /* the time was up */
        table->tallies[setting] = cell->tally;
        if (is_mirrored(table, setting))
            tally_mirror(&table->tallies[setting]);
        table_judge(table, setting);
    }
}

static int table_compare(const void *a, const void *b)
{
    const struct table *one = a, *other = b;
    if (!one->played != !other->played)
        return !one->played - !other->played;
    if (one->worst != other->worst)
        return one->worst < other->worst ? -1 : 1;
    return memcmp(one->outfits, other->outfits, sizeof one->outfits);
}

/* ---- Output ---- */

static void head_print(void)
{
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++)
        printf("%s,", tyrannosaurus_dino_names[dino]);
    printf("worst,error,strain");
    for (int i = 0; i < SETTINGS; i++) {
        printf(",%s_games", settings[i].name);
        for (int k = 0; k < settings[i].columns; k++)
            printf(",%s_%s,error", settings[i].name,
                   tyrannosaurus_dino_names[settings[i].dinos[k]]);
    }
    putchar('\n');
}

static void table_print(const struct table *table)
{
    for (int dino = 0; dino < TYREX_DINOSAURS; dino++) {
        const struct outfit *outfit = &table->outfits[dino];
        printf("%d/%d/%d+%d,", outfit->cards[TYREX_CARD_MOVE], outfit->cards[TYREX_CARD_REST],
               outfit->cards[TYREX_CARD_PANIC], outfit->trees);
    }
    printf("%.2f,%.2f,%.2f", table->worst, table->error, table->strain);
    for (int i = 0; i < SETTINGS; i++) {
        const struct tally *tally = &table->tallies[i];
        printf(",%d", tally->games);
        for (int k = 0; k < settings[i].columns; k++) {
            int dino = settings[i].dinos[k];
            if (tally->games)
                printf(",%.2f,%.2f", share_of(tally, dino), error_of(tally, dino));
            else
                printf(",,");
        }
    }
    putchar('\n');
}

/* ---- Options ---- */

static bool number_read(const char *name, const char *text, int least, int most, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most) {
        fprintf(stderr, "fair: --%s needs a whole number from %d to %d, not \"%s\"\n", name, least,
                most, text);
        return false;
    }
    *number = (int)value;
    return true;
}

static bool options_read(struct search *search, int count, char **arguments)
{
    static const struct option names[] = {{"games", required_argument, NULL, 0},
                                          {"iterations", required_argument, NULL, 0},
                                          {"positions", required_argument, NULL, 0},
                                          {"limit", required_argument, NULL, 0},
                                          {"keep", required_argument, NULL, 0},
                                          {"seed", required_argument, NULL, 0},
                                          {"threads", required_argument, NULL, 0},
                                          {"seconds", required_argument, NULL, 0},
                                          {0}};
    int limit = 100, seed = 1, seconds = 0, index, found;
    struct {
        int least, most, *number;
    } values[] = {{0, 1000000, &search->games},
                  {1, 100000, &search->iterations},
                  {TRAINING_POSITIONS_MIN, TRAINING_POSITIONS_MAX, &search->positions},
                  {1, 100, &limit},
                  {1, TABLES_MAX, &search->keep},
                  {0, INT32_MAX, &seed},
                  {1, POOL_THREADS_MAX, &search->threads},
                  {1, 1000000, &seconds}};
    search->games = GAMES_OF_A_BLOCK;
    search->iterations = 20;
    search->threads = pool_processors();
    while ((found = getopt_long(count, arguments, "", names, &index)) != -1)
        if (found == '?' || !number_read(names[index].name, optarg, values[index].least,
                                         values[index].most, values[index].number))
            return false;
    search->limit = limit;
    search->seed = (uint64_t)seed;
    search->end_ns = seconds ? clock_ns() + seconds * INT64_C(1000000000) : INT64_MAX;
    search->blocks = (search->games + GAMES_OF_A_BLOCK - 1) / GAMES_OF_A_BLOCK;
    if (count - optind > 1)
        fprintf(stderr, "fair: what is \"%s\"?\n", arguments[optind + 1]);
    return count - optind <= 1;
}

int main(int count, char **arguments)
{
    static struct search search;
    struct game_components_storage standard;
    struct fault fault;
    if (!options_read(&search, count, arguments))
        return 2;
    search.tables = alloc_array(TABLES_MAX, sizeof *search.tables);
    search.cells = alloc_array(TABLES_MAX, sizeof *search.cells);
    search.playing = alloc_array(TABLES_MAX, sizeof *search.playing);
    CHECK(wire_components_load(&game_tyrannosaurus, NULL, &standard, &fault));
    memcpy(&search.components, standard.bytes, sizeof search.components);
    if (optind == count)
        tables_make(&search);
    else if (!tables_read(&search, arguments[optind]))
        return 2;
    if (search.keep && search.keep < search.count)
        search.count = search.keep;
    if (search.positions && search.games)
        networks_train(&search);
    struct pool *pool = pool_new(search.threads);
    for (int setting = 0; setting < SETTINGS && search.games; setting++)
        setting_play(&search, pool, setting);
    pool_free(pool);
    qsort(search.tables, (size_t)search.count, sizeof *search.tables, table_compare);
    head_print();
    for (int i = 0; i < search.count; i++)
        table_print(&search.tables[i]);
    free(search.tables);
    free(search.cells);
    free(search.playing);
    return fflush(stdout) == 0 ? 0 : 1;
}
