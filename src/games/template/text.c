/* Phases, moves, positions, views and events as texts. */
#include "games/template/template.h"

#include "base/base.h"
#include "game/reading.h"

#include <stdio.h>
#include <string.h>

const char *template_phase(const void *state)
{
    return template_over(state) ? "over" : "play";
}

/* ---- Moves ---- */

/* A fossil is written as its number. Returns 0 if there is no such fossil in this match. */
static uint8_t fossil_parse(const struct template_state *s, const char *text)
{
    for (uint8_t fossil = 1; fossil <= s->components.fossils; fossil++) {
        char name[8];
        snprintf(name, sizeof name, "%d", fossil);
        if (strcmp(name, text) == 0)
            return fossil;
    }
    return 0;
}

bool template_parse(const void *state, const char *text, struct move *move)
{
    bool bury = game_word_read(&text, "bury ");
    if (!bury && !game_word_read(&text, "play "))
        return false;
    *move =
        (struct move){.kind = bury ? TEMPLATE_BURY : TEMPLATE_PLAY, .a = fossil_parse(state, text)};
    return move->a != 0;
}

void template_format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    buffer_add_format(text, "%s %d", move->kind == TEMPLATE_PLAY ? "play" : "bury", move->a);
}

/* ---- Positions and views ---- */

static void fossil_save(struct doc *doc, const char *key, uint8_t fossil)
{
    if (fossil == TEMPLATE_FOSSIL_HIDDEN)
        doc_string(doc, key, "?");
    else if (fossil == 0)
        doc_null(doc, key);
    else
        doc_integer(doc, key, fossil);
}

static void fossils_save(struct doc *doc, const char *key, uint64_t fossils, int hidden)
{
    doc_list(doc, key);
    while (fossils)
        fossil_save(doc, NULL, (uint8_t)bits_pop(&fossils));
    while (hidden-- > 0)
        fossil_save(doc, NULL, TEMPLATE_FOSSIL_HIDDEN);
    doc_end(doc);
}

void template_save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct template_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_string(doc, "phase", template_phase(s));
    if (template_over(s))
        doc_null(doc, "turn");
    else
        doc_integer(doc, "turn", s->turn);
    doc_list(doc, "pile");
    for (int i = 0; i < s->pile_count; i++)
        fossil_save(doc, NULL, s->pile[i]);
    doc_end(doc);
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++) {
        doc_object(doc, NULL);
        fossils_save(doc, "hand", s->hand[seat], s->hidden[seat]);
        fossils_save(doc, "open", s->open[seat], 0);
        fossil_save(doc, "buried", s->buried[seat]);
        doc_end(doc);
    }
    doc_end(doc);
    doc_end(doc);
}

/* ---- Events ---- */

void template_event_play(struct story *story, int seat, uint8_t fossil)
{
    story_event(story, "play", seat);
    doc_integer(story->doc, "fossil", fossil);
    story_event_end(story);
}

void template_event_bury(struct story *story, int seat, uint8_t fossil)
{
    story_event(story, "bury", seat);
    if (story_tells(story, seat))
        doc_integer(story->doc, "fossil", fossil);
    else
        doc_string(story->doc, "fossil", "?");
    story_event_end(story);
}
