/* CHECK stops the program at a programmer's mistake, in release builds too. Bad input never
 * triggers it; bad input gets a struct fault (fault.h). */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

_Noreturn void check_failed(const char *condition, const char *file, int line);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

#endif
