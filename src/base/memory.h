/* Memory from the heap, checked: a machine without memory stops the program (CHECK), because there
 * is nothing sensible that a caller could do about it. Everything is freed with free. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed. */
void *memory_new(size_t size);
void *memory_new_array(size_t count, size_t size);
/* `old` may be NULL. What is added is not zeroed. */
void *memory_resize(void *old, size_t count, size_t size);
/* A copy of a text; NULL for NULL. */
char *memory_text(const char *text);

#endif
