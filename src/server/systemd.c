#include "server/systemd.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

const char *systemd_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof to.sun_path || (*path != '/' && *path != '@'))
        return NULL;
    memcpy(to.sun_path, path, strlen(path));
    if (*path == '@')
        to.sun_path[0] = '\0'; /* an abstract socket: its name is no file */
    int out = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (out < 0)
        return strerror(errno);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    bool is_sent =
        sendto(out, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to, size) >= 0;
    const char *error = is_sent ? NULL : strerror(errno);
    close(out);
    return error;
}
