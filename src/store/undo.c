#include "store/undo.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct undo_step {
    void *address;
    void (*function)(void *object); /* to call with the address; NULL: bytes to restore there */
    size_t size;
    unsigned char bytes[UNDO_BYTES_MAX];
};

static struct undo_step *step_new(struct undo *undo)
{
    if (undo->count == undo->capacity) {
        undo->capacity = undo->capacity ? 2 * undo->capacity : 16;
        undo->steps = alloc_resize(undo->steps, undo->capacity, sizeof *undo->steps);
    }
    return &undo->steps[undo->count++];
}

void undo_save(struct undo *undo, void *address, size_t size)
{
    CHECK(size > 0 && size <= UNDO_BYTES_MAX);
    struct undo_step *step = step_new(undo);
    step->address = address;
    step->function = NULL;
    step->size = size;
    memcpy(step->bytes, address, size);
}

void undo_call(struct undo *undo, void (*function)(void *object), void *object)
{
    struct undo_step *step = step_new(undo);
    step->address = object;
    step->function = function;
}

void undo_commit(struct undo *undo)
{
    undo->count = 0;
}

void undo_rollback(struct undo *undo)
{
    while (undo->count > 0) {
        const struct undo_step *step = &undo->steps[--undo->count];
        if (step->function)
            step->function(step->address);
        else
            memcpy(step->address, step->bytes, step->size);
    }
}

void undo_close(struct undo *undo)
{
    free(undo->steps);
    *undo = (struct undo){0};
}
