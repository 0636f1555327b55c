/* The list of games, for the referee and the server. */
#include "wire/games.h"

#include "players/player.h"

/* For each value, the values of the restricted option that are compatible with it. */
static void allowed_list(const struct game *game, const struct game_option *option, struct doc *doc)
{
    const struct game_option *other = &game->options[option->narrowed];
    doc_object(doc, "allows");
    doc_object(doc, other->name);
    for (int value = 0; value < option->value_count; value++) {
        doc_list(doc, option->values[value]);
        for (int at = 0; at < other->value_count; at++)
            if (option->allows(value, at))
                game_option_value_save(other, at, doc, NULL);
        doc_end(doc);
    }
    doc_end(doc);
    doc_end(doc);
}

static void options_list(const struct game *game, struct doc *doc)
{
    doc_object(doc, "options");
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        doc_object(doc, option->name);
        game_option_value_save(option, option->standard, doc, "default");
        doc_list(doc, "values");
        for (int value = 0; value < option->value_count; value++)
            game_option_value_save(option, value, doc, NULL);
        doc_end(doc);
        if (option->seats) {
            doc_list(doc, "seats");
            doc_integer(doc, NULL, option->seats);
            doc_end(doc);
        }
        if (option->allows)
            allowed_list(game, option, doc);
        doc_end(doc);
    }
    doc_end(doc);
}

/* The steps of the ladder for people, weakest first. */
static void levels_list(const struct game *game, struct doc *doc)
{
    const struct player *player;
    doc_list(doc, "levels");
    for (int i = 0; (player = player_on_ladder(game, i)); i++)
        doc_string(doc, NULL, player->name);
    doc_end(doc);
}

/* Facts that a front end needs, so that it never has to compare names. */
static void facts_list(const struct game *game, struct doc *doc)
{
    const struct mind_need *need = game->mind ? game->mind->need : NULL;
    doc_object(doc, "facts");
    doc_bool(doc, "real_time", game->stage != NULL);
    doc_string(doc, "best", game->lowest_wins ? "lowest" : "highest");
    doc_list(doc, "together");
    if (game->seats_together)
        doc_integer(doc, NULL, game->seats_together);
    doc_end(doc);
    if (need) {
        const struct game_option *option = &game->options[need->option];
        doc_object(doc, "computers_need");
        game_option_value_save(option, need->value, doc, option->name);
        doc_end(doc);
    } else {
        doc_null(doc, "computers_need");
    }
    doc_end(doc);
}

void wire_games(const struct game *const *games, struct doc *doc)
{
    doc_start(doc);
    doc_list(doc, NULL);
    for (int i = 0; games[i]; i++) {
        const struct game *game = games[i];
        doc_object(doc, NULL);
        doc_string(doc, "id", game->id);
        doc_list(doc, "seats");
        doc_integer(doc, NULL, game->seats_min);
        doc_integer(doc, NULL, game->seats_max);
        doc_end(doc);
        options_list(game, doc);
        facts_list(game, doc);
        levels_list(game, doc);
        doc_end(doc);
    }
    doc_end(doc);
}
