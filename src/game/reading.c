/* Helpers for reading texts and documents. */
#include "game/reading.h"

#include "base/bits.h"
#include "game/game.h"

#include <string.h>

int game_name_find(const char *const *names, int count, const char *text)
{
    for (int i = 0; text && i < count; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

bool game_word_read(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

bool game_name_load(const struct doc *doc, const struct doc_node *node, const char *const *names,
                    int count, uint8_t *index)
{
    int found = game_name_find(names, count, doc_text(doc, node));
    *index = (uint8_t)(found < 0 ? 0 : found);
    return found >= 0;
}

bool game_byte_load(const struct doc_node *node, int min, int max, uint8_t *number)
{
    int value;
    if (!doc_number(node, min, max, &value))
        return false;
    *number = (uint8_t)value;
    return true;
}

bool game_seats_load(const struct doc *doc, const struct doc_node *list, int seats, uint8_t *set)
{
    if (!doc_is(list, DOC_LIST))
        return false;
    DOC_EACH (doc, list, item) {
        int seat;
        if (!doc_number(item, 0, seats - 1, &seat) || bits_have(*set, seat))
            return false;
        *set |= (uint8_t)bit(seat);
    }
    return true;
}

bool game_is_list_of(const struct doc_node *node, int count)
{
    return doc_is(node, DOC_LIST) && doc_count(node) == count;
}

bool game_bad_value(struct fault *fault, const char *rule, const char *where)
{
    return game_bad_position(fault, rule, "core.position_value", "%s", where);
}

bool game_bad_player(struct fault *fault, const char *rule, int seat, const char *key)
{
    return game_bad_position(fault, rule, "core.position_value", "players[%d].%s", seat, key);
}
