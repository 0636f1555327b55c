#include "simulation_world.h"

#include "simulation_database.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void fail(const struct world *world, const char *format, ...)
{
    fflush(stdout);
    printf("seed %llu, after %lld ms: ", (unsigned long long)world->seed,
           (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\nagain: simulation --seed %llu --rounds 1 --verbose%s\n%d passed, 1 failed\n",
           (unsigned long long)world->seed, database_option(), world->rounds_passed);
    fflush(stdout);
    _exit(1);
}

void trace(const struct world *world, const char *format, ...)
{
    if (!world->verbose)
        return;
    printf("%7lld  ", (long long)(world->now_ms - world->begun_ms));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

int random_below(struct rng *rng, int below)
{
    return (int)rng_below(rng, (uint32_t)below);
}

bool happens(struct rng *rng, int per_mille)
{
    return random_below(rng, 1000) < per_mille;
}

int random_between(struct rng *rng, int low, int high)
{
    return low + random_below(rng, high - low + 1);
}

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}
