/* The thread that sends.
 *
 * Then: addresses that may be reached; one attempt; what an answer means; the thread; its owner. */
#define _DEFAULT_SOURCE /* struct in6_addr */
#include "push/push.h"

#include "base/base.h"
#include "base/system/system.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    WAITING_MAX = 2000, /* messages that are not done */
    ATTEMPTS_MAX = 64,  /* at a time */
    SERVICE_MAX = 8,    /* of them at one service: a slow one holds up no other */
    ANSWER_MAX = 4096,  /* bytes of an answer */
    HEADERS_MAX = 16384,
    CONNECT_MS = 5000,
    ATTEMPT_MS = 15000,
    PAUSE_MS = 2000, /* before the second attempt; four times as long before each one after it */
    PATIENCE_MS = 55 * 60 * 1000,
    TOKEN_S = 12 * 3600, /* how long an authorization lasts */
    POLL_MS = 1000,
};

struct push_attempt {
    CURL *easy;
    struct curl_slist *headers;
    unsigned char body[PUSH_BODY_MAX];
    size_t answer, answer_headers;  /* bytes so far */
    bool may_reach_all, is_blocked; /* an address that may not be reached */
};

struct push_sender {
    struct push_settings settings;
    CURLM *multi;
    pthread_t thread;
    pthread_mutex_t lock;                                 /* protects everything below */
    struct push_message *first, **end, *done, **done_end; /* put, and done */
    int waiting;
    bool is_stopping;
    /* Only of the thread. */
    struct push_message *pending; /* whose attempts are under way, or that wait for the next one */
    const struct push_message *active[ATTEMPTS_MAX]; /* whose attempts are under way */
    int attempts;
};

/* ---- Addresses that may be reached ---- */

struct push_range {
    unsigned char bytes[4];
    int bits;
};

/* IPv4: private, shared, loopback, link-local, for documentation and benchmarks, multicast, reserved. */
static const struct push_range closed[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};

static bool is_in(const unsigned char *address, const struct push_range *range)
{
    for (int i = 0; i < range->bits; i++)
        if ((address[i / 8] ^ range->bytes[i / 8]) >> (7 - i % 8) & 1)
            return false;
    return true;
}

static bool four_is_public(const unsigned char address[4])
{
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_in(address, &closed[i]))
            return false;
    return true;
}

/* Only the global unicast addresses, without those that stand for IPv4 addresses (6to4, Teredo) or are for documentation. */
static bool six_is_public(const unsigned char address[16])
{
    static const struct push_range global = {{0x20}, 3}, special = {{0x20, 0x01, 0x00}, 23},
                                   six_to_four = {{0x20, 0x02}, 16},
                                   documents = {{0x20, 0x01, 0x0d, 0xb8}, 32};
    return is_in(address, &global) && !is_in(address, &special) && !is_in(address, &six_to_four) &&
           !is_in(address, &documents) && !(address[0] == 0x3f && address[1] == 0xff);
}

bool push_address_is_public(const struct sockaddr *address)
{
    static const unsigned char mapped[12] = {[10] = 0xff, 0xff};
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
        return four_is_public((const unsigned char *)&four->sin_addr);
    }
    if (address->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)address;
    const unsigned char *bytes = six->sin6_addr.s6_addr;
    return memcmp(bytes, mapped, sizeof mapped) == 0 ? four_is_public(bytes + 12)
                                                     : six_is_public(bytes);
}

/* Called with the address that a connection is about to be made to, so no name can lead elsewhere. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct push_attempt *attempt = context;
    (void)purpose;
    if (!attempt->may_reach_all && !push_address_is_public(&address->addr)) {
        attempt->is_blocked = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* ---- One attempt ---- */

static size_t count_answer(char *bytes, size_t one, size_t size, void *context)
{
    struct push_attempt *attempt = context;
    (void)bytes, (void)one;
    attempt->answer += size;
    return attempt->answer <= ANSWER_MAX ? size : 0;
}

static size_t count_headers(char *bytes, size_t one, size_t size, void *context)
{
    struct push_attempt *attempt = context;
    (void)bytes;
    attempt->answer_headers += one * size;
    return attempt->answer_headers <= HEADERS_MAX ? one * size : 0;
}

static void add_header(struct push_attempt *attempt, const char *name, const char *value)
{
    char line[PUSH_AUTHORIZATION_TEXT + 40];
    snprintf(line, sizeof line, "%s: %s", name, value);
    attempt->headers = curl_slist_append(attempt->headers, line);
    CHECK(attempt->headers);
}

static void add_headers(const struct push_sender *sender, const struct push_message *message)
{
    struct push_attempt *attempt = message->attempt;
    char text[PUSH_AUTHORIZATION_TEXT];
    push_authorization_write(text, message->secret, sender->settings.contact,
                             message->target.endpoint, clock_wall_ms() / 1000 + TOKEN_S);
    add_header(attempt, "Authorization", text);
    snprintf(text, sizeof text, "%lld", (long long)message->lasts_s);
    add_header(attempt, "TTL", text);
    add_header(attempt, "Urgency", "normal");
    add_header(attempt, "Content-Encoding", "aes128gcm");
    add_header(attempt, "Content-Type", "application/octet-stream");
    if (message->topic[0])
        add_header(attempt, "Topic", message->topic);
}

static void set_limits(const struct push_sender *sender, struct push_attempt *attempt)
{
    CURL *easy = attempt->easy;
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* one would reach any address */
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)ATTEMPT_MS);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, attempt);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, count_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, attempt);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, count_headers);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, attempt);
    attempt->may_reach_all = sender->settings.test_certificate != NULL;
    if (sender->settings.test_certificate)
        curl_easy_setopt(easy, CURLOPT_CAINFO, sender->settings.test_certificate);
}

static void attempt_begin(struct push_sender *sender, struct push_message *message)
{
    struct push_attempt *attempt = alloc_new(sizeof *attempt);
    message->attempt = attempt;
    message->tries++;
    sender->active[sender->attempts++] = message;
    attempt->easy = curl_easy_init();
    CHECK(attempt->easy);
    size_t size =
        push_encrypt_new(&message->target, message->text, strlen(message->text), attempt->body);
    add_headers(sender, message);
    set_limits(sender, attempt);
    curl_easy_setopt(attempt->easy, CURLOPT_URL, message->target.endpoint);
    curl_easy_setopt(attempt->easy, CURLOPT_POSTFIELDS, (char *)attempt->body);
    curl_easy_setopt(attempt->easy, CURLOPT_POSTFIELDSIZE, (long)size);
    curl_easy_setopt(attempt->easy, CURLOPT_HTTPHEADER, attempt->headers);
    curl_easy_setopt(attempt->easy, CURLOPT_PRIVATE, message);
    CHECK(curl_multi_add_handle(sender->multi, attempt->easy) == CURLM_OK);
}

static void attempt_end(struct push_sender *sender, struct push_message *message)
{
    struct push_attempt *attempt = message->attempt;
    curl_multi_remove_handle(sender->multi, attempt->easy);
    curl_easy_cleanup(attempt->easy);
    curl_slist_free_all(attempt->headers);
    free(attempt);
    message->attempt = NULL;
    int at = 0;
    while (sender->active[at] != message)
        at++;
    sender->active[at] = sender->active[--sender->attempts];
}

/* ---- What an answer means ---- */

static bool may_pass(int status)
{
    return status == 0 || status == 429 || status >= 500;
}

static int64_t pause_ms(int tries)
{
    int64_t pause = PAUSE_MS;
    for (int i = 1; i < tries && pause < PATIENCE_MS; i++)
        pause *= 4;
    return pause;
}

/* Whether the message is done. If not, it waits. */
static bool judge(struct push_message *message, bool is_refused_here, int64_t wait_s)
{
    int64_t now_ms = clock_boot_ns() / 1000000, pause = pause_ms(message->tries);
    int status = message->status;
    if (status >= 200 && status < 300)
        message->outcome = PUSH_SENT;
    else
        message->outcome = status == 404 || status == 410 ? PUSH_GONE : PUSH_FAILED;
    if (message->outcome != PUSH_FAILED || is_refused_here || !may_pass(status))
        return true;
    if (wait_s > PATIENCE_MS / 1000)
        return true;
    if (wait_s * 1000 > pause)
        pause = wait_s * 1000;
    message->due_ms = now_ms + pause;
    return message->due_ms > message->first_ms + PATIENCE_MS;
}

static void finish(struct push_sender *sender, struct push_message *message)
{
    for (struct push_message **at = &sender->pending; *at; at = &(*at)->next) {
        if (*at == message) {
            *at = message->next;
            break;
        }
    }
    message->next = NULL;
    pthread_mutex_lock(&sender->lock);
    *sender->done_end = message;
    sender->done_end = &message->next;
    sender->waiting--;
    pthread_mutex_unlock(&sender->lock);
    sender->settings.notify(sender->settings.context);
}

static void attempt_ended(struct push_sender *sender, CURL *easy, CURLcode code)
{
    struct push_message *message = NULL;
    curl_off_t wait_s = 0;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&message);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &wait_s);
    CHECK(message);
    /* An answer that is too long counts by its status. */
    message->status = code == CURLE_OK || code == CURLE_WRITE_ERROR ? (int)status : 0;
    /* Neither an address that may not be reached nor a wrong certificate gets better within the hour. */
    bool is_refused_here = (code != CURLE_OK && message->attempt->is_blocked) ||
                           code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_URL_MALFORMAT ||
                           code == CURLE_UNSUPPORTED_PROTOCOL;
    attempt_end(sender, message);
    if (judge(message, is_refused_here, (int64_t)wait_s))
        finish(sender, message);
}

/* ---- The thread ---- */

static bool take_put(struct push_sender *sender)
{
    pthread_mutex_lock(&sender->lock);
    struct push_message *first = sender->first;
    bool is_stopping = sender->is_stopping;
    sender->first = NULL;
    sender->end = &sender->first;
    pthread_mutex_unlock(&sender->lock);
    struct push_message **end = &sender->pending;
    while (*end)
        end = &(*end)->next;
    *end = first;
    return !is_stopping;
}

/* Whether there is room for one more attempt at this service. */
static bool may_begin(const struct push_sender *sender, const struct push_message *message)
{
    const char *endpoint = message->target.endpoint;
    size_t length = push_origin_length(endpoint);
    int same = 0;
    for (int i = 0; i < sender->attempts; i++) {
        const char *other = sender->active[i]->target.endpoint;
        same += push_origin_length(other) == length && strncmp(endpoint, other, length) == 0;
    }
    return sender->attempts < ATTEMPTS_MAX && same < SERVICE_MAX;
}

/* Begins what is due, and returns how long nothing is. */
static int begin_due(struct push_sender *sender)
{
    int64_t now_ms = clock_boot_ns() / 1000000;
    int wait_ms = POLL_MS;
    for (struct push_message *one = sender->pending; one; one = one->next) {
        if (one->attempt)
            continue;
        if (one->due_ms <= now_ms && may_begin(sender, one))
            attempt_begin(sender, one);
        else if (one->due_ms > now_ms && one->due_ms - now_ms < wait_ms)
            wait_ms = (int)(one->due_ms - now_ms);
    }
    return wait_ms;
}

static void *run(void *argument)
{
    struct push_sender *sender = argument;
    while (take_put(sender)) {
        int running, left, wait_ms = begin_due(sender);
        CHECK(curl_multi_perform(sender->multi, &running) == CURLM_OK);
        for (CURLMsg *ended; (ended = curl_multi_info_read(sender->multi, &left));)
            if (ended->msg == CURLMSG_DONE)
                attempt_ended(sender, ended->easy_handle, ended->data.result);
        curl_multi_poll(sender->multi, NULL, 0,
                        sender->attempts || sender->pending ? wait_ms : POLL_MS * 60, NULL);
    }
    return NULL;
}

/* ---- Its owner ---- */

struct push_sender *push_sender_new(const struct push_settings *settings)
{
    CHECK(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
    struct push_sender *sender = alloc_new(sizeof *sender);
    sender->settings = *settings;
    sender->end = &sender->first;
    sender->done_end = &sender->done;
    sender->multi = curl_multi_init();
    CHECK(sender->multi && pthread_mutex_init(&sender->lock, NULL) == 0 &&
          pthread_create(&sender->thread, NULL, run, sender) == 0);
    return sender;
}

static void free_list(struct push_message *first)
{
    for (struct push_message *next; first; first = next) {
        next = first->next;
        free(first);
    }
}

void push_sender_free(struct push_sender *sender)
{
    if (!sender)
        return;
    pthread_mutex_lock(&sender->lock);
    sender->is_stopping = true;
    pthread_mutex_unlock(&sender->lock);
    curl_multi_wakeup(sender->multi);
    pthread_join(sender->thread, NULL);
    for (struct push_message *one = sender->pending; one; one = one->next)
        if (one->attempt)
            attempt_end(sender, one);
    curl_multi_cleanup(sender->multi);
    free_list(sender->pending);
    free_list(sender->first);
    free_list(sender->done);
    pthread_mutex_destroy(&sender->lock);
    free(sender);
    curl_global_cleanup();
}

void push_sender_put(struct push_sender *sender, struct push_message *message)
{
    message->first_ms = message->due_ms = clock_boot_ns() / 1000000;
    message->next = NULL;
    pthread_mutex_lock(&sender->lock);
    bool fits = sender->waiting < WAITING_MAX;
    message->outcome = PUSH_FAILED;
    struct push_message ***end = fits ? &sender->end : &sender->done_end;
    **end = message;
    *end = &message->next;
    sender->waiting += fits;
    pthread_mutex_unlock(&sender->lock);
    if (fits)
        curl_multi_wakeup(sender->multi);
    else
        sender->settings.notify(sender->settings.context);
}

struct push_message *push_sender_take(struct push_sender *sender)
{
    pthread_mutex_lock(&sender->lock);
    struct push_message *message = sender->done;
    if (message && !(sender->done = message->next))
        sender->done_end = &sender->done;
    pthread_mutex_unlock(&sender->lock);
    return message;
}
