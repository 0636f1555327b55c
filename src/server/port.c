#include "server/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_ipv4(const char *address)
{
    struct in_addr four;
    return address && inet_pton(AF_INET, address, &four) == 1;
}

bool port_only_ipv4(const char *interface)
{
    if (is_ipv4(interface))
        return true;
    int probe = socket(AF_INET6, SOCK_STREAM, 0);
    if (probe < 0)
        return true;
    close(probe);
    return false;
}

bool port_probe(const struct serve_settings *settings, struct serve_error *error)
{
    bool four = port_only_ipv4(settings->interface);
    struct sockaddr_in to_four = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)settings->port)};
    struct sockaddr_in6 to_six = {.sin6_family = AF_INET6,
                                  .sin6_port = htons((uint16_t)settings->port)};
    if (settings->interface &&
        inet_pton(four ? AF_INET : AF_INET6, settings->interface,
                  four ? (void *)&to_four.sin_addr : (void *)&to_six.sin6_addr) != 1)
        return true; /* the name of an interface: libwebsockets finds it */
    int probe = socket(four ? AF_INET : AF_INET6, SOCK_STREAM, 0), yes = 1;
    if (probe < 0)
        return true;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int code = four ? bind(probe, (struct sockaddr *)&to_four, sizeof to_four)
                    : bind(probe, (struct sockaddr *)&to_six, sizeof to_six);
    if (code == 0)
        code = listen(probe, 1);
    if (code != 0) {
        error->failure = errno == EADDRINUSE ? SERVE_PORT_TAKEN : SERVE_PORT_REFUSED;
        snprintf(error->detail, sizeof error->detail, "%s", strerror(errno));
    }
    close(probe);
    return code == 0;
}
