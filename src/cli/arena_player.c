/* Reads the players of an arena. */
#include "cli/arena_player.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SOFTNESS_MAX = 100000 };

/* The length of the text up to one of `ends`, without those after a backslash. */
static size_t span_until(const char *text, const char *ends)
{
    size_t length = 0;
    while (text[length] && !strchr(ends, text[length]))
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return length;
}

/* Reads "key=number" into `budget`, which must still be 0. */
static bool take_budget(const char *text, const char *key, int most, int *budget)
{
    size_t length = strlen(key);
    if (strncmp(text, key, length) != 0)
        return false;
    char *end;
    errno = 0;
    long number = strtol(text + length, &end, 10);
    if (*budget || errno || end == text + length || *end || number < 1 || number > most)
        return false;
    *budget = (int)number;
    return true;
}

/* Reports need names in UTF-8. */
static bool is_utf8(const char *text)
{
    uint32_t code;
    for (int length; *text; text += length)
        if (!(length = utf8_read(text, &code)))
            return false;
    return true;
}

/* Splits the command of a program into words. False if there are none or too many. */
static bool take_command(struct arena_player *player, const char *text)
{
    size_t at = 0;
    for (;;) {
        while (*text == ' ')
            text++;
        if (!*text)
            return player->word_count > 0;
        if (player->word_count == ARENA_WORDS_MAX)
            return false;
        player->words[player->word_count++] = (int)at;
        for (; *text && *text != ' '; text++) {
            text += *text == '\\' && text[1];
            player->command[at++] = *text;
        }
        player->command[at++] = '\0';
    }
}

/* Reads what follows the name: "@ms=100@softness=50", for example. Changes the text. */
static bool take_budgets(struct arena_player *player, char *text)
{
    while (*text) {
        char *budget = text + 1;
        size_t length = strcspn(budget, "@");
        text = budget + length;
        char after = *text;
        *text = '\0';
        if (!take_budget(budget, "ms=", CLI_MS_MAX, &player->ms) &&
            !take_budget(budget, "iterations=", CLI_ITERATIONS_MAX, &player->iterations) &&
            !take_budget(budget, "softness=", SOFTNESS_MAX, &player->softness))
            return false;
        *text = after;
    }
    return !player->ms || !player->iterations;
}

/* `name` is without a budget. */
static bool take_name(const struct console *console, struct arena_player *player, const char *name)
{
    size_t prefix = strlen(PLAYER_PROGRAM);
    if (strncmp(name, PLAYER_PROGRAM, prefix) == 0)
        return (is_utf8(name) && take_command(player, name + prefix)) ||
               complain_usage(console, "bad_command", player->name) == CONSOLE_OK;
    player->clairvoyant = strcmp(name, PLAYER_CLAIRVOYANT) == 0;
    player->level = player_find(player->clairvoyant ? "expert" : name);
    if (!player->level)
        return complain_usage(console, "unknown_player", name) == CONSOLE_OK;
    bool changed = player->ms || player->iterations || player->softness;
    return !(changed && player->level->is_step) ||
           complain_usage(console, "budget_of_step", name) == CONSOLE_OK;
}

bool arena_player_next(const struct console *console, const char **list,
                       struct arena_player *player)
{
    *player = (struct arena_player){.level = NULL};
    const char *text = *list;
    size_t length = span_until(text, ",");
    *list += length + (text[length] == ',');
    if (length >= sizeof player->name)
        return complain_usage(console, "player_too_long", "") == CONSOLE_OK;
    snprintf(player->name, sizeof player->name, "%.*s", (int)length, text);
    char name[ARENA_NAME];
    snprintf(name, sizeof name, "%s", player->name);
    size_t end = span_until(name, "@");
    if (!take_budgets(player, name + end))
        return complain_usage(console, "bad_budget", player->name) == CONSOLE_OK;
    name[end] = '\0';
    return take_name(console, player, name);
}
