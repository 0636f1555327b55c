/* Notifies systemd, if it started this process and asked for it. */
#ifndef SERVER_SYSTEMD_H
#define SERVER_SYSTEMD_H

/* `state` is "READY=1", for example. Returns NULL, or why it could not be sent. */
const char *systemd_notify(const char *state);

#endif
