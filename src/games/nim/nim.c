/* The rules of Nim, its texts, and the game as the rest of the program sees it. */
#include "games/nim/nim.h"

#include "game/reading.h"
#include "games/nim/mind/mind.h"

#include <string.h>

static const uint8_t bones[NIM_HEAPS] = {3, 4, 5}; /* N1 */

/* ---- Rules ---- */

static bool start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)setup, (void)fault; /* all matches start alike */
    struct nim_state *s = state;
    *s = (struct nim_state){.turn = 0};
    memcpy(s->heap, bones, sizeof bones);
    return true;
}

static uint32_t to_act(const void *state)
{
    const struct nim_state *s = state;
    return nim_heaps_left(s) ? bit32(s->turn) : 0;
}

static const char *phase(const void *state)
{
    return nim_heaps_left(state) ? "play" : "over";
}

static bool check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    (void)seat;
    const struct nim_state *s = state;
    if (move->b > s->heap[move->a]) /* N2; `parse` knows no heap but these, and at least one bone */
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "N2", "nim.too_few", "%d", s->heap[move->a]);
    return true;
}

static int legal(const void *state, int seat, struct move *moves)
{
    const struct nim_state *s = state;
    int count = 0;
    for (uint8_t heap = 0; heap < NIM_HEAPS && seat == s->turn; heap++)
        for (uint8_t taken = 1; taken <= s->heap[heap]; taken++)
            moves[count++] = (struct move){.a = heap, .b = taken};
    return count;
}

static void apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct nim_state *s = state;
    s->heap[move->a] = (uint8_t)(s->heap[move->a] - move->b);
    s->turn = (uint8_t)(1 - seat);
    if (story) {
        story_event(story, "take", seat);
        doc_integer(story->doc, "bones", move->b);
        doc_integer(story->doc, "heap", move->a + 1);
        story_event_end(story);
    }
}

static void result(const void *state, struct game_result *result)
{
    const struct nim_state *s = state;
    *result = (struct game_result){.over = nim_heaps_left(s) == 0};
    if (result->over) { /* N3 */
        result->scores[1 - s->turn] = 1;
        result->winners = bit32(1 - s->turn);
    }
}

/* ---- Texts ---- */

static void format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    buffer_add_format(text, "take %d from heap %d", move->b, move->a + 1);
}

/* There are few moves: it is the one that is written like this. */
static bool parse(const void *state, const char *text, struct move *move)
{
    for (uint8_t heap = 0; heap < NIM_HEAPS; heap++)
        for (uint8_t taken = 1; taken <= bones[heap]; taken++) {
            char storage[GAME_MOVE_TEXT_MAX];
            struct buffer written;
            buffer_start(&written, storage, sizeof storage);
            *move = (struct move){.a = heap, .b = taken};
            format(state, move, &written);
            if (strcmp(written.text, text) == 0)
                return true;
        }
    return false;
}

static void save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct nim_state *s = state;
    doc_object(doc, key);
    game_head_save(game, NIM_SEATS, NULL, doc);
    doc_string(doc, "phase", phase(s));
    doc_integer(doc, "turn", s->turn);
    doc_list(doc, "heaps");
    for (int heap = 0; heap < NIM_HEAPS; heap++)
        doc_integer(doc, NULL, s->heap[heap]);
    doc_end(doc);
    doc_end(doc);
}

static bool load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault)
{
    (void)components;
    struct nim_state *s = state;
    *s = (struct nim_state){.turn = 0};
    int seats, heap = 0;
    if (!game_head_load(game, doc, position, &seats, NULL, fault))
        return false;
    if (!game_byte_load(doc_get(doc, position, "turn"), 0, NIM_SEATS - 1, &s->turn))
        return game_bad_value(fault, "N2", "turn");
    const struct doc_node *heaps = doc_get(doc, position, "heaps");
    if (!game_is_list_of(heaps, NIM_HEAPS))
        return game_bad_value(fault, "N1", "heaps");
    DOC_EACH (doc, heaps, left) {
        if (!game_byte_load(left, 0, bones[heap], &s->heap[heap]))
            return game_bad_value(fault, "N1", "heaps");
        heap++;
    }
    const char *named = doc_text(doc, doc_get(doc, position, "phase"));
    if (!named || strcmp(named, phase(s)) != 0)
        return game_bad_value(fault, "N3", "phase");
    return true;
}

/* ---- The game ---- */

const struct game game_nim = {
    .id = "nim",
    .seats_min = NIM_SEATS,
    .seats_max = NIM_SEATS,
    .state_size = sizeof(struct nim_state),
    .move_size = sizeof(struct move),
    .start = start,
    .to_act = to_act,
    .phase = phase,
    .check = check,
    .apply = apply,
    .legal = legal,
    .result = result,
    .parse = parse,
    .format = format,
    .save = save,
    .load = load,
    .mind = &nim_mind,
};
