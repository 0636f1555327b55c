/* The composer of placings. Every command makes a new sheet from the one before, or reports why it
 * cannot and changes nothing. All sheets of the turn are kept, so that each step can be undone.
 * The core decides which of them may be played.
 *
 * Then: for the face, which knows a composer as a void *; edits; words of a command. */
#include "terminal/games/trakks/sheet/sheet.h"

#include "base/base.h"
#include "base/system/system.h"
#include "terminal/screen/screen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 256 }; /* the oldest steps are forgotten */

struct composer {
    struct drawing drawing; /* without the view */
    bool (*check)(void *context, const char *move, struct fault *fault);
    void *context;
    struct compose_edit edit;
    struct sheet steps[STEPS_MAX];
    int now, last; /* the current sheet, and the last one that can be redone */
};

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

static const struct compose_entry {
    const char *words[LANGUAGES];
    const char *help; /* key of the sentence that explains it */
    compose_command *change;
    const char *(*go)(struct composer *composer);
    enum { SHOWS_SHEET, SHOWS_HELP, ENDS } then;
} commands[] = {
    {{"+", "+"}, "help_lay", .change = compose_lay},
    {{"-", "-"}, "help_take_back", .change = compose_take_back},
    {{"move", "bouger"}, "help_move", .change = compose_move},
    {{"turn", "tourner"}, "help_turn", .change = compose_turn},
    {{"tidy", "ranger"}, "help_tidy", .change = compose_tidy},
    {{"undo", "annuler"}, "help_undo", .go = undo},
    {{"redo", "refaire"}, "help_redo", .go = redo},
    {{"reset", "recommencer"}, "help_reset", .change = compose_reset},
    {{"show", "montrer"}, "help_show", .then = SHOWS_SHEET},
    {{"done", "fini"}, "help_done", .then = ENDS},
    {{"?", "?"}, "help_help", .then = SHOWS_HELP},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command at the beginning of a line, or NULL; `words` gets the rest. A sign needs no space
 * after it. */
static const struct compose_entry *find_command(const char *line, struct compose_words *words)
{
    line += strspn(line, " \t");
    char sign[] = {*line, '\0'};
    bool signed_line = *line && strchr("+-?", *line);
    compose_words_read(words, line + signed_line);
    const char *name = signed_line ? sign : compose_words_peek(words);
    words->next = signed_line ? 0 : 1;
    for (int i = 0; i < COMMANDS; i++)
        for (int language = 0; language < LANGUAGES; language++)
            if (strcmp(commands[i].words[language], name) == 0)
                return &commands[i];
    return NULL;
}

bool composer_takes(const char *line)
{
    struct compose_words words;
    return find_command(line, &words) != NULL;
}

/* Makes a sheet the current one. */
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
static const char *run(struct composer *composer, const struct compose_entry *command,
                       struct compose_words *words)
{
    struct sheet next = composer->steps[composer->now];
    const char *complaint = command->change ? command->change(&composer->edit, words, &next) : NULL;
    if (!complaint && (!compose_words_end(words) || words->cut))
        complaint = "unclear";
    if (!complaint && command->change)
        add_step(composer, &next);
    if (!complaint && command->go)
        complaint = command->go(composer);
    return complaint;
}

static void print(const struct composer *composer, const char *key, const char *detail)
{
    drawing_say(&composer->drawing, "compose", key, detail, NULL);
}

/* Whether the sheet may be played as it is: if so writes the move, if not prints the reason. */
static bool judge(const struct composer *composer, struct buffer *move)
{
    const struct sheet *sheet = &composer->steps[composer->now];
    struct fault fault = {0};
    if (!sheet->count) { /* which no move text can express */
        print(composer, "empty", NULL);
        return false;
    }
    sheet_format(sheet, move);
    CHECK(!move->cut);
    if (composer->check(composer->context, move->text, &fault))
        return true;
    char storage[512];
    struct buffer reason;
    buffer_start(&reason, storage, sizeof storage);
    complain_fault_text(composer->drawing.console, &fault, &reason);
    print(composer, "not_yet", reason.text);
    return false;
}

static void present(const struct composer *composer)
{
    const struct terminal *terminal = composer->drawing.terminal;
    const struct sheet *sheet = &composer->steps[composer->now];
    struct tile_counts left = compose_rack_left(&composer->edit, sheet);
    char storage[GAME_MOVE_TEXT_MAX];
    struct buffer move;
    buffer_start(&move, storage, sizeof storage);
    fputc('\n', terminal->out);
    sheet_draw(sheet, terminal);
    fputs(sheet->count ? "\n" : "", terminal->out);
    bool empty = memcmp(&left, &(struct tile_counts){0}, sizeof left) == 0;
    print(composer, empty ? "rack_empty" : "rack", NULL);
    tiles_draw_sorted(terminal, &left);
    if (judge(composer, &move))
        print(composer, "allowed", NULL);
}

bool composer_line(struct composer *composer, const char *line, struct buffer *move)
{
    struct compose_words words;
    const struct compose_entry *command = find_command(line, &words);
    if (!command) {
        print(composer, "unknown", NULL);
        return false;
    }
    const char *complaint = run(composer, command, &words);
    if (complaint)
        print(composer, complaint, composer->edit.detail);
    if (complaint && strcmp(complaint, "unclear") == 0)
        print(composer, command->help, NULL);
    if (complaint)
        return false;
    if (command->then == ENDS)
        return judge(composer, move);
    for (int i = 0; command->then == SHOWS_HELP && i < COMMANDS; i++)
        print(composer, commands[i].help, NULL);
    if (command->then == SHOWS_SHEET)
        present(composer);
    return false;
}

struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context)
{
    struct composer *composer = alloc_new(sizeof *composer);
    *composer = (struct composer){.drawing = *drawing, .check = check, .context = context};
    composer->drawing.view = NULL;
    composer->edit.terminal = drawing->terminal;
    const struct doc *doc = drawing->view;
    const struct doc_node *player = drawing_item(drawing, "players", drawing->viewer);
    tiles_count(doc, doc_get(doc, player, "rack"), &composer->edit.rack);
    sheet_start(&composer->edit.start, doc, doc_get(doc, doc_root(doc), "table"),
                drawing->terminal);
    composer->steps[0] = composer->edit.start;
    return composer;
}

void composer_free(struct composer *composer)
{
    free(composer);
}

/* ---- For the face ---- */

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

/* ---- Edits ---- */

/* The commands that change the sheet. A failed command leaves a complaint and a useless copy. */

static const char *complain_of_tile(struct compose_edit *edit, const char *key, int tile)
{
    tile_format(tile, edit->detail);
    return key;
}

static const char *complain_of_place(struct compose_edit *edit, const char *key,
                                     struct compose_place place)
{
    snprintf(edit->detail, sizeof edit->detail, "%d,%d", place.x, place.y);
    return key;
}

static bool on_sheet(struct compose_place place)
{
    return place.x >= SHEET_LOW && place.x <= SHEET_HIGH && place.y >= SHEET_LOW &&
           place.y <= SHEET_HIGH;
}

struct tile_counts compose_rack_left(const struct compose_edit *edit, const struct sheet *sheet)
{
    struct tile_counts left = edit->rack;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid)
            left.of[sheet->tiles[i].tile]--;
    return left;
}

static const char *lay_line(struct compose_edit *edit, struct sheet *sheet, const int *tiles,
                            int count, struct compose_place place, bool down)
{
    for (int i = 0; i < count; i++) {
        if (!compose_rack_left(edit, sheet).of[tiles[i]])
            return complain_of_tile(edit, "not_on_rack", tiles[i]);
        if (!on_sheet(place))
            return complain_of_place(edit, "off_sheet", place);
        if (sheet_find(sheet, place.x, place.y) >= 0)
            return complain_of_place(edit, "taken", place);
        sheet_add(sheet, tiles[i], place.x, place.y, true);
        *(down ? &place.y : &place.x) += 1;
    }
    return NULL;
}

const char *compose_lay(struct compose_edit *edit, struct compose_words *words, struct sheet *sheet)
{
    int tiles[COMPOSE_WORDS_MAX + 1]; /* and one for the last, failing read */
    do {
        struct compose_place place;
        int count = 0;
        while (compose_words_take_tile(words, &tiles[count]))
            count++;
        bool placed = compose_words_take_place(words, &place);
        bool down = placed && compose_words_take(words, "down", "bas");
        if (!count || (!placed && !compose_words_end(words)))
            return "unclear";
        if (!placed)
            sheet_find_space(sheet, count, 1, edit->terminal, &place.x, &place.y);
        const char *complaint = lay_line(edit, sheet, tiles, count, place, down);
        if (complaint)
            return complaint;
    } while (!compose_words_end(words));
    return NULL;
}

/* The index of the tile of this kind that was laid this turn: -1 if none, -2 if several. */
static int find_laid(const struct sheet *sheet, int tile)
{
    int found = -1;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == tile)
            found = found == -1 ? i : -2;
    return found;
}

/* Equal tiles are interchangeable: if an equal one was laid this turn, either may go back. */
static const char *take_back_from(struct compose_edit *edit, struct sheet *sheet,
                                  struct compose_place place)
{
    int index = sheet_find(sheet, place.x, place.y);
    if (index < 0)
        return complain_of_place(edit, "nothing_there", place);
    for (int i = 0; i < sheet->count && !sheet->tiles[index].laid; i++) {
        if (sheet->tiles[i].laid && sheet->tiles[i].tile == sheet->tiles[index].tile) {
            sheet->tiles[i].laid = false;
            sheet->tiles[index].laid = true;
        }
    }
    if (!sheet->tiles[index].laid)
        return complain_of_place(edit, "not_laid_now", place);
    sheet_remove(sheet, index);
    return NULL;
}

const char *compose_take_back(struct compose_edit *edit, struct compose_words *words,
                              struct sheet *sheet)
{
    do {
        struct compose_place place;
        int tile, index;
        bool named = compose_words_take_tile(words, &tile),
             placed = compose_words_take_place(words, &place);
        if (!named && !placed)
            return "unclear";
        if (named && !placed) {
            index = find_laid(sheet, tile);
            if (index < 0)
                return complain_of_tile(edit, index == -1 ? "none_laid" : "several_laid", tile);
            place = (struct compose_place){sheet->tiles[index].x, sheet->tiles[index].y};
        }
        index = sheet_find(sheet, place.x, place.y);
        if (named && index >= 0 && sheet->tiles[index].tile != tile)
            return complain_of_tile(edit, "another_there", tile);
        const char *complaint = take_back_from(edit, sheet, place);
        if (complaint)
            return complaint;
    } while (!compose_words_end(words));
    return NULL;
}

/* Finds a chosen tile that shares its place with another tile. */
static bool find_clash(const struct sheet *sheet, const bool *chosen, struct compose_place *place)
{
    for (int i = 0; i < sheet->count; i++) {
        *place = (struct compose_place){sheet->tiles[i].x, sheet->tiles[i].y};
        for (int other = 0; chosen[i] && other < sheet->count; other++)
            if (other != i && sheet->tiles[other].x == place->x &&
                sheet->tiles[other].y == place->y)
                return true;
    }
    return false;
}

static const char *shift(struct compose_edit *edit, struct sheet *sheet, const bool *chosen, int dx,
                         int dy)
{
    struct compose_place place;
    for (int i = 0; i < sheet->count; i++) {
        if (!chosen[i])
            continue;
        place = (struct compose_place){sheet->tiles[i].x + dx, sheet->tiles[i].y + dy};
        if (!on_sheet(place))
            return complain_of_place(edit, "off_sheet", place);
        sheet->tiles[i].x = (int16_t)place.x;
        sheet->tiles[i].y = (int16_t)place.y;
    }
    return find_clash(sheet, chosen, &place) ? complain_of_place(edit, "taken", place) : NULL;
}

/* Chooses the group that has a tile at this place; false if there is none. */
static bool choose_group(struct sheet *sheet, struct compose_place place, bool *chosen)
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

static bool choose_corners(const struct sheet *sheet, struct compose_place from,
                           struct compose_place to, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < sheet->count; i++) {
        chosen[i] = is_between(sheet->tiles[i].x, from.x, to.x) &&
                    is_between(sheet->tiles[i].y, from.y, to.y);
        any = any || chosen[i];
    }
    return any;
}

/* Moves the tile at the first place to the last place, and the others by the same distance. */
const char *compose_move(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    bool chosen[SHEET_TILES_MAX] = {false}, whole = compose_words_take(words, "group", "groupe");
    struct compose_place from, corner, to;
    if (!compose_words_take_corners(words, &from, &corner))
        return "unclear";
    compose_words_take(words, "to", "vers");
    if (!compose_words_take_place(words, &to))
        return "unclear";
    if (!(whole ? choose_group(sheet, from, chosen) : choose_corners(sheet, from, corner, chosen)))
        return complain_of_place(edit, "nothing_there", from);
    return shift(edit, sheet, chosen, to.x - from.x, to.y - from.y);
}

const char *compose_turn(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    struct compose_place place;
    if (!compose_words_take_place(words, &place))
        return "unclear";
    if (sheet_find(sheet, place.x, place.y) < 0)
        return complain_of_place(edit, "nothing_there", place);
    sheet_turn_group(sheet, place.x, place.y, edit->terminal);
    return NULL;
}

const char *compose_tidy(struct compose_edit *edit, struct compose_words *words,
                         struct sheet *sheet)
{
    (void)words;
    sheet_find_groups(sheet);
    sheet_arrange(sheet, edit->terminal);
    return NULL;
}

const char *compose_reset(struct compose_edit *edit, struct compose_words *words,
                          struct sheet *sheet)
{
    (void)words;
    *sheet = edit->start;
    return NULL;
}

/* ---- Words of a command ---- */

void compose_words_read(struct compose_words *words, const char *line)
{
    static const char separators[] = " \t@";
    words->count = words->next = 0;
    while (line += strspn(line, separators), *line && words->count < COMPOSE_WORDS_MAX) {
        size_t length = strcspn(line, separators);
        char *word = words->word[words->count++];
        snprintf(word, COMPOSE_WORD_BYTES, "%.*s", (int)length, line);
        for (; *word; word++)
            *word = (char)tolower((unsigned char)*word);
        line += length;
    }
    words->cut = *line != '\0';
}

const char *compose_words_peek(const struct compose_words *words)
{
    return words->next < words->count ? words->word[words->next] : "";
}

bool compose_words_end(const struct compose_words *words)
{
    return words->next >= words->count;
}

bool compose_words_take(struct compose_words *words, const char *english, const char *french)
{
    const char *word = compose_words_peek(words);
    bool taken = *word && (strcmp(word, english) == 0 || strcmp(word, french) == 0);
    words->next += taken;
    return taken;
}

bool compose_words_take_tile(struct compose_words *words, int *tile)
{
    *tile = tile_parse(compose_words_peek(words));
    words->next += *tile >= 0;
    return *tile >= 0;
}

/* Reads a number, clamped to a range far beyond the sheet. Returns what follows it, or NULL. */
static const char *read_number(const char *text, int *number)
{
    enum { FAR = 100000 };
    char *end;
    long value = strtol(text, &end, 10);
    *number = value < -FAR ? -FAR : value > FAR ? FAR : (int)value;
    return end == text ? NULL : end;
}

static const char *read_place(const char *text, struct compose_place *place)
{
    const char *comma = read_number(text, &place->x);
    return comma && *comma == ',' ? read_number(comma + 1, &place->y) : NULL;
}

bool compose_words_take_place(struct compose_words *words, struct compose_place *place)
{
    const char *end = read_place(compose_words_peek(words), place);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}

bool compose_words_take_corners(struct compose_words *words, struct compose_place *from,
                                struct compose_place *to)
{
    const char *end = read_place(compose_words_peek(words), from);
    *to = *from;
    if (end && *end == '-')
        end = read_place(end + 1, to);
    bool taken = end && !*end;
    words->next += taken;
    return taken;
}
