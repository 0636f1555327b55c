/* Tables made of entries by hand, for the tests of src/table. */
#ifndef TESTS_TABLE_TABLE_SUPPORT_H
#define TESTS_TABLE_TABLE_SUPPORT_H

#include "support.h"

#include "table/table.h"

#define ANNA "{\"person\":\"anna00000000\",\"name\":\"Anna\"}"
#define BERT "{\"person\":\"bert00000000\",\"name\":\"Bert\"}"
#define CARL "{\"person\":\"carl00000000\",\"name\":\"Carl\"}"
#define DORA "{\"person\":\"dora00000000\",\"name\":\"Dora\"}"
#define EASY "{\"level\":\"easy\",\"name\":\"Clara\"}"

extern const char table_seed[]; /* of every table here */

struct store_entry entry_of(int kind, int seat, const char *text);

/* Checks the entry and folds it in; fails the test if it is refused. */
void fold(struct table *table, int kind, int seat, const char *text);

/* Fails the test unless the entry is refused with this sentence, both when it is new and when it is
 * stored, and changes nothing. */
void refuse(struct table *table, int kind, int seat, const char *text, const char *sentence);
/* The same for an entry that is refused only when it is new. */
void refuse_new(struct table *table, int kind, int seat, const char *text, const char *sentence);

/* The text of entry 0 for a request `create`; NULL and a fault if it is not valid. With a seed of NULL
 * the request has its own start. */
char *create_text_of(const json_t *asked, const char *seed, struct fault *fault);
/* The same from JSON text; fails the test if it is not valid. */
char *create_text(const char *asked);

/* A table with only entry 0; and one at which Anna and Bert play. */
struct table *table_of(const char *asked);
struct table *playing(const char *asked);

/* A random seat whose turn it is, and a random move of a seat as text. */
int some_seat(const struct table *table, struct rng *rng);
void some_move(const struct table *table, int seat, struct rng *rng, char text[GAME_MOVE_TEXT_MAX]);

#endif
