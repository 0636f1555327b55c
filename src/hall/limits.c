#include "hall/limits.h"

enum {
    EXCESS_PER_MINUTE = 120, /* refused messages; a client that sends more is ended */
    EXCESS_BURST = 100,
};

const struct hall_limits hall_limits_standard = {
    .message_bytes = 16384,
    .messages_per_second = 20,
    .gestures_per_second = 20,
    .chats_per_minute = 30,
    .tables_per_person = 20,
    .tables = 20000,
    .watches_per_client = 50,
    .new_people_per_minute = 60,
    .new_tables_per_minute = 60,
    .wrong_codes_per_minute = 20,
    .wrong_passwords = 10,
    .hashes = 2,
    .hashes_waiting = 50,
};

static void count_excess(struct client *client)
{
    const struct environment *environment = client->environment;
    if (bucket_take(&client->excess, EXCESS_PER_MINUTE, EXCESS_BURST, environment->now_ms))
        return;
    client->ended = true;
    environment_log(environment, "flooded", json_pack("{s:s}", "address", client->address->text));
    environment->outside.end(environment->outside.context, client);
}

bool limits_allow(struct client *client, bool is_gesture)
{
    const struct hall_limits *limits = &client->environment->settings.limits;
    int64_t now_ms = client->environment->now_ms;
    int64_t per_second = is_gesture ? limits->gestures_per_second : limits->messages_per_second;
    int64_t burst = is_gesture ? per_second : per_second * ADDRESS_BURST_SECONDS;
    if (!bucket_take(is_gesture ? &client->gestures : &client->messages, 60 * per_second, burst,
                     now_ms)) {
        count_excess(client);
        return false;
    }
    /* The limits of the address are not this client's fault: it is refused, but never ended. */
    return address_has_work_left(client->clients->addresses, client->address) &&
           (is_gesture || bucket_take(&client->address->messages, 60 * ADDRESS_SHARE * per_second,
                                      ADDRESS_SHARE * burst, now_ms));
}

bool limits_allow_http(struct client *client)
{
    int64_t per_second = client->environment->settings.limits.messages_per_second;
    return address_has_work_left(client->clients->addresses, client->address) &&
           bucket_take(&client->address->requests, 60 * per_second,
                       per_second * ADDRESS_BURST_SECONDS, client->environment->now_ms);
}

bool limits_take_guess(struct client *client, struct fault *fault)
{
    int per_minute = client->environment->settings.limits.wrong_codes_per_minute;
    return bucket_take(&client->address->guesses, per_minute, per_minute,
                       client->environment->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_guesses", NULL);
}

void limits_return_guess(struct client *client)
{
    bucket_give(&client->address->guesses,
                client->environment->settings.limits.wrong_codes_per_minute);
}
