/* The differences between the levels of computer players. */
#ifndef GAMES_TRAKKS_MIND_LEVEL_H
#define GAMES_TRAKKS_MIND_LEVEL_H

enum { TRAKKS_LEVEL_COLLECTS = 3 }; /* from this level on, tiles are kept until all can be laid */

#endif
