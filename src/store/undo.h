/* Undoes changes in memory: what a transaction is about to overwrite is saved first. */
#ifndef STORE_UNDO_H
#define STORE_UNDO_H

#include <stddef.h>

struct undo {
    struct undo_step *steps;
    size_t count, capacity;
};

enum { UNDO_BYTES_MAX = 128 };

/* Saves a value of at most UNDO_BYTES_MAX bytes before it changes. */
void undo_save(struct undo *undo, void *address, size_t size);
/* Calls `function` if the transaction is undone: to free what it has allocated. */
void undo_call(struct undo *undo, void (*function)(void *object), void *object);

/* Ends the transaction: its changes stay, or everything is as it was before. */
void undo_commit(struct undo *undo);
void undo_rollback(struct undo *undo);

void undo_close(struct undo *undo);

#endif
