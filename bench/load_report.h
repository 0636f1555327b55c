/* Prints the figures of a run. */
#ifndef BENCH_LOAD_REPORT_H
#define BENCH_LOAD_REPORT_H

#include "load_players.h"

struct load_report {
    int rate;        /* wanted moves per second; 0: as many as possible */
    bool has_server; /* server_share and server_kb are measured */
    double seconds, own_share, server_share, late_ms;
    int64_t server_kb, bytes, messages;
    int unanswered;
};

/* For people, or as one line of JSON. */
void load_report_print(const struct load_report *report, const struct load *load, bool json);

#endif
