/* What the tests of Trakks share: the matches that the random tests play; a slow check of groups; a composer
 * under test. */
#ifndef TESTS_TRAKKS_SUPPORT_H
#define TESTS_TRAKKS_SUPPORT_H

#include "support.h"

#include "games/trakks/trakks.h"
#include "games/trakks/trakks_internal.h"
#include "terminal/games/trakks/sheet/sheet.h"

/* ---- Short matches ---- */

/* The matches that the random tests play: two rounds, with 2 to 4 seats by turns. */

/* Starts match `number`, from the seed "PREFIXnumber". */
void short_match_start(struct trakks_state *s, const char *prefix, int number);

/* ---- Slow checks ---- */

/* A slow check of groups that follows K10 and K11 literally, to compare the rules with. */

/* The tile on a square, or TRAKKS_TILE_NONE. */
int slow_tile_at(const struct trakks_group *group, int x, int y);
/* K10: whether some line of three has these tiles side by side. */
bool slow_may_touch(int a, int b);
/* K11: the line through a tile, along (1, 0) or (0, 1). */
bool slow_line_is_right(const struct trakks_group *group, int x, int y, int dx, int dy);
bool slow_group_is_right(const struct trakks_group *group);

/* ---- A composer under test ---- */

/* A composer of Trakks placings under test. Its check allows and refuses as the test likes, and
 * remembers the move it was asked about, which shows the sheet. */

enum { COMPOSING_COLUMNS = 80 };

struct composing {
    struct console console;
    struct terminal terminal;
    struct doc view;
    struct composer *composer;
    bool allows;
    char asked[GAME_MOVE_TEXT_MAX]; /* the latest move to be checked */
    char *printed;                  /* since the latest line */
    size_t printed_length;
};

/* `groups` lie on the table, laid out from 2,2 on with two cells between them; NULL ends them. */
struct composing *composing_start(enum language language, const char *const *groups,
                                  const char *rack);
void composing_end(struct composing *composing);

/* Types a line that does not complete the move. */
void composing_type(struct composing *composing, const char *line);
/* The same, and fails unless the line prints `said`. */
void composing_expect(struct composing *composing, const char *line, const char *said);
/* The current sheet as a move. */
const char *composing_sheet(struct composing *composing);

#define EXPECT_SHEET(composing, text) assert_string_equal(composing_sheet(composing), text)

#endif
