/* Reads the words of a command line. */
#include "terminal/games/trakks/compose_words.h"

#include "terminal/games/trakks/tiles.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void compose_words_read(struct compose_words *words, const char *line)
{
    static const char separators[] = " \t@";
    words->count = words->next = 0;
    while (line += strspn(line, separators), *line && words->count < COMPOSE_WORDS_MAX) {
        size_t length = strcspn(line, separators);
        char *word = words->word[words->count++];
        snprintf(word, COMPOSE_WORD_BYTES, "%.*s", (int)length, line);
        for (; *word; word++)
            *word = (char)tolower((unsigned char)*word);
        line += length;
    }
    words->cut = *line != '\0';
}

const char *compose_words_peek(const struct compose_words *words)
{
    return words->next < words->count ? words->word[words->next] : "";
}

bool compose_words_end(const struct compose_words *words)
{
    return words->next >= words->count;
}

bool compose_words_take(struct compose_words *words, const char *english, const char *french)
{
    const char *word = compose_words_peek(words);
    bool taken = *word && (strcmp(word, english) == 0 || strcmp(word, french) == 0);
    words->next += taken;
    return taken;
}

bool compose_words_take_tile(struct compose_words *words, int *tile)
{
    *tile = tile_parse(compose_words_peek(words));
    words->next += *tile >= 0;
    return *tile >= 0;
}

/* Reads a number, clamped to a range far beyond the sheet. Returns what follows it, or NULL. */
static const char *read_number(const char *text, int *number)
{
    enum { FAR = 100000 };
    char *end;
    long value = strtol(text, &end, 10);
    *number = value < -FAR ? -FAR : value > FAR ? FAR : (int)value;
    return end == text ? NULL : end;
}

static const char *read_place(const char *text, struct compose_place *place)
{
    const char *comma = read_number(text, &place->x);
    return comma && *comma == ',' ? read_number(comma + 1, &place->y) : NULL;
}

bool compose_words_take_place(struct compose_words *words, struct compose_place *place)
{
    const char *end = read_place(compose_words_peek(words), place);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}

bool compose_words_take_corners(struct compose_words *words, struct compose_place *from,
                                struct compose_place *to)
{
    const char *end = read_place(compose_words_peek(words), from);
    *to = *from;
    if (end && *end == '-')
        end = read_place(end + 1, to);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}
