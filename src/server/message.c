/* Texts on their way to clients. */
#include "server/message.h"
