/* Finds addresses of pages and people in what people write, also disguised ones: wide letters, other dots, blanks around a dot,
 * "dot" in words. What may as well be a sentence ("fin.je joue", "3.5") is none.
 *
 * The text in plain characters; then its dots; then addresses. */
#include "text/text.h"

#include "base/system/system.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { LOOSE_DOT = '\1' }; /* with blanks or brackets beside it, or written as a word */

/* The last parts of common addresses. Countries whose letters often begin a sentence are left out (.il, .je, .la, .si …), as
 * are words such as .fun: a path still betrays them. */
static const char ends[] =
    " ac ad ae af ag ai al amsterdam app ar art at az ba bb bd be berlin bet bg bh bi bid"
    " biz bj blog bm bo br bs bt bw by bz bzh casino cat cc cd cf cg ch ci ck cl click"
    " cloud club cm cn co com corsica cr cu cv cw cx cy cz de dev design dj dk dm dz ec"
    " edu ee eg email es eu eus fi fj fk fm fo fr ga gal gd ge gf gh gi gl gm gn gov gp gq"
    " gr gt gy hk hn host hr ht hu icu id ie im in info int io iq ir is it jm jo jobs jp"
    " ke kg kh ki km kr kw ky kz lb lc li link live lk loan london lr ls lt lu lv ly mc md"
    " me media mg mil mk ml mn mobi monster mq mt mu museum mv mw mx mz name nc net"
    " network nf ng ni nl np nr nu nyc nz online org page paris pe pf pg ph pk pl poker"
    " porn press pro ps pt pw py qa quebec re ro rs ru rw sb sc sd se services sex sg shop"
    " site sk sl sm sn solutions space st store studio sr su sv sx sy sz tc td tech tel tf"
    " tg th tj tk tl tm tn to tokyo top tr tt tv tw tz ua ug uk us uy uz vc ve vg vi vip"
    " vn vu website wf wiki world ws xxx xyz yt za zm zone zw рф рус сайт онлаин 中国 公司 网站"
    " ";

/* Those that no sentence begins with: they are found behind a dot with blanks, too, and in the middle of a word. */
static const char certain[] = " com net org fr uk ru cn eu io xyz рф ";

/* Whether a word is in a list, between blanks. */
static bool is_one_of(const char *word, size_t length, const char *words)
{
    for (const char *at = words; (at = strchr(at, ' ')) && at[1]; at++)
        if (strncmp(at + 1, word, length) == 0 && at[1 + length] == ' ')
            return true;
    return false;
}

/* ---- In plain characters ---- */

/* What stands for a dot in some script or font, after Unicode's own foldings. */
static bool is_dot(utf8proc_int32_t code)
{
    static const utf8proc_int32_t dots[] = {'.',    0x00B7, 0x0387, 0x0589, 0x06D4, 0x0701,
                                            0x0702, 0x2022, 0x2027, 0x2219, 0x22C5, 0x2E31,
                                            0x2E33, 0x3002, 0x30FB, 0xA4F8};
    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
        if (dots[i] == code)
            return true;
    return false;
}

static char plain_of(utf8proc_int32_t code)
{
    if (is_dot(code))
        return '.';
    if (code < 0x80 && strchr(" ()[]{}<>*_`\"'|~\\", code))
        return ' ';
    if (code < 0x80)
        return (char)code;
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_MC:
        return '\0'; /* a letter, as it is */
    default:
        return ' ';
    }
}

/* The text in small letters without accents, wide forms and invisible characters; one blank for blanks, brackets and pictures. The
 * caller frees it; NULL: it is no UTF-8. */
static char *plain_text(const char *text)
{
    utf8proc_uint8_t *folded = NULL;
    if (utf8proc_map((const utf8proc_uint8_t *)text, 0, &folded,
                     UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                         UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STRIPMARK) < 0)
        return NULL;
    char *to = (char *)folded;
    for (const utf8proc_uint8_t *from = folded; *from;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t size = utf8proc_iterate(from, -1, &code);
        char plain = plain_of(code);
        if (plain == '\0') {
            memmove(to, from, (size_t)size);
            to += size;
        } else if (plain != ' ' || to == (char *)folded || to[-1] != ' ') {
            *to++ = plain;
        }
        from += size;
    }
    *to = '\0';
    return (char *)folded;
}

/* ---- Dots ---- */

/* The length of " dot" or " point" before another blank. */
static size_t dot_in_words(const char *at)
{
    static const char *const dots[] = {" dot ", " point "};
    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
        if (strncmp(at, dots[i], strlen(dots[i])) == 0)
            return strlen(dots[i]);
    return 0;
}

/* Makes one character of every dot and the blanks around it, in place. */
static void dots_join(char *plain)
{
    char *to = plain;
    for (const char *at = plain; *at;) {
        size_t in_words = dot_in_words(at), before = *at == ' ';
        if (in_words) {
            *to++ = LOOSE_DOT;
            at += in_words;
        } else if (at[before] == '.') {
            size_t after = at[before + 1] == ' ';
            *to++ = before || after ? LOOSE_DOT : '.';
            at += before + 1 + after;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
}

/* ---- Addresses ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static bool in_label(char c)
{
    return is_letter(c) || isdigit((unsigned char)c) || c == '-';
}

/* Whether what precedes the dot, back to a blank, has a letter, and whether it is a mailbox. */
static void look_back(const char *begin, const char *dot, bool *has_letter, bool *is_mailbox)
{
    *has_letter = *is_mailbox = false;
    for (const char *at = dot; at > begin && (in_label(at[-1]) || at[-1] == '.' || at[-1] == '@');
         at--) {
        *has_letter = *has_letter || is_letter(at[-1]);
        *is_mailbox = *is_mailbox || (at[-1] == '@' && at - 1 > begin && in_label(at[-2]));
    }
}

/* Whether this dot is before the last part of an address. */
static bool is_in_address(const char *begin, const char *dot)
{
    if (dot == begin || !in_label(dot[-1]))
        return false;
    const char *word = dot + 1;
    size_t length = 0;
    while (is_letter(word[length]))
        length++;
    char next = word[length];
    if (length < 2 || isdigit((unsigned char)next) || next == '-')
        return false;
    if (is_one_of(word, length, certain))
        return true;
    bool goes_on = next == '.' && in_label(word[length + 1]);
    if (*dot == LOOSE_DOT || goes_on)
        return false;
    bool has_letter, is_mailbox;
    look_back(begin, dot, &has_letter, &is_mailbox);
    return is_mailbox || is_one_of(word, length, ends) ||
           (has_letter && next == '/' && in_label(word[length + 1]));
}

/* Whether four numbers of at most 255 begin here, and end. */
static bool is_number_address(const char *begin, const char *at)
{
    if (!isdigit((unsigned char)*at) || (at > begin && (in_label(at[-1]) || at[-1] == '.')))
        return false;
    for (int part = 0; part < 4; part++) {
        char *end;
        if (!isdigit((unsigned char)*at) || strtol(at, &end, 10) > 255 || (part < 3 && *end != '.'))
            return false;
        at = end + (part < 3);
    }
    return !in_label(*at) && !(*at == '.' && in_label(at[1]));
}

/* "http:", "www." and the like begin here. */
static bool is_beginning(const char *begin, const char *at)
{
    static const char *const beginnings[] = {
        "http:", "https:", "hxxp:", "hxxps:", "ftp:", "mailto:", "www.", "www\1", "xn--", NULL};
    if (at > begin && is_letter(at[-1]))
        return false;
    for (int i = 0; beginnings[i]; i++)
        if (strncmp(at, beginnings[i], strlen(beginnings[i])) == 0)
            return in_label(at[strlen(beginnings[i])]) || strchr(beginnings[i], ':');
    return false;
}

static bool has_slashes(const char *text)
{
    static const char slashes[] = "://";
    const char *next = slashes;
    for (; *text && *next; text++)
        if (*text == *next)
            next++;
        else if (*text != ' ')
            next = *text == ':' ? slashes + 1 : slashes;
    return *next == '\0';
}

bool text_has_address(const char *text)
{
    char *plain = plain_text(text);
    if (!plain)
        return false;
    dots_join(plain);
    bool found = has_slashes(plain);
    for (const char *at = plain; !found && *at; at++)
        found = is_beginning(plain, at) || is_number_address(plain, at) ||
                ((*at == '.' || *at == LOOSE_DOT) && is_in_address(plain, at));
    free(plain);
    return found;
}
