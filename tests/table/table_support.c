#include "table_support.h"

#include "base/base.h"
#include "table/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the first two */

const char table_seed[] = "a seed that nobody may see";

struct store_entry entry_of(int kind, int seat, const char *text)
{
    return (struct store_entry){
        .kind = kind, .seat = seat, .text = (char *)(uintptr_t)text, .at_ms = 1000};
}

void fold(struct table *table, int kind, int seat, const char *text)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    int64_t version = table->version;
    if (!table_check(table, &entry, &fault) || !table_fold(table, &entry, &fault))
        fail_msg("kind %d: %s (%s)", kind, fault.text, fault.detail);
    assert_int_equal(table->version, version + 1);
}

void refuse(struct table *table, int kind, int seat, const char *text, const char *sentence)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    int64_t version = table->version;
    if (table_check(table, &entry, &fault))
        fail_msg("kind %d, seat %d, %s is allowed", kind, seat, text);
    assert_string_equal(fault.text, sentence);
    fault.text = "";
    assert_false(table_fold(table, &entry, &fault));
    assert_string_equal(fault.text, sentence);
    assert_int_equal(table->version, version);
}

void refuse_new(struct table *table, int kind, int seat, const char *text, const char *sentence)
{
    struct store_entry entry = entry_of(kind, seat, text);
    struct fault fault = {0};
    assert_false(table_check(table, &entry, &fault));
    assert_string_equal(fault.text, sentence);
}

char *create_text_of(const json_t *json, const char *seed, struct fault *fault)
{
    struct table_asked asked;
    char *text = NULL;
    if (table_asked_read(&asked, json, !seed, fault)) {
        table_settings_set_host(&asked.settings, "host00000000", "Hélène");
        if (seed)
            table_settings_set_seed(&asked.settings, seed);
        text = table_settings_text(&asked.settings);
    }
    table_settings_free(&asked.settings);
    return text;
}

char *create_text(const char *asked)
{
    struct fault fault = {0};
    json_t *json = json_loads(asked, JSON_DECODE_ANY, NULL);
    char *text = create_text_of(json, table_seed, &fault);
    json_decref(json);
    if (!text)
        fail_msg("%s: %s (%s)", asked, fault.text, fault.detail);
    return text;
}

struct table *table_of(const char *asked)
{
    struct table *table = table_new("table0000000", NULL);
    char *text = create_text(asked);
    fold(table, ENTRY_CREATE, -1, text);
    free(text);
    return table;
}

struct table *playing(const char *asked)
{
    struct table *table = table_of(asked);
    fold(table, ENTRY_SIT, 0, ANNA);
    fold(table, ENTRY_SIT, 1, BERT);
    fold(table, ENTRY_START, -1, NULL);
    return table;
}

void some_move(const struct table *table, int seat, struct rng *rng, char text[GAME_MOVE_TEXT_MAX])
{
    union game_move_storage move = {0};
    struct buffer buffer;
    game_sample(table->settings.game, table->match.state.bytes, seat, rng, &move.head);
    buffer_start(&buffer, text, GAME_MOVE_TEXT_MAX);
    table->settings.game->format(table->match.state.bytes, &move.head, &buffer);
}

int some_seat(const struct table *table, struct rng *rng)
{
    uint32_t seats = table->settings.game->to_act(table->match.state.bytes);
    return bits_nth(seats, (int)rng_below(rng, (uint32_t)bits_count(seats)));
}
