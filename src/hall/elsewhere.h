/* Who watches a table at other servers, as they say (TALK_PRESENCE). They say it again and again: a server
 * that has not said so for ELSEWHERE_MS has no watchers there. */
#ifndef HALL_ELSEWHERE_H
#define HALL_ELSEWHERE_H

#include <stdbool.h>
#include <stdint.h>

enum { ELSEWHERE_MS = 5000 };

struct elsewhere; /* one server; a list of them, or NULL */

/* A server says who watches there. */
void elsewhere_set(struct elsewhere **list, const char *server, uint32_t online, int spectators,
                   int64_t now_ms);
/* Removes servers that were silent for too long. */
void elsewhere_expire(struct elsewhere **list, int64_t now_ms);
void elsewhere_free(struct elsewhere **list);

/* The seats whose people watch, and the number of spectators. */
uint32_t elsewhere_online(const struct elsewhere *list);
int elsewhere_spectators(const struct elsewhere *list);

#endif
