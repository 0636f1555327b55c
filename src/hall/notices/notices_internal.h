/* What the files of the notices share. */
#ifndef HALL_NOTICES_NOTICES_INTERNAL_H
#define HALL_NOTICES_NOTICES_INTERNAL_H

#include "hall/notices/notices.h"

#include <jansson.h>

/* ---- Notes ---- */

/* The note of a person, as JSON: {"devices":[…],"told":{TABLE:[at, is_done]}}. Several servers may change it: a change that finds
 * another note than the one it has read begins again. */

enum { NOTE_DEVICES_MAX = 5, NOTE_TRIES_MAX = 8 };

/* A change of a note, or only a look at it. A unit embeds it as the first member of its own struct. */
struct note_work {
    struct notices *notices;
    char person[STORE_ID_TEXT]; /* or STORE_NOTE_OF_SERVER */
    /* Changes the note in memory. False: it stays as it is, and nothing is written. May be called again. */
    bool (*edit)(struct note_work *work, json_t *note);
    /* Called once, with the note as it is now. STORE_TAKEN: others were faster, every time. */
    void (*done)(struct note_work *work, enum store_outcome outcome, const json_t *note);
    /* Frees what the work has besides its own memory; may be NULL. */
    void (*clear)(struct note_work *work);
    char *before; /* the note that was read; "" for none */
    json_t *note;
    int tries;
    struct note_work *next;
};

/* A zeroed work of `size` bytes, in the list of works until note_work_free. */
void *note_work_new(struct notices *notices, const char *person, size_t size);
void note_work_run(struct note_work *work);
void note_work_free(struct note_work *work);

/* ---- Devices ---- */

/* A device in a note: {"endpoint", "key", "auth", "language", "session"}. False if it is none. */
bool device_read(const json_t *device, struct push_target *target, enum language *language,
                 unsigned char session[STORE_HASH_BYTES]);
/* Removes the device with this endpoint. False if there is none. */
bool device_remove(json_t *note, const char *endpoint);

#endif
