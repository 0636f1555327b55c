/* The request `push`: on which devices a person is told. A device belongs to the session in which it was given, and is forgotten with
 * it: when the person logs out there, or changes the password. */
#include "hall/notices/notices.h"

#include "base/base.h"
#include "hall/people/people.h"
#include "text/text.h"
#include "wire/wire.h"

#include <sodium.h>
#include <string.h>

enum { SESSION_TEXT = 2 * STORE_HASH_BYTES + 1 };

static const char *text_of(const json_t *device, const char *key)
{
    const char *text = wire_text(json_object_get(device, key));
    return text ? text : "";
}

bool device_read(const json_t *device, struct push_target *target, enum language *language,
                 unsigned char session[STORE_HASH_BYTES])
{
    const char *hash = text_of(device, "session");
    size_t size = 0;
    return push_target_read(target, text_of(device, "endpoint"), text_of(device, "key"),
                            text_of(device, "auth")) &&
           language_parse(text_of(device, "language"), language) &&
           sodium_hex2bin(session, STORE_HASH_BYTES, hash, strlen(hash), NULL, &size, NULL) == 0 &&
           size == STORE_HASH_BYTES;
}

static json_t *devices_of(json_t *note)
{
    json_t *devices = json_object_get(note, "devices");
    if (!json_is_array(devices)) {
        devices = json_array();
        json_object_set_new(note, "devices", devices);
    }
    return devices;
}

bool device_remove(json_t *note, const char *endpoint)
{
    json_t *devices = devices_of(note);
    for (size_t i = 0; i < json_array_size(devices); i++)
        if (strcmp(text_of(json_array_get(devices, i), "endpoint"), endpoint) == 0)
            return json_array_remove(devices, i) == 0;
    return false;
}

/* ---- The request ---- */

/* The request's own texts stay in the task. */
struct device_work {
    struct note_work work; /* first */
    struct task *task;
    json_t *device; /* to be added; NULL: none */
};

static void clear(struct note_work *work)
{
    json_decref(((struct device_work *)work)->device);
}

/* The newest comes last; the oldest make room for it. */
static bool edit(struct note_work *work, json_t *note)
{
    const struct device_work *own = (const struct device_work *)work;
    const char *endpoint = own->task->request.endpoint;
    if (!endpoint)
        return false;
    bool is_removed = device_remove(note, endpoint);
    if (!own->device)
        return is_removed;
    json_t *devices = devices_of(note);
    while (json_array_size(devices) >= NOTE_DEVICES_MAX)
        json_array_remove(devices, 0);
    json_array_append_new(devices, json_deep_copy(own->device));
    return true;
}

static void done(struct note_work *work, enum store_outcome outcome, const json_t *note)
{
    struct task *task = ((struct device_work *)work)->task;
    const struct notices *notices = work->owner;
    size_t count = json_array_size(json_object_get(note, "devices"));
    if (outcome != STORE_OK)
        task_refuse_unavailable(task);
    else if (!task->client->gone)
        client_answer(
            task->client, task->request.id,
            json_pack("{s:s, s:I}", "key", notices->public, "devices", (json_int_t)count));
    task_resume(task);
    note_work_free(work);
}

/* NULL, and a fault, if the request is not about a device. */
static json_t *device_asked(const struct client *client, const struct request *request,
                            struct fault *fault)
{
    char session[SESSION_TEXT];
    struct push_target target;
    const char *language = request->language ? request->language : "en";
    enum language parsed;
    if (!language_parse(language, &parsed)) {
        fault_bad_request(fault, "language");
        return NULL;
    }
    if (!request->endpoint || !request->auth ||
        !push_target_read(&target, request->endpoint, request->key, request->auth)) {
        fault_set(fault, FAULT_BAD_REQUEST, NULL, "server.bad_push", NULL);
        return NULL;
    }
    sodium_bin2hex(session, sizeof session, client->session, sizeof client->session);
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "endpoint", target.endpoint, "key", target.key,
                     "auth", target.auth, "language", language, "session", session);
}

static bool may_ask(const struct notices *notices, struct fault *fault)
{
    if (!notices->environment->settings.push_after_ms)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_push", NULL);
    if (!notices->public[0])
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    return true;
}

void notices_ask(struct notices *notices, struct client *client, struct request *request)
{
    struct fault fault;
    json_t *device = NULL;
    if (!may_ask(notices, &fault) ||
        (request->key && !(device = device_asked(client, request, &fault))) ||
        (request->endpoint && !limits_take_guess(client, &fault))) {
        json_decref(device);
        client_refuse(client, request->id, &fault);
        return;
    }
    struct device_work *own =
        note_work_new(notices->notes, notices, client->person->id, sizeof *own);
    own->device = device;
    own->work.edit = edit;
    own->work.done = done;
    own->work.clear = clear;
    own->task = task_new(sizeof *own->task, client, request);
    client_pause(client);
    note_work_run(&own->work);
}
