/* Chat, mute, gestures, and what a game forbids to say. */
#include "hall_platform.h"

#include "hall/cluster/news/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

static int chats(const struct peer *peer)
{
    int count = 0;
    for (int i = 0; i < peer->sent_count; i++)
        count += has(peer->sent[i], "{'push':'chat'");
    return count;
}

static void test_chat(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    char text[400];
    peer_forget(host);
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'h\\u0022é'}", table),
                        "ok");
    assert_string_equal(text_of(host, "push", "chat", "text"), "h\"é");
    assert_string_equal(text_of(guest, "push", "chat", "name"), "Guest");
    /* Who sits there cannot speak under the name of another. */
    assert_string_equal(ask(host, "{'cmd':'rename','id':7,'name':'Guest'}"), "ok");
    peer_forget(guest);
    assert_string_equal(ask(host, "{'cmd':'chat','id':7,'table':'%s','text':'me'}", table), "ok");
    assert_string_equal(text_of(guest, "push", "chat", "name"), "Host");
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'a\\u202eb'}", table),
                        "bad_request");
    memset(text, 'x', 301);
    text[301] = '\0';
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'%s'}", table, text),
                        "limit");
    snprintf(table, sizeof table, "%s", table_of(host, ",'chat':false"));
    assert_string_equal(ask(host, "{'cmd':'chat','id':7,'table':'%s','text':'!'}", table),
                        "forbidden");
    peer_leave(guest);
    peer_leave(host);
}

/* A phrase is heard by its key, and counts as chat; strangers give each other no addresses. */
static void test_phrases(void **unused)
{
    (void)unused;
    static const char phrase[] = "{'cmd':'chat','id':7,'table':'%s','phrase':'%s'}";
    static const char address[] = "{'cmd':'chat','id':7,'table':'%s','text':'see example.com'}";
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    peer_forget(host);
    assert_string_equal(ask(guest, phrase, table, "well_played"), "ok");
    assert_string_equal(text_of(host, "push", "chat", "phrase"), "well_played");
    json_t *push = find(host, "push", "chat");
    assert_null(json_object_get(push, "text"));
    json_decref(push);
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    push = find(host, "push", "table");
    json_t *line = json_array_get(json_object_get(push, "chat"), 0);
    assert_string_equal(json_string_value(json_object_get(line, "phrase")), "well_played");
    json_decref(push);
    static const char *const bad[] = {"", "no such", "WELL_PLAYED", "play", "<b>", "../x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_string_equal(ask(guest, phrase, table, bad[i]), "bad_request");
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s'}", table), "bad_request");
    assert_string_equal(
        ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'!','phrase':'wow'}", table),
        "bad_request");
    assert_string_equal(ask(guest, address, table), "forbidden");
    int said = 0;
    while (strcmp(ask(guest, phrase, table, "roar"), "ok") == 0)
        said++;
    assert_in_range(said, 5, 12);
    /* Who has been invited knows who invites; where there is no chat, there are no phrases either. */
    assert_string_equal(ask(host, address, table_of(host, "")), "ok");
    assert_string_equal(ask(host, phrase, table_of(host, ",'chat':false"), "wow"), "forbidden");
    peer_leave(guest);
    peer_leave(host);
}

/* A muted person is not heard, now or later; others hear them. */
static void test_mute(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64], id[64];
    json_t *answer = find(guest, "id", "7");
    snprintf(id, sizeof id, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(
        ask(host, "{'cmd':'mute','id':7,'table':'%s','person':'%s','on':true}", table, id), "ok");
    peer_forget(host);
    assert_string_equal(ask(host, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *whole = find(host, "push", "table");
    json_t *muted = json_array_get(json_object_get(whole, "muted"), 0);
    assert_string_equal(json_string_value(json_object_get(muted, "person")), id);
    assert_string_equal(json_string_value(json_object_get(muted, "name")), "Guest");
    json_decref(whole);
    /* Only people who are there can be muted, so that nobody can fill the list. */
    assert_string_equal(
        ask(guest, "{'cmd':'mute','id':7,'table':'%s','person':'aaaaaaaaaaaa','on':true}", table),
        "bad_request");
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'two'}", table), "ok");
    assert_int_equal(chats(host), 0);
    assert_int_equal(chats(guest), 1);
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *push = find(host, "push", "table");
    assert_int_equal(json_array_size(json_object_get(push, "chat")), 0);
    json_decref(push);
    assert_string_equal(
        ask(host, "{'cmd':'mute','id':7,'table':'%s','person':'%s','on':false}", table, id), "ok");
    peer_leave(guest);
    peer_leave(host);
}

/* The last fifty lines are kept. */
static void test_chat_log(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < 60; i++) {
        world.now_ms += 3000;
        assert_string_equal(
            ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'say %d'}", table, i), "ok");
    }
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *push = find(host, "push", "table");
    json_t *list = json_object_get(push, "chat");
    assert_int_equal(json_array_size(list), 50);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "text")),
                        "say 10");
    json_decref(push);
    int said = 0;
    while (strcmp(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'!'}", table), "ok") == 0)
        said++;
    assert_in_range(said, 9, 12);
    peer_leave(guest);
    peer_leave(host);
}

/* A match of a game that is performed: gestures reach the others, and S5 holds for its players. */
static void test_performing(void **unused)
{
    (void)unused;
    struct peer *peers[3] = {person("Ana"), person("Bea"), person("Cem")};
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':3,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    char table[64];
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    assert_string_equal(
        ask(peers[0], "{'cmd':'gesture','id':7,'table':'%s','x':1,'y':2,'power':3}", table),
        "forbidden"); /* not yet */
    for (int i = 1; i < 3; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    }
    for (int i = 0; i < 3; i++)
        peer_forget(peers[i]);
    world.now_ms += 5000;
    for (int i = 0; i < 30; i++)
        say(peers[0], "{'cmd':'gesture','table':'%s','x':1,'y':2,'power':%d}", table, i);
    assert_int_equal(peers[0]->sent_count, 0); /* no answer, and no copy for the sender */
    assert_int_equal(peers[1]->sent_count, 20);
    assert_true(has(peers[2]->sent[0], "{'push':'gesture','table':'"));
    assert_true(has(peers[2]->sent[0], "'seat':0,'x':1,'y':2,'power':0}"));
    assert_string_equal(
        ask(peers[1], "{'cmd':'chat','id':7,'table':'%s','text':'mine is 5'}", table),
        "forbidden"); /* S5 */
    /* No phrase has a number or a comparison, in any language. */
    for (int i = 0; text_phrases[i]; i++) {
        world.now_ms += 3000;
        assert_string_equal(ask(peers[1], "{'cmd':'chat','id':7,'table':'%s','phrase':'%s'}", table,
                                text_phrases[i]),
                            "ok");
    }
    for (int i = 0; i < 3; i++)
        peer_leave(peers[i]);
}

/* Another server sends a message with this item. */
static void hear(const char *format, ...)
{
    struct hall *hall = world.hall;
    char message[400] = "server000009\n";
    va_list values;
    va_start(values, format);
    vsnprintf(message + strlen(message), sizeof message - strlen(message), format, values);
    va_end(values);
    news_take(&(struct news_targets){.tables = &hall->tables,
                                     .people = &hall->people,
                                     .attempts = &hall->attempts},
              message);
}

/* What a person says and shows at another server counts against the limits here. */
static void test_limits_of_all_servers(void **unused)
{
    (void)unused;
    struct peer *peers[3] = {person("Ana"), person("Bea"), person("Cem")};
    char table[64];
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':3,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    for (int i = 1; i < 3; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    }
    world.now_ms += 5000;
    hall_tick(world.hall, world.now_ms);
    peer_forget(peers[1]);
    for (int i = 0; i < 15; i++)
        hear("g %s 0 1 2 %d\n", table, i);
    for (int i = 0; i < 15; i++)
        say(peers[0], "{'cmd':'gesture','table':'%s','x':1,'y':2,'power':%d}", table, 15 + i);
    assert_int_equal(peers[1]->sent_count, 20);
    const char *ana = peers[0]->client->person->id;
    peer_forget(peers[2]);
    hear("c %s {\"person\":\"%s\",\"name\":\"Ana\",\"seat\":0,\"phrase\":\"wow\",\"at\":99}\n",
         table, ana);
    assert_string_equal(text_of(peers[2], "push", "chat", "phrase"), "wow");
    hear("c %s {\"person\":\"%s\",\"name\":\"Ana\",\"seat\":0,\"phrase\":5,\"at\":99}\n", table,
         ana);
    assert_int_equal(chats(peers[2]), 1);
    for (int i = 0; i < 30; i++)
        hear("c %s {\"person\":\"%s\",\"name\":\"Ana\",\"seat\":0,\"text\":\"grr\",\"at\":%d}\n",
             table, ana, i);
    assert_string_equal(ask(peers[0], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "limit");
    assert_string_equal(ask(peers[1], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "ok");
    for (int i = 0; i < 3; i++)
        peer_leave(peers[i]);
}

/* Another server names who watches there; what it says is checked. */
static void test_named_elsewhere(void **unused)
{
    (void)unused;
    struct peer *host = person("Host");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ""));
    static const char *const said[][2] = {
        {" []", NULL},
        {"", NULL},
        {" [{\"person\":\"zoe000000000\",\"name\":\"Zoé\"}]", "Zoé"},
        {" [{\"person\":\"zoe000000000\",\"name\":7},{\"person\":\"zoe000000000\"},5,null]", NULL},
        {" [{\"person\":\"<b>\",\"name\":\"Zoé\"}]", NULL},
        {" [{\"person\":\"zoe000000000\",\"name\":\"Z\",\"face\":-1}]", NULL},
        {" [{\"person\":\"zoe000000000\",\"name\":\"Zoe\",\"face\":5}]", "Zoe"},
        {" {", NULL},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        peer_forget(host);
        hear("p %s 0 3%s\n", table, said[i][0]);
        pass(1000);
        assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
        json_t *json = find(host, "push", "table");
        const json_t *named = json_object_get(json, "named");
        assert_int_equal(json_integer_value(json_object_get(json, "spectators")), 3);
        assert_int_equal(json_array_size(named), said[i][1] ? 1 : 0);
        if (said[i][1])
            assert_string_equal(
                json_string_value(json_object_get(json_array_get(named, 0), "name")), said[i][1]);
        json_decref(json);
    }
    hear("p %s 0 0\n", table);
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(text_of(host, "push", "table", "named"), "");
    peer_leave(host);
}

/* S5: no name may reveal a number during the match: not a new one in the chat, not that of a person who
 * comes back, not that of a spectator. */
static void test_names_while_performing(void **unused)
{
    (void)unused;
    struct peer *peers[4] = {person("Ana"), person("Bea 2"), person("Cem"), person("Dan")};
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':3,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    char table[64];
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    for (int i = 1; i < 4; i++)
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    for (int i = 1; i < 3; i++) /* a name from before the deal reveals nothing */
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < 4; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'rename','id':7,'name':'I am a 7'}"), "ok");
        peer_forget(peers[i]);
    }
    static const char *const kept[] = {"Ana", "Bea 2", "Cem"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                            "ok");
        assert_string_equal(text_of(peers[3], "push", "chat", "name"), kept[i]);
        peer_forget(peers[3]);
    }
    /* A spectator may be a player under another name. */
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "forbidden");
    assert_true(has(peers[3]->sent[peers[3]->sent_count - 1], "'rule':'S5'"));
    /* Nor is a spectator named who wants to be. */
    for (int i = 0; i < 2; i++) {
        assert_string_equal(
            ask(peers[3], "{'cmd':'watch','id':7,'table':'%s','named':true}", table), "ok");
        pass(1000);
        assert_int_equal(was_told(peers[0], "'named':[{"), i == 1);
        assert_string_equal(ask(peers[3], "{'cmd':'rename','id':7,'name':'Dan'}"), "ok");
    }
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'seven'}", table),
                        "forbidden");
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "ok");
    /* A person who comes back has the same name as before. */
    assert_string_equal(ask(peers[1], "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    peer_forget(peers[0]);
    assert_string_equal(ask(peers[1], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < peers[0]->sent_count; i++)
        assert_null(strstr(peers[0]->sent[i], "I am a 7"));
    for (int i = 0; i < 4; i++)
        peer_leave(peers[i]);
}

/* Coming back is no way to say more. */
static void test_limit_stays(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64], secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(guest, "id", "7", "secret"));
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    static const char watch[] = "{'cmd':'watch','id':7,'table':'%s'}";
    static const char chat[] = "{'cmd':'chat','id':7,'table':'%s','text':'!'}";
    assert_string_equal(ask(guest, watch, table), "ok");
    const char *code = "ok";
    for (int n = 0; n < 20 && strcmp(code, "ok") == 0; n++)
        code = ask(guest, chat, table);
    assert_string_equal(code, "limit");
    peer_leave(guest);
    guest = peer_at("10.4.4.4");
    assert_string_equal(ask(guest, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    assert_string_equal(ask(guest, watch, table), "ok");
    assert_string_equal(ask(guest, chat, table), "limit");
    peer_leave(guest);
    peer_leave(host);
}

int chat_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(chat),
        TEST(phrases),
        TEST(mute),
        TEST(chat_log),
        TEST(performing),
        TEST(limits_of_all_servers),
        TEST(limit_stays),
        TEST(names_while_performing),
        TEST(named_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
