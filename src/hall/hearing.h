/* What other servers say (talk.h): tells the modules that it concerns. */
#ifndef HALL_HEARING_H
#define HALL_HEARING_H

#include "hall/guesses.h"
#include "hall/live_table.h"
#include "hall/people.h"

struct hearing {
    struct live_tables *tables;
    struct people *people;
    struct guesses *guesses;
};

/* One message. Lines that make no sense are ignored: the other server may be of another version. */
void hearing_take(const struct hearing *hearing, const char *message);

#endif
