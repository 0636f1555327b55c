/* Playthroughs: whole seeded games in text files. They list every move with its events, and a hash
 * of the position and of what each viewer sees. A change of the rules, of a shuffle or of a view
 * shows up as a difference in a readable file. The first time a phase is entered, the position and
 * all views are written in full, with their aids.
 *
 * usage, in the root of the repository:
 *        playthrough [GAME]           compares tests/games/<id>/playthrough-<seats>.txt; all must exist
 *        playthrough --write [GAME]   writes them again */
#include "support.h"

#include "base/base.h"
#include "data/data.h"
#include "match/match.h"
#include "wire/wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHASES_MAX = 16 };

struct playthrough {
    const struct game *game;
    int seats;
    struct match match;
    struct doc *doc;
    FILE *out;
    const char *phases[PHASES_MAX]; /* those shown in full */
    int phase_count;
};

static void print_json(FILE *out, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    CHECK(text);
    fputs(text, out);
    free(text);
    json_decref(json);
}

/* The position (STORY_ALL), or what `viewer` receives: a view and its aids. */
static json_t *snapshot(struct playthrough *p, int viewer)
{
    struct game_state_storage view;
    const void *state = p->match.state.bytes;
    if (viewer != STORY_ALL) {
        game_view(p->game, state, viewer, view.bytes);
        state = view.bytes;
    }
    doc_start(p->doc);
    p->game->save(p->game, state, p->doc, NULL);
    json_t *saved = wire_from_doc(p->doc, doc_root(p->doc));
    if (viewer == STORY_ALL)
        return saved;
    doc_start(p->doc);
    game_aids_save(p->game, state, viewer, p->doc, NULL);
    return json_pack("{s:o, s:o}", "view", saved, "aids", wire_from_doc(p->doc, doc_root(p->doc)));
}

static void print_hash(struct playthrough *p, int viewer)
{
    json_t *json = snapshot(p, viewer);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    fprintf(p->out, " %016" PRIx64, hash_text(HASH_START, text));
    free(text);
    json_decref(json);
}

static bool phase_is_new(struct playthrough *p)
{
    const char *phase = p->game->phase(p->match.state.bytes);
    for (int i = 0; i < p->phase_count; i++)
        if (strcmp(p->phases[i], phase) == 0)
            return false;
    CHECK(p->phase_count < PHASES_MAX);
    p->phases[p->phase_count++] = phase;
    return true;
}

static void tell_moment(struct playthrough *p)
{
    fputs("hashes", p->out);
    print_hash(p, STORY_ALL);
    for (int viewer = GAME_SPECTATOR; viewer < p->seats; viewer++)
        print_hash(p, viewer);
    fputc('\n', p->out);
    if (!phase_is_new(p))
        return;
    fputs("position ", p->out);
    print_json(p->out, snapshot(p, STORY_ALL));
    for (int viewer = GAME_SPECTATOR; viewer < p->seats; viewer++) {
        fprintf(p->out, viewer == GAME_SPECTATOR ? "\nspectator " : "\nseat %d ", viewer);
        print_json(p->out, snapshot(p, viewer));
    }
    fputc('\n', p->out);
}

static void tell_events(struct playthrough *p)
{
    DOC_EACH (p->doc, doc_root(p->doc), event) {
        fputs("event ", p->out);
        print_json(p->out, wire_from_doc(p->doc, event));
        fputc('\n', p->out);
    }
}

static void tell_game(struct playthrough *p)
{
    static const char seed[] = "playthrough";
    struct game_components_storage components = tested_components(p->game);
    uint8_t options[GAME_OPTIONS_MAX];
    struct fault fault;
    struct rng rng;
    CHECK(game_options_load(p->game, p->doc, NULL, options, &fault));
    CHECK(match_start(&p->match, p->game, &components, p->seats, options, seed, strlen(seed),
                      &fault));
    rng_start(&rng, 1);
    fprintf(p->out, "new %s %d %s\n", p->game->id, p->seats, seed);
    tell_moment(p);
    for (uint32_t to_act; (to_act = p->game->to_act(p->match.state.bytes));) {
        int seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move = {0};
        char text[GAME_MOVE_TEXT_MAX];
        struct buffer buffer;
        buffer_start(&buffer, text, sizeof text);
        game_sample(p->game, p->match.state.bytes, seat, &rng, &move.head);
        p->game->format(p->match.state.bytes, &move.head, &buffer);
        fprintf(p->out, "\nplay %d %s\n", seat, text);
        CHECK(match_play(&p->match, seat, text, p->doc, STORY_ALL, &fault));
        tell_events(p);
        tell_moment(p);
    }
    doc_start(p->doc);
    match_result(&p->match, p->doc, NULL);
    fputs("\nresult ", p->out);
    print_json(p->out, wire_from_doc(p->doc, doc_root(p->doc)));
    fputc('\n', p->out);
    match_free(&p->match);
}

/* The playthrough of a game as text, to be freed. */
static char *playthrough_text(const struct game *game, int seats, size_t *size)
{
    struct playthrough p = {.game = game, .seats = seats, .doc = malloc(sizeof *p.doc)};
    char *text = NULL;
    p.out = open_memstream(&text, size);
    CHECK(p.doc && p.out);
    tell_game(&p);
    fclose(p.out);
    free(p.doc);
    return text;
}

/* The first line in which two texts differ. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

static bool compare(const char *path, const char *text)
{
    size_t size;
    char *stored = data_read_file(path, 16 << 20, &size);
    bool same = stored && strcmp(stored, text) == 0;
    if (!stored)
        printf("%s: there is none; tests/playthrough --write makes it\n", path);
    else if (!same)
        printf("%s:%d: this game is now played otherwise\n", path, first_difference(stored, text));
    free(stored);
    return same;
}

static bool store(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    bool write = argc >= 2 && strcmp(argv[1], "--write") == 0;
    const char *name = argc > 1 + write ? argv[1 + write] : NULL;
    const struct game *only = name ? game_find(tested_games(), name) : NULL;
    int passed = 0, failed = 0;
    if (argc > 2 + write || (name && !only))
        return tested_usage(argv[0], "[--write] [GAME]");
    for (int i = 0; tested_games()[i]; i++) {
        const struct game *game = tested_games()[i];
        if (only && game != only)
            continue;
        /* The smallest and a medium number of players, since their rules often differ. */
        for (int seats = game->seats_min; seats <= game->seats_min + 2; seats += 2) {
            if (seats > game->seats_max)
                continue;
            char path[512];
            size_t size;
            snprintf(path, sizeof path, "tests/games/%s/playthrough-%d.txt", game->id, seats);
            char *text = playthrough_text(game, seats, &size);
            if (write ? store(path, text) : compare(path, text))
                passed++;
            else
                failed++;
            free(text);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
