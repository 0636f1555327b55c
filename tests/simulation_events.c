#include "simulation_events.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>

static bool sooner(const struct event *a, const struct event *b)
{
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->order < b->order;
}

void event_plan(struct world *world, struct event event)
{
    if (world->event_count == world->event_capacity) {
        world->event_capacity = world->event_capacity ? world->event_capacity * 2 : 256;
        world->events = alloc_resize(world->events, world->event_capacity, sizeof *world->events);
    }
    event.order = world->order++;
    size_t at = world->event_count++;
    while (at > 0 && sooner(&event, &world->events[(at - 1) / 2])) {
        world->events[at] = world->events[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    world->events[at] = event;
}

struct event event_take(struct world *world)
{
    CHECK(world->event_count > 0);
    struct event first = world->events[0], last = world->events[--world->event_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= world->event_count)
            break;
        if (child + 1 < world->event_count &&
            sooner(&world->events[child + 1], &world->events[child]))
            child++;
        if (!sooner(&world->events[child], &last))
            break;
        world->events[at] = world->events[child];
        at = child;
    }
    world->events[at] = last;
    return first;
}

void event_free(struct event *event)
{
    free(event->bytes);
    json_decref(event->json);
}
