/* What is wrong with an input, in a form that any front end can show to a person.
 *
 * `text` is the key of a sentence in data/texts/, in French and English. `detail` is the part of
 * the input that the sentence is about, the same in both languages: a card, a path in a position.
 * It replaces {detail} in the sentence. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdbool.h>

enum fault_code {
    FAULT_NONE,
    FAULT_BAD_JSON,
    FAULT_BAD_REQUEST,
    FAULT_UNKNOWN_COMMAND,
    FAULT_UNKNOWN_GAME,
    FAULT_BAD_OPTION,
    FAULT_BAD_POSITION,
    FAULT_NO_MATCH,
    FAULT_NOT_YOUR_TURN,
    FAULT_BAD_MOVE,
    FAULT_ILLEGAL_MOVE,
    FAULT_OVER,
    FAULT_BAD_COMPONENTS, /* components in data/ that the game cannot be played with */
    FAULT_BAD_RECORD,
    /* From the server: */
    FAULT_WHO, /* the client is not known */
    FAULT_NO_TABLE,
    FAULT_FORBIDDEN,
    FAULT_TAKEN,
    FAULT_LIMIT, /* too many, too fast, a value that is too long */
    FAULT_UNAVAILABLE,
    /* These have a status of their own in HTTP, and in the protocol the name of a wider code: */
    FAULT_TOO_LARGE,    /* a whole message; "limit" */
    FAULT_NO_PATH,      /* "unknown_command" */
    FAULT_WRONG_METHOD, /* "bad_request" */
    FAULT_COUNT
};

struct fault {
    enum fault_code code;
    const char *rule; /* "T17", or NULL */
    const char *text; /* key of the sentence, such as "core.bad_move" */
    char detail[80];
};

/* Fills in `fault` and returns false, so that a check can end with `return fault_set(...)`.
 * `detail` is a printf format, or NULL. */
bool fault_set(struct fault *fault, enum fault_code code, const char *rule, const char *text,
               const char *detail, ...) __attribute__((format(printf, 5, 6)));

/* A value of a request that is missing or not valid: `what` is its key. Returns false. */
bool fault_bad_request(struct fault *fault, const char *what);

/* The code as the protocol spells it: "illegal_move". Several codes may have one name. */
const char *fault_code_name(enum fault_code code);

#endif
