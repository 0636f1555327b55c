#include "server/ip_address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

bool ip_address_normalise(const char *text, char address[IP_TEXT])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1)
        return inet_ntop(AF_INET, &four, address, IP_TEXT);
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    if (memcmp(six.s6_addr, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, six.s6_addr + sizeof mapped, address, IP_TEXT);
    if (!IN6_IS_ADDR_LOOPBACK(&six))
        memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, address, IP_TEXT);
}

/* Whether two texts mean the same address, however they are written. */
static bool is_same(const char *a, const char *b)
{
    struct in6_addr six[2];
    const char *texts[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        char mapped[IP_TEXT + 8];
        snprintf(mapped, sizeof mapped, "::ffff:%.*s", IP_TEXT - 1, texts[i]);
        if (inet_pton(AF_INET6, texts[i], &six[i]) != 1 &&
            inet_pton(AF_INET6, mapped, &six[i]) != 1)
            return false;
    }
    return memcmp(&six[0], &six[1], sizeof six[0]) == 0;
}

void ip_address_of_socket(int socket, char text[IP_TEXT])
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    text[0] = '\0';
    if (getpeername(socket, (struct sockaddr *)&peer, &size) != 0)
        return;
    if (peer.ss_family == AF_INET)
        inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, IP_TEXT);
    else if (peer.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&peer)->sin6_addr, text, IP_TEXT);
}

bool ip_address_is_proxy(const char *address, const char *const *proxies)
{
    static const char mapped[] = "::ffff:";
    if (strncmp(address, mapped, sizeof mapped - 1) == 0)
        address += sizeof mapped - 1;
    if (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
        return true;
    for (const char *const *proxy = proxies; proxy && *proxy; proxy++)
        if (is_same(*proxy, address))
            return true;
    return false;
}
