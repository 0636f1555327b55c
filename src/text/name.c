/* Cleans names with Unicode's own tables (utf8proc): categories, grapheme clusters, normal form. */
#include "text/text.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static const utf8proc_property_t *property(utf8proc_int32_t code)
{
    return utf8proc_get_property(code);
}

static bool is_mark(utf8proc_int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

static bool is_picture(utf8proc_int32_t code)
{
    return property(code)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* Control characters, surrogates, noncharacters, and characters that change the writing direction.
 */
static bool is_confusing(utf8proc_int32_t code)
{
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        break;
    }
    return code == 0x061C || code == 0x200E || code == 0x200F || /* direction marks */
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           (code >= 0xFFF9 && code <= 0xFFFB) || code >= 0xE0000; /* annotations; tags */
}

int text_characters(const char *text)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text;
    int count = 0;
    while (*at) {
        utf8proc_int32_t code;
        utf8proc_ssize_t size = utf8proc_iterate(at, -1, &code);
        if (size < 0 || is_confusing(code))
            return -1;
        at += size;
        count++;
    }
    return count;
}

/* One character as people see it: a grapheme cluster. */
struct cluster {
    utf8proc_int32_t parts[NAME_PARTS_MAX];
    int count;
};

/* Joiners are invisible. They are allowed where they change how their neighbours look: between
 * emoji, after a virama, between Arabic letters. */
static bool joiner_shows(const struct cluster *cluster, int at, utf8proc_int32_t next)
{
    const utf8proc_int32_t *parts = cluster->parts;
    enum { VIRAMA = 9 };
    if (at == 0)
        return false;
    if (property(parts[at - 1])->combining_class == VIRAMA)
        return true;
    if (parts[at] == 0x200C)
        return property(parts[at - 1])->bidi_class == UTF8PROC_BIDI_CLASS_AL &&
               property(next)->bidi_class == UTF8PROC_BIDI_CLASS_AL;
    return is_picture(parts[0]) && is_picture(next);
}

/* Whether a variation selector follows an emoji, or a digit of a keycap. */
static bool selector_shows(const struct cluster *cluster, int at, utf8proc_int32_t next)
{
    return at > 0 && (is_picture(cluster->parts[at - 1]) || next == 0x20E3);
}

/* `after`: the first part of the next cluster, or 0. */
static bool cluster_is_fine(const struct cluster *cluster, utf8proc_int32_t after)
{
    int marks = 0;
    for (int i = 0; i < cluster->count; i++) {
        utf8proc_int32_t code = cluster->parts[i];
        utf8proc_int32_t next = i + 1 < cluster->count ? cluster->parts[i + 1] : after;
        if (code == 0x200C || code == 0x200D) {
            if (!joiner_shows(cluster, i, next))
                return false;
        } else if (code == 0xFE0E || code == 0xFE0F) {
            if (!selector_shows(cluster, i, next))
                return false;
        } else if (is_confusing(code) || property(code)->ignorable || code == 0x2800 ||
                   utf8proc_category(code) == UTF8PROC_CATEGORY_CO) {
            return false; /* invisible, or different on every machine */
        } else if (is_mark(code) && (i == 0 || ++marks > NAME_MARKS_MAX)) {
            return false;
        }
    }
    return cluster->count > 0;
}

/* Turns every run of blanks into one space and trims both ends, in place. */
static void blanks_trim(char *name)
{
    const utf8proc_uint8_t *from = (const utf8proc_uint8_t *)name;
    char *to = name;
    bool blank = false;
    while (*from) {
        utf8proc_int32_t code;
        utf8proc_ssize_t size = utf8proc_iterate(from, -1, &code);
        if (utf8proc_category(code) == UTF8PROC_CATEGORY_ZS) {
            blank = to > name;
        } else {
            if (blank)
                *to++ = ' ';
            blank = false;
            memmove(to, from, (size_t)size);
            to += size;
        }
        from += size;
    }
    *to = '\0';
}

static enum name_verdict clusters_judge(const char *name)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
    struct cluster cluster = {.count = 0};
    utf8proc_int32_t state = 0;
    int characters = 1;
    while (*at) {
        utf8proc_int32_t code;
        at += utf8proc_iterate(at, -1, &code);
        if (cluster.count > 0 &&
            utf8proc_grapheme_break_stateful(cluster.parts[cluster.count - 1], code, &state)) {
            if (!cluster_is_fine(&cluster, code))
                return NAME_BAD;
            cluster.count = 0;
            characters++;
        }
        if (cluster.count == NAME_PARTS_MAX)
            return NAME_BAD;
        cluster.parts[cluster.count++] = code;
    }
    if (!cluster_is_fine(&cluster, 0))
        return NAME_BAD;
    return characters > NAME_CHARACTERS_MAX ? NAME_TOO_LONG : NAME_FINE;
}

enum name_verdict name_clean(const char *name, char *clean, size_t capacity)
{
    char *composed = (char *)utf8proc_NFC((const utf8proc_uint8_t *)name);
    if (!composed)
        return NAME_BAD;
    blanks_trim(composed);
    enum name_verdict verdict = clusters_judge(composed);
    if (verdict == NAME_FINE && strlen(composed) >= capacity)
        verdict = NAME_TOO_LONG;
    if (verdict == NAME_FINE)
        strcpy(clean, composed);
    free(composed);
    return verdict;
}
