/* Finds the face of a game, and puts moves into words. */
#include "terminal/draw.h"

#include "terminal/plain.h"
#include "terminal/say.h"
#include "terminal_faces.h" /* generated: TERMINAL_FACES */

#include <stdlib.h>
#include <string.h>

#define DECLARE(id) extern const struct face face_##id;
TERMINAL_FACES(DECLARE)

#define LIST(id) &face_##id,
static const struct face *const faces[] = {TERMINAL_FACES(LIST) NULL};

const struct face *draw_face(const struct game *game)
{
    static const struct face plain = {.game = "", .table = plain_draw};
    for (const struct face *const *face = faces; *face; face++)
        if (strcmp((*face)->game, game->id) == 0)
            return *face;
    return &plain;
}

void draw_table(const struct drawing *drawing)
{
    draw_face(drawing->game)->table(drawing);
}

/* A word of a move in plain language; a number stands for a seat. */
static const char *spoken(const struct drawing *drawing, const char *word)
{
    int seats = doc_count(doc_get(drawing->view, doc_root(drawing->view), "players"));
    if (strspn(word, "0123456789") == 1 && !word[1] && word[0] - '0' < seats)
        return drawing->names[word[0] - '0'];
    return drawing_word(drawing, word);
}

/* The section "moves" of the game texts explains moves by their first words; {1} and {2} are the
 * words that follow. The longest match counts. Otherwise the whole move may be a word of the game.
 */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words)
{
    const struct console *console = drawing->console;
    const char *id = drawing->game->id, *following[2] = {"", ""};
    const struct face *face = draw_face(drawing->game);
    if (face->move && face->move(drawing, move, words))
        return;
    char beginning[64];
    snprintf(beginning, sizeof beginning, "%s", move);
    for (char *space = beginning; space;) {
        if (texts_get(console->texts, console->language, id, "moves", beginning)) {
            drawing_say_into(words, drawing, "moves", beginning, following[0], following[1], NULL);
            return;
        }
        space = strrchr(beginning, ' ');
        if (space) {
            *space = '\0';
            following[1] = following[0];
            following[0] = spoken(drawing, space + 1);
        }
    }
    const char *whole = texts_get(console->texts, console->language, id, "words", move);
    buffer_add(words, whole ? whole : "");
}
