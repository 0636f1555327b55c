/* Real numbers in JSON, read and written by JavaScript: the C library needs 10 kB for that. Replaces
 * jansson's strconv.c. */
#include "base/check.h"
#include "wasm/imports.h"

#include <jansson_private.h>
#include <math.h>
#include <stdlib.h>
#include <strbuffer.h>
#include <string.h>

/* Nobody asks where the number ends. */
double strtod(const char *text, char **end)
{
    CHECK(!end);
    return import_number_read(text, strlen(text));
}

int jsonp_strtod(strbuffer_t *text, double *value)
{
    *value = import_number_read(text->value, text->length);
    return isinf(*value) ? -1 : 0;
}

/* Writes as many digits as it takes to read the same number again. */
int jsonp_dtostr(char *text, size_t capacity, double value, int precision)
{
    (void)precision;
    return import_number_write(value, text, capacity);
}
