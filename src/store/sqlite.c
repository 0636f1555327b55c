/* SQLite: what each job of the store means there. */
#include "store/store.h"
