/* Programs that ask by HTTP: one request, one answer, with its status. */
#include "simulation.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask(struct world *world, struct actor *actor, const char *method, const char *path,
                const char *query, const char *body)
{
    struct line *line = line_open(world, actor->number, chance(&actor->rng, world->server_count));
    if (!line)
        return;
    line->is_http = true;
    line->open = false; /* nobody listens on but the check of the answer */
    trace(world, "line %d: %s %s?%s %s", line->number, method, path, query, body);
    char *copy = strdup(body);
    CHECK(copy);
    hall_http(world->servers[line->server].hall, line->client, method, path, query,
              happens(&actor->rng, 700) && actor->secret[0] ? actor->secret : NULL, copy,
              strlen(copy), world->now_ms + world->servers[line->server].skew_ms);
    free(copy);
    server_schedule(world, line->server);
}

void http_ask(struct world *world, struct actor *actor)
{
    struct rng *rng = &actor->rng;
    char path[100], query[100] = "";
    const struct venue *venue =
        world->venue_count > 0 ? &world->venues[chance(rng, world->venue_count)] : NULL;
    switch (chance(rng, 9)) {
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
        snprintf(path, sizeof path, "/api/records/%s", venue ? venue->table : "none");
        ask(world, actor, "GET", path, "", "");
        break;
    case 6:
        snprintf(path, sizeof path, "/api/tables/%s", venue ? venue->table : "none");
        if (venue && venue->code[0])
            snprintf(query, sizeof query, "code=%s", venue->code);
        ask(world, actor, "GET", path, query, "");
        break;
    case 7:
        if (world->tables_wanted > 0 && actor->secret[0]) {
            world->tables_wanted--;
            ask(world, actor, "POST", "/api/tables", "", "{\"game\":\"trex\",\"seats\":2}");
        }
        break;
    default:
        ask(world, actor, "PUT", "/api/../tables//", "%00=%zz&&=", "[");
    }
}

void http_told(struct world *world, struct line *line, const struct letter *letter)
{
    int status = hall_http_status(line->client);
    bool is_fine = json_is_true(json_object_get(letter->json, "ok"));
    bool is_refused = json_is_false(json_object_get(letter->json, "ok"));
    if (line->answered)
        broken(world, "line %d: a second answer: %.*s", line->number, (int)letter->length,
               letter->text);
    if (!letter->json || (status == 200) != !is_refused || (is_fine && status != 200))
        broken(world, "line %d: status %d with %.*s", line->number, status, (int)letter->length,
               letter->text);
    line->answered = true;
    moment_plan(world, (struct moment){
                           .at_ms = world->now_ms + 1, .kind = MOMENT_SERVER_LOSES, .line = line});
}
