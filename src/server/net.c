/* Sockets: HTTP and WebSocket by libwebsockets, on our loop. */
#include "server/serve.h"
