/* Clients that come, ask and leave at any moment. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* Clients leave while they wait for anything. */
static void test_leaving_while_waiting(void **unused)
{
    (void)unused;
    static const char *const requests[] = {
        "{'cmd':'hello','name':'Again'}",
        "{'cmd':'hello','secret':'nobody'}",
        "{'cmd':'rename','name':'Other'}",
        "{'cmd':'account','login':'leaver','password':'long enough'}",
        "{'cmd':'login','login':'leaver','password':'long enough'}",
        "{'cmd':'password','password':'long enough','new':'longer yet'}",
        "{'cmd':'logout'}",
        "{'cmd':'create','game':'trex','seats':2}",
        "{'cmd':'watch','table':'aaaaaaaaaaaa'}",
        "{'cmd':'watch','code':'AAAAAAAA'}",
        "{'cmd':'records'}",
        "{'cmd':'record','table':'aaaaaaaaaaaa'}",
        "{'cmd':'stats','game':'trex'}",
        "{'cmd':'invite','table':'%s'}",
        "{'cmd':'bot','table':'%s','seat':1,'level':'easy'}",
        "{'cmd':'stand','table':'%s'}",
        "{'cmd':'seats','table':'%s','from':[1,0]}",
        "{'cmd':'remove','table':'%s','seat':0}",
    };
    enum { COUNT = sizeof requests / sizeof *requests };
    for (int i = 0; i < 4 * COUNT; i++) {
        struct peer *peer = person("Leaver");
        char table[64];
        snprintf(table, sizeof table, "%s", table_of(peer, ""));
        char text[200];
        snprintf(text, sizeof text, requests[i % COUNT], table);
        say(peer, "%s", text);
        say(peer, "{'cmd':'ping'}");
        if (i / COUNT == 1) /* while a password is being hashed */
            store_settle();
        if (i / COUNT == 2) /* when one step of the store is done */
            store_work(world.store);
        peer_leave(peer);
        if (i / COUNT < 3)
            settle();
    }
    /* And the hall ends while much is under way. */
}

static const char *const forms[] = {
    "{'cmd':'hello','id':7,'name':'P'}",
    "{'cmd':'hello','id':8,'secret':'%2$s'}",
    "{'cmd':'create','id':9,'game':'trex','seats':2,'public':true,'pace':"
    "'fast',"
    "'bots':[null,'easy']}",
    "{'cmd':'create','id':9,'game':'scale','seats':3,'public':true,'autostart':true}",
    "{'cmd':'watch','id':1,'table':'%1$s'}",
    "{'cmd':'watch','id':1,'table':'%1$s','since':0}",
    "{'cmd':'unwatch','id':1,'table':'%1$s'}",
    "{'cmd':'log','id':1,'table':'%1$s'}",
    "{'cmd':'log','id':1,'table':'%1$s','before':3}",
    "{'cmd':'sit','id':1,'table':'%1$s'}",
    "{'cmd':'stand','id':1,'table':'%1$s'}",
    "{'cmd':'sit','id':1,'table':'%1$s','seat':1}",
    "{'cmd':'seats','id':1,'table':'%1$s','from':[1,0]}",
    "{'cmd':'remove','id':1,'table':'%1$s','seat':1}",
    "{'cmd':'watch','id':1,'table':'%1$s','named':true}",
    "{'cmd':'start','id':1,'table':'%1$s'}",
    "{'cmd':'suggest','id':1,'table':'%1$s'}",
    "{'cmd':'move','id':1,'table':'%1$s','move':'flip'}",
    "{'cmd':'chat','id':1,'table':'%1$s','text':'hi'}",
    "{'cmd':'gesture','table':'%1$s','x':1,'y':1,'power':1}",
    "{'cmd':'rematch','id':1,'table':'%1$s'}",
    "{'cmd':'logout','id':1}",
    "{'cmd':'account','id':1,'login':'storm','password':'long enough'}",
    "{'cmd':'login','id':8,'login':'storm','password':'long enough'}",
    "{'cmd':'password','id':1,'password':'long enough','new':'long enough'}",
    "{'cmd':'tables','id':1}",
    "{'cmd':'records','id':1}",
};

/* One of the things that the platform does. */
static void happen(struct rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        store_work(world.store);
        break;
    case 1:
        store_collect(world.store);
        break;
    case 2:
        settle();
        break;
    case 3:
        hall_tick(world.hall, world.now_ms);
        break;
    default:
        break;
    }
}

/* Several clients do anything at any time, for a while. */
static void test_storm(void **unused)
{
    (void)unused;
    enum { PEERS = 6, STEPS = 3000, SECRETS = 8, TABLES = 16 };
    struct peer *peers[PEERS] = {NULL};
    char secrets[SECRETS][64] = {""}, tables[TABLES][64] = {"aaaaaaaaaaaa"};
    struct rng rng;
    rng_start(&rng, 4);
    for (int step = 0; step < STEPS; step++) {
        uint32_t who = rng_below(&rng, PEERS);
        struct peer *peer = peers[who];
        world.now_ms += rng_below(&rng, 200);
        if (!peer) {
            peers[who] = peer_at("10.6.6.6");
        } else if (rng_below(&rng, 40) == 0 || peer->ended) {
            peer_leave(peer);
            peers[who] = NULL;
        } else {
            say(peer, forms[rng_below(&rng, sizeof forms / sizeof *forms)],
                tables[rng_below(&rng, TABLES)], secrets[rng_below(&rng, SECRETS)]);
        }
        happen(&rng);
        if (!peers[who])
            continue;
        const char *secret = text_of(peers[who], "id", "7", "secret");
        if (*secret)
            snprintf(secrets[rng_below(&rng, SECRETS)], 64, "%s", secret);
        const char *table = text_of(peers[who], "id", "9", "table");
        if (*table)
            snprintf(tables[rng_below(&rng, TABLES)], 64, "%s", table);
        peer_forget(peers[who]);
    }
    struct hall_figures figures;
    hall_read_figures(world.hall, &figures);
    assert_true(figures.tables_waiting + figures.tables_playing > 0);
    for (int i = 0; i < PEERS; i++)
        if (peers[i])
            peer_leave(peers[i]);
    settle();
    assert_null(world.hall->clients.tasks);
    assert_null(world.hall->clients.first);
}

int leaving_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(leaving_while_waiting),
        TEST(storm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
