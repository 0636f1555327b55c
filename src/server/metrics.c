/* Figures for Prometheus, and the log. */
#include "server/serve.h"
