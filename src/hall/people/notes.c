/* The notes of people, and how they change. */
#include "hall/people/people.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

void notes_start(struct notes *notes, struct environment *environment)
{
    *notes = (struct notes){.environment = environment};
}

void notes_free(struct notes *notes)
{
    while (notes->works)
        note_work_free(notes->works);
}

void *note_work_new(struct notes *notes, void *owner, const char *person, size_t size)
{
    struct note_work *work = alloc_new(size);
    work->notes = notes;
    work->owner = owner;
    memcpy(work->person, person, strnlen(person, sizeof work->person - 1));
    work->next = notes->works;
    notes->works = work;
    return work;
}

void note_work_free(struct note_work *work)
{
    struct note_work **at = &work->notes->works;
    while (*at != work)
        at = &(*at)->next;
    *at = work->next;
    if (work->clear)
        work->clear(work);
    json_decref(work->note);
    free(work->before);
    free(work);
}

static void finish(struct note_work *work, enum store_outcome outcome)
{
    free(work->before);
    work->before = NULL;
    work->tries = 0;
    json_t *note = work->note;
    work->note = NULL;
    work->done(work, outcome, note);
    json_decref(note);
}

static void submit(struct note_work *work, enum store_kind kind, void (*done)(struct store_job *),
                   const char *text)
{
    struct store_job *job = store_job_new(kind, done, work);
    memcpy(job->person.id, work->person, sizeof job->person.id);
    if (text) {
        store_job_add_note(job, text);
        store_job_add_note(job, work->before);
    }
    store_submit(work->notes->environment->store, job);
}

static void was_set(struct store_job *job)
{
    struct note_work *work = job->context;
    if (job->outcome == STORE_TAKEN && ++work->tries < NOTE_TRIES_MAX)
        note_work_run(work);
    else
        finish(work, job->outcome);
}

static void was_read(struct store_job *job)
{
    struct note_work *work = job->context;
    if (job->outcome != STORE_OK && job->outcome != STORE_ABSENT) {
        finish(work, job->outcome);
        return;
    }
    const char *text = job->note_count > 0 ? job->notes[0] : "";
    free(work->before);
    json_decref(work->note);
    work->before = alloc_text(text);
    work->note = wire_parse(text, strlen(text));
    if (!json_is_object(work->note)) {
        json_decref(work->note);
        work->note = json_object();
    }
    char *changed = work->edit(work, work->note) ? json_dumps(work->note, JSON_COMPACT) : NULL;
    if (changed && strlen(changed) < STORE_NOTE_TEXT)
        submit(work, STORE_NOTE_SET, was_set, changed);
    else
        finish(work, changed ? STORE_FAILED : STORE_OK);
    free(changed);
}

void note_work_run(struct note_work *work)
{
    submit(work, STORE_NOTE_GET, was_read, NULL);
}
