/* What one connection and one address may ask: how many requests, and how much of the server's time
 * they may cost. */
#include "hall/inside.h"

#include "base/check.h"
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ADDRESS_CHAINS = 4096,
    ADDRESS_KEPT_MS = 2 * 60 * 1000, /* by then all its limits have filled again */
    BURST_SECONDS = 3,
    EXCESS_PER_MINUTE = 120, /* refused messages; more, and the connection is ended */
    EXCESS_BURST = 100,
    ADDRESS_SHARE = 20, /* so many connections' worth of messages are taken from one address */
    /* Processor time that these messages may cost on average. With the standard limits: a tenth of a
     * core for one address. */
    WORK_US_A_MESSAGE = 250,
};

/* --- addresses --------------------------------------------------------------------------------- */

static struct address **address_chain(struct hall *hall, const char *text)
{
    return &hall->addresses[hash_text(HASH_START, text) % ADDRESS_CHAINS];
}

struct address *address_get(struct hall *hall, const char *given)
{
    char text[sizeof(((struct address *)0)->text)];
    snprintf(text, sizeof text, "%s", given);
    struct address **chain = address_chain(hall, text), *address = *chain;
    while (address && strcmp(address->text, text) != 0)
        address = address->next;
    if (!address) {
        address = calloc(1, sizeof *address);
        CHECK(address);
        memcpy(address->text, text, sizeof text);
        address->next = *chain;
        *chain = address;
    }
    return address;
}

/* Forgets those that nobody comes from and that have no limit used up any more. */
static void addresses_sweep(struct hall *hall, bool all)
{
    for (int i = 0; i < ADDRESS_CHAINS; i++) {
        struct address **link = &hall->addresses[i];
        while (*link) {
            struct address *address = *link;
            if (all ||
                (address->clients == 0 && address->seen_ms + ADDRESS_KEPT_MS < hall->now_ms)) {
                *link = address->next;
                free(address);
            } else {
                link = &address->next;
            }
        }
    }
}

void addresses_new(struct hall *hall)
{
    hall->addresses = calloc(ADDRESS_CHAINS, sizeof *hall->addresses);
    CHECK(hall->addresses);
}

void addresses_free(struct hall *hall)
{
    addresses_sweep(hall, true);
    free(hall->addresses);
}

void addresses_tick(struct hall *hall)
{
    if (hall->addresses_swept_ms + ADDRESS_KEPT_MS >= hall->now_ms)
        return;
    hall->addresses_swept_ms = hall->now_ms;
    addresses_sweep(hall, false);
}

/* --- cost -------------------------------------------------------------------------------------- */

/* A bucket of milliseconds. */
static int work_ms_per_second(const struct hall *hall)
{
    int ms = hall->settings.limits.messages_per_second * ADDRESS_SHARE * WORK_US_A_MESSAGE / 1000;
    return ms > 0 ? ms : 1;
}

static bool has_work_left(const struct hall *hall, struct address *address)
{
    int per_second = work_ms_per_second(hall);
    return bucket_has(&address->work, 60 * per_second, per_second * BURST_SECONDS, hall->now_ms);
}

int64_t work_begin(struct hall *hall)
{
    if (hall->working)
        return -1;
    hall->working = true;
    return hall->outside.cpu_us(hall->outside.context);
}

void work_end(struct client *client, int64_t began_us)
{
    struct hall *hall = client->hall;
    if (began_us < 0)
        return;
    hall->working = false;
    work_charge(client, hall->outside.cpu_us(hall->outside.context) - began_us);
}

void work_charge(struct client *client, int64_t us)
{
    if (client->address)
        client->address->work.level -= us;
}

/* --- count ------------------------------------------------------------------------------------- */

/* Going on in spite of refusals ends the connection. */
static void client_excess(struct client *client)
{
    struct hall *hall = client->hall;
    if (bucket_take(&client->excess, EXCESS_PER_MINUTE, EXCESS_BURST, hall->now_ms))
        return;
    client->ended = true;
    hall->outside.log(hall->outside.context, "flooded",
                      json_pack("{s:s}", "address", client->address->text));
    hall->outside.end(hall->outside.context, client);
}

bool client_in_time(struct client *client, bool is_gesture)
{
    struct hall *hall = client->hall;
    const struct hall_limits *limits = &hall->settings.limits;
    int per_second = is_gesture ? limits->gestures_per_second : limits->messages_per_second;
    int burst = is_gesture ? per_second : per_second * BURST_SECONDS;
    if (!bucket_take(is_gesture ? &client->gestures : &client->messages, 60 * per_second, burst,
                     hall->now_ms)) {
        client_excess(client);
        return false;
    }
    /* The others of its address are not this client's fault: it is refused, and no more. */
    return has_work_left(hall, client->address) &&
           (is_gesture || bucket_take(&client->address->messages, 60 * ADDRESS_SHARE * per_second,
                                      ADDRESS_SHARE * burst, hall->now_ms));
}

bool client_in_time_http(struct client *client)
{
    struct hall *hall = client->hall;
    int per_second = hall->settings.limits.messages_per_second;
    return has_work_left(hall, client->address) &&
           bucket_take(&client->address->requests, 60 * per_second, per_second * BURST_SECONDS,
                       hall->now_ms);
}
