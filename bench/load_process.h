/* How much processor time and memory a process uses. */
#ifndef BENCH_LOAD_PROCESS_H
#define BENCH_LOAD_PROCESS_H

#include <stdint.h>

struct process_use {
    int64_t at_us, processor_us;
    int64_t memory_kb;
};

struct process_use process_use_of_self(void);
struct process_use process_use_of(int pid);

/* Processor time between two moments, in percent of one core. */
double process_use_share(struct process_use from, struct process_use to);

#endif
