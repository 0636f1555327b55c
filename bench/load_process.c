#include "load_process.h"

#include "base/clock.h"
#include "load_fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Reads a file of /proc about a process. */
static void read_file(int pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file)
        load_fail("no such process: %d", pid);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

struct process_use process_use_of_self(void)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    return (struct process_use){.at_us = clock_us(),
                                .processor_us =
                                    (own.ru_utime.tv_sec + own.ru_stime.tv_sec) * 1000000 +
                                    own.ru_utime.tv_usec + own.ru_stime.tv_usec};
}

struct process_use process_use_of(int pid)
{
    char text[4096];
    read_file(pid, "stat", text, sizeof text);
    const char *at = strrchr(text, ')'); /* the name before it may contain anything */
    unsigned long long user, kernel;
    if (!at ||
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &kernel) != 2)
        load_fail("/proc/%d/stat is not understood", pid);
    read_file(pid, "status", text, sizeof text);
    at = strstr(text, "VmRSS:");
    return (struct process_use){.at_us = clock_us(),
                                .processor_us =
                                    (int64_t)(user + kernel) * 1000000 / sysconf(_SC_CLK_TCK),
                                .memory_kb = at ? strtoll(at + 6, NULL, 10) : 0};
}

double process_use_share(struct process_use from, struct process_use to)
{
    return 100.0 * (double)(to.processor_us - from.processor_us) / (double)(to.at_us - from.at_us);
}
