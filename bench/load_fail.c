#include "load_fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void load_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}
