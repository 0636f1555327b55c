/* Passes messages and changes of other servers on the same database to the units that handle them. */
#ifndef HALL_CLUSTER_NEWS_NEWS_H
#define HALL_CLUSTER_NEWS_NEWS_H

#include "hall/accounts/accounts.h"
#include "hall/live/live.h"
#include "hall/people/people.h"
#include "hall/play/play.h"

/* ---- What other servers say ---- */

/* Messages are items of enum peer_item (peers.h). */

struct news_targets {
    struct live_tables *tables;
    struct people *people;
    struct attempts *attempts;
    struct days *days;
};

/* One message. Unknown lines are ignored: the other server may be of another version. */
void news_take(const struct news_targets *targets, const char *message);

/* ---- Changed people ---- */

/* People whom another server has deleted, or whom the operator has deleted or renamed. A hall in a
 * browser has no other servers and no operator. */

/* Asks the store whether this person (NULL: everyone known here) was deleted; if so, deletes them here too. If
 * this person was renamed, the tables that name them start over from their entries. */
void changed_people_check(struct deleting *deleting, const char *person);

#endif
