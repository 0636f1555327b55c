/* The differences between the levels of computer players. */
#ifndef GAMES_TRAKKS_MIND_LEVEL_H
#define GAMES_TRAKKS_MIND_LEVEL_H

/* From these levels on: */
enum {
    TRAKKS_LEVEL_COLLECTS = 3, /* tiles are kept until all can be laid */
    TRAKKS_LEVEL_HOLDS = 4,    /* moves are judged by how soon that will be (hold.h) */
};

#endif
