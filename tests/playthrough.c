/* Playthroughs: whole seeded games written down, every move, event, view and result. A change of
 * the rules, of a shuffle, of a view shows as a difference in a file that people can read.
 *
 * After each move the position is told by what changed in it, and each view by what changed in it
 * otherwise than in the position.
 *
 * usage: playthrough DIR           compares every file in DIR; a game without one fails
 *        playthrough --write DIR   writes them anew */
#include "support.h"

#include "base/bits.h"
#include "base/check.h"
#include "data/data.h"
#include "match/match.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct playthrough {
    const struct game *game;
    int seats;
    struct match match;
    struct doc *doc;
    FILE *out;
    json_t *position, *views[GAME_SEATS_MAX + 1]; /* as last told; the spectator's is the last */
};

static void print_json(FILE *out, const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    CHECK(text);
    fputs(text, out);
    free(text);
}

/* Prints what differs between two values, leaf by leaf, unless a third pair of values changed in
 * the same way. */
static void print_changes(FILE *out, const char *who, const char *path, json_t *before,
                          json_t *after, json_t *told_before, json_t *told_after)
{
    char inner[128];
    const char *key;
    json_t *value;
    size_t index;
    if (json_equal(before, after))
        return;
    if (json_is_object(after) && json_is_object(before)) {
        json_object_foreach(after, key, value)
        {
            snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", key);
            print_changes(out, who, inner, json_object_get(before, key), value,
                          json_object_get(told_before, key), json_object_get(told_after, key));
        }
    } else if (json_is_array(after) && json_is_object(json_array_get(after, 0)) &&
               json_array_size(after) == json_array_size(before)) {
        json_array_foreach(after, index, value)
        {
            snprintf(inner, sizeof inner, "%s[%zu]", path, index);
            print_changes(out, who, inner, json_array_get(before, index), value,
                          json_array_get(told_before, index), json_array_get(told_after, index));
        }
    } else if (!(json_equal(before, told_before) && json_equal(after, told_after))) {
        fprintf(out, "%s %s ", who, path);
        print_json(out, after);
        fputc('\n', out);
    }
}

/* Writes the position, or the view of `viewer`, as JSON. */
static json_t *snapshot(struct playthrough *p, int viewer)
{
    struct game_state_storage view;
    const void *state = p->match.state.bytes;
    if (viewer != STORY_ALL) {
        p->game->view(state, viewer, view.bytes);
        state = view.bytes;
    }
    doc_start(p->doc);
    p->game->save(state, p->doc, NULL);
    return wire_from_doc(p->doc, doc_root(p->doc));
}

static void tell_changes(struct playthrough *p)
{
    json_t *position = snapshot(p, STORY_ALL);
    print_changes(p->out, "position", "", p->position, position, NULL, NULL);
    for (int i = 0; i <= p->seats; i++) {
        int viewer = i < p->seats ? i : GAME_SPECTATOR;
        char who[16];
        snprintf(who, sizeof who, i < p->seats ? "view %d" : "view -", viewer);
        json_t *view = snapshot(p, viewer);
        print_changes(p->out, who, "", p->views[i], view, p->position, position);
        json_decref(p->views[i]);
        p->views[i] = view;
    }
    json_decref(p->position);
    p->position = position;
}

static void tell_events(struct playthrough *p)
{
    DOC_EACH (p->doc, doc_root(p->doc), event) {
        json_t *json = wire_from_doc(p->doc, event);
        fputs("event ", p->out);
        print_json(p->out, json);
        fputc('\n', p->out);
        json_decref(json);
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
    p->position = json_object();
    for (int i = 0; i <= p->seats; i++)
        p->views[i] = json_object();
    tell_changes(p);
    for (uint32_t to_act; (to_act = p->game->to_act(p->match.state.bytes));) {
        int seat = bits_nth(to_act, (int)rng_below(&rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move = {0};
        char text[GAME_MOVE_TEXT_MAX];
        struct buffer buffer;
        buffer_start(&buffer, text, sizeof text);
        p->game->sample(p->match.state.bytes, seat, &rng, &move.head);
        p->game->format(p->match.state.bytes, &move.head, &buffer);
        fprintf(p->out, "\nplay %d %s\n", seat, text);
        CHECK(match_play(&p->match, seat, text, p->doc, STORY_ALL, &fault));
        tell_events(p);
        tell_changes(p);
    }
    doc_start(p->doc);
    match_result(&p->match, p->doc, NULL);
    json_t *result = wire_from_doc(p->doc, doc_root(p->doc));
    fputs("\nresult ", p->out);
    print_json(p->out, result);
    fputc('\n', p->out);
    json_decref(result);
    json_decref(p->position);
    for (int i = 0; i <= p->seats; i++)
        json_decref(p->views[i]);
    match_free(&p->match);
}

/* The playthrough of a game as text, to be freed. */
static char *told(const struct game *game, int seats, size_t *size)
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

/* The line in which two texts first differ. */
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
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc != 2 + write)
        return 2;
    int passed = 0, failed = 0;
    for (int i = 0; tested_games()[i]; i++) {
        const struct game *game = tested_games()[i];
        /* The fewest and a middling number of players: their rules often differ. */
        const int seats[] = {game->seats_min, game->seats_min + 2};
        for (size_t k = 0; k < sizeof seats / sizeof *seats; k++) {
            char path[512];
            size_t size;
            snprintf(path, sizeof path, "%s/%s-%d.txt", argv[1 + write], game->id, seats[k]);
            char *text = told(game, seats[k], &size);
            if (write ? store(path, text) : compare(path, text))
                passed++;
            else
                failed++;
            free(text);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
