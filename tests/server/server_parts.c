/* Parts of the server by themselves: addresses, origins, budgets, frames, the send queue, systemd. */
#include "server/http/http_internal.h"
#include "server/net/net.h"
#include "server/server_internal.h"
#include "server/websocket/websocket.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

static void expect_normal(const char *text, const char *expected)
{
    char address[IP_TEXT] = "";
    assert_int_equal(ip_address_normalise(text, address), expected != NULL);
    assert_string_equal(address, expected ? expected : "");
}

static void test_addresses(void **unused)
{
    (void)unused;
    expect_normal("192.0.2.7", "192.0.2.7");
    expect_normal("::ffff:192.0.2.7", "192.0.2.7");
    expect_normal("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
    expect_normal("2001:db8:1:2::", "2001:db8:1:2::");
    expect_normal("::1", "::1");
    expect_normal("192.0.2", NULL);
    expect_normal("", NULL);
    char text[IP_TEXT] = "before";
    ip_address_of_socket(-1, text);
    assert_string_equal(text, "");
}

static void test_proxies(void **unused)
{
    (void)unused;
    const char *const proxies[] = {"192.0.2.7", "2001:db8::1", NULL};
    assert_true(ip_address_is_proxy("127.0.0.1", NULL));
    assert_true(ip_address_is_proxy("::ffff:127.3.2.1", NULL));
    assert_true(ip_address_is_proxy("::1", NULL));
    assert_false(ip_address_is_proxy("192.0.2.7", NULL));
    assert_true(ip_address_is_proxy("192.0.2.7", proxies));
    assert_true(ip_address_is_proxy("::ffff:192.0.2.7", proxies));
    assert_false(ip_address_is_proxy("192.0.2.8", proxies));
    assert_true(ip_address_is_proxy("2001:0db8:0::1", proxies));
    assert_false(ip_address_is_proxy("2001:db8::2", proxies));
    assert_false(ip_address_is_proxy("somewhere", proxies));
}

static void set_header(struct http_head *head, enum http_header header, const char *value)
{
    head->has[header] = true;
    snprintf(head->value[header], HEAD_VALUE_BYTES, "%s", value);
}

static void test_forwarded(void **unused)
{
    (void)unused;
    static struct http_head head;
    char address[IP_TEXT] = "127.0.0.1";
    request_origin_forwarded(&head, address);
    assert_string_equal(address, "127.0.0.1");
    set_header(&head, HEADER_FORWARDED_FOR, "203.0.113.9, 192.0.2.7 ");
    request_origin_forwarded(&head, address);
    assert_string_equal(address, "192.0.2.7"); /* the one that the proxy has added */
    set_header(&head, HEADER_FORWARDED_FOR, "192.0.2.8, unknown");
    request_origin_forwarded(&head, address);
    assert_string_equal(address, "192.0.2.7");
}

static void test_origins(void **unused)
{
    (void)unused;
    static struct http_head head;
    const char *const allowed[] = {"https://games.example", NULL};
    struct serve_settings settings = {0}, with_origins = {.origins = allowed};
    assert_true(request_origin_is_allowed(&head, &settings)); /* no page sends it */
    set_header(&head, HEADER_HOST, "here.example:8080");
    set_header(&head, HEADER_ORIGIN, "http://here.example:8080");
    assert_true(request_origin_is_allowed(&head, &settings));
    set_header(&head, HEADER_ORIGIN, "https://games.example");
    assert_false(request_origin_is_allowed(&head, &settings));
    assert_true(request_origin_is_allowed(&head, &with_origins));
    set_header(&head, HEADER_ORIGIN, "null");
    assert_false(request_origin_is_allowed(&head, &with_origins));
}

static void expect_own(const struct http_head *head, const struct serve_settings *settings,
                       bool is_from_proxy, const char *expected)
{
    char origin[100];
    request_origin_of_server(head, settings, is_from_proxy, origin, sizeof origin);
    assert_string_equal(origin, expected);
}

static void test_hosts(void **unused)
{
    (void)unused;
    static const char *const allowed[] = {"https://games.example", "http://play.example:81", NULL};
    static const struct {
        const char *host;
        bool is_one, is_ours, is_allowed;
    } cases[] = {
        {"localhost", true, true, true},
        {"localhost:8080", true, true, true},
        {"127.0.0.1:8080", true, true, true},
        {"[::1]:8080", true, true, true},
        {"[2001:db8::1]", true, true, true},
        {"myserver:80", true, true, true},
        {"Pi.Local", true, true, true},
        {"nas.home.arpa:8080", true, true, true},
        {"games.example", true, false, true},
        {"Games.Example", true, false, true},
        {"games.example:80", true, false, false},
        {"play.example:81", true, false, true},
        {"evil.example", true, false, false},
        {"127.0.0.1.evil.example", true, false, false},
        {"local.evil.example", true, false, false},
        {"x.notlocal", true, false, false},
        {"a, b", false, true, true},
        {"", false, true, true},
    };
    struct serve_settings settings = {0}, with_origins = {.origins = allowed},
                          with_tls = {.certificate = "x"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_head head = {.has = {[HEADER_HOST] = true}};
        strcpy(head.value[HEADER_HOST], cases[i].host);
        assert_int_equal(request_origin_has_one_host(&head), cases[i].is_one);
        assert_int_equal(request_origin_host_is_ours(&head, &settings, true), cases[i].is_ours);
        assert_int_equal(request_origin_host_is_ours(&head, &with_origins, false),
                         cases[i].is_allowed);
        assert_true(request_origin_host_is_ours(&head, &with_tls, false));
        strcpy(head.value[HEADER_FORWARDED_PROTO], "https");
        assert_true(request_origin_host_is_ours(&head, &settings, true));
        assert_int_equal(request_origin_host_is_ours(&head, &settings, false), cases[i].is_ours);
    }
}

static void test_own_origin(void **unused)
{
    (void)unused;
    static struct http_head head;
    const char *const allowed[] = {"https://games.example", NULL};
    struct serve_settings settings = {0}, with_origins = {.origins = allowed},
                          with_tls = {.certificate = "file"};
    expect_own(&head, &settings, false, "");
    set_header(&head, HEADER_HOST, "<script>");
    expect_own(&head, &settings, false, "");
    set_header(&head, HEADER_HOST, "[::1]:8080");
    expect_own(&head, &settings, false, "http://[::1]:8080");
    expect_own(&head, &with_tls, false, "https://[::1]:8080");
    expect_own(&head, &with_origins, false, "https://games.example");
    set_header(&head, HEADER_FORWARDED_PROTO, "https");
    expect_own(&head, &settings, false, "http://[::1]:8080"); /* only proxies may say that */
    expect_own(&head, &settings, true, "https://[::1]:8080");
}

static void test_budget(void **unused)
{
    (void)unused;
    struct budget budget = {0};
    assert_true(budget_is_full(&budget));
    assert_true(budget_spend(&budget, 2000, 1000));
    assert_true(budget_spend(&budget, 2000, 1000)); /* may be overdrawn once */
    assert_false(budget_spend(&budget, 1, 1000));
    assert_false(budget_is_full(&budget));
}

static void test_visitors(void **unused)
{
    (void)unused;
    static struct visitors visitors = {.per_second = 1000};
    assert_null(visitors_find(&visitors, "192.0.2.7"));
    struct visitor *visitor = visitors_get(&visitors, "192.0.2.7");
    assert_ptr_equal(visitors_get(&visitors, "192.0.2.7"), visitor);
    visitor->sockets = 1;
    visitors_release(&visitors, visitor);
    assert_ptr_equal(visitors_find(&visitors, "192.0.2.7"), visitor);
    visitor->sockets = 0;
    visitors_release(&visitors, visitor);
    assert_null(visitors_find(&visitors, "192.0.2.7"));
    /* An address that has sent something is remembered until its budget is full again. */
    assert_true(visitors_spend(&visitors, "192.0.2.8", 1));
    visitors_tick(&visitors);
    assert_non_null(visitors_find(&visitors, "192.0.2.8"));
    visitors_free(&visitors);
}

static void test_send_queue(void **unused)
{
    (void)unused;
    struct send_queue queue = {0};
    struct message *message = message_new("text", 4);
    int added = 0;
    while (send_queue_add(&queue, message))
        added++;
    assert_true(added > 100); /* limited by number */
    for (int i = 0; i < added; i++)
        message_drop(send_queue_take(&queue));
    assert_int_equal(queue.count, 0);
    assert_int_equal(queue.bytes, 0);
    send_queue_shrink(&queue);
    assert_int_equal(queue.capacity, 0);
    message_drop(message);
    static char large[1 << 19];
    message = message_new(large, sizeof large);
    assert_true(send_queue_add(&queue, message));
    assert_true(send_queue_add(&queue, message));
    assert_false(send_queue_add(&queue, message)); /* limited by bytes */
    send_queue_clear(&queue);
    assert_int_equal(message->holders, 1);
    message_drop(message);
}

static int open_notify_socket(const struct sockaddr_un *address, size_t path_size)
{
    int in = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert_true(in >= 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + path_size);
    assert_int_equal(bind(in, (const struct sockaddr *)address, size), 0);
    return in;
}

static void expect_notification(int in, const char *state)
{
    char text[64];
    assert_null(systemd_notify(state));
    ssize_t size = recv(in, text, sizeof text, MSG_DONTWAIT);
    assert_int_equal(size, strlen(state));
    assert_memory_equal(text, state, (size_t)size);
    close(in);
}

static void test_systemd(void **unused)
{
    (void)unused;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[64];
    unsetenv("NOTIFY_SOCKET");
    assert_null(systemd_notify("READY=1"));
    int length = snprintf(name, sizeof name, "/tmp/ludosaure-notify-%ld", (long)getpid());
    setenv("NOTIFY_SOCKET", name, 1);
    assert_non_null(systemd_notify("READY=1")); /* nobody listens */
    memcpy(address.sun_path, name, (size_t)length);
    expect_notification(open_notify_socket(&address, (size_t)length), "READY=1");
    unlink(name);
    /* An abstract socket. */
    name[0] = '@';
    address.sun_path[0] = '\0';
    setenv("NOTIFY_SOCKET", name, 1);
    expect_notification(open_notify_socket(&address, (size_t)length), "STOPPING=1");
    unsetenv("NOTIFY_SOCKET");
}

/* What was read from frames: a letter for each thing, and the texts. */
struct reading {
    char text[256];
    int pongs, closed;
};

static bool reading_begin(void *context)
{
    (void)context;
    return true;
}

static bool reading_message(void *context, enum frames_kind kind, const char *bytes, size_t size)
{
    struct reading *reading = context;
    size_t length = strlen(reading->text);
    if (kind == FRAMES_TEXT)
        snprintf(reading->text + length, sizeof reading->text - length, "%.*s;", (int)size, bytes);
    return true;
}

static void reading_pong(void *context, const unsigned char *frame, size_t size)
{
    (void)frame, (void)size;
    ((struct reading *)context)->pongs++;
}

static void reading_close(void *context, int code)
{
    struct reading *reading = context;
    if (!reading->closed) /* only the first one counts */
        reading->closed = code;
}

static const struct frames_callbacks reading_callbacks = {.begin = reading_begin,
                                                          .message = reading_message,
                                                          .pong = reading_pong,
                                                          .close = reading_close};

/* Appends a frame whose mask is zero. */
static size_t frame_add(char *bytes, size_t at, int first_byte, const char *text)
{
    size_t length = strlen(text);
    bytes[at++] = (char)first_byte;
    bytes[at++] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        bytes[at++] = (char)(length >> 8);
        bytes[at++] = (char)length;
    }
    memset(bytes + at, 0, 4);
    memcpy(bytes + at + 4, text, length);
    return at + 4 + length;
}

/* A long message, one in three parts with a ping between them, and an empty one. */
static size_t frames_example(char *bytes)
{
    char text[131];
    memset(text, 'x', 130);
    text[130] = 0;
    size_t size = frame_add(bytes, 0, 0x81, text);
    size = frame_add(bytes, size, 0x01, "on");
    size = frame_add(bytes, size, 0x89, "ping");
    size = frame_add(bytes, size, 0x00, "");
    size = frame_add(bytes, size, 0x80, "e");
    return frame_add(bytes, size, 0x81, "");
}

/* Wherever the bytes are divided, the same is read; between messages nothing is kept. */
static void test_frames(void **unused)
{
    (void)unused;
    enum { LONG = 130 };
    char bytes[512], expected[LONG + 8];
    size_t size = frames_example(bytes);
    memset(expected, 'x', LONG);
    memcpy(expected + LONG, ";one;;", sizeof ";one;;");
    for (size_t part = 1; part <= size; part++) {
        struct reading reading = {0};
        struct frames frames;
        frames_start(&frames, &reading_callbacks, &reading, 1000);
        for (size_t at = 0; at < size; at += part) {
            assert_true(frames_receive(&frames, bytes + at, size - at < part ? size - at : part));
            if (part == 1 && at + 1 < 2 + 2 + 4 + LONG)
                assert_non_null(frames.wslay);
        }
        assert_string_equal(reading.text, expected);
        assert_int_equal(reading.pongs, 1);
        assert_int_equal(reading.closed, 0);
        assert_null(frames.wslay);
        frames_free(&frames);
    }
}

static void expect_violation(const char *bytes, size_t size, int code)
{
    struct reading reading = {0};
    struct frames frames;
    char good[16];
    frames_start(&frames, &reading_callbacks, &reading, 1000);
    for (size_t at = 0; at < size; at++)
        assert_true(frames_receive(&frames, bytes + at, 1));
    assert_int_equal(reading.closed, code);
    assert_null(frames.wslay);
    assert_true(frames_receive(&frames, good, frame_add(good, 0, 0x81, "late")));
    assert_string_equal(reading.text, "");
    frames_free(&frames);
}

/* What RFC 6455 forbids ends the connection; nothing is read after it. */
static void test_frame_violations(void **unused)
{
    (void)unused;
    char bytes[2048], text[1002];
    expect_violation("\x81\x02hi", 4, 1002); /* no mask */
    expect_violation(bytes, frame_add(bytes, 0, 0xc1, "hi"), 1002);
    expect_violation(bytes, frame_add(bytes, 0, 0x80, "hi"), 1002); /* continues nothing */
    expect_violation(bytes, frame_add(bytes, 0, 0x81, "\xff"), 1007);
    expect_violation("\x81\xfe\x00\x05\0\0\0\0hello", 13, 1002); /* the length in a longer form */
    memset(text, 'x', 1001);
    text[1001] = 0;
    expect_violation(bytes, frame_add(bytes, 0, 0x81, text), 1009);
    size_t size = frame_add(bytes, 0, 0x01, "begun");
    expect_violation(bytes, frame_add(bytes, size, 0x81, "another"), 1002);
}

int server_parts_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),  cmocka_unit_test(test_proxies),
        cmocka_unit_test(test_forwarded),  cmocka_unit_test(test_origins),
        cmocka_unit_test(test_hosts),      cmocka_unit_test(test_own_origin),
        cmocka_unit_test(test_budget),     cmocka_unit_test(test_visitors),
        cmocka_unit_test(test_send_queue), cmocka_unit_test(test_systemd),
        cmocka_unit_test(test_frames),     cmocka_unit_test(test_frame_violations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
