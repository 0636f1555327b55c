/* Notices: people who are not there are told when it is their turn in a match over days, on the devices on which they want that, by
 * Web Push (push/push.h). At most one an hour for each match, whatever happens to servers: the store keeps when there was one, with
 * the devices, in the note of each person (hall/people/people.h).
 *
 *     notices.c  when there is one, what it says, and what became of it
 *     devices.c  the request `push`; whether a device is still one of the person's */
#ifndef HALL_NOTICES_NOTICES_H
#define HALL_NOTICES_NOTICES_H

#include "hall/cluster/leases/leases.h"
#include "hall/front/front.h"
#include "hall/live/live.h"
#include "hall/people/people.h"
#include "push/push.h"
#include "text/text.h"

#include <jansson.h>

struct notices {
    struct environment *environment;
    struct live_tables *tables;
    struct leases *leases;
    char secret[PUSH_SECRET_TEXT]; /* of all servers; "": not known yet */
    char public[PUSH_PUBLIC_TEXT];
    int64_t asked_ms; /* when the store was asked for it; 0: never */
    struct notes *notes;
    int under_way; /* notices that are being prepared or sent */
};

void notices_start(struct notices *notices, struct live_tables *tables, struct leases *leases,
                   struct notes *notes);

/* The request `push`. Takes the request. */
void notices_ask(struct notices *notices, struct client *client, struct request *request);

/* Sends what is due to people at this table, if this server holds its lease. Called after every step and at ticks that are due. */
void notices_tick(struct notices *notices, struct live_table *live);

/* Asks for the key of the servers, if it is not known. Called at every tick. */
void notices_prepare(struct notices *notices);

/* A message has come back from the sender. */
void notices_sent(struct notices *notices, struct push_message *message);

/* ---- Devices ---- */

/* For the files of this unit. */

enum { NOTE_DEVICES_MAX = 5 };

/* A device in a note: {"endpoint", "key", "auth", "language", "session"}. False if it is none. */
bool device_read(const json_t *device, struct push_target *target, enum language *language,
                 unsigned char session[STORE_HASH_BYTES]);
/* Removes the device with this endpoint. False if there is none. */
bool device_remove(json_t *note, const char *endpoint);

#endif
