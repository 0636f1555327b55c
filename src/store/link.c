#include "store/link.h"

void link_lose(struct database_link *link, const char *error, int64_t now_ms)
{
    link->error = error;
    link->lost_ms = now_ms;
}

/* A thread that sees the new count sees what belongs to it. */
void link_restore(struct database_link *link, int64_t now_ms)
{
    link->away_ms = now_ms - link->lost_ms;
    link->lost_ms = 0;
    link->reconnections++;
}

struct link_figures link_read(const struct database_link *link)
{
    struct link_figures figures = {.reconnections = link->reconnections};
    figures.is_lost = link->lost_ms != 0;
    figures.error = link->error;
    figures.away_ms = link->away_ms;
    return figures;
}
