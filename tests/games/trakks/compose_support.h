/* A composer of Trakks placings under test. Its check allows and refuses as the test likes, and
 * remembers the move it was asked about, which shows the sheet. */
#ifndef TESTS_COMPOSE_SUPPORT_H
#define TESTS_COMPOSE_SUPPORT_H

#include "support.h"

#include "terminal/games/trakks/sheet/sheet.h"

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
