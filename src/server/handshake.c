#include "server/handshake.h"

#include "base/check.h"

#include <libwebsockets.h>
#include <string.h>
#include <strings.h>

/* 16 bytes in base 64. */
static bool is_key(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, digits) == 22 && strcmp(key + 22, "==") == 0;
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (list += strspn(list, ", \t"); *list; list += strspn(list, ", \t")) {
        size_t size = strcspn(list, ", \t");
        if (size == length && strncasecmp(list, word, length) == 0)
            return true;
        list += size;
    }
    return false;
}

static bool refuse(struct handshake_fault *fault, int status, enum fault_code code,
                   const char *text)
{
    *fault = (struct handshake_fault){status, code, text};
    return false;
}

bool handshake_check(const struct http_reader *reader, struct handshake_fault *fault)
{
    const struct http_head *head = &reader->head;
    if (reader->upgrades && !has_word(head->value[HEADER_UPGRADE], "websocket"))
        return refuse(fault, 501, FAULT_BAD_REQUEST, "server.wrong_method");
    if (strcmp(head->path, "/ws") != 0)
        return refuse(fault, 404, FAULT_UNKNOWN_COMMAND, "server.no_path");
    if (!reader->upgrades || strcmp(head->value[HEADER_WEBSOCKET_VERSION], "13") != 0)
        return refuse(fault, 426, FAULT_BAD_REQUEST, "server.no_handshake");
    if (head->method != METHOD_GET || !reader->is_version_1_1 ||
        !is_key(head->value[HEADER_WEBSOCKET_KEY]))
        return refuse(fault, 400, FAULT_BAD_REQUEST, "server.no_handshake");
    if (head->has[HEADER_WEBSOCKET_PROTOCOL] &&
        !has_word(head->value[HEADER_WEBSOCKET_PROTOCOL], "ludosaure"))
        return refuse(fault, 403, FAULT_FORBIDDEN, "server.no_handshake");
    return true;
}

void handshake_write(const struct http_head *head, struct buffer *out)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char storage[64], accept[32];
    unsigned char hash[20];
    struct buffer proof;
    buffer_start(&proof, storage, sizeof storage);
    buffer_add_format(&proof, "%s%s", head->value[HEADER_WEBSOCKET_KEY], guid);
    lws_SHA1((unsigned char *)proof.text, proof.length, hash);
    CHECK(lws_b64_encode_string((char *)hash, sizeof hash, accept, sizeof accept) > 0);
    bool has_protocol = head->has[HEADER_WEBSOCKET_PROTOCOL];
    buffer_add_format(out,
                      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                      "connection: Upgrade\r\nsec-websocket-accept: %s\r\n%s\r\n",
                      accept, has_protocol ? "sec-websocket-protocol: ludosaure\r\n" : "");
}
