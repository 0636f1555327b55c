/* Reading UTF-8: the one decoder. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

/* The character at `text`, which ends with a zero byte: returns how many bytes it has, 1 to 4, and
 * its code. 0 if the bytes there are no character (cut, overlong, a surrogate, above U+10FFFF). A zero byte is the
 * character 0, one byte long. */
int utf8_read(const char *text, uint32_t *code);

#endif
