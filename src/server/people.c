/* People: names, secrets, accounts. */
#include "server/inside.h"
