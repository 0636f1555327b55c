/* Names by the browser's Unicode tables: those of utf8proc are a third of the module's size. */
#include "wasm/wasm.h"

#include "text/text.h"

#include <string.h>

enum name_verdict name_clean(const char *name, char *clean, size_t capacity)
{
    int size = import_name(name, strlen(name), clean, capacity - 1);
    if (size == 0)
        return NAME_BAD;
    if (size < 0)
        return NAME_TOO_LONG;
    clean[size] = '\0';
    return NAME_FINE;
}

int text_characters(const char *text)
{
    return import_characters(text, strlen(text));
}

/* Nobody hears what is said on a device. */
bool text_has_address(const char *text)
{
    (void)text;
    return false;
}
