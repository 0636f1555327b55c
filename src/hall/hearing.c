#include "hall/hearing.h"

#include "base/alloc.h"
#include "hall/chat.h"
#include "hall/live_stage.h"
#include "hall/talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPECTATORS_MAX = 1000000, GESTURE_MAX = UINT8_MAX };

/* Where a line has the table, and what follows it. NULL if the table is not in memory. */
static struct live_table *find_table(const struct hearing *hearing, char *line, char **rest)
{
    char *end = strchr(line, ' ');
    if (!end)
        return NULL;
    *end = '\0';
    *rest = end + 1;
    struct live_table *live = live_tables_find(hearing->tables, line);
    return live && !live->loading ? live : NULL;
}

static void hear_presence(struct live_table *live, const char *server, const char *values)
{
    unsigned online;
    int spectators;
    if (sscanf(values, "%x %d", &online, &spectators) == 2 && spectators >= 0 &&
        spectators <= SPECTATORS_MAX)
        watch_heard(live, server, online, spectators);
}

static bool is_on_stage(int value)
{
    return value >= 0 && value <= GESTURE_MAX;
}

static void hear_gesture(struct live_table *live, const char *values)
{
    int seat, x, y, power;
    if (sscanf(values, "%d %d %d %d", &seat, &x, &y, &power) != 4 || seat < 0 ||
        seat >= live->table->settings.seats || !is_on_stage(x) || !is_on_stage(y) ||
        !is_on_stage(power))
        return;
    struct stage_gesture gesture = {.x = (uint8_t)x, .y = (uint8_t)y, .power = (uint8_t)power};
    live_stage_heard(live, seat, &gesture);
}

static void hear_mute(struct live_table *live, char *values, bool on)
{
    char by[STORE_ID_TEXT], whom[STORE_ID_TEXT];
    int length = 0;
    if (sscanf(values, "%12s %12s%n", by, whom, &length) == 2)
        chat_mute_heard(live, by, whom, on && values[length] ? values + length + 1 : NULL);
}

static void hear_at_table(const struct hearing *hearing, const char *server, char *line)
{
    char *values;
    struct live_table *live = find_table(hearing, line + 2, &values);
    if (!live)
        return;
    switch ((enum talk_item)line[0]) {
    case TALK_PRESENCE:
        hear_presence(live, server, values);
        break;
    case TALK_CHAT:
        chat_heard(live, hearing->people, values);
        break;
    case TALK_MUTE:
        hear_mute(live, values, true);
        break;
    case TALK_UNMUTE:
        hear_mute(live, values, false);
        break;
    case TALK_GESTURE:
        hear_gesture(live, values);
        break;
    default:
        break;
    }
}

static void hear_line(const struct hearing *hearing, const char *server, char *line)
{
    if (!line[0] || line[1] != ' ')
        return;
    switch ((enum talk_item)line[0]) {
    case TALK_ATTEMPT:
        guesses_heard(hearing->guesses, line + 2, true);
        break;
    case TALK_NO_ATTEMPT:
        guesses_heard(hearing->guesses, line + 2, false);
        break;
    case TALK_FORGET_ATTEMPTS:
        guesses_heard_forget(hearing->guesses, line + 2);
        break;
    default:
        hear_at_table(hearing, server, line);
    }
}

void hearing_take(const struct hearing *hearing, const char *message)
{
    char *text = alloc_text(message), *next;
    const char *server = strtok_r(text, "\n", &next);
    bool is_message = server && strlen(server) == STORE_ID_TEXT - 1;
    for (char *line; is_message && (line = strtok_r(NULL, "\n", &next));)
        hear_line(hearing, server, line);
    free(text);
}
