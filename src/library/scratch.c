/* What each thread of the library's user has for itself. */
#include "library/scratch.h"

#include "base/alloc.h"
#include "base/check.h"
#include "wire/json.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void scratch_free(void *scratch)
{
    free(((struct scratch *)scratch)->text);
    free(scratch);
}

static void key_make(void)
{
    CHECK(pthread_key_create(&key, scratch_free) == 0);
}

struct scratch *scratch_get(void)
{
    pthread_once(&once, key_make);
    struct scratch *scratch = pthread_getspecific(key);
    if (!scratch) {
        scratch = alloc_new(sizeof *scratch);
        CHECK(pthread_setspecific(key, scratch) == 0);
    }
    return scratch;
}

struct fault *scratch_fault(void)
{
    return &scratch_get()->fault;
}

bool scratch_bad_argument(const char *name)
{
    return fault_set(scratch_fault(), FAULT_BAD_REQUEST, NULL, "core.bad_argument", "%s", name);
}

const char *scratch_keep(char *text)
{
    struct scratch *scratch = scratch_get();
    CHECK(text);
    free(scratch->text);
    return scratch->text = text;
}

const char *scratch_copy(const char *text)
{
    return scratch_keep(alloc_text(text));
}

const char *scratch_keep_doc(void)
{
    const struct doc *doc = &scratch_get()->doc;
    CHECK(!doc->full);
    json_t *json = wire_from_doc(doc, doc_root(doc));
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(json);
    return scratch_keep(text);
}
