/* Fossils: the rules, the texts and the secrets of the template game, in the order of the
 * contract. A larger game has a file for each of these (rules.c, text.c, view.c). */
#include "games/template/template.h"

#include "base/bits.h"
#include "base/check.h"

#include <stdio.h>
#include <string.h>

static const struct game_option options[TEMPLATE_OPTIONS] = {
    [OPTION_GOAL] = {.name = "goal",
                     .type = GAME_OPTION_WORD,
                     .standard = GOAL_HIGH,
                     .value_count = 2,
                     .values = (const char *const[]){[GOAL_HIGH] = "high", [GOAL_LOW] = "low"}},
};

static bool components_load(const struct doc *doc, void *components, struct fault *fault)
{
    int fossils;
    if (!doc_number(doc_get(doc, doc_root(doc), "fossils"), FOSSILS_MIN, FOSSILS_MAX, &fossils))
        return fault_set(fault, FAULT_BAD_COMPONENTS, "P1", "template.bad_fossils", "fossils");
    *(struct template_components *)components =
        (struct template_components){.fossils = (uint8_t)fossils};
    return true;
}

static uint8_t pile_draw(struct template_state *s)
{
    CHECK(s->pile_count > 0);
    uint8_t top = s->pile[0];
    memmove(s->pile, s->pile + 1, --s->pile_count);
    s->pile[s->pile_count] = 0; /* unused bytes stay zero */
    return top;
}

static bool start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* every combination of options is fine */
    struct template_state *s = state;
    *s = (struct template_state){.components =
                                     *(const struct template_components *)setup->components,
                                 .seats = (uint8_t)setup->seats};
    memcpy(s->options, setup->options, sizeof s->options);
    struct deal deal; /* all shuffling happens here, so no stream is kept in the state */
    deal_start(&deal, setup->seed, setup->seed_length);
    for (uint8_t i = 0; i < s->components.fossils; i++) /* P1 */
        s->pile[s->pile_count++] = (uint8_t)(i + 1);
    deal_shuffle(&deal, s->pile, s->pile_count);
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < HAND_SIZE; i++)
            s->hand[seat] |= (uint32_t)bit(pile_draw(s));
    return true;
}

static int hand_size(const struct template_state *s, int seat)
{
    return bits_count(s->hand[seat]) + s->hidden[seat];
}

static bool over(const struct template_state *s)
{
    return hand_size(s, s->turn) == 0; /* P4: all have laid open as many as this one */
}

static uint32_t to_act(const void *state)
{
    const struct template_state *s = state;
    return over(s) ? 0 : (uint32_t)bit(s->turn);
}

static const char *phase(const void *state)
{
    return over(state) ? "over" : "play";
}

static bool check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct template_state *s = state;
    if (!bits_have(s->hand[seat], move->a))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "P2", "template.not_in_hand", "%d", move->a);
    if (move->kind == TEMPLATE_BURY && s->buried[seat])
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "P3", "template.buried_already", NULL);
    return true;
}

static void apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct template_state *s = state;
    s->hand[seat] &= ~(uint32_t)bit(move->a);
    if (move->kind == TEMPLATE_PLAY) { /* P2 */
        s->open[seat] |= (uint32_t)bit(move->a);
        s->turn = (uint8_t)((s->turn + 1) % s->seats);
        if (story) {
            story_event(story, "play", seat);
            doc_integer(story->doc, "fossil", move->a);
            story_event_end(story);
        }
    } else {
        s->buried[seat] = move->a;
        s->hand[seat] |= (uint32_t)bit(pile_draw(s));
        if (story) { /* everyone sees that one is buried, its owner sees which */
            story_event(story, "bury", seat);
            if (story_tells(story, seat))
                doc_integer(story->doc, "fossil", move->a);
            else
                doc_string(story->doc, "fossil", "?");
            story_event_end(story);
        }
    }
}

static int legal(const void *state, int seat, struct move *moves)
{
    const struct template_state *s = state;
    int count = 0;
    if (!bits_have(to_act(s), seat))
        return 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        uint8_t fossil = (uint8_t)bits_pop(&hand);
        moves[count++] = (struct move){.kind = TEMPLATE_PLAY, .a = fossil};
        if (!s->buried[seat])
            moves[count++] = (struct move){.kind = TEMPLATE_BURY, .a = fossil};
    }
    return count;
}

static void sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct template_state *s = state;
    int rank = (int)rng_below(rng, (uint32_t)bits_count(s->hand[seat]));
    *move = (struct move){.a = (uint8_t)bits_nth(s->hand[seat], rank)};
    move->kind = !s->buried[seat] && rng_below(rng, 2) ? TEMPLATE_BURY : TEMPLATE_PLAY;
}

static void view(const void *state, int viewer, void *view)
{
    const struct template_state *s = state;
    struct template_state *v = view;
    *v = (struct template_state){.components = s->components,
                                 .seats = s->seats,
                                 .turn = s->turn,
                                 .pile_count = s->pile_count};
    memcpy(v->options, s->options, sizeof v->options);
    memset(v->pile, FOSSIL_HIDDEN, s->pile_count);
    for (int seat = 0; seat < s->seats; seat++) {
        v->open[seat] = s->open[seat];
        if (seat == viewer) {
            v->hand[seat] = s->hand[seat];
            v->buried[seat] = s->buried[seat];
        } else {
            v->hidden[seat] = (uint8_t)hand_size(s, seat);
            v->buried[seat] = s->buried[seat] ? FOSSIL_HIDDEN : 0;
        }
    }
}

static void determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state)
{
    (void)viewer, (void)memory;
    struct template_state *s = state;
    *s = *(const struct template_state *)view;
    /* What is not in sight, in any order, fills the hidden places. */
    uint64_t seen = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        seen |= s->hand[seat] | s->open[seat];
        if (s->buried[seat] != FOSSIL_HIDDEN)
            seen |= bit(s->buried[seat]);
    }
    uint8_t unseen[FOSSILS_MAX];
    uint8_t count = 0;
    for (uint8_t fossil = 1; fossil <= s->components.fossils; fossil++)
        if (!bits_have(seen, fossil))
            unseen[count++] = fossil;
    rng_shuffle(rng, unseen, count);
    for (int seat = 0; seat < s->seats; seat++) {
        for (; s->hidden[seat]; s->hidden[seat]--)
            s->hand[seat] |= (uint32_t)bit(unseen[--count]);
        if (s->buried[seat] == FOSSIL_HIDDEN)
            s->buried[seat] = unseen[--count];
    }
    CHECK(count == s->pile_count);
    memcpy(s->pile, unseen, count);
}

static void result(const void *state, struct game_result *result)
{
    const struct template_state *s = state;
    *result = (struct game_result){.over = over(s)};
    int best = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        for (uint64_t open = s->open[seat]; open;)
            result->scores[seat] += bits_pop(&open);
        int value =
            s->options[OPTION_GOAL] == GOAL_LOW ? -result->scores[seat] : result->scores[seat];
        if (!result->over)
            continue;
        if (!result->winners || value > best) { /* P4 */
            best = value;
            result->winners = 0;
        }
        if (value == best)
            result->winners |= (uint32_t)bit(seat);
    }
}

/* The points so far: nobody should have to add up what lies open. */
static void aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer;
    const struct template_state *s = view;
    struct game_result so_far;
    result(s, &so_far);
    doc_list(doc, "points");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, so_far.scores[seat]);
    doc_end(doc);
}

/* Fossils in texts are their numbers. Returns 0 for what is none in this match. */
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

static bool parse(const void *state, const char *text, struct move *move)
{
    if (strncmp(text, "play ", 5) == 0)
        move->kind = TEMPLATE_PLAY;
    else if (strncmp(text, "bury ", 5) == 0)
        move->kind = TEMPLATE_BURY;
    else
        return false;
    *move = (struct move){.kind = move->kind, .a = fossil_parse(state, text + 5)};
    return move->a != 0;
}

static void format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    buffer_add_format(text, "%s %d", move->kind == TEMPLATE_PLAY ? "play" : "bury", move->a);
}

static void fossil_save(struct doc *doc, const char *key, uint8_t fossil)
{
    if (fossil == FOSSIL_HIDDEN)
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
        fossil_save(doc, NULL, FOSSIL_HIDDEN);
    doc_end(doc);
}

static void save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct template_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_string(doc, "phase", phase(s));
    if (over(s))
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

/* A list of fossils without repetition, as a set; adds them to *met, which they must not be in. */
static bool fossils_load(const struct template_state *s, const struct doc *doc,
                         const struct doc_node *list, uint32_t *set, uint64_t *met)
{
    if (!doc_is(list, DOC_LIST))
        return false;
    DOC_EACH (doc, list, item) {
        int fossil;
        if (!doc_number(item, 1, s->components.fossils, &fossil) || bits_have(*met, fossil))
            return false;
        *met |= bit(fossil);
        *set |= (uint32_t)bit(fossil);
    }
    return true;
}

static bool load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault)
{
    struct template_state *s = state;
    *s = (struct template_state){.components = *(const struct template_components *)components};
    int seats, value;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    const struct doc_node *turn = doc_get(doc, position, "turn");
    if (doc_number(turn, 0, seats - 1, &value))
        s->turn = (uint8_t)value;
    else if (!doc_is(turn, DOC_NULL))
        return game_bad_position(fault, "P2", "core.position_value", "turn");
    uint64_t met = 0;
    uint32_t ignored = 0;
    const struct doc_node *players = doc_get(doc, position, "players");
    const struct doc_node *pile = doc_get(doc, position, "pile");
    if (!fossils_load(s, doc, pile, &ignored, &met))
        return game_bad_position(fault, "P1", "core.position_value", "pile");
    DOC_EACH (doc, pile, item)
        s->pile[s->pile_count++] = (uint8_t)item->integer;
    if (!doc_is(players, DOC_LIST) || doc_count(players) != seats)
        return game_bad_position(fault, "P1", "core.position_value", "players");
    int seat = 0;
    DOC_EACH (doc, players, player) {
        if (!fossils_load(s, doc, doc_get(doc, player, "hand"), &s->hand[seat], &met))
            return game_bad_position(fault, "P1", "core.position_value", "players[%d].hand", seat);
        if (!fossils_load(s, doc, doc_get(doc, player, "open"), &s->open[seat], &met))
            return game_bad_position(fault, "P1", "core.position_value", "players[%d].open", seat);
        const struct doc_node *buried = doc_get(doc, player, "buried");
        if (doc_number(buried, 1, s->components.fossils, &value) && !bits_have(met, value))
            met |= bit(s->buried[seat] = (uint8_t)value);
        else if (!doc_is(buried, DOC_NULL))
            return game_bad_position(fault, "P1", "core.position_value", "players[%d].buried",
                                     seat);
        seat++;
    }
    const char *given = doc_text(doc, doc_get(doc, position, "phase"));
    if (!given || strcmp(given, phase(s)) != 0 || over(s) != doc_is(turn, DOC_NULL))
        return game_bad_position(fault, "P4", "core.position_value", "phase");
    return game_template.invariants(s, fault);
}

static bool invariants(const void *state, struct fault *fault)
{
    const struct template_state *s = state;
    int fossils = s->pile_count;
    for (int seat = 0; seat < s->seats; seat++) {
        int laid = bits_count(s->open[seat]), expected = bits_count(s->open[0]);
        if (seat >= s->turn && s->turn > 0)
            expected--; /* these have not had this lap's turn yet */
        if (laid != expected || hand_size(s, seat) + laid != HAND_SIZE)
            return game_bad_position(fault, "P2", "template.uneven_turns", "players[%d]", seat);
        fossils += HAND_SIZE + (s->buried[seat] != 0);
    }
    if (fossils != s->components.fossils)
        return game_bad_position(fault, "P1", "template.fossils_do_not_add_up", "pile");
    return true;
}

const struct game game_template = {
    .id = "template",
    .seats_min = 2,
    .seats_max = TEMPLATE_SEATS_MAX,
    .state_size = sizeof(struct template_state),
    .move_size = sizeof(struct move),
    .components_size = sizeof(struct template_components),
    .options = options,
    .option_count = TEMPLATE_OPTIONS,
    .components_load = components_load,
    .start = start,
    .to_act = to_act,
    .phase = phase,
    .check = check,
    .apply = apply,
    .legal = legal,
    .sample = sample,
    .view = view,
    .determinize = determinize,
    .aids = aids,
    .result = result,
    .parse = parse,
    .format = format,
    .save = save,
    .load = load,
    .invariants = invariants,
};
