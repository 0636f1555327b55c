/* Web Push without a network: the example of RFC 8291, who sends, which subscriptions are refused, which addresses are public. */
#include "push/push.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h> /* needs those above */

/* RFC 8291, section 5. */
static const char endpoint[] = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";
static const char key[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char once[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char once_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char message[] = "When I grow up, I want to be a watermelon";
static const char encrypted[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN";

static void to_text(char *text, size_t capacity, const unsigned char *bytes, size_t size)
{
    sodium_bin2base64(text, capacity, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void to_bytes(unsigned char *bytes, size_t capacity, const char *text, size_t length)
{
    assert_int_equal(sodium_base642bin(bytes, capacity, text, length, NULL, NULL, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
}

static void test_example_of_the_rfc(void **unused)
{
    (void)unused;
    struct push_target target;
    unsigned char salt[16], body[PUSH_BODY_MAX];
    char text[400], public[PUSH_PUBLIC_TEXT];
    assert_true(push_target_read(&target, endpoint, key, auth));
    to_bytes(salt, sizeof salt, salt_text, strlen(salt_text));
    size_t size = push_encrypt(&target, once, salt, message, strlen(message), body);
    to_text(text, sizeof text, body, size);
    assert_string_equal(text, encrypted);
    assert_true(push_public_of(once, public));
    assert_string_equal(public, once_public);
}

static void test_messages_differ(void **unused)
{
    (void)unused;
    struct push_target target;
    unsigned char one[PUSH_BODY_MAX], other[PUSH_BODY_MAX];
    char longest[PUSH_MESSAGE_MAX];
    memset(longest, 'x', sizeof longest);
    assert_true(push_target_read(&target, endpoint, key, auth));
    assert_int_equal(push_encrypt_new(&target, longest, sizeof longest, one), PUSH_BODY_MAX);
    assert_int_equal(push_encrypt_new(&target, longest, sizeof longest, other), PUSH_BODY_MAX);
    assert_memory_not_equal(one, other, 16);                         /* the salt */
    assert_memory_not_equal(one + 21, other + 21, 65);               /* the key */
    assert_memory_not_equal(one + PUSH_HEAD, other + PUSH_HEAD, 16); /* what it says */
}

static void test_keys(void **unused)
{
    (void)unused;
    char secret[PUSH_SECRET_TEXT], public[PUSH_PUBLIC_TEXT], other[PUSH_SECRET_TEXT];
    push_secret_new(secret);
    push_secret_new(other);
    assert_string_not_equal(secret, other);
    assert_true(push_public_of(secret, public));
    assert_int_equal(strlen(public), PUSH_PUBLIC_TEXT - 1);
    assert_int_equal(public[0], 'B'); /* an uncompressed point */
    assert_false(push_public_of("", public));
    assert_false(push_public_of("AAAA", public));
    assert_false(push_public_of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", public)); /* zero */
    assert_false(
        push_public_of("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE", public)); /* the order */
}

/* What is signed: tests/server/push.py checks the signature with another implementation. */
static void test_authorization(void **unused)
{
    (void)unused;
    char text[PUSH_AUTHORIZATION_TEXT];
    unsigned char claims[600] = {0};
    push_authorization_write(text, once, "mailto:a@example.org",
                             "https://push.example.net:8443/push/x?y", 1700000000);
    const char *at = strchr(text, '.') + 1, *end = strchr(at, '.');
    to_bytes(claims, sizeof claims, at, (size_t)(end - at));
    assert_string_equal((char *)claims, "{\"aud\":\"https://push.example.net:8443\","
                                        "\"exp\":1700000000,\"sub\":\"mailto:a@example.org\"}");
    assert_int_equal(strncmp(text, "vapid t=", 8), 0);
    assert_non_null(strstr(text, once_public));
    assert_null(strstr(text, once));
}

static void test_longest_authorization(void **unused)
{
    (void)unused;
    struct push_target target;
    char text[PUSH_AUTHORIZATION_TEXT], longest[PUSH_ENDPOINT_TEXT] = "https://";
    char contact[PUSH_CONTACT_TEXT] = "mailto:a@";
    memset(longest + 8, 'a', 253);
    strcat(longest, ":65535/");
    memset(longest + strlen(longest), 'b', sizeof longest - 1 - strlen(longest));
    memset(contact + strlen(contact), 'c', sizeof contact - 1 - strlen(contact));
    longest[sizeof longest - 1] = contact[sizeof contact - 1] = '\0';
    assert_true(push_contact_is_valid(contact));
    assert_true(push_target_read(&target, longest, key, auth));
    push_authorization_write(text, once, contact, longest, INT64_MAX);
    assert_non_null(strstr(text, once_public));
}

static void test_targets(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {"",
                                        "http://push.example.net/x",
                                        "https://",
                                        "https:///x",
                                        "https://push.example.net",
                                        "https://user@push.example.net/x",
                                        "https://push.example.net@10.0.0.1/x",
                                        "https://[::1]/x",
                                        "https://push.example.net:/x",
                                        "https://push.example.net:123456/x",
                                        "https://push.example.net\\@10.0.0.1/x",
                                        "https://push.example.net/a b",
                                        "https://push.example.net/\r\nHost: other",
                                        "https://push.example.net/\"",
                                        "https://push.example.net/x#y",
                                        "file:///etc/passwd",
                                        "HTTPS://push.example.net/x",
                                        "https://push.example.net/\xc3\xa9",
                                        "https://push.example.net?x"};
    struct push_target target;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(push_target_read(&target, wrong[i], key, auth));
    char longer[PUSH_ENDPOINT_TEXT + 1] = "https://push.example.net/";
    memset(longer + strlen(longer), 'x', sizeof longer - 1 - strlen(longer));
    assert_false(push_target_read(&target, longer, key, auth));
    longer[PUSH_ENDPOINT_TEXT - 1] = '\0';
    assert_true(push_target_read(&target, longer, key, auth));

    char other[PUSH_PUBLIC_TEXT];
    memcpy(other, key, sizeof other);
    other[40] = other[40] == 'A' ? 'B' : 'A'; /* not on the curve */
    assert_false(push_target_read(&target, endpoint, other, auth));
    memcpy(other, key, sizeof other);
    other[0] = 'A'; /* no uncompressed point */
    assert_false(push_target_read(&target, endpoint, other, auth));
    assert_false(push_target_read(&target, endpoint, "", auth));
    assert_false(push_target_read(&target, endpoint, key, ""));
    assert_false(push_target_read(&target, endpoint, key, "BTBZMqHH6r4Tts7J_aSIg"));
    assert_false(push_target_read(&target, endpoint, key, "BTBZMqHH6r4Tts7J_aSIgg=="));
    assert_false(push_target_read(&target, endpoint, key, "BTBZMqHH6r4Tts7J+aSIgg"));
}

static void test_contacts(void **unused)
{
    (void)unused;
    assert_true(push_contact_is_valid("mailto:games@example.org"));
    assert_true(push_contact_is_valid("https://example.org/contact"));
    assert_true(push_contact_is_valid("https://example.org"));
    assert_false(push_contact_is_valid(""));
    assert_false(push_contact_is_valid("games@example.org"));
    assert_false(push_contact_is_valid("mailto:"));
    assert_false(push_contact_is_valid("mailto:@example.org"));
    assert_false(push_contact_is_valid("mailto:a@b\",\"aud\":\"x"));
    assert_false(push_contact_is_valid("http://example.org"));
}

static bool is_public(const char *address)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
        return push_address_is_public((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, address, &six.sin6_addr), 1);
    return push_address_is_public((struct sockaddr *)&six);
}

static void test_addresses(void **unused)
{
    (void)unused;
    static const char *const closed[] = {"0.0.0.0",
                                         "10.1.2.3",
                                         "100.64.0.1",
                                         "100.127.255.255",
                                         "127.0.0.1",
                                         "127.255.255.255",
                                         "169.254.169.254",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.0.0.1",
                                         "192.0.2.1",
                                         "192.168.1.1",
                                         "198.18.0.1",
                                         "198.19.255.255",
                                         "198.51.100.7",
                                         "203.0.113.9",
                                         "224.0.0.1",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "::ffff:10.0.0.1",
                                         "::ffff:127.0.0.1",
                                         "::10.0.0.1",
                                         "64:ff9b::a00:1",
                                         "100::1",
                                         "2001::1",
                                         "2001:db8::1",
                                         "2002:a00:1::1",
                                         "3fff::1",
                                         "fc00::1",
                                         "fd12:3456::1",
                                         "fe80::1",
                                         "ff02::1"};
    static const char *const open[] = {"1.1.1.1",         "9.255.255.255",  "11.0.0.0",
                                       "100.63.255.255",  "100.128.0.0",    "128.0.0.1",
                                       "172.15.255.255",  "172.32.0.0",     "192.167.255.255",
                                       "223.255.255.255", "::ffff:1.1.1.1", "2a00:1450:4001::1",
                                       "2606:4700::1111"};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        assert_false(is_public(closed[i]));
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_true(is_public(open[i]));
    assert_false(push_address_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}

int push_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_of_the_rfc),
        cmocka_unit_test(test_messages_differ),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_authorization),
        cmocka_unit_test(test_longest_authorization),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
