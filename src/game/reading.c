/* Helpers for reading texts and documents. Then: deals as texts. */
#include "game/game.h"

#include "base/base.h"
#include "game/reading.h"

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

/* ---- Deals as texts ---- */

/* A struct deal as text: the eight words of the key and the number of the next block, in
 * hexadecimal, 80 digits in all. */

enum { KEY_WORDS = 8, WORD_DIGITS = 8, BLOCK_DIGITS = 16 };
enum { TEXT_DIGITS = KEY_WORDS * WORD_DIGITS + BLOCK_DIGITS };

bool game_deal_is_zero(const struct deal *deal)
{
    uint64_t any = deal->block;
    for (int i = 0; i < KEY_WORDS; i++)
        any |= deal->key[i];
    return any == 0;
}

void game_deal_save(const struct deal *deal, struct doc *doc)
{
    if (game_deal_is_zero(deal))
        return;
    char storage[TEXT_DIGITS + 1];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    for (int i = 0; i < KEY_WORDS; i++)
        buffer_add_format(&text, "%08lx", (unsigned long)deal->key[i]);
    buffer_add_format(&text, "%016llx", (unsigned long long)deal->block);
    doc_string(doc, "rng", text.text);
}

/* Reads `count` digits at *text and advances past them. */
static bool digits_read(const char **text, int count, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    *number = 0;
    for (int i = 0; i < count; i++, (*text)++) {
        const char *digit = **text ? strchr(digits, **text) : NULL;
        if (!digit)
            return false;
        *number = *number << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

bool game_deal_load(const struct doc *doc, const struct doc_node *position, struct deal *deal)
{
    memset(deal, 0, sizeof *deal);
    const struct doc_node *value = doc_get(doc, position, "rng");
    if (!value)
        return true;
    const char *text = doc_text(doc, value);
    if (!text)
        return false;
    struct deal read = {0};
    uint64_t word;
    for (int i = 0; i < KEY_WORDS; i++) {
        if (!digits_read(&text, WORD_DIGITS, &word))
            return false;
        read.key[i] = (uint32_t)word;
    }
    if (!digits_read(&text, BLOCK_DIGITS, &read.block) || *text)
        return false;
    *deal = read;
    return true;
}

void game_deal_fresh(struct deal *deal, struct rng *rng)
{
    memset(deal, 0, sizeof *deal);
    for (int i = 0; i < KEY_WORDS; i += 2) {
        uint64_t word = rng_next(rng);
        deal->key[i] = (uint32_t)word;
        deal->key[i + 1] = (uint32_t)(word >> 32);
    }
    deal->key[0] |= 1;
}
