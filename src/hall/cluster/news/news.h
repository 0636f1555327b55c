/* What other servers on the same database say and change: tells the units that it concerns. */
#ifndef HALL_CLUSTER_NEWS_NEWS_H
#define HALL_CLUSTER_NEWS_NEWS_H

#include "hall/accounts/accounts.h"
#include "hall/people/people.h"
#include "hall/tables/tables.h"

/* ---- What other servers say ---- */

/* What other servers say (enum talk_item in peers.h): tells the modules that it concerns. */

struct news_targets {
    struct live_tables *tables;
    struct people *people;
    struct attempts *attempts;
};

/* One message. Lines that make no sense are ignored: the other server may be of another version. */
void news_take(const struct news_targets *targets, const char *message);

/* ---- Changed people ---- */

/* People whom another server has deleted, or whom the operator has deleted or renamed. A hall in a
 * browser has neither. */

/* Looks into the store: if this person, or anyone (NULL), was deleted, the same happens here. If this
 * person was renamed, the tables that name them start over from their entries. */
void changed_people_check(struct deleting *deleting, const char *person);

#endif
