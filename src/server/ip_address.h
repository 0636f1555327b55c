/* IP addresses as text. */
#ifndef SERVER_IP_ADDRESS_H
#define SERVER_IP_ADDRESS_H

#include <stdbool.h>

enum { IP_TEXT = 48 };

/* The address by which limits count: an IPv4 address (also from IPv4-mapped IPv6), or the first
 * half of an IPv6 address, because a household has all of the second. False if `text` is no
 * address. */
bool ip_address_normalise(const char *text, char address[IP_TEXT]);

/* The address of the other end; "" if it has none. */
void ip_address_of_socket(int socket, char text[IP_TEXT]);

/* Whether the address is loopback or one of `proxies`, which ends with NULL or is NULL. */
bool ip_address_is_proxy(const char *address, const char *const *proxies);

#endif
