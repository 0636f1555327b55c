/* The one UTF-8 decoder. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

/* Decodes the character at `text`, which ends with a zero byte. Returns its length, 1 to 4 bytes,
 * and stores its code. Returns 0 for invalid bytes (truncated, overlong, a surrogate, above
 * U+10FFFF). A zero byte is character 0, one byte long. */
int utf8_read(const char *text, uint32_t *code);

#endif
