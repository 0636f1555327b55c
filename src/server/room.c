/* A table is what its entries say. */
#include "server/room.h"
