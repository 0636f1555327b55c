/* The unit tests of a layer as one program: under sanitizers, starting and ending a program takes longer than most tests.
 *
 * usage: PROGRAM [NAME...]: runs all of them, or those of the files tests/LAYER/NAME.c. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include TESTS_LIST /* generated: TESTS */

#define DECLARE(name) int name##_tests(void);
TESTS(DECLARE)

#define LIST(name) {#name, name##_tests},
static const struct {
    const char *name;
    int (*run)(void); /* returns how many failed */
} files[] = {TESTS(LIST)};
enum { FILES = sizeof files / sizeof files[0] };

/* tests/with_postgres.sh adds the address of a database, which is in the environment too. */
static bool is_address(const char *word)
{
    return strstr(word, "://") != NULL;
}

static bool is_chosen(const char *name, int argc, char **argv)
{
    int names = 0;
    for (int i = 1; i < argc; i++) {
        names += !is_address(argv[i]);
        if (strcmp(argv[i], name) == 0)
            return true;
    }
    return names == 0;
}

static bool is_known(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (strcmp(files[i].name, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!is_address(argv[i]) && !is_known(argv[i])) {
            fprintf(stderr, "there are no tests called %s\n", argv[i]);
            return 2;
        }
    int failed = 0;
    for (int i = 0; i < FILES; i++)
        if (is_chosen(files[i].name, argc, argv))
            failed += files[i].run();
    return failed > 0;
}
