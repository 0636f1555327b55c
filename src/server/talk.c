/* What people at a table say and do beside the game: chat, who does not want to hear whom, and
 * gestures. Nothing of it goes to the disk: it lasts as long as the table is in memory. */
#include "server/inside.h"
