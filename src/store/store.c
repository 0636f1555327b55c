/* The queue of jobs, the thread, the group commit. */
#include "store/store.h"
