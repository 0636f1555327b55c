/* Reads a text letter by letter into words of plain a to z, and looks each word up. A word that
 * consists only of forbidden words ("vingtdeux") is forbidden too. */
#include "games/scale/scale_internal.h"

#include "base/base.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

const char *const scale_speech_forbidden[] = {
    /* English numbers */
    "zero", "zeros", "zeroes", "nil", "nought", "one", "ones", "two", "twos", "three", "threes",
    "four", "fours", "five", "fives", "six", "sixes", "seven", "sevens", "eight", "eights", "nine",
    "nines", "ten", "tens", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fourty", "fifty", "sixty",
    "seventy", "eighty", "ninety", "hundred", "hundreds", "thousand", "thousands", "million",
    "millions", "billion", "billions", "trillion", "trillions", "dozen", "dozens", "first",
    "second", "seconds", "third", "thirds", "fourth", "fourths", "fifth", "fifths", "sixth",
    "sixths", "seventh", "sevenths", "eighth", "eighths", "ninth", "ninths", "tenth", "tenths",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth",
    "seventieth", "eightieth", "ninetieth", "hundredth", "thousandth", "twice", "thrice", "twofold",
    "threefold", "tenfold",
    /* English shares and comparisons */
    "half", "halves", "halfway", "midway", "middle", "medium", "average", "quarter", "quarters",
    "double", "doubled", "triple", "tripled", "quadruple", "pair", "couple", "percent",
    "percentage", "more", "most", "mostly", "less", "lesser", "least", "fewer", "fewest", "other",
    "others", "another", "same", "equal", "equals", "equally", "identical", "similar", "higher",
    "highest", "lower", "lowest", "bigger", "biggest", "smaller", "smallest", "greater", "greatest",
    "larger", "largest", "stronger", "strongest", "weaker", "weakest", "louder", "loudest",
    "softer", "softest", "quieter", "quietest", "faster", "fastest", "slower", "slowest", "better",
    "best", "worse", "worst", "above", "below", "max", "maxi", "maximum", "maximal", "min", "mini",
    "minimum", "minimal", "plus", "minus",
    /* French numbers; "un" and "une" are below */
    "deux", "trois", "quatre", "cinq", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "vingt", "vingts", "trente", "quarante", "cinquante", "soixante",
    "septante", "huitante", "octante", "nonante", "cent", "cents", "mille", "millier", "milliers",
    "milliard", "milliards", "dizaine", "dizaines", "douzaine", "douzaines", "quinzaine",
    "vingtaine", "trentaine", "quarantaine", "cinquantaine", "soixantaine", "centaine", "centaines",
    "premier", "premiers", "premiere", "premieres", "seconde", "secondes", "deuxieme", "deuxiemes",
    "troisieme", "troisiemes", "quatrieme", "quatriemes", "cinquieme", "cinquiemes", "sixieme",
    "sixiemes", "septieme", "septiemes", "huitieme", "huitiemes", "neuvieme", "neuviemes",
    "dixieme", "dixiemes", "onzieme", "douzieme", "vingtieme", "centieme", "millieme", "unieme",
    /* French shares and comparisons */
    "moitie", "moities", "demi", "demis", "demie", "demies", "milieu", "moyen", "moyens", "moyenne",
    "moyennes", "tiers", "quart", "quarts", "doubles", "triples", "paire", "pourcent",
    "pourcentage", "moins", "autre", "autres", "autant", "davantage", "meme", "memes", "egal",
    "egale", "egaux", "egales", "pareil", "pareils", "pareille", "pareilles", "identique",
    "superieur", "superieure", "superieurs", "superieures", "inferieur", "inferieure", "inferieurs",
    "inferieures", "mieux", "meilleur", "meilleure", "meilleurs", "meilleures", "pire", "pires",
    "moindre", "moindres", "dessus", "dessous", NULL};

enum { WORD_MAX = 40 }; /* longer words are split */

struct word {
    char text[WORD_MAX + 1];
    size_t length;
    bool elided; /* preceded by an apostrophe: "l'un" */
};

struct range {
    uint32_t first, last;
};

static bool in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}
#define IN_RANGES(code, ranges) in_ranges(code, ranges, sizeof(ranges) / sizeof((ranges)[0]))

/* Digits of common scripts, and symbols that are numbers. */
static bool is_number(uint32_t code)
{
    static const struct range numbers[] = {
        {'0', '9'},         {0x00B2, 0x00B3},   {0x00B9, 0x00B9}, /* ² ³ ¹ */
        {0x00BC, 0x00BE},                                         /* ¼ ½ ¾ */
        {0x0660, 0x0669},   {0x06F0, 0x06F9},                     /* Arabic */
        {0x07C0, 0x07C9},   {0x0966, 0x096F},   {0x09E6, 0x09EF}, /* N'Ko, scripts of India */
        {0x0A66, 0x0A6F},   {0x0AE6, 0x0AEF},   {0x0B66, 0x0B6F},   {0x0BE6, 0x0BEF},
        {0x0C66, 0x0C6F},   {0x0CE6, 0x0CEF},   {0x0D66, 0x0D6F},   {0x0DE6, 0x0DEF},
        {0x0E50, 0x0E59},   {0x0ED0, 0x0ED9},   {0x0F20, 0x0F33}, /* Thai, Lao, Tibetan */
        {0x1040, 0x1049},   {0x17E0, 0x17E9},   {0x1810, 0x1819}, /* Burmese, Khmer, Mongol */
        {0x2070, 0x2079},   {0x2080, 0x2089},                     /* superscript and subscript */
        {0x2150, 0x218B},   {0x2460, 0x249B},   {0x24EA, 0x24FF}, /* fractions, Roman, circled */
        {0x2680, 0x2685},   {0x2776, 0x2793},                     /* dice, circled */
        {0x3007, 0x3007},   {0x3021, 0x3029},   {0x3220, 0x3229},   {0x3280, 0x3289},
        {0x4E00, 0x4E00},   {0x4E03, 0x4E03},   {0x4E09, 0x4E09},   {0x4E5D, 0x4E5D},
        {0x4E8C, 0x4E8C},   {0x4E94, 0x4E94},   {0x516B, 0x516B},   {0x516D, 0x516D},
        {0x5341, 0x5341},   {0x56DB, 0x56DB},                       /* Chinese, one to ten */
        {0xFF10, 0xFF19},   {0x1D7CE, 0x1D7FF}, {0x1F100, 0x1F10C}, /* full-width, mathematical */
        {0x1F4AF, 0x1F4AF}, {0x1F51F, 0x1F51F}, {0x1FBF0, 0x1FBF9}, /* the signs 100 and 10 */
        {0x1F947, 0x1F949},                                         /* medals */
    };
    return IN_RANGES(code, numbers);
}

/* Characters that are invisible and must not split a word: accents, soft hyphens, joiners. */
static bool is_invisible(uint32_t code)
{
    static const struct range invisible[] = {
        {0x00AD, 0x00AD}, {0x0300, 0x036F}, {0x200B, 0x200F}, {0x202A, 0x202E},  {0x2060, 0x2064},
        {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};
    return IN_RANGES(code, invisible);
}

/* The plain letters for a character; "" if it is not a Latin letter. */
static const char *letters_of(uint32_t code, char single[2])
{
    /* '.' where there is no single plain letter; the pairs are below */
    static const char latin[] = "aaaaaaaceeeeiiiidnooooo.ouuuuy.saaaaaaaceeeeiiiidnooooo.ouuuuy.y"
                                "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
                                "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    _Static_assert(sizeof latin == 0x180 - 0xC0 + 1, "a letter for each code");
    if (code == 0xC6 || code == 0xE6)
        return "ae";
    if (code == 0x152 || code == 0x153)
        return "oe";
    if (code >= 0xFF21 && code <= 0xFF5A)
        code -= 0xFEE0; /* full-width letters */
    if (code >= 'A' && code <= 'Z')
        code += 'a' - 'A';
    bool plain = code >= 'a' && code <= 'z';
    if (!plain && (code < 0xC0 || code >= 0x180))
        return "";
    single[0] = plain ? (char)code : latin[code - 0xC0];
    single[1] = '\0';
    return single[0] == '.' ? "" : single;
}

/* Whether the word consists of forbidden words only. */
static bool is_forbidden(const struct word *word)
{
    bool reached[WORD_MAX + 1] = {true}; /* where a forbidden word may end */
    for (size_t at = 0; at < word->length; at++) {
        if (!reached[at])
            continue;
        for (int i = 0; scale_speech_forbidden[i]; i++) {
            size_t length = strlen(scale_speech_forbidden[i]);
            if (length <= word->length - at &&
                memcmp(word->text + at, scale_speech_forbidden[i], length) == 0)
                reached[at + length] = true;
        }
    }
    return word->length > 0 && reached[word->length];
}

/* "un" and "une" are articles before a noun, and numbers if no word follows. */
static bool is_article(const struct word *word)
{
    return !word->elided && (strcmp(word->text, "un") == 0 || strcmp(word->text, "une") == 0);
}

static bool is_apostrophe(uint32_t code)
{
    return code == '\'' || code == 0x2019 || code == 0x02BC;
}

static bool is_space(uint32_t code)
{
    return code == ' ' || code == 0xA0 || code == 0x202F;
}

/* Whether a character ends a phrase, so that no noun can follow. */
static bool is_stop(uint32_t code)
{
    return (code < 0x80 && strchr(".,;:!?)/-+=\n\t", (int)code)) || code == 0x2026; /* … */
}

bool scale_speech_allowed(const char *utf8)
{
    struct word word = {.length = 0};
    bool article = false; /* the latest word was an article whose noun has not come yet */
    while (*utf8) {
        uint32_t code;
        int length = utf8_read(utf8, &code);
        utf8 += length ? length : 1;
        if (length == 0 || is_invisible(code))
            continue;
        char single[2];
        const char *letters = letters_of(code, single);
        if (is_number(code))
            return false;
        if (*letters) {
            article = false;
            for (; *letters && word.length < WORD_MAX; letters++)
                word.text[word.length++] = *letters;
            word.text[word.length] = '\0';
            if (word.length < WORD_MAX)
                continue;
        }
        if (is_forbidden(&word))
            return false;
        article = word.length ? is_article(&word) : article;
        if (article && is_stop(code))
            return false;
        article = article && is_space(code);
        word = (struct word){.elided = is_apostrophe(code)};
    }
    return !article && !is_forbidden(&word) && !is_article(&word);
}
