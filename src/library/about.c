/* The library's version, its faults, and its games. */
#include "library/ludosaure.h"

#include "base/check.h"
#include "game/encode.h"
#include "game/registry.h"
#include "library/scratch.h"
#include "library/start.h"
#include "text/text.h"
#include "wire/games.h"

#include <assert.h>
#include <pthread.h>

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

const char *ludosaure_error_text(enum ludosaure_language language)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const struct fault *fault = scratch_fault();
    char storage[512];
    struct buffer text;
    pthread_once(&once, texts_read);
    buffer_start(&text, storage, sizeof storage);
    if (fault->code != FAULT_NONE)
        texts_fault(texts, language == LUDOSAURE_FRENCH ? FRENCH : ENGLISH, fault, &text);
    return scratch_copy(text.text);
}

const char *ludosaure_games(void)
{
    wire_games(games_all, &scratch_get()->doc);
    return scratch_keep_doc();
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
