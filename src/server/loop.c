/* The loop: sockets, threads, the clock and the store around a hall. */
#include "server/serve.h"
