/* Faults: where a check fails they are filled in; src/text turns them into sentences.
 *
 * Then: failed checks. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fault_set(struct fault *fault, enum fault_code code, const char *rule, const char *text,
               const char *detail, ...)
{
    *fault = (struct fault){.code = code, .rule = rule, .text = text};
    if (detail) {
        va_list arguments;
        va_start(arguments, detail);
        vsnprintf(fault->detail, sizeof fault->detail, detail, arguments);
        va_end(arguments);
        /* Cutting the text must not split a character. */
        size_t end = strlen(fault->detail);
        if (end == sizeof fault->detail - 1) {
            while (end > 0 && ((unsigned char)fault->detail[end - 1] & 0xC0) == 0x80)
                end--;
            if (end > 0 && ((unsigned char)fault->detail[end - 1] & 0x80))
                end--;
            fault->detail[end] = '\0';
        }
    }
    return false;
}

bool fault_bad_request(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", what);
}

const char *fault_code_name(enum fault_code code)
{
    static const char *const names[FAULT_COUNT] = {
        [FAULT_NONE] = "none",
        [FAULT_BAD_JSON] = "bad_json",
        [FAULT_BAD_REQUEST] = "bad_request",
        [FAULT_UNKNOWN_COMMAND] = "unknown_command",
        [FAULT_UNKNOWN_GAME] = "unknown_game",
        [FAULT_BAD_OPTION] = "bad_option",
        [FAULT_BAD_POSITION] = "bad_position",
        [FAULT_NO_MATCH] = "no_match",
        [FAULT_NOT_YOUR_TURN] = "not_your_turn",
        [FAULT_BAD_MOVE] = "bad_move",
        [FAULT_ILLEGAL_MOVE] = "illegal_move",
        [FAULT_OVER] = "over",
        [FAULT_BAD_COMPONENTS] = "bad_components",
        [FAULT_BAD_RECORD] = "bad_record",
        [FAULT_WHO] = "who",
        [FAULT_NO_TABLE] = "no_table",
        [FAULT_FORBIDDEN] = "forbidden",
        [FAULT_TAKEN] = "taken",
        [FAULT_LIMIT] = "limit",
        [FAULT_UNAVAILABLE] = "unavailable",
        [FAULT_TOO_LARGE] = "limit",
        [FAULT_NO_PATH] = "unknown_command",
        [FAULT_WRONG_METHOD] = "bad_request",
    };
    CHECK(code < FAULT_COUNT);
    return names[code];
}

/* ---- Failed checks ---- */

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "ludosaure: %s:%d: broken promise: %s\n", file, line, condition);
    abort();
}
