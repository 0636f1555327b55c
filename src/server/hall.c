/* Clients come, ask and go. */
#include "server/inside.h"
