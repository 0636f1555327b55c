/* How long a move takes on its way through a room, without sockets and disk: checking and folding
 * it, and telling it to one viewer. Also what writing a document costs per value.
 *
 * usage: bench_tell [GAME SEATS [MATCHES]]      default: trex 4 200 */
#include "server/tell.h"
#include "base/bits.h"
#include "base/check.h"
#include "base/clock.h"
#include "server/room.h"
#include "wire/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time of this program alone: others may use the machine as well. Asking takes some time too, so
 * what is short is done several times. */
enum { TIMES = 8 };
struct figures {
    int64_t moves, steps, bytes, nodes;
    int64_t check_ns, record_ns, fold_ns, tell_ns, write_ns;
};

static void fold(struct room *room, int kind, int seat, char *text)
{
    struct fault fault;
    CHECK(room_fold(room, &(struct store_entry){.kind = kind, .seat = seat, .text = text}, &fault));
}

static struct room *room_start(const char *game, int seats, int number)
{
    struct room *room = room_new("table0000000", NULL);
    struct fault fault;
    char seed[32], person[64];
    snprintf(seed, sizeof seed, "bench %d", number);
    json_t *wish = json_pack("{s:s, s:i}", "game", game, "seats", seats);
    char *text = room_create_text(wish, "host", "Host", seed, &fault);
    CHECK(text);
    json_decref(wish);
    fold(room, ROOM_CREATE, -1, text);
    free(text);
    for (int seat = 0; seat < seats; seat++) {
        snprintf(person, sizeof person, "{\"person\":\"p%d\",\"name\":\"Somebody\"}", seat);
        fold(room, ROOM_SIT, seat, person);
    }
    fold(room, ROOM_START, -1, NULL);
    return room;
}

static void write_views(const struct room *room, struct doc *doc, struct figures *figures)
{
    static char storage[1 << 18];
    struct buffer out;
    doc_start(doc);
    room->game->save(room->game, room->match.state.bytes, doc, NULL);
    int64_t begin = clock_cpu_ns();
    for (int i = 0; i < TIMES; i++) {
        buffer_start(&out, storage, sizeof storage);
        wire_write(doc, doc_root(doc), &out);
    }
    figures->write_ns += clock_cpu_ns() - begin;
    figures->nodes += TIMES * doc->node_count;
}

static void play_move(struct room *room, struct teller *teller, struct rng *rng,
                      struct figures *figures)
{
    union game_move_storage move = {0};
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer text;
    struct fault fault;
    uint32_t to_act = room->game->to_act(room->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(rng, (uint32_t)bits_count(to_act)));
    room->game->sample(room->match.state.bytes, seat, rng, &move.head);
    buffer_start(&text, storage, sizeof storage);
    room->game->format(room->match.state.bytes, &move.head, &text);
    char cid[] = "client move 1";
    struct store_entry entry = {.kind = ROOM_MOVE, .seat = seat, .text = storage, .cid = cid};
    struct game_state_storage before = room->match.state;
    int64_t times[5] = {clock_cpu_ns()};
    for (int i = 0; i < TIMES; i++)
        CHECK(room_cid_version(room, seat, "none") < 0 && room_check(room, &entry, &fault));
    times[1] = clock_cpu_ns();
    struct store_record *record = room_record_after(room, &entry);
    times[2] = clock_cpu_ns();
    CHECK(room_fold(room, &entry, &fault));
    times[3] = clock_cpu_ns();
    for (int i = 0; i < TIMES * room->seats; i++) {
        struct tell_viewer viewer = {.seat = i % room->seats, .held = -1, .views = true};
        struct message *message = tell_step(teller, room, &before, &viewer, NULL, 0);
        figures->bytes += (int64_t)message->length;
        message_drop(message);
    }
    times[4] = clock_cpu_ns();
    if (record)
        free(record->record);
    free(record);
    figures->moves++;
    figures->steps += TIMES * room->seats;
    figures->check_ns += times[1] - times[0];
    figures->record_ns += times[2] - times[1];
    figures->fold_ns += times[3] - times[2];
    figures->tell_ns += times[4] - times[3];
}

int main(int argc, char **argv)
{
    const char *game = argc > 2 ? argv[1] : "trex";
    int seats = argc > 2 ? atoi(argv[2]) : 4, matches = argc > 3 ? atoi(argv[3]) : 200;
    struct figures figures = {0};
    struct teller *teller = teller_new();
    struct doc *doc = malloc(sizeof *doc);
    struct rng rng;
    CHECK(doc);
    rng_start(&rng, 1);
    for (int i = 0; i < matches; i++) {
        struct room *room = room_start(game, seats, i);
        while (room->stage == ROOM_PLAYING) {
            play_move(room, teller, &rng, &figures);
            write_views(room, doc, &figures);
        }
        room_free(room);
    }
    double moves = (double)figures.moves, steps = (double)figures.steps;
    printf("%s %d: %.1f moves a match; a move: check %.2f us, record %.2f us, fold %.2f us; "
           "a step: %.2f us, %.0f bytes; writing: %.1f ns a value\n",
           game, seats, moves / matches, (double)figures.check_ns / moves / TIMES / 1e3,
           (double)figures.record_ns / moves / 1e3, (double)figures.fold_ns / moves / 1e3,
           (double)figures.tell_ns / steps / 1e3, (double)figures.bytes / steps,
           (double)figures.write_ns / (double)figures.nodes);
    teller_free(teller);
    free(doc);
    return 0;
}
