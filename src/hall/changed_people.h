/* People whom another server has deleted, or whom the operator has deleted or renamed. A hall in a
 * browser has neither. */
#ifndef HALL_CHANGED_PEOPLE_H
#define HALL_CHANGED_PEOPLE_H

#include "hall/deleting.h"

/* Looks into the store: if this person, or anyone (NULL), was deleted, the same happens here. If this
 * person was renamed, the tables that name them start over from their entries. */
void changed_people_check(struct deleting *deleting, const char *person);

#endif
