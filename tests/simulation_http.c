#include "simulation_http.h"

#include "base/alloc.h"
#include "simulation_connection.h"
#include "simulation_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask(struct world *world, struct actor *actor, const char *method, const char *path,
                const char *query, const char *body)
{
    struct connection *connection =
        connection_open(world, actor->number, random_below(&actor->rng, world->server_count));
    if (!connection)
        return;
    connection->is_http = true;
    connection->open = false; /* the answer goes to check_http_answer only */
    trace(world, "connection %d: %s %s?%s %s", connection->number, method, path, query, body);
    char *copy = alloc_text(body);
    hall_http(world->servers[connection->server].hall, connection->client,
              &(struct hall_http_request){
                  .method = method,
                  .path = path,
                  .query = query,
                  .secret = happens(&actor->rng, 700) && actor->secret[0] ? actor->secret : NULL,
                  .body = copy,
                  .size = strlen(copy)},
              world->now_ms + world->servers[connection->server].skew_ms);
    free(copy);
    server_schedule(world, connection->server);
}

void http_create(struct world *world, struct actor *actor)
{
    ask(world, actor, "POST", "/api/tables", "", "{\"game\":\"trex\",\"seats\":2}");
}

void http_ask(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    char path[100], query[100] = "";
    const struct invitation *invitation =
        world->invitation_count > 0
            ? &world->invitations[random_below(rng, world->invitation_count)]
            : NULL;
    switch (random_below(rng, 9)) {
    case 0:
        ask(world, actor, "GET", "/api/me", "", "");
        break;
    case 1:
        ask(world, actor, "GET", "/api/tables", happens(rng, 500) ? "" : "game=trex", "");
        break;
    case 2:
        ask(world, actor, "GET", "/api/games", "", "");
        break;
    case 3:
        ask(world, actor, "GET", "/api/stats/scale", "", "");
        break;
    case 4:
        ask(world, actor, "GET", "/api/records", "game=trakks", "");
        break;
    case 5:
        snprintf(path, sizeof path, "/api/records/%s", invitation ? invitation->table : "none");
        ask(world, actor, "GET", path, "", "");
        break;
    case 6:
        snprintf(path, sizeof path, "/api/tables/%s", invitation ? invitation->table : "none");
        if (invitation && invitation->code[0])
            snprintf(query, sizeof query, "code=%s", invitation->code);
        ask(world, actor, "GET", path, query, "");
        break;
    case 7:
        if (world->tables_wanted > 0 && actor->secret[0]) {
            world->tables_wanted--;
            http_create(world, actor);
        }
        break;
    default:
        ask(world, actor, "PUT", "/api/../tables//", "%00=%zz&&=", "[");
    }
}
