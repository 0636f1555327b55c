/* The parts of the contract that are the same for all games: events, options, and the head of a
 * position.
 *
 * Then: encodings. */
#include "game/game.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not inline: the list of moves takes 32 KiB of the stack, which a game with a `sample` need not have. */
void game_sample_legal(const struct game *game, const void *state, int seat, struct rng *rng,
                       struct move *move)
{
    struct move moves[GAME_MOVES_MAX];
    int count = game->legal(state, seat, moves);
    CHECK(count > 0);
    *move = moves[rng_below(rng, (uint32_t)count)];
}

bool game_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
               const void *components, void *state, struct fault *fault)
{
    return game->load(game, doc, position, components, state, fault) &&
           game_invariants(game, state, fault);
}

void game_move_apply(const struct game *game, void *state, int seat, const struct move *move,
                     int viewer, struct doc *events)
{
    doc_start(events);
    doc_list(events, NULL);
    game->apply(state, seat, move, &(struct story){.doc = events, .viewer = viewer});
    doc_end(events);
    CHECK(!events->full);
}

void game_move_describe(const struct game *game, const void *state, int seat,
                        const struct move *move, int viewer, struct doc *events)
{
    struct game_state_storage after;
    memcpy(after.bytes, state, game->state_size);
    game_move_apply(game, after.bytes, seat, move, viewer, events);
}

void game_move_remember(const struct game *game, const void *state, int seat,
                        const struct move *move, int viewer, void *memory, struct doc *events)
{
    game_move_describe(game, state, seat, move, viewer, events);
    DOC_EACH (events, doc_root(events), event)
        CHECK(game->observe(memory, viewer, events, event));
}

void game_event_end(struct story *story, const char *type, const struct game_result *result,
                    int seats)
{
    story_event(story, type, -1);
    doc_bits(story->doc, "seats", result->winners);
    doc_list(story->doc, "scores");
    for (int seat = 0; seat < seats; seat++)
        doc_integer(story->doc, NULL, result->scores[seat]);
    doc_end(story->doc);
    story_event_end(story);
}

void game_shares(const struct game *game, const void *state, int seats, struct game_chances *shares)
{
    struct game_result result;
    game->result(state, &result);
    bool together = seats == game->seats_together;
    double share = result.winners && !together ? 1.0 / bits_count(result.winners) : 1;
    *shares = (struct game_chances){0};
    for (int seat = 0; seat < seats; seat++)
        shares->of[seat] = bits_have(result.winners, seat) ? share : 0;
}

uint32_t game_awaited(const struct game *game, const void *state)
{
    return game->awaited ? game->awaited(state) : game->to_act(state);
}

void game_aids_save(const struct game *game, const void *view, int viewer, struct doc *doc,
                    const char *key)
{
    doc_object(doc, key);
    if (game->aids)
        game->aids(view, viewer, doc);
    doc_end(doc);
}

void game_option_value_save(const struct game_option *option, int value, struct doc *doc,
                            const char *key)
{
    CHECK(value >= 0 && value < option->value_count);
    const char *word = option->values[value];
    if (option->type == GAME_OPTION_INTEGER) {
        doc_integer(doc, key, atoi(word));
    } else if (option->type == GAME_OPTION_BOOL) {
        doc_bool(doc, key, strcmp(word, "true") == 0);
    } else if (!strchr(word, ',')) {
        doc_string(doc, key, word);
    } else {
        doc_list(doc, key);
        for (const char *at = word; *at;) {
            char item[64];
            size_t length = strcspn(at, ",");
            CHECK(length < sizeof item);
            memcpy(item, at, length);
            item[length] = '\0';
            doc_string(doc, NULL, item);
            at += length + (at[length] == ',');
        }
        doc_end(doc);
    }
}

void game_options_save(const struct game *game, const uint8_t *chosen, struct doc *doc,
                       const char *key)
{
    doc_object(doc, key);
    for (int i = 0; i < game->option_count; i++)
        game_option_value_save(&game->options[i], chosen[i], doc, game->options[i].name);
    doc_end(doc);
}

/* The option word that a value stands for; empty if there is none. */
static void value_word(const struct doc *doc, const struct doc_node *value,
                       enum game_option_type type, struct buffer *word)
{
    bool truth;
    if (type == GAME_OPTION_INTEGER && doc_is(value, DOC_INTEGER)) {
        buffer_add_format(word, "%lld", (long long)value->integer);
    } else if (type == GAME_OPTION_BOOL && doc_truth(value, &truth)) {
        buffer_add(word, truth ? "true" : "false");
    } else if (type == GAME_OPTION_WORD && doc_is(value, DOC_STRING)) {
        if (!strchr(doc_text(doc, value), ',')) /* only a list stands for a word with commas */
            buffer_add(word, doc_text(doc, value));
    } else if (type == GAME_OPTION_WORD && doc_count(value) > 1 && doc_is(value, DOC_LIST)) {
        DOC_EACH (doc, value, item) {
            if (word->length)
                buffer_add(word, ",");
            if (!doc_is(item, DOC_STRING))
                word->cut = true;
            else
                buffer_add(word, doc_text(doc, item));
        }
    }
}

bool game_options_load(const struct game *game, const struct doc *doc,
                       const struct doc_node *options, uint8_t *chosen, struct fault *fault)
{
    for (int i = 0; i < game->option_count; i++)
        chosen[i] = game->options[i].standard;
    DOC_EACH (doc, options, given) {
        const char *name = doc_key(doc, given);
        int index = 0;
        while (index < game->option_count && strcmp(game->options[index].name, name) != 0)
            index++;
        if (index == game->option_count)
            return fault_set(fault, FAULT_BAD_OPTION, NULL, "core.unknown_option", "%s", name);
        const struct game_option *option = &game->options[index];
        char storage[96];
        struct buffer word;
        buffer_start(&word, storage, sizeof storage);
        value_word(doc, given, option->type, &word);
        int value = 0;
        while (value < option->value_count && strcmp(option->values[value], word.text) != 0)
            value++;
        if (word.cut || value == option->value_count)
            return fault_set(fault, FAULT_BAD_OPTION, NULL, "core.bad_option_value", "%s", name);
        chosen[index] = (uint8_t)value;
    }
    return true;
}

const void *game_components(const struct game *game, const uint8_t *options, const void *components)
{
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        if (option->components && option->components[options[i]])
            components = option->components[options[i]];
    }
    return components;
}

int game_option_before(const struct game_option *option)
{
    int value = 0;
    while (option->components && !option->components[value])
        value++;
    return option->components ? value : -1;
}

bool game_head_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                    int *seats, uint8_t *options, struct fault *fault)
{
    const char *id = doc_text(doc, doc_get(doc, position, "game"));
    if (!id || strcmp(id, game->id) != 0)
        return game_bad_position(fault, NULL, "core.position_value", "game");
    if (!doc_number(doc_get(doc, position, "seats"), game->seats_min, game->seats_max, seats))
        return game_bad_position(fault, NULL, "core.position_value", "seats");
    const struct doc_node *given = doc_get(doc, position, "options");
    if (given && !doc_is(given, DOC_OBJECT))
        return game_bad_position(fault, NULL, "core.position_value", "options");
    if (!game_options_load(game, doc, given, options, fault)) {
        fault->code = FAULT_BAD_POSITION;
        return false;
    }
    return true;
}

void game_head_save(const struct game *game, int seats, const uint8_t *options, struct doc *doc)
{
    doc_string(doc, "game", game->id);
    doc_integer(doc, "seats", seats);
    game_options_save(game, options, doc, "options");
}

bool game_bad_position(struct fault *fault, const char *rule, const char *text, const char *where,
                       ...)
{
    char path[sizeof fault->detail];
    va_list arguments;
    va_start(arguments, where);
    vsnprintf(path, sizeof path, where, arguments);
    va_end(arguments);
    return fault_set(fault, FAULT_BAD_POSITION, rule, text, "%s", path);
}

/* ---- Encodings ---- */

int game_observation_size(const struct game *game)
{
    int size = 0;
    for (const struct encoding_part *part = game->encoding->observation; part->name; part++)
        size += part->each_seat ? part->size * game->seats_max : part->size;
    return size;
}

int game_action_count(const struct game *game)
{
    int count = 0;
    for (const struct encoding_part *part = game->encoding->actions; part->name; part++)
        count += part->size;
    return count;
}

void game_observe(const struct game *game, const void *view, int viewer, uint8_t *bytes,
                  size_t size)
{
    memset(bytes, 0, size);
    struct encoder to = {.at = bytes};
    game->encoding->observe(view, viewer, &to);
    CHECK(to.at == bytes + size);
}

void game_mask(const struct game *game, const void *state, int seat, struct move *moves,
               uint8_t *mask, size_t count)
{
    memset(mask, 0, count);
    int legal = game->legal(state, seat, moves);
    for (int i = 0; i < legal; i++) {
        int number = game->encoding->number(state, seat, &moves[i]);
        CHECK(number >= 0);
        mask[number] = 1;
    }
    if (game->encoding->open_mask)
        game->encoding->open_mask(state, seat, mask);
}
