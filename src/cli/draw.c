/* Which drawing suits which game, and moves in words. */
#include "cli/draw.h"

#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

static const struct face {
    const char *game;
    void (*table)(const struct drawing *drawing);
    bool (*move)(const struct drawing *drawing, const char *move, struct buffer *words);
} faces[] = {
    {"trex", draw_trex, draw_trex_move},
    {"tyrannosaurus", draw_tyrannosaurus, NULL},
    {"scale", draw_scale, NULL},
    {"trakks", draw_trakks, NULL},
};

static const struct face *face_of(const struct game *game)
{
    static const struct face plain = {"", draw_plain, NULL};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++)
        if (strcmp(faces[i].game, game->id) == 0)
            return &faces[i];
    return &plain;
}

void draw_table(const struct drawing *drawing)
{
    face_of(drawing->game)->table(drawing);
}

const char *draw_word(const struct drawing *drawing, const char *value)
{
    return texts_word(drawing->cli->texts, drawing->cli->language, drawing->game->id, value);
}

const char *draw_field(const struct drawing *drawing, const struct doc_node *object,
                       const char *key)
{
    const char *found = doc_text(drawing->view, doc_get(drawing->view, object, key));
    return found ? found : "";
}

const struct doc_node *draw_item(const struct drawing *drawing, const char *list, int index)
{
    const struct doc *view = drawing->view;
    const struct doc_node *node = doc_first(view, doc_get(view, doc_root(view), list));
    while (node && index-- > 0)
        node = doc_next(view, node);
    return node;
}

/* A word of a move as people say it: a number is somebody's seat. */
static const char *spoken(const struct drawing *drawing, const char *word)
{
    int seats = doc_count(doc_get(drawing->view, doc_root(drawing->view), "players"));
    if (strspn(word, "0123456789") == 1 && !word[1] && word[0] - '0' < seats)
        return drawing->names[word[0] - '0'];
    return draw_word(drawing, word);
}

/* The section moves_<game> of core.json has texts for the beginnings of moves, in which {1} and {2}
 * are the words that follow; the longest beginning decides. If there is none, the whole move may
 * be a word of the game. */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words)
{
    const struct cli *cli = drawing->cli;
    const char *id = drawing->game->id, *following[2] = {"", ""};
    const struct face *face = face_of(drawing->game);
    if (face->move && face->move(drawing, move, words))
        return;
    char section[40], beginning[64];
    snprintf(section, sizeof section, "moves_%s", id);
    snprintf(beginning, sizeof beginning, "%s", move);
    for (char *space = beginning; space;) {
        if (texts_get(cli->texts, cli->language, "core", section, beginning)) {
            say_into(words, cli, section, beginning, following[0], following[1], NULL);
            return;
        }
        space = strrchr(beginning, ' ');
        if (space) {
            *space = '\0';
            following[1] = following[0];
            following[0] = spoken(drawing, space + 1);
        }
    }
    const char *whole = texts_get(cli->texts, cli->language, id, "words", move);
    buffer_add(words, whole ? whole : "");
}
