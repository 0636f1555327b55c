/* One side of a copy: a database as rows of text, in the same form for every kind of database. A row
 * has a value for each column; NULL is NULL. Bytes are written in hexadecimal after "\x".
 *
 * Everything happens in one transaction. Functions that fail put the reason into `error`. */
#ifndef STORE_COPY_SIDE_H
#define STORE_COPY_SIDE_H

#include <stdbool.h>
#include <stddef.h>

/* In an order in which rows can be added. */
enum copy_table {
    COPY_PEOPLE,
    COPY_SESSIONS,
    COPY_TABLES,
    COPY_TABLE_PEOPLE,
    COPY_ENTRIES,
    COPY_RECORDS,
    COPY_RECORD_SEATS,
    COPY_TABLE_COUNT
};

enum { COPY_COLUMNS_MAX = 9, COPY_ERROR_TEXT = 300 };

/* The types of the columns of each table: t text, i integer, d number, h bytes. */
extern const char *const copy_types[COPY_TABLE_COUNT];

/* Called for each row. False stops. */
typedef bool copy_row(void *context, const char *const *values);

struct copy_side {
    char error[COPY_ERROR_TEXT];
    /* Calls the function for all rows of a table, always in the same order. */
    bool (*read)(struct copy_side *side, enum copy_table table, copy_row *row, void *context);
    /* Writes rows of a table: begin, any number of rows, end. */
    bool (*write_begin)(struct copy_side *side, enum copy_table table);
    bool (*write)(struct copy_side *side, enum copy_table table, const char *const *values);
    bool (*write_end)(struct copy_side *side);
    /* Makes everything that was written durable. */
    bool (*commit)(struct copy_side *side);
    /* Takes back what was not committed, and frees. */
    void (*close)(struct copy_side *side);
};

#endif
