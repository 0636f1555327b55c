/* A struct deal as text: the eight words of the key and the number of the next block, in
 * hexadecimal, 80 digits in all. */
#include "game/deal_text.h"

#include "base/buffer.h"

#include <string.h>

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
