/* Addresses in what people write: found however they are disguised, and not where there is none. */
#include "support.h"

#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

static const char *const addresses[] = {
    "example.com",
    "Come to EXAMPLE.COM!",
    "http://x",
    "https://[::1]/",
    "HtTpS : / / x",
    "hxxps://x",
    "mailto:bob",
    "javascript://x",
    "www.exemple",
    "www . exemple . zzz",
    "t.me/abc",
    "bit.ly/3x",
    "discord.gg/abc",
    "evil.la/x",
    "evil.zzzzz/x",
    "sub.evil.de",
    "evil.it",
    "site.paris",
    "a-b.shop",
    "12.com",
    "bob@example.zzz",
    "bob@mail.example.fr",
    "bob at example dot com",
    "bob (at) example (dot) com",
    "exemple point fr",
    "exemple (point) fr",
    "exemple[.]com",
    "exemple(.)com",
    "*exemple*.*com*",
    "exemple . com",
    "exemple. com",
    "exemple .com",
    "exemple\xC2\xA0.\xC2\xA0"
    "com", /* blanks that do not break */
    "exemple\xE2\x80\x8B.\xE2\x80\x8B"
    "com",                         /* blanks without width */
    "exem\xC2\xADple.c\xC2\xADom", /* soft hyphens */
    "exemple．com",
    "ｅｘｅｍｐｌｅ．ｃｏｍ",
    "exemple。com",
    "exemple｡com",
    "exemple․com",
    "exemple·com",
    "exemple•com",
    "𝐞𝐱𝐞𝐦𝐩𝐥𝐞.𝐜𝐨𝐦",
    "ⓔⓧⓔⓜⓟⓛⓔ.ⓒⓞⓜ",
    "exémple.cóm",
    "exemple.com🦖",
    "exemple🦖.🦖com",
    "exemple⠀.⠀com", /* an empty pattern of Braille */
    "exemple.com…",
    "«exemple.com»",
    "exemple.com, ok ?",
    "exemple.com:8080",
    "exemple.com.Bravo",
    "пример.рф",
    "xn--e1afmkfd.zzz",
    "192.168.1.20",
    "192.168.1.20:80/x",
};

static const char *const sentences[] = {
    "",
    ".",
    "…",
    "3.5",
    "1.2.3",
    "12.11.2026",
    "1.000.000 points",
    "256.1.1.1",
    "1.2.3.4.5",
    "ok.oui",
    "fin.Bravo",
    "fin.je joue",
    "oui.il gagne",
    "ok.et toi ?",
    "ok.la suite",
    "ok.ça marche",
    "bravo.gg",
    "fini.Quelle partie!",
    "Fin. Communiquons !",
    "Non. Comment ?",
    "Net. Franchement.",
    "Ah... comme ça ?",
    "Ah...com",
    "Ah… fr",
    "J’arrive : un instant !",
    "Bien joué ! À vous ; merci.",
    "Quel coup ?! « Bravo », dit-il.",
    "On rejoue ? 20 h 30 / 21 h",
    "oui/non",
    "et/ou",
    "1/2",
    "10.5/20",
    ":/",
    ":-/",
    "http",
    "www",
    "@Ana",
    "@Ana.Bravo",
    "a @ b",
    "c.-à-d.",
    "p.m.",
    "e.g. this",
    "S.O.S.",
    "T.Rex",
    "T12.Oui",
    "J.-C.",
    "M. Dupont",
    "point commun",
    "un point de plus",
    "1 point com­me toi", /* a soft hyphen */
    "dot dot dot",
    "да.нет",
    "はい。いいえ",
    "🦖.🦕",
    "\xFF\xFE",
};

static void test_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (!text_has_address(addresses[i]))
            fail_msg("not found: %s", addresses[i]);
}

static void test_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (text_has_address(sentences[i]))
            fail_msg("no address: %s", sentences[i]);
    enum { MANY = 5000 };
    static char dots[MANY + 1];
    memset(dots, '.', MANY);
    assert_false(text_has_address(dots));
    memset(dots, ':', MANY);
    assert_false(text_has_address(dots));
}

int addresses_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
