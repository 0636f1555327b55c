/* How long a move takes within a table, without sockets and disk: checking it, folding it in, and
 * writing its step for one viewer. Also what writing a document costs per value.
 *
 * usage: bench_push [GAME SEATS [MATCHES]]      default: trex 4 200 */
#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Times are processor time, so other programs do not matter. Reading the clock takes time too, so short
 * steps are repeated. */
enum { TIMES = 8 };
struct push_figures {
    int64_t moves, steps, bytes, nodes;
    int64_t check_ns, record_ns, fold_ns, push_ns, write_ns;
};

static void fold(struct table *table, int kind, int seat, char *text)
{
    struct fault fault;
    CHECK(
        table_fold(table, &(struct store_entry){.kind = kind, .seat = seat, .text = text}, &fault));
}

static struct table *table_start(const char *game, int seats, int number)
{
    struct table *table = table_new("table0000000", NULL);
    struct fault fault;
    char seed[32], person[64];
    snprintf(seed, sizeof seed, "bench %d", number);
    json_t *json = json_pack("{s:s, s:i}", "game", game, "seats", seats);
    struct table_asked asked;
    CHECK(table_asked_read(&asked, json, false, &fault));
    json_decref(json);
    table_settings_set_host(&asked.settings, "host", "Host");
    table_settings_set_seed(&asked.settings, seed);
    char *text = table_settings_text(&asked.settings);
    table_settings_free(&asked.settings);
    fold(table, ENTRY_CREATE, -1, text);
    free(text);
    for (int seat = 0; seat < seats; seat++) {
        snprintf(person, sizeof person, "{\"person\":\"p%d\",\"name\":\"Somebody\"}", seat);
        fold(table, ENTRY_SIT, seat, person);
    }
    fold(table, ENTRY_START, -1, NULL);
    return table;
}

static void write_views(const struct table *table, struct doc *doc, struct push_figures *figures)
{
    static char storage[1 << 18];
    struct buffer out;
    doc_start(doc);
    table->settings.game->save(table->settings.game, table->match.state.bytes, doc, NULL);
    int64_t begin = clock_cpu_ns();
    for (int i = 0; i < TIMES; i++) {
        buffer_start(&out, storage, sizeof storage);
        wire_write(doc, doc_root(doc), &out);
    }
    figures->write_ns += clock_cpu_ns() - begin;
    figures->nodes += TIMES * doc->node_count;
}

static void play_move(struct table *table, struct push_writer *push_writer, struct rng *rng,
                      struct push_figures *figures)
{
    union game_move_storage move = {0};
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    struct fault fault;
    uint32_t to_act = table->settings.game->to_act(table->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(rng, (uint32_t)bits_count(to_act)));
    game_sample(table->settings.game, table->match.state.bytes, seat, rng, &move.head);
    buffer_start(&text, storage, sizeof storage);
    table->settings.game->format(table->match.state.bytes, &move.head, &text);
    char cid[] = "client move 1";
    struct store_entry entry = {.kind = ENTRY_MOVE, .seat = seat, .text = storage, .cid = cid};
    struct game_state_storage before = table->match.state;
    int64_t times[5] = {clock_cpu_ns()};
    for (int i = 0; i < TIMES; i++)
        CHECK(table_cid_version(table, seat, "none") < 0 && table_check(table, &entry, &fault));
    times[1] = clock_cpu_ns();
    struct store_record *record = table_record_after(table, &entry);
    times[2] = clock_cpu_ns();
    CHECK(table_fold(table, &entry, &fault));
    times[3] = clock_cpu_ns();
    for (int i = 0; i < TIMES * table->settings.seats; i++) {
        struct push_viewer viewer = {.seat = i % table->settings.seats, .held = -1, .views = true};
        struct message *message = push_step(push_writer, table, &before, &viewer, NULL, 0);
        figures->bytes += (int64_t)message->length;
        message_drop(message);
    }
    times[4] = clock_cpu_ns();
    if (record)
        free(record->record);
    free(record);
    figures->moves++;
    figures->steps += TIMES * table->settings.seats;
    figures->check_ns += times[1] - times[0];
    figures->record_ns += times[2] - times[1];
    figures->fold_ns += times[3] - times[2];
    figures->push_ns += times[4] - times[3];
}

int main(int argc, char **argv)
{
    const char *game = argc > 2 ? argv[1] : "trex";
    int seats = argc > 2 ? atoi(argv[2]) : 4, matches = argc > 3 ? atoi(argv[3]) : 200;
    struct push_figures figures = {0};
    struct push_writer *push_writer = push_writer_new();
    struct doc *doc = alloc_new(sizeof *doc);
    struct rng rng;
    rng_start(&rng, 1);
    for (int i = 0; i < matches; i++) {
        struct table *table = table_start(game, seats, i);
        while (table->state == TABLE_PLAYING) {
            play_move(table, push_writer, &rng, &figures);
            write_views(table, doc, &figures);
        }
        table_free(table);
    }
    double moves = (double)figures.moves, steps = (double)figures.steps;
    printf("%s %d: %.1f moves per match; per move: check %.2f us, record %.2f us, fold %.2f us; "
           "per step: %.2f us, %.0f bytes; writing: %.1f ns per value\n",
           game, seats, moves / matches, (double)figures.check_ns / moves / TIMES / 1e3,
           (double)figures.record_ns / moves / 1e3, (double)figures.fold_ns / moves / 1e3,
           (double)figures.push_ns / steps / 1e3, (double)figures.bytes / steps,
           (double)figures.write_ns / (double)figures.nodes);
    push_writer_free(push_writer);
    free(doc);
    return 0;
}
