/* Checked allocation: if there is no memory left, the program stops (CHECK), since no caller could
 * do anything sensible about it. Everything is released with free. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

/* Zeroed. */
void *alloc_new(size_t size);
void *alloc_array(size_t count, size_t size);
/* Not zeroed, for large arrays that are written before they are read. */
void *alloc_raw(size_t count, size_t size);
/* `old` may be NULL. Added bytes are not zeroed. */
void *alloc_resize(void *old, size_t count, size_t size);
/* A copy of some bytes; `size` may be 0. */
void *alloc_copy(const void *bytes, size_t size);
/* A copy of a text; NULL for NULL. */
char *alloc_text(const char *text);

#endif
