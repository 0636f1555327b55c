/* A fault as JSON: the value of "error" in every answer that refuses something. */
#ifndef WIRE_FAULT_H
#define WIRE_FAULT_H

#include "base/fault.h"
#include "text/text.h"

#include <jansson.h>

/* {"code":…,"rule":…,"text":{"en":…,"fr":…}}, as a new value. */
json_t *wire_fault(const struct texts *texts, const struct fault *fault);

#endif
