/* Bytes from clients, made into requests. */
#include "server/inside.h"
