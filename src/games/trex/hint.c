/* Why a move of T-Rex is good, told to a person. */
#include "games/trex/mind.h"

const char *trex_reason(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    (void)question, (void)move, (void)detail;
    return NULL;
}
