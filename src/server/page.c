/* The files of the page, compressed when the program was built. */
#include "server/serve.h"
