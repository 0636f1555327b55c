/* What servers on one database do together (hall/changed_people.h, hall/hearing.h, hall/leases.h,
 * hall/talk.h): a device has no other servers. It has no accounts either (hall/accounts.h). */
#include "hall/accounts.h"
#include "hall/changed_people.h"
#include "hall/hearing.h"
#include "hall/leases.h"
#include "hall/talk.h"

void account_ask(struct accounts *accounts, struct client *client, struct request *request)
{
    struct fault fault;
    (void)accounts;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    client_refuse(client, request->id, &fault);
}

void account_password_done(struct password_work *work)
{
    (void)work;
}

void changed_people_check(struct deleting *deleting, const char *person)
{
    (void)deleting, (void)person;
}

void hearing_take(const struct hearing *hearing, const char *message)
{
    (void)hearing, (void)message;
}

void leases_start(struct leases *leases, struct live_tables *tables)
{
    *leases = (struct leases){.environment = tables->environment, .tables = tables};
}

void leases_free(struct leases *leases)
{
    (void)leases;
}

bool lease_is_held(struct leases *leases, struct live_table *live)
{
    (void)leases, (void)live;
    return true;
}

bool leases_last(const struct leases *leases, int64_t ms)
{
    (void)leases, (void)ms;
    return true;
}

void leases_tick(struct leases *leases)
{
    (void)leases;
}

void leases_end(struct leases *leases)
{
    (void)leases;
}

void talk_say(struct environment *environment, enum talk_item item, const char *format, ...)
{
    (void)environment, (void)item, (void)format;
}

void talk_send(struct environment *environment)
{
    (void)environment;
}

void talk_free(struct environment *environment)
{
    (void)environment;
}
