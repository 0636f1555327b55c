#include "hall/talk.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_EXTRA = 3 }; /* around the values of an item: a letter, a space and a newline */

/* False if the item does not fit any more. */
static bool add(struct talk *talk, enum talk_item item, const char *format, va_list values)
{
    size_t before = talk->length, capacity = STORE_MESSAGE_MAX - before;
    char *at = talk->text + before;
    if (capacity <= ITEM_EXTRA)
        return false;
    int length = vsnprintf(at + 2, capacity - ITEM_EXTRA, format, values);
    if (length < 0 || (size_t)length >= capacity - ITEM_EXTRA)
        return false;
    at[0] = (char)item;
    at[1] = ' ';
    strcpy(at + 2 + length, "\n");
    talk->length = before + ITEM_EXTRA + (size_t)length;
    return true;
}

static void begin(struct environment *environment)
{
    struct talk *talk = &environment->talk;
    talk->text = alloc_new(STORE_MESSAGE_MAX);
    talk->length = (size_t)sprintf(talk->text, "%s\n", environment->server);
}

/* An item that no message can hold is dropped. */
void talk_say(struct environment *environment, enum talk_item item, const char *format, ...)
{
    if (!store_is_shared(environment->store))
        return;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!environment->talk.text)
            begin(environment);
        va_list values;
        va_start(values, format);
        bool fits = add(&environment->talk, item, format, values);
        va_end(values);
        if (fits)
            return;
        environment->talk.text[environment->talk.length] = '\0';
        talk_send(environment);
    }
}

void talk_send(struct environment *environment)
{
    if (!environment->talk.text)
        return;
    struct store_job *job = store_job_new(STORE_TELL, NULL, NULL);
    job->message = environment->talk.text;
    environment->talk = (struct talk){0};
    store_submit(environment->store, job);
}

void talk_free(struct environment *environment)
{
    free(environment->talk.text);
}
