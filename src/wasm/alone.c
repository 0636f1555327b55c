/* What is different on a device: it has no other servers (hall/cluster/), no accounts (accounts.c, calendar.c, profile.c, friends.c and
 * reports.c in hall/accounts/), nobody to tell of anything (hall/notices/), no leaderboards (hall/people/leaderboards.c),
 * no public tables (hall/tables/public.c), nobody to take over from a host (hall/live/host.c), nobody to remove (table/removal.c), no
 * spectators to name (hall/live/spectators.c), nobody to talk to (hall/talk/), no matches over days (hall/play/days.c,
 * table/holidays/, hall/people/notes.c), and another clock. */
#include "wasm/wasm.h"

#include "base/system/system.h"
#include "hall/accounts/accounts.h"
#include "hall/cluster/leases/leases.h"
#include "hall/cluster/news/news.h"
#include "hall/cluster/peers/peers.h"
#include "hall/notices/notices.h"
#include "hall/people/people.h"
#include "hall/tables/tables.h"
#include "hall/talk/talk.h"

void account_ask(struct accounts *accounts, struct client *client, struct request *request)
{
    struct fault fault;
    (void)accounts;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    client_refuse(client, request->id, &fault);
}

void chat_say(struct watch *watch, const struct request *request)
{
    client_refuse_text(watch->client, request->id, FAULT_FORBIDDEN, "server.no_chat");
}

void chat_mute(struct watch *watch, const struct request *request)
{
    chat_say(watch, request);
}

void calendar_ask(struct sessions *sessions, struct client *client, struct request *request)
{
    (void)sessions;
    account_ask(NULL, client, request);
}

void profile_set_face(struct sessions *sessions, struct client *client, struct request *request)
{
    (void)sessions;
    account_ask(NULL, client, request);
}

void profile_set_page(struct sessions *sessions, struct leaderboards *leaderboards,
                      struct client *client, struct request *request)
{
    (void)sessions, (void)leaderboards;
    account_ask(NULL, client, request);
}

void profile_ask(struct client *client, struct request *request)
{
    account_ask(NULL, client, request);
}

void profile_pages(const struct table *table, struct client *client, struct request *request)
{
    (void)table;
    account_ask(NULL, client, request);
}

void notes_start(struct notes *notes, struct environment *environment)
{
    (void)notes, (void)environment;
}

void notes_free(struct notes *notes)
{
    (void)notes;
}

void days_start(struct days *days, struct changes *changes, struct notes *notes)
{
    (void)days, (void)changes, (void)notes;
}

void days_ask(struct days *days, struct client *client, struct request *request)
{
    (void)days;
    account_ask(NULL, client, request);
}

void days_tick(struct days *days, struct live_table *live)
{
    (void)days, (void)live;
}

void days_time_up(struct days *days, struct live_seat *seat)
{
    (void)days, (void)seat;
}

void days_started_over(struct live_table *live)
{
    (void)live;
}

void days_forget(struct days *days)
{
    (void)days;
}

int64_t holidays_until(const struct holidays *holidays, int64_t now_ms)
{
    (void)holidays, (void)now_ms;
    return 0;
}

int64_t holidays_without(const struct holidays *holidays, int64_t from_ms, int64_t until_ms)
{
    (void)holidays;
    return until_ms > from_ms ? until_ms - from_ms : 0;
}

void notices_start(struct notices *notices, struct live_tables *tables, struct leases *leases,
                   struct notes *notes)
{
    (void)notices, (void)tables, (void)leases, (void)notes;
}

void notices_ask(struct notices *notices, struct client *client, struct request *request)
{
    (void)notices;
    account_ask(NULL, client, request);
}

void notices_tick(struct notices *notices, struct live_table *live)
{
    (void)notices, (void)live;
}

void notices_prepare(struct notices *notices)
{
    (void)notices;
}

void notices_sent(struct notices *notices, struct push_message *message)
{
    (void)notices, (void)message;
}

void friends_start(struct friends *friends, struct people *people, const struct live_tables *tables)
{
    (void)friends, (void)people, (void)tables;
}

void friends_tick(struct friends *friends)
{
    (void)friends;
}

void friends_set(struct friends *friends, struct client *client, struct request *request)
{
    (void)friends;
    account_ask(NULL, client, request);
}

void friends_list(struct friends *friends, struct client *client, struct request *request)
{
    (void)friends;
    account_ask(NULL, client, request);
}

void friends_invite(struct friends *friends, const struct watch *watch, struct request *request)
{
    (void)friends;
    account_ask(NULL, watch->client, request);
}

void reports_ask(struct reports *reports, struct client *client, struct request *request)
{
    (void)reports;
    account_ask(NULL, client, request);
}

bool friends_hold(struct friends *friends, struct client *client, struct request *request)
{
    (void)friends, (void)client, (void)request;
    return false;
}

bool friends_hold_seat(struct friends *friends, const struct watch *watch, struct request *request)
{
    (void)friends, (void)watch, (void)request;
    return false;
}

void friends_check(struct friends *friends, const char *person)
{
    (void)friends, (void)person;
}

void public_tables_start(struct public_tables *public, const struct live_tables *tables)
{
    (void)public, (void)tables;
}

void public_tables_free(struct public_tables *public)
{
    (void)public;
}

void public_tables_answer(struct public_tables *public, struct client *client,
                          const struct request *request)
{
    (void)public;
    client_answer_text(client, request->id, "tables", "[]");
}

bool table_check_vote(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    (void)table, (void)entry, (void)content;
    return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.vote_of_three", NULL);
}

void table_vote(struct table *table, const struct store_entry *entry,
                const struct entry_content *content)
{
    (void)table, (void)entry, (void)content;
}

void table_vote_write(const struct table *table, int viewer, struct buffer *out)
{
    (void)table, (void)viewer, (void)out;
}

void table_vote_end(struct table *table, struct table_seat *seat)
{
    (void)table, (void)seat;
}

bool table_is_removed(const struct table *table, const char *person)
{
    (void)table, (void)person;
    return false;
}

bool table_knows_removed(const struct table *table, const char *person)
{
    (void)table, (void)person;
    return false;
}

void table_removed_write(const struct table *table, const char *person, struct buffer *out)
{
    (void)table, (void)person, (void)out;
}

void table_remove(struct table *table, const struct table_seat *seat)
{
    (void)table, (void)seat;
}

void table_admit(struct table *table, const char *person)
{
    (void)table, (void)person;
}

bool table_check_admit(const struct table *table, const struct store_entry *entry,
                       const struct entry_content *content, struct fault *fault)
{
    (void)table, (void)entry, (void)content;
    return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_removed", NULL);
}

bool spectators_update(struct live_table *live)
{
    (void)live;
    return false;
}

bool spectators_heard(struct live_table *live, const char *server, const char *text)
{
    (void)live, (void)server, (void)text;
    return false;
}

char *spectators_json(const struct live_table *live, const struct person *viewer)
{
    (void)live, (void)viewer;
    return NULL;
}

int host_heir(const struct live_table *live)
{
    (void)live;
    return -1;
}

void host_tick(struct changes *changes, struct live_table *live)
{
    (void)changes, (void)live;
}

void vote_ask(struct changes *changes, const struct watch *watch, const struct request *request)
{
    struct fault fault;
    (void)changes;
    fault_set(&fault, FAULT_FORBIDDEN, NULL, "server.vote_of_three", NULL);
    client_refuse(watch->client, request->id, &fault);
}

bool vote_check(const struct live_table *live, const struct store_entry *entry, struct fault *fault)
{
    (void)live, (void)entry, (void)fault;
    return true;
}

void vote_tick(struct changes *changes, struct live_table *live)
{
    (void)changes, (void)live;
}

void leaderboards_start(struct leaderboards *leaderboards, struct environment *environment)
{
    leaderboards->environment = environment;
}

void leaderboards_free(struct leaderboards *leaderboards)
{
    (void)leaderboards;
}

void leaderboards_ask(struct leaderboards *leaderboards, struct client *client,
                      struct request *request)
{
    (void)leaderboards;
    client_refuse_text(client, request->id, FAULT_FORBIDDEN, "server.no_leaderboard");
}

void leaderboards_list(struct leaderboards *leaderboards, struct client *client,
                       struct request *request)
{
    (void)leaderboards;
    account_ask(NULL, client, request);
}

void leaderboards_check(struct leaderboards *leaderboards, const char *person)
{
    (void)leaderboards, (void)person;
}

void leaderboards_forget(struct leaderboards *leaderboards)
{
    (void)leaderboards;
}

void account_password_done(struct password_work *work)
{
    (void)work;
}

void changed_people_check(struct deleting *deleting, const char *person)
{
    (void)deleting, (void)person;
}

void news_take(const struct news_targets *targets, const char *message)
{
    (void)targets, (void)message;
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

void peers_say(struct environment *environment, enum peer_item item, const char *format, ...)
{
    (void)environment, (void)item, (void)format;
}

void peers_send(struct environment *environment)
{
    (void)environment;
}

void peers_free(struct environment *environment)
{
    (void)environment;
}

void peer_watchers_set(struct peer_watchers **list, const char *server, uint32_t online,
                       int spectators, int64_t now_ms)
{
    (void)list, (void)server, (void)online, (void)spectators, (void)now_ms;
}

void peer_watchers_expire(struct peer_watchers **list, int64_t now_ms)
{
    (void)list, (void)now_ms;
}

void peer_watchers_free(struct peer_watchers **list)
{
    (void)list;
}

uint32_t peer_watchers_online(const struct peer_watchers *list)
{
    (void)list;
    return 0;
}

int peer_watchers_spectators(const struct peer_watchers *list)
{
    (void)list;
    return 0;
}

/* ---- The clock ---- */

/* The clocks of base/system/ where there is one thread and no processor time: the monotonic clock
 * and the time of day, as JavaScript numbers. WASI's clock would need a BigInt for each call. */

int64_t clock_ns(void)
{
    return (int64_t)(import_now_ms() * 1e6);
}

int64_t clock_boot_ns(void)
{
    return clock_ns();
}

int64_t clock_cpu_ns(void)
{
    return clock_ns();
}

int64_t clock_thread_ns(void)
{
    return clock_ns();
}

int64_t clock_wall_ms(void)
{
    return (int64_t)import_wall_ms();
}
