/* The tables there are. */
#include "server/inside.h"
