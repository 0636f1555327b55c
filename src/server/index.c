/* Tables by id, and limits that fill again. */
#include "server/inside.h"
