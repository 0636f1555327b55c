/* ludosaure admin: looking after a server. */
#include "cli/cli.h"
