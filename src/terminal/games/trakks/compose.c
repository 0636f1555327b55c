/* The composer of placings. Every command makes a new sheet from the one before, or says why it
 * cannot and changes nothing; all sheets of the turn are kept, so that each step can be undone.
 * Which of them may be played is for the core to say. */
#include "terminal/games/trakks/compose.h"

#include "base/check.h"
#include "base/memory.h"
#include "terminal/games/trakks/sheet.h"
#include "terminal/say.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 256, /* more than anybody remembers; the oldest are forgotten */
    WORDS_MAX = 256, /* two for every tile of the game */
    WORD_ROOM = 24,  /* longer words mean nothing here */
};

struct composer {
    struct drawing drawing; /* without the view */
    bool (*check)(void *context, const char *move, struct fault *fault);
    void *context;
    struct tile_counts rack; /* before the first tile was laid */
    struct sheet steps[STEPS_MAX];
    struct sheet start;
    int now, last;   /* the sheet in force, and the last that can be done again */
    char detail[24]; /* what the latest complaint speaks of */
};

/* A line taken apart: words in small letters. '@' parts them as well, so that a tile can also be
 * written with its place as in a move. */
struct words {
    int count, next;
    bool cut; /* there were more */
    char word[WORDS_MAX][WORD_ROOM];
};

struct place {
    int x, y;
};

static void words_read(struct words *words, const char *line)
{
    static const char parting[] = " \t@";
    words->count = words->next = 0;
    while (line += strspn(line, parting), *line && words->count < WORDS_MAX) {
        size_t length = strcspn(line, parting);
        char *word = words->word[words->count++];
        snprintf(word, WORD_ROOM, "%.*s", (int)length, line);
        for (; *word; word++)
            *word = (char)tolower((unsigned char)*word);
        line += length;
    }
    words->cut = *line != '\0';
}

/* The next word, "" at the end. */
static const char *words_peek(const struct words *words)
{
    return words->next < words->count ? words->word[words->next] : "";
}

/* Goes past the next word if it is this one, in any language. */
static bool words_take(struct words *words, const char *english, const char *french)
{
    const char *word = words_peek(words);
    bool taken = *word && (strcmp(word, english) == 0 || strcmp(word, french) == 0);
    words->next += taken;
    return taken;
}

static bool words_take_tile(struct words *words, int *tile)
{
    *tile = tile_parse(words_peek(words));
    words->next += *tile >= 0;
    return *tile >= 0;
}

/* A number at `text`, cut down to what an int holds; returns what follows, NULL if it is none. */
static const char *read_number(const char *text, int *number)
{
    enum { FAR = 100000 };
    char *end;
    long value = strtol(text, &end, 10);
    *number = value < -FAR ? -FAR : value > FAR ? FAR : (int)value;
    return end == text ? NULL : end;
}

static const char *read_place(const char *text, struct place *place)
{
    const char *comma = read_number(text, &place->x);
    return comma && *comma == ',' ? read_number(comma + 1, &place->y) : NULL;
}

static bool words_take_place(struct words *words, struct place *place)
{
    const char *end = read_place(words_peek(words), place);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}

/* A place, or two corners such as 3,4-6,4. */
static bool words_take_corners(struct words *words, struct place *from, struct place *to)
{
    const char *end = read_place(words_peek(words), from);
    *to = *from;
    if (end && *end == '-')
        end = read_place(end + 1, to);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}

/* Complaints: the key of a sentence, and what it speaks of. */

static const char *complain_of_tile(struct composer *composer, const char *key, int tile)
{
    tile_format(tile, composer->detail);
    return key;
}

static const char *complain_of_place(struct composer *composer, const char *key, struct place place)
{
    snprintf(composer->detail, sizeof composer->detail, "%d,%d", place.x, place.y);
    return key;
}

static bool on_sheet(struct place place)
{
    return place.x >= SHEET_LOW && place.x <= SHEET_HIGH && place.y >= SHEET_LOW &&
           place.y <= SHEET_HIGH;
}

/* The tiles on the rack that have not been laid. */
static struct tile_counts rack_left(const struct composer *composer, const struct sheet *sheet)
{
    struct tile_counts left = composer->rack;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid)
            left.of[sheet->tiles[i].tile]--;
    return left;
}

/* Commands that change the sheet. Each gets a copy of the one in force, and takes the words after
 * the command. It returns NULL, or the key of a complaint; "unclear": it is not written like that. */

static const char *lay_line(struct composer *composer, struct sheet *sheet, const int *tiles,
                            int count, struct place place, bool down)
{
    for (int i = 0; i < count; i++) {
        if (!rack_left(composer, sheet).of[tiles[i]])
            return complain_of_tile(composer, "not_on_rack", tiles[i]);
        if (!on_sheet(place))
            return complain_of_place(composer, "off_sheet", place);
        if (sheet_find(sheet, place.x, place.y) >= 0)
            return complain_of_place(composer, "taken", place);
        sheet_add(sheet, tiles[i], place.x, place.y, true);
        *(down ? &place.y : &place.x) += 1;
    }
    return NULL;
}

static const char *lay(struct composer *composer, struct words *words, struct sheet *sheet)
{
    int tiles[WORDS_MAX + 1]; /* and one that is looked for in vain */
    do {
        struct place place;
        int count = 0;
        while (words_take_tile(words, &tiles[count]))
            count++;
        bool placed = words_take_place(words, &place);
        bool down = placed && words_take(words, "down", "bas");
        if (!count || (!placed && words->next < words->count))
            return "unclear";
        if (!placed)
            sheet_find_room(sheet, count, 1, composer->drawing.terminal, &place.x, &place.y);
        const char *complaint = lay_line(composer, sheet, tiles, count, place, down);
        if (complaint)
            return complaint;
    } while (words->next < words->count);
    return NULL;
}

/* The tile of this kind that was laid in this turn: -1 if none, -2 if several. */
static int find_laid(const struct sheet *sheet, int tile)
{
    int found = -1;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == tile)
            found = found == -1 ? i : -2;
    return found;
}

/* Equal tiles are interchangeable: with an equal one laid in this turn, either may go back. */
static const char *take_back_from(struct composer *composer, struct sheet *sheet,
                                  struct place place)
{
    int index = sheet_find(sheet, place.x, place.y);
    if (index < 0)
        return complain_of_place(composer, "nothing_there", place);
    for (int i = 0; i < sheet->count && !sheet->tiles[index].laid; i++) {
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == sheet->tiles[index].tile) {
            sheet->tiles[i].laid = false;
            sheet->tiles[index].laid = true;
        }
    }
    if (!sheet->tiles[index].laid)
        return complain_of_place(composer, "not_laid_now", place);
    sheet_remove(sheet, index);
    return NULL;
}

static const char *take_back(struct composer *composer, struct words *words, struct sheet *sheet)
{
    do {
        struct place place;
        int tile, index;
        bool named = words_take_tile(words, &tile), placed = words_take_place(words, &place);
        if (!named && !placed)
            return "unclear";
        if (named && !placed) {
            index = find_laid(sheet, tile);
            if (index < 0)
                return complain_of_tile(composer, index == -1 ? "none_laid" : "several_laid", tile);
            place = (struct place){sheet->tiles[index].x, sheet->tiles[index].y};
        }
        index = sheet_find(sheet, place.x, place.y);
        if (named && index >= 0 && sheet->tiles[index].tile != tile)
            return complain_of_tile(composer, "another_there", tile);
        const char *complaint = take_back_from(composer, sheet, place);
        if (complaint)
            return complaint;
    } while (words->next < words->count);
    return NULL;
}

/* The first place, among those of chosen tiles, that another tile has too. */
static bool find_clash(const struct sheet *sheet, const bool *chosen, struct place *place)
{
    for (int i = 0; i < sheet->count; i++) {
        *place = (struct place){sheet->tiles[i].x, sheet->tiles[i].y};
        for (int other = 0; chosen[i] && other < sheet->count; other++)
            if (other != i && sheet->tiles[other].x == place->x &&
                sheet->tiles[other].y == place->y)
                return true;
    }
    return false;
}

static const char *shift(struct composer *composer, struct sheet *sheet, const bool *chosen, int dx,
                         int dy)
{
    struct place place;
    for (int i = 0; i < sheet->count; i++) {
        if (!chosen[i])
            continue;
        place = (struct place){sheet->tiles[i].x + dx, sheet->tiles[i].y + dy};
        if (!on_sheet(place))
            return complain_of_place(composer, "off_sheet", place);
        sheet->tiles[i].x = (int16_t)place.x;
        sheet->tiles[i].y = (int16_t)place.y;
    }
    return find_clash(sheet, chosen, &place) ? complain_of_place(composer, "taken", place) : NULL;
}

/* Chooses the group that has a tile at this place; false if there is none. */
static bool choose_group(struct sheet *sheet, struct place place, bool *chosen)
{
    sheet_find_groups(sheet);
    int index = sheet_find(sheet, place.x, place.y);
    for (int i = 0; index >= 0 && i < sheet->count; i++)
        chosen[i] = sheet->tiles[i].group == sheet->tiles[index].group;
    return index >= 0;
}

static bool is_between(int value, int one, int other)
{
    return one <= other ? one <= value && value <= other : other <= value && value <= one;
}

static bool choose_corners(const struct sheet *sheet, struct place from, struct place to,
                           bool *chosen)
{
    bool any = false;
    for (int i = 0; i < sheet->count; i++) {
        chosen[i] = is_between(sheet->tiles[i].x, from.x, to.x) &&
                    is_between(sheet->tiles[i].y, from.y, to.y);
        any = any || chosen[i];
    }
    return any;
}

/* The first place named goes to the last; the others keep their distance from it. */
static const char *move_tiles(struct composer *composer, struct words *words, struct sheet *sheet)
{
    bool chosen[SHEET_TILES_MAX] = {false}, whole = words_take(words, "group", "groupe");
    struct place from, corner, to;
    if (!words_take_corners(words, &from, &corner))
        return "unclear";
    words_take(words, "to", "vers");
    if (!words_take_place(words, &to))
        return "unclear";
    if (!(whole ? choose_group(sheet, from, chosen) : choose_corners(sheet, from, corner, chosen)))
        return complain_of_place(composer, "nothing_there", from);
    return shift(composer, sheet, chosen, to.x - from.x, to.y - from.y);
}

static const char *turn_group(struct composer *composer, struct words *words, struct sheet *sheet)
{
    struct place place;
    if (!words_take_place(words, &place))
        return "unclear";
    if (sheet_find(sheet, place.x, place.y) < 0)
        return complain_of_place(composer, "nothing_there", place);
    sheet_turn_group(sheet, place.x, place.y, composer->drawing.terminal);
    return NULL;
}

static const char *tidy(struct composer *composer, struct words *words, struct sheet *sheet)
{
    (void)words;
    sheet_find_groups(sheet);
    sheet_arrange(sheet, composer->drawing.terminal);
    return NULL;
}

static const char *reset(struct composer *composer, struct words *words, struct sheet *sheet)
{
    (void)words;
    *sheet = composer->start;
    return NULL;
}

/* Commands that only look at the sheet, or go from one to another. */

static const char *undo(struct composer *composer)
{
    if (composer->now == 0)
        return "nothing_to_undo";
    composer->now--;
    return NULL;
}

static const char *redo(struct composer *composer)
{
    if (composer->now == composer->last)
        return "nothing_to_redo";
    composer->now++;
    return NULL;
}

static const struct command {
    const char *words[LANGUAGES];
    const char *help; /* key of the sentence that shows how it is written */
    const char *(*change)(struct composer *composer, struct words *words, struct sheet *sheet);
    const char *(*go)(struct composer *composer);
    enum { SHOWS_SHEET, SHOWS_HELP, ENDS } then;
} commands[] = {
    {{"+", "+"}, "help_lay", .change = lay},
    {{"-", "-"}, "help_take_back", .change = take_back},
    {{"move", "bouger"}, "help_move", .change = move_tiles},
    {{"turn", "tourner"}, "help_turn", .change = turn_group},
    {{"tidy", "ranger"}, "help_tidy", .change = tidy},
    {{"undo", "annuler"}, "help_undo", .go = undo},
    {{"redo", "refaire"}, "help_redo", .go = redo},
    {{"reset", "recommencer"}, "help_reset", .change = reset},
    {{"show", "montrer"}, "help_show", .then = SHOWS_SHEET},
    {{"done", "fini"}, "help_done", .then = ENDS},
    {{"?", "?"}, "help_help", .then = SHOWS_HELP},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command that a line begins with, or NULL; `words` gets what follows. A sign needs no space
 * behind it. */
static const struct command *find_command(const char *line, struct words *words)
{
    line += strspn(line, " \t");
    char sign[] = {*line, '\0'};
    bool signed_line = *line && strchr("+-?", *line);
    words_read(words, line + signed_line);
    const char *name = signed_line ? sign : words_peek(words);
    words->next = signed_line ? 0 : 1;
    for (int i = 0; i < COMMANDS; i++)
        for (int language = 0; language < LANGUAGES; language++)
            if (strcmp(commands[i].words[language], name) == 0)
                return &commands[i];
    return NULL;
}

bool composer_takes(const char *line)
{
    struct words words;
    return find_command(line, &words) != NULL;
}

/* Makes a sheet the one in force. */
static void add_step(struct composer *composer, const struct sheet *sheet)
{
    if (composer->now == STEPS_MAX - 1) {
        memmove(&composer->steps[0], &composer->steps[1], (STEPS_MAX - 1) * sizeof *sheet);
        composer->now--;
    }
    composer->steps[++composer->now] = *sheet;
    composer->last = composer->now;
}

/* NULL, or the key of a complaint. */
static const char *run(struct composer *composer, const struct command *command,
                       struct words *words)
{
    struct sheet next = composer->steps[composer->now];
    const char *complaint = command->change ? command->change(composer, words, &next) : NULL;
    if (!complaint && (words->next < words->count || words->cut))
        complaint = "unclear";
    if (!complaint && command->change)
        add_step(composer, &next);
    if (!complaint && command->go)
        complaint = command->go(composer);
    return complaint;
}

/* What is said ------------------------------------------------------------------------------ */

static void tell(const struct composer *composer, const char *key, const char *detail)
{
    drawing_say(&composer->drawing, "compose", key, detail, NULL);
}

/* Whether the sheet may be played as it is, as `move` then says; if not, tells why. */
static bool judge(const struct composer *composer, struct buffer *move)
{
    const struct console *console = composer->drawing.console;
    const struct sheet *sheet = &composer->steps[composer->now];
    struct fault fault = {0};
    if (!sheet->count) { /* no move text says so */
        tell(composer, "empty", NULL);
        return false;
    }
    sheet_format(sheet, move);
    CHECK(!move->cut);
    if (composer->check(composer->context, move->text, &fault))
        return true;
    char storage[512];
    struct buffer reason;
    buffer_start(&reason, storage, sizeof storage);
    texts_fault(console->texts, console->language, &fault, &reason);
    if (fault.rule)
        buffer_add_format(&reason, " [%s]", fault.rule);
    tell(composer, "not_yet", reason.text);
    return false;
}

static void present(const struct composer *composer)
{
    const struct terminal *terminal = composer->drawing.terminal;
    const struct sheet *sheet = &composer->steps[composer->now];
    struct tile_counts left = rack_left(composer, sheet);
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    fputc('\n', terminal->out);
    sheet_draw(sheet, terminal);
    fputs(sheet->count ? "\n" : "", terminal->out);
    bool empty = memcmp(&left, &(struct tile_counts){0}, sizeof left) == 0;
    tell(composer, empty ? "rack_empty" : "rack", NULL);
    tiles_draw_sorted(terminal, &left);
    if (judge(composer, &move))
        tell(composer, "allowed", NULL);
}

bool composer_line(struct composer *composer, const char *line, struct buffer *move)
{
    struct words words;
    const struct command *command = find_command(line, &words);
    if (!command) {
        tell(composer, "unknown", NULL);
        return false;
    }
    const char *complaint = run(composer, command, &words);
    if (complaint)
        tell(composer, complaint, composer->detail);
    if (complaint && strcmp(complaint, "unclear") == 0)
        tell(composer, command->help, NULL);
    if (complaint)
        return false;
    if (command->then == ENDS)
        return judge(composer, move);
    for (int i = 0; command->then == SHOWS_HELP && i < COMMANDS; i++)
        tell(composer, commands[i].help, NULL);
    if (command->then == SHOWS_SHEET)
        present(composer);
    return false;
}

struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context)
{
    struct composer *composer = memory_new(sizeof *composer);
    CHECK(composer);
    *composer = (struct composer){.drawing = *drawing, .check = check, .context = context};
    composer->drawing.view = NULL;
    const struct doc *doc = drawing->view;
    const struct doc_node *player = doc_first(doc, doc_get(doc, doc_root(doc), "players"));
    for (int seat = 0; player && seat < drawing->viewer; seat++)
        player = doc_next(doc, player);
    tiles_count(doc, doc_get(doc, player, "rack"), &composer->rack);
    sheet_start(&composer->start, doc, doc_get(doc, doc_root(doc), "table"), drawing->terminal);
    composer->steps[0] = composer->start;
    return composer;
}

void composer_free(struct composer *composer)
{
    free(composer);
}

/* The face knows any composer as a void *. */

static void *face_start(const struct drawing *drawing,
                        bool (*check)(void *context, const char *move, struct fault *fault),
                        void *context)
{
    return composer_new(drawing, check, context);
}

static bool face_line(void *composer, const char *line, struct buffer *move)
{
    return composer_line(composer, line, move);
}

static void face_end(void *composer)
{
    composer_free(composer);
}

const struct face_composer composer_face = {
    .takes = composer_takes,
    .start = face_start,
    .line = face_line,
    .end = face_end,
};
