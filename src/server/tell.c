/* What a client may know of a table. */
#include "server/tell.h"
