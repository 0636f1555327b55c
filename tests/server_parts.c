/* Parts of the server by themselves: addresses, origins, budgets, the send queue, systemd. */
#include "server/budget.h"
#include "server/ip_address.h"
#include "server/request_origin.h"
#include "server/send_queue.h"
#include "server/systemd.h"
#include "server/visitors.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),  cmocka_unit_test(test_proxies),
        cmocka_unit_test(test_forwarded),  cmocka_unit_test(test_origins),
        cmocka_unit_test(test_own_origin), cmocka_unit_test(test_budget),
        cmocka_unit_test(test_visitors),   cmocka_unit_test(test_send_queue),
        cmocka_unit_test(test_systemd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
