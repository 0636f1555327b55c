/* Reads the design of a study. */
#include "cli/study/study.h"

#include "base/system/system.h"
#include "cli/cli.h"
#include "data/data.h"
#include "players/players.h"
#include "wire/wire.h"

#include <stdlib.h>

enum { GAMES_STANDARD = 400, ITERATIONS_STANDARD = 100, TIMES_MAX = 1000, PATH_BYTES = 64 };

const char *study_design_text(const struct console *console, const json_t *says)
{
    const char *text = json_string_value(json_object_get(says, language_code(console->language)));
    return text ? text : "";
}

/* The file is wrong at `where`. Returns an exit code. */
static int bad_file(const struct console *console, const struct game *game, const char *where)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "study/%s.json", game->id);
    return complain_say(console, CONSOLE_FAILED, "study", "bad_file", path, where, NULL);
}

static bool is_sentence(const json_t *says)
{
    return wire_text(json_object_get(says, language_code(ENGLISH))) &&
           wire_text(json_object_get(says, language_code(FRENCH)));
}

/* An integer of an object from 1 to `most`, or `standard` if there is none; 0 if it is wrong. */
static int number_of(const json_t *object, const char *key, int standard, int most)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    if (!value)
        return standard;
    return number >= 1 && number <= most ? (int)number : 0;
}

/* The components of the game with the changes of a variant, which may be NULL. */
static bool components_load(const struct console *console, const struct game *game, json_t *change,
                            struct game_components_storage *components, struct fault *fault)
{
    if (!change)
        return wire_components_load(game, console->data_folder, components, fault);
    json_t *json = wire_components_json(game, console->data_folder);
    struct doc *doc = doc_new();
    bool good = json && json_object_update_recursive(json, change) == 0 && wire_to_doc(json, doc);
    if (good)
        good = game->components_load(doc, components->bytes, fault);
    else
        fault_set(fault, FAULT_BAD_COMPONENTS, NULL, "core.components_unreadable", "%s", game->id);
    free(doc);
    json_decref(json);
    return good;
}

/* Whether the game can be played in this setting. */
static bool setting_is_playable(const struct game *game, const struct study_setting *setting,
                                struct fault *fault)
{
    struct game_state_storage state;
    struct game_setup setup = {
        .seats = setting->seats, .components = setting->components.bytes, .seed = ""};
    memcpy(setup.options, setting->options, sizeof setup.options);
    return players_take_part(game, setting->options, fault) &&
           game->start(state.bytes, &setup, fault);
}

/* Adds a setting; `change` is the variant, or NULL for the game as it is. Returns an exit code. */
static int setting_add(const struct console *console, struct study_design *design, int seats,
                       const json_t *change)
{
    if (design->setting_count == STUDY_SETTINGS_MAX)
        return bad_file(console, design->game, "variants");
    struct study_setting *setting = &design->settings[design->setting_count];
    *setting = (struct study_setting){
        .id = "standard", .seats = seats, .iterations = design->iterations, .base = -1};
    for (int i = 0; i < design->setting_count && setting->base < 0; i++)
        if (design->settings[i].seats == seats)
            setting->base = i;
    if (!change || json_is_true(json_object_get(change, "alone")))
        setting->base = design->setting_count;
    struct cli_repeated words = {0};
    if (change) {
        setting->id = wire_text(json_object_get(change, "id"));
        setting->says = json_object_get(change, "says");
        int times = number_of(change, "iterations_times", 1, TIMES_MAX);
        setting->iterations = times <= CLI_ITERATIONS_MAX / design->iterations
                                  ? times * design->iterations
                                  : CLI_ITERATIONS_MAX;
        if (!setting->id || !is_sentence(setting->says) || setting->base < 0 || !times)
            return bad_file(console, design->game, setting->id ? setting->id : "variants[].id");
        const json_t *options = json_object_get(change, "options"), *option;
        size_t index;
        json_array_foreach(options, index, option)
        {
            const char *word = wire_text(option);
            if (!word || words.count == (int)(sizeof words.values / sizeof *words.values))
                return bad_file(console, design->game, setting->id);
            words.values[words.count++] = word;
        }
    }
    struct fault fault;
    if (!cli_bot_options(console, design->game, &words, setting->options))
        return CONSOLE_FAILED;
    if (!components_load(console, design->game, json_object_get(change, "components"),
                         &setting->components, &fault) ||
        !setting_is_playable(design->game, setting, &fault))
        return complain_fault(console, &fault);
    design->setting_count++;
    return CONSOLE_OK;
}

static int settings_load(const struct console *console, struct study_design *design)
{
    const struct game *game = design->game;
    const json_t *seats = json_object_get(design->file, "seats"), *item;
    int code = CONSOLE_OK;
    size_t index;
    if (!seats)
        return setting_add(console, design, game->seats_min, NULL);
    json_array_foreach(seats, index, item)
    {
        json_int_t count = json_integer_value(item);
        if (count < game->seats_min || count > game->seats_max)
            return bad_file(console, game, "seats");
        code = setting_add(console, design, (int)count, NULL);
        if (code != CONSOLE_OK)
            return code;
    }
    if (design->setting_count == 0)
        return bad_file(console, game, "seats");
    json_array_foreach(json_object_get(design->file, "variants"), index, item)
    {
        int with = number_of(item, "seats", design->settings[0].seats, game->seats_max);
        code = setting_add(console, design, with, item);
        if (code != CONSOLE_OK)
            return code;
    }
    return code;
}

static int counts_load(const struct console *console, struct study_design *design)
{
    const json_t *item;
    size_t index;
    json_array_foreach(json_object_get(design->file, "counts"), index, item)
    {
        const char *event = wire_text(json_object_get(item, "event"));
        const json_t *says = json_object_get(item, "says");
        if (!event || !is_sentence(says) || index >= STUDY_COUNTS_MAX)
            return bad_file(console, design->game, "counts");
        design->counts[design->count_count++] = (struct study_count){.event = event, .says = says};
    }
    return CONSOLE_OK;
}

int study_design_load(const struct console *console, const struct game *game, int games,
                      int iterations, struct study_design *design)
{
    char path[PATH_BYTES];
    size_t size;
    *design = (struct study_design){.game = game};
    snprintf(path, sizeof path, "study/%s.json", game->id);
    char *bytes = data_read(console->data_folder, path, &size);
    design->file = bytes ? wire_parse(bytes, size) : json_object();
    free(bytes);
    if (!json_is_object(design->file))
        return bad_file(console, game, "{");
    design->games =
        games ? games : number_of(design->file, "games", GAMES_STANDARD, STUDY_GAMES_MAX);
    design->iterations =
        iterations ? iterations
                   : number_of(design->file, "iterations", ITERATIONS_STANDARD, CLI_ITERATIONS_MAX);
    if (!design->games || !design->iterations)
        return bad_file(console, game, design->games ? "iterations" : "games");
    int code = settings_load(console, design);
    return code == CONSOLE_OK ? counts_load(console, design) : code;
}

void study_design_free(struct study_design *design)
{
    json_decref(design->file);
    design->file = NULL;
}
