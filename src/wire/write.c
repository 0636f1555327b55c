/* Documents to JSON text. */
#include "wire/write.h"
