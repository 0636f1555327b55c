/* Messages to a server that sends each of them back: what connections and frames cost by themselves. */
#ifndef BENCH_LOAD_ECHO_H
#define BENCH_LOAD_ECHO_H

#include "load_connection.h"

/* Opens this many connections, each of which sends a message when the one before has come back. Prints the
 * figures as JSON. */
void load_echo(struct connections *connections, int count, double warmup_s, double seconds);

#endif
