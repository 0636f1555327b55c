/* How many messages a client may send. */
#ifndef HALL_LIMITS_H
#define HALL_LIMITS_H

#include "hall/client.h"

/* Whether the client may send this message now. A client that keeps sending in spite of refusals is
 * ended. */
bool limits_allow(struct client *client, bool is_gesture);

/* The same for an HTTP request. */
bool limits_allow_http(struct client *client);

/* The same for a request that costs one of its address's guesses at a secret or a code. Returns
 * false and sets `fault` if the address has none left. */
bool limits_take_guess(struct client *client, struct fault *fault);
/* Returns the guess: it was right. */
void limits_return_guess(struct client *client);

#endif
