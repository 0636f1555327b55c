/* ludosaure serve: the server. */
#include "cli/cli.h"
