/* Computer players: what they would do, what a finished match tells us, and ratings. */
#include "library/library_internal.h"

#include "analysis/analysis.h"
#include "base/base.h"
#include "library/ludosaure.h"
#include "wire/wire.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS_MAX = 3600000, ITERATIONS_MAX = 1000000000, NAME_MAX_BYTES = 32 };

/* Reads what follows the name: nothing, "@ms=100" or "@iterations=400". */
static bool take_budget(const char *text, struct library_player *player)
{
    static const char ms[] = "@ms=", iterations[] = "@iterations=";
    bool is_time = strncmp(text, ms, strlen(ms)) == 0;
    if (!*text)
        return true;
    if (!is_time && strncmp(text, iterations, strlen(iterations)) != 0)
        return false;
    const char *digits = text + strlen(is_time ? ms : iterations);
    char *end;
    errno = 0;
    long number = strtol(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || errno || number < 1 ||
        number > (is_time ? MS_MAX : ITERATIONS_MAX))
        return false;
    *(is_time ? &player->ms : &player->iterations) = (int)number;
    return true;
}

bool library_player_read(struct library_player *player, const struct game *game,
                         const uint8_t *options, const char *text)
{
    char name[NAME_MAX_BYTES];
    *player = (struct library_player){.player = NULL};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@"), text);
    player->player = player_find_in_game(game, name);
    if (!player->player)
        return player_fault_unknown(game, scratch_fault());
    if (!take_budget(text + strcspn(text, "@"), player) ||
        (player->player->is_step && (player->ms || player->iterations)))
        return fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.bad_argument", "%s", text);
    return player->player->way == MIND_RANDOM || players_take_part(game, options, scratch_fault());
}

void library_player_choose(const struct library_player *player, const struct game *game, int seat,
                           const void *state, const void *memory, size_t moves, struct move *move)
{
    struct game_state_storage view;
    game_view(game, state, seat, view.bytes);
    struct rng rng = player_rng(game, view.bytes, moves);
    player_choose(player->player,
                  &(struct player_question){.game = game,
                                            .seat = seat,
                                            .view = view.bytes,
                                            .memory = memory,
                                            .rng = &rng,
                                            .ms = player->ms,
                                            .iterations = player->iterations},
                  move);
}

size_t library_moves_of(const struct ludosaure_match *match, int seat)
{
    size_t count = 0;
    for (size_t i = 0; i < match->match.move_count; i++)
        count += match->match.moves[i].seat == seat;
    return count;
}

const char *ludosaure_match_suggest(const struct ludosaure_match *match, int seat,
                                    const char *player)
{
    struct library_player read;
    union game_move_storage move = {0};
    if (!library_may_move(match, seat) ||
        !library_player_read(&read, match->match.game, match->match.options, player))
        return NULL;
    library_player_choose(&read, match->match.game, seat, match->match.state.bytes,
                          match->match.memories[seat].bytes, library_moves_of(match, seat),
                          &move.head);
    return library_move_text(match, &move.head);
}

/* Plays the match again, and adds its moves to the analysis. */
static void analysis_replay(struct analysis *analysis, const struct match *match)
{
    struct match again = {0};
    struct fault *fault = scratch_fault();
    CHECK(match_start(&again, match->game, &match->components, match->seats, match->options,
                      match->seed, match->seed_length, fault));
    for (size_t i = 0; i < match->move_count; i++) {
        const struct match_move *move = &match->moves[i];
        analysis_add_move(analysis, again.state.bytes, again.memories, move->seat, move->text);
        CHECK(match_play(&again, move->seat, move->text, NULL, STORY_ALL, fault));
    }
    analysis_add_end(analysis, again.state.bytes);
    match_free(&again);
}

const char *ludosaure_match_analysis(const struct ludosaure_match *match, int effort)
{
    struct analysis analysis;
    if (effort < 0 || effort > ANALYSIS_EFFORT_MAX) {
        scratch_bad_range("effort", 0, ANALYSIS_EFFORT_MAX);
        return NULL;
    }
    if (!match->match.seed) {
        fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.record_after_setup", NULL);
        return NULL;
    }
    if (!match_is_over(&match->match)) {
        fault_set(scratch_fault(), FAULT_BAD_RECORD, NULL, "core.record_unfinished", NULL);
        return NULL;
    }
    analysis_start(&analysis, match->match.game, match->match.seats, effort);
    analysis_replay(&analysis, &match->match);
    while (analysis_step(&analysis))
        ;
    json_t *json = wire_analysis(&analysis, library_seat_names, library_texts());
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    analysis_free(&analysis);
    return scratch_keep(text);
}

bool ludosaure_ratings_update(double *means, double *deviations, const int32_t *places, int count)
{
    struct rating ratings[RATING_SEATS_MAX];
    int read[RATING_SEATS_MAX];
    if (count < 2 || count > RATING_SEATS_MAX)
        return scratch_bad_range("count", 2, RATING_SEATS_MAX);
    for (int i = 0; i < count; i++) {
        ratings[i] = (struct rating){.mean = means[i], .deviation = deviations[i]};
        rating_drift(&ratings[i]);
        read[i] = places[i];
    }
    rating_update(ratings, read, count);
    for (int i = 0; i < count; i++) {
        means[i] = ratings[i].mean;
        deviations[i] = ratings[i].deviation;
    }
    return true;
}
