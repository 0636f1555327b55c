/* HTTP requests to the hall: addresses, statuses, limits. */
#include "hall_platform.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* Sends a request. Returns the status; *answer needs json_decref, or is NULL. */
static int http_at(const char *address, const char *method, const char *path, const char *query,
                   const char *secret, const char *body, json_t **answer)
{
    struct peer *peer = peer_at(address);
    char *copy = strdup(body);
    CHECK(copy);
    for (char *at = copy; *at; at++)
        *at = (char)(*at == '\'' ? '"' : *at);
    world.now_ms += 100;
    hall_http(world.hall, peer->client,
              &(struct hall_http_request){.method = method,
                                          .path = path,
                                          .query = query,
                                          .secret = secret,
                                          .body = copy,
                                          .size = strlen(copy)},
              world.now_ms);
    free(copy);
    settle();
    assert_int_equal(peer->sent_count, 1);
    int status = hall_http_status(peer->client);
    json_t *json = json_loads(peer->sent[0], 0, NULL);
    assert_non_null(json);
    if (answer)
        *answer = json;
    else
        json_decref(json);
    peer_leave(peer);
    return status;
}

static int http(const char *method, const char *path, const char *query, const char *secret,
                const char *body, json_t **answer)
{
    return http_at("10.4.4.4", method, path, query, secret, body, answer);
}

/* A new person's secret. */
static void secret_of(const char *name, char secret[64])
{
    json_t *answer;
    char body[100];
    snprintf(body, sizeof body, "{'name':'%s'}", name);
    assert_int_equal(http("POST", "/api/people", "", NULL, body, &answer), 200);
    snprintf(secret, 64, "%s", json_string_value(json_object_get(answer, "secret")));
    json_decref(answer);
}

static void test_people(void **unused)
{
    (void)unused;
    json_t *answer;
    char secret[64];
    secret_of("Ana", secret);
    assert_int_equal(http("GET", "/api/me", "", secret, "", &answer), 200);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/me", "", NULL, "", NULL), 401);
    assert_int_equal(http("GET", "/api/me", "", "wrong", "", NULL), 401);
    assert_int_equal(http("GET", "/api/me", "", "\xFF", "", NULL), 401);
    assert_int_equal(http("GET", "/api/games", "", NULL, "", &answer), 200);
    assert_true(json_array_size(json_object_get(answer, "games")) >= 4);
    json_decref(answer);
    assert_int_equal(
        http("POST", "/api/account", "", secret, "{'login':'ana','password':'long enough'}", NULL),
        200);
    assert_int_equal(
        http("POST", "/api/login", "", NULL, "{'login':'ana','password':'long enough'}", NULL),
        200);
    assert_int_equal(
        http("POST", "/api/login", "", NULL, "{'login':'ana','password':'long nough'}", NULL), 401);
}

static void test_tables(void **unused)
{
    (void)unused;
    json_t *answer;
    char secret[64], table[64], path[100], query[100];
    secret_of("Ana", secret);
    assert_int_equal(http("POST", "/api/tables", "", NULL, "{'game':'trex','seats':2}", NULL), 401);
    assert_int_equal(http("POST", "/api/tables", "", secret, "{'game':'trex','seats':2}", &answer),
                     200);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(answer, "table")));
    snprintf(query, sizeof query, "x=1&invite=%s&y",
             json_string_value(json_object_get(answer, "invite")));
    json_decref(answer);
    snprintf(path, sizeof path, "/api/tables/%s", table);
    assert_int_equal(http("GET", path, "", NULL, "", NULL), 403);
    assert_int_equal(http("GET", path, "", secret, "", NULL), 200);
    assert_int_equal(http("GET", path, "code=%4", NULL, "", NULL), 400);
    assert_int_equal(http("GET", path, "code=AAAA-AAAA", NULL, "", NULL), 403);
    assert_int_equal(http("GET", path, query, NULL, "", &answer), 200);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "info"), "state")), "waiting");
    json_decref(answer);
    assert_int_equal(
        http("POST", "/api/tables", "", secret, "{'game':'trakks','seats':2,'public':true}", NULL),
        200);
    assert_int_equal(http("GET", "/api/tables", "game=%74rakks", NULL, "", &answer), 200);
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 1);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/tables", "game=trex", NULL, "", &answer), 200);
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 0);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/tables", "game=", NULL, "", NULL), 200);
    assert_int_equal(http("DELETE", path, "", NULL, "", NULL), 405);
}

static void test_addresses(void **unused)
{
    (void)unused;
    json_t *answer;
    assert_int_equal(http("GET", "/api/nothing", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/a/b", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/%61", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/%zz", "", NULL, "", NULL), 400);
    assert_int_equal(http("GET", "/api/records/aaaaaaaaaaaa", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/records", "before=x", NULL, "", NULL), 400);
    assert_int_equal(http("GET", "/api/records", "before=1800000000000", NULL, "", NULL), 200);
    assert_int_equal(http("GET", "/api/stats/trex", "", NULL, "", &answer), 200);
    assert_int_equal(json_integer_value(json_object_get(answer, "games")), 0);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/stats/chess", "", NULL, "", NULL), 400);
    assert_int_equal(http("POST", "/api/people", "", NULL, "{", NULL), 400);
}

static void test_limits(void **unused)
{
    (void)unused;
    char *large = malloc(20001);
    CHECK(large);
    memset(large, ' ', 20000);
    large[20000] = '\0';
    assert_int_equal(http("POST", "/api/people", "", NULL, large, NULL), 413);
    free(large);
    world.now_ms += 10000;
    int fine = 0;
    for (int i = 0; i < 200; i++) {
        fine += http_at("10.4.4.5", "GET", "/api/games", "", NULL, "", NULL) == 200;
        world.now_ms -= 100;
    }
    assert_int_equal(fine, 60);
    hall_stop(world.hall);
    assert_int_equal(http("GET", "/api/games", "", NULL, "", NULL), 503);
}

int http_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(people),
        TEST(tables),
        TEST(addresses),
        TEST(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
