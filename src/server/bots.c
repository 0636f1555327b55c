/* Computer players at the tables: when they are asked, and the stage. */
#include "server/inside.h"
