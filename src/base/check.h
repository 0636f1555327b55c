/* CHECK stops the program at a programmer's mistake, in release builds too. Bad input never
 * triggers it; bad input gets a struct fault (fault.h). */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

_Noreturn void check_failed(const char *condition, const char *file, int line);

/* A program that has to be small says only where it stopped. */
#ifdef CHECK_SAYS_WHERE
#define CHECK_TEXT(condition) "a check"
#define CHECK_FILE __FILE_NAME__ /* without folders; only clang has it */
#else
#define CHECK_TEXT(condition) #condition
#define CHECK_FILE __FILE__
#endif

#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(CHECK_TEXT(condition), CHECK_FILE, __LINE__))

#endif
