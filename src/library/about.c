/* The library's version, its faults, and its games.
 *
 * Then: what a match or a batch begins with; the memory of each thread. */
#include "library/library_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "library/ludosaure.h"
#include "text/text.h"
#include "wire/wire.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)LUDOSAURE_SPECTATOR == (int)GAME_SPECTATOR, "one number for spectators");
static_assert((int)LUDOSAURE_EVERYTHING == (int)STORY_ALL, "one number for those who know all");
static_assert((int)LUDOSAURE_SEATS_MAX == (int)GAME_SEATS_MAX, "one limit for seats");
static_assert((int)LUDOSAURE_ENGLISH == (int)ENGLISH && (int)LUDOSAURE_FRENCH == (int)FRENCH,
              "one number for each language");

int ludosaure_api(void)
{
    return 1000 * LUDOSAURE_API_MAJOR + LUDOSAURE_API_MINOR;
}

const char *ludosaure_version(void)
{
    return LUDOSAURE_VERSION;
}

const char *ludosaure_error_code(void)
{
    const struct fault *fault = scratch_fault();
    return fault->code == FAULT_NONE ? "" : fault_code_name(fault->code);
}

const char *ludosaure_error_rule(void)
{
    return scratch_fault()->rule;
}

/* Sentences are read when they are first asked for, and kept. */
static struct texts *texts;

static void texts_read(void)
{
    struct fault fault;
    texts = texts_load(NULL, &fault);
    CHECK(texts); /* compiled in */
}

struct texts *library_texts(void)
{
    static pthread_once_t read = PTHREAD_ONCE_INIT;
    pthread_once(&read, texts_read);
    return texts;
}

const char *ludosaure_error_text(enum ludosaure_language language)
{
    const struct fault *fault = scratch_fault();
    char storage[512];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    if (fault->code != FAULT_NONE)
        texts_fault(library_texts(), language == LUDOSAURE_FRENCH ? FRENCH : ENGLISH, fault, &text);
    return scratch_copy(text.text);
}

const char *ludosaure_games(void)
{
    wire_games(games_all, NULL, &scratch_get()->doc);
    return scratch_keep_doc();
}

const char *ludosaure_components(const char *id, const char *folder)
{
    const struct game *game = start_game(id);
    struct game_components_storage components;
    if (!game || !wire_components_load(game, folder, &components, scratch_fault()))
        return NULL;
    json_t *json = wire_components_json(game, folder);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text ? scratch_keep(text) : "null";
}

/* For whom a part of an observation is, apart from the distance of a seat. */
enum { SHARED = -1, ACTIONS = -2 };

/* Writes a part, and returns where the next one begins. */
static int part_save(const struct encoding_part *part, int first, int seat, struct doc *doc)
{
    doc_object(doc, NULL);
    doc_string(doc, "name", part->name);
    doc_integer(doc, "first", first);
    doc_integer(doc, "size", part->size);
    if (seat >= 0)
        doc_integer(doc, "seat", seat);
    else if (seat == SHARED)
        doc_null(doc, "seat");
    doc_end(doc);
    return first + part->size;
}

static void observation_save(const struct game *game, struct doc *doc)
{
    const struct encoding_part *parts = game->encoding->observation;
    int first = 0;
    doc_list(doc, "observation");
    for (int seat = SHARED; seat < game->seats_max; seat++)
        for (const struct encoding_part *part = parts; part->name; part++)
            if (part->each_seat == (seat >= 0))
                first = part_save(part, first, seat, doc);
    doc_end(doc);
}

const char *ludosaure_encoding(const char *id)
{
    const struct game *game = start_encoded_game(id);
    if (!game)
        return NULL;
    struct doc *doc = &scratch_get()->doc;
    int first = 0;
    doc_start(doc);
    doc_object(doc, NULL);
    observation_save(game, doc);
    doc_list(doc, "actions");
    for (const struct encoding_part *part = game->encoding->actions; part->name; part++)
        first = part_save(part, first, ACTIONS, doc);
    doc_end(doc);
    doc_end(doc);
    return scratch_keep_doc();
}

int ludosaure_observation_size(const char *id)
{
    const struct game *game = start_encoded_game(id);
    return game ? game_observation_size(game) : -1;
}

int ludosaure_action_count(const char *id)
{
    const struct game *game = start_encoded_game(id);
    return game ? game_action_count(game) : -1;
}

/* ---- What a match or a batch begins with ---- */

const struct game *start_game(const char *id)
{
    const struct game *game = game_find(games_all, id);
    if (!game)
        fault_set(scratch_fault(), FAULT_UNKNOWN_GAME, NULL, "core.unknown_game", "%s", id);
    return game;
}

const struct game *start_encoded_game(const char *id)
{
    const struct game *game = start_game(id);
    if (!game || game->encoding)
        return game;
    fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.no_encoding", "%s", id);
    return NULL;
}

bool start_doc(const char *json, const char *what)
{
    struct scratch *scratch = scratch_get();
    json_t *read = wire_parse(json, strlen(json));
    bool good = json_is_object(read);
    if (!read)
        fault_set(&scratch->fault, FAULT_BAD_JSON, NULL, "core.bad_json", NULL);
    else if (!good)
        scratch_bad_argument(what);
    else if (!(good = wire_to_doc(read, &scratch->doc)))
        fault_set(&scratch->fault, FAULT_BAD_REQUEST, NULL, "core.too_large", "%s", what);
    json_decref(read);
    return good;
}

bool start_seed(const char *seed)
{
    uint32_t code;
    int length;
    for (; *seed; seed += length)
        if ((length = utf8_read(seed, &code)) == 0)
            return scratch_bad_argument("seed");
    return true;
}

struct game_setup start_setup(const struct start *start, const char *seed)
{
    struct game_setup setup = {.seats = start->seats,
                               .components = start->components.bytes,
                               .seed = seed,
                               .seed_length = strlen(seed)};
    memcpy(setup.options, start->options, sizeof setup.options);
    return setup;
}

bool start_read(struct start *start, const char *game, int seats, const char *options,
                const char *folder)
{
    struct scratch *scratch = scratch_get();
    *start = (struct start){.game = start_game(game), .seats = seats};
    if (!start->game)
        return false;
    if (seats < start->game->seats_min || seats > start->game->seats_max)
        return scratch_bad_range("seats", start->game->seats_min, start->game->seats_max);
    if (options && !start_doc(options, "options"))
        return false;
    if (!game_options_load(start->game, &scratch->doc, options ? doc_root(&scratch->doc) : NULL,
                           start->options, &scratch->fault) ||
        !wire_components_load(start->game, folder, &start->components, &scratch->fault))
        return false;
    struct game_state_storage state;
    struct game_setup setup = start_setup(start, "");
    return start->game->start(state.bytes, &setup, &scratch->fault);
}

void start_deal(const struct start *start, const char *seed, void *state)
{
    struct game_setup setup = start_setup(start, seed);
    struct fault fault;
    CHECK(start->game->start(state, &setup, &fault)); /* start_read has tried it */
}

/* ---- The memory of each thread ---- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void scratch_free(void *scratch)
{
    free(((struct scratch *)scratch)->text);
    free(scratch);
}

static void key_make(void)
{
    CHECK(pthread_key_create(&key, scratch_free) == 0);
}

struct scratch *scratch_get(void)
{
    pthread_once(&once, key_make);
    struct scratch *scratch = pthread_getspecific(key);
    if (!scratch) {
        scratch = alloc_new(sizeof *scratch);
        CHECK(pthread_setspecific(key, scratch) == 0);
    }
    return scratch;
}

struct fault *scratch_fault(void)
{
    return &scratch_get()->fault;
}

bool scratch_bad_argument(const char *name)
{
    return fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.bad_argument", "%s", name);
}

bool scratch_bad_range(const char *name, int64_t low, int64_t high)
{
    return fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.bad_argument",
                     "%s (%lld–%lld)", name, (long long)low, (long long)high);
}

const char *scratch_keep(char *text)
{
    struct scratch *scratch = scratch_get();
    CHECK(text);
    free(scratch->text);
    return scratch->text = text;
}

const char *scratch_copy(const char *text)
{
    return scratch_keep(alloc_text(text));
}

const char *scratch_keep_doc(void)
{
    const struct doc *doc = &scratch_get()->doc;
    CHECK(!doc->full);
    json_t *json = wire_from_doc(doc, doc_root(doc));
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(json);
    return scratch_keep(text);
}
