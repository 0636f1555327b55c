/* What a store knows of each open table: its key in the database, and the number of its latest
 * entry that this server has written or read. It spares looking them up with every move, and tells
 * what others have appended.
 *
 * Whatever is changed during a transaction that fails is taken back. */
#ifndef STORE_HEADS_H
#define STORE_HEADS_H

#include "store/job.h"

struct head {
    char id[STORE_ID_TEXT]; /* "": nothing is here */
    bool is_open;           /* false: as if it were not known */
    int64_t key;
    int64_t number; /* -1: none seen */
    uint64_t scan;  /* when it was last seen open in the database */
};

struct heads {
    struct head *slots; /* by the hash of the id; a power of two of them */
    size_t slot_count, used;
    struct head *undo; /* as they were */
    size_t undo_count, undo_capacity;
};

void heads_free(struct heads *heads);

/* NULL: not known, or closed. The pointer is good until the next heads_put. */
struct head *heads_find(const struct heads *heads, const char *id);

/* Sets what is known of the table `head->id`. */
void heads_put(struct heads *heads, const struct head *head);

/* The transaction lasts; or it failed, and everything is as it was before. */
void heads_keep(struct heads *heads);
void heads_restore(struct heads *heads);

#endif
