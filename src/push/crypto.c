/* Keys, who sends, and messages that only the browser can read.
 *
 * Then: targets; keys of P-256; who sends (RFC 8292); encryption (RFC 8291, with the one record of RFC 8188). */
#include "push/push.h"

#include "base/base.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { POINT = 65, SCALAR = 32, AUTH = 16, SALT = 16, KEY = 16, NONCE = 12, TAG = 16 };

/* The bytes of a text in base64url; false unless there are exactly so many. */
static bool decode(const char *text, unsigned char *bytes, size_t size)
{
    size_t length;
    const char *end;
    return sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size && !*end;
}

static void encode(char *text, size_t capacity, const void *bytes, size_t size)
{
    sodium_bin2base64(text, capacity, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- Keys of P-256 ---- */

/* A key from its point, or with `scalar` its private one too. NULL if the point is not on the curve. */
static EVP_PKEY *key_from(const unsigned char point[POINT], const unsigned char *scalar)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *number = scalar ? BN_bin2bn(scalar, SCALAR, NULL) : NULL;
    EVP_PKEY *key = NULL;
    CHECK(build && context &&
          OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
          OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, POINT) &&
          (!number || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)));
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
    CHECK(parameters && EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1)
        key = NULL;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return key;
}

/* The point of a private key. False if the number is not between 0 and the order of the curve. */
static bool point_of(const unsigned char scalar[SCALAR], unsigned char point[POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *place = EC_POINT_new(group);
    BIGNUM *number = BN_bin2bn(scalar, SCALAR, NULL);
    CHECK(group && place && number);
    bool is_key = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                  EC_POINT_mul(group, place, number, NULL, NULL, NULL) == 1 &&
                  EC_POINT_point2oct(group, place, POINT_CONVERSION_UNCOMPRESSED, point, POINT,
                                     NULL) == POINT;
    BN_clear_free(number);
    EC_POINT_free(place);
    EC_GROUP_free(group);
    return is_key;
}

void push_secret_new(char secret[PUSH_SECRET_TEXT])
{
    unsigned char scalar[SCALAR], point[POINT];
    do
        randombytes_buf(scalar, sizeof scalar);
    while (!point_of(scalar, point));
    encode(secret, PUSH_SECRET_TEXT, scalar, sizeof scalar);
    sodium_memzero(scalar, sizeof scalar);
}

bool push_public_of(const char *secret, char public[PUSH_PUBLIC_TEXT])
{
    unsigned char scalar[SCALAR], point[POINT];
    bool is_key = decode(secret, scalar, sizeof scalar) && point_of(scalar, point);
    if (is_key)
        encode(public, PUSH_PUBLIC_TEXT, point, sizeof point);
    sodium_memzero(scalar, sizeof scalar);
    return is_key;
}

/* A private key that was checked before. */
static EVP_PKEY *own_key(const char *secret, unsigned char point[POINT])
{
    unsigned char scalar[SCALAR];
    CHECK(decode(secret, scalar, sizeof scalar) && point_of(scalar, point));
    EVP_PKEY *key = key_from(point, scalar);
    CHECK(key);
    sodium_memzero(scalar, sizeof scalar);
    return key;
}

/* ---- Targets ---- */

size_t push_origin_length(const char *address)
{
    static const char scheme[] = "https://";
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    size_t at = sizeof scheme - 1;
    if (strncmp(address, scheme, at) != 0)
        return 0;
    size_t host = strspn(address + at, letters);
    at += host;
    if (host == 0 || host > 253)
        return 0;
    if (address[at] == ':') {
        size_t digits = strspn(address + at + 1, "0123456789");
        if (digits == 0 || digits > 5)
            return 0;
        at += 1 + digits;
    }
    return at;
}

/* Whether it is printable ASCII that needs no escape in JSON or in a line of HTTP. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text >= 0x7f || strchr("\"\\<>^`{|}", *text))
            return false;
    return true;
}

bool push_contact_is_valid(const char *contact)
{
    static const char mailto[] = "mailto:";
    size_t length = strlen(contact);
    if (length >= PUSH_CONTACT_TEXT || !is_plain(contact))
        return false;
    if (strncmp(contact, mailto, sizeof mailto - 1) == 0) {
        const char *at = strchr(contact, '@');
        return at && at > contact + sizeof mailto - 1 && at[1];
    }
    return push_origin_length(contact) > 0;
}

bool push_target_read(struct push_target *target, const char *endpoint, const char *key,
                      const char *auth)
{
    unsigned char point[POINT], shared[AUTH];
    size_t origin = push_origin_length(endpoint);
    if (strlen(endpoint) >= sizeof target->endpoint || !is_plain(endpoint) || origin == 0 ||
        endpoint[origin] != '/' || strchr(endpoint, '#') || !decode(auth, shared, sizeof shared) ||
        !decode(key, point, sizeof point) || point[0] != 4)
        return false;
    EVP_PKEY *there = key_from(point, NULL);
    if (!there)
        return false;
    EVP_PKEY_free(there);
    snprintf(target->endpoint, sizeof target->endpoint, "%s", endpoint);
    snprintf(target->key, sizeof target->key, "%s", key);
    snprintf(target->auth, sizeof target->auth, "%s", auth);
    return true;
}

/* ---- Who sends ---- */

/* A signature of P-256 as two numbers of 32 bytes each, in base64url. */
static void sign(EVP_PKEY *key, const char *text, char signature[2 * SCALAR * 4 / 3 + 2])
{
    unsigned char der[128], raw[2 * SCALAR];
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    CHECK(context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
          EVP_DigestSign(context, der, &size, (const unsigned char *)text, strlen(text)) == 1);
    EVP_MD_CTX_free(context);
    const unsigned char *at = der;
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &at, (long)size);
    CHECK(numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), raw, SCALAR) == SCALAR &&
          BN_bn2binpad(ECDSA_SIG_get0_s(numbers), raw + SCALAR, SCALAR) == SCALAR);
    ECDSA_SIG_free(numbers);
    encode(signature, 2 * SCALAR * 4 / 3 + 2, raw, sizeof raw);
}

void push_authorization_write(char text[PUSH_AUTHORIZATION_TEXT], const char *secret,
                              const char *contact, const char *endpoint, int64_t until_s)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[600], head_text[64], claims_text[810];
    char token[PUSH_AUTHORIZATION_TEXT], signature[2 * SCALAR * 4 / 3 + 2],
        public[PUSH_PUBLIC_TEXT];
    unsigned char point[POINT];
    EVP_PKEY *key = own_key(secret, point);
    int size = snprintf(claims, sizeof claims, "{\"aud\":\"%.*s\",\"exp\":%lld,\"sub\":\"%s\"}",
                        (int)push_origin_length(endpoint), endpoint, (long long)until_s, contact);
    CHECK(size > 0 && (size_t)size < sizeof claims);
    encode(head_text, sizeof head_text, head, sizeof head - 1);
    encode(claims_text, sizeof claims_text, claims, (size_t)size);
    snprintf(token, sizeof token, "%s.%s", head_text, claims_text);
    sign(key, token, signature);
    encode(public, sizeof public, point, sizeof point);
    size = snprintf(text, PUSH_AUTHORIZATION_TEXT, "vapid t=%s.%s.%s, k=%s", head_text, claims_text,
                    signature, public);
    CHECK(size > 0 && size < PUSH_AUTHORIZATION_TEXT);
    EVP_PKEY_free(key);
}

/* ---- Encryption ---- */

/* One block of HKDF with SHA-256 (RFC 5869), whose beginning is the result. `info` may hold zeros. */
static void derive(const unsigned char *salt, size_t salt_size, const unsigned char *secret,
                   size_t secret_size, const unsigned char *info, size_t info_size,
                   unsigned char *out, size_t size)
{
    unsigned char middle[crypto_auth_hmacsha256_BYTES], block[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, salt, salt_size);
    crypto_auth_hmacsha256_update(&state, secret, secret_size);
    crypto_auth_hmacsha256_final(&state, middle);
    crypto_auth_hmacsha256_init(&state, middle, sizeof middle);
    crypto_auth_hmacsha256_update(&state, info, info_size);
    crypto_auth_hmacsha256_update(&state, (const unsigned char[]){1}, 1);
    crypto_auth_hmacsha256_final(&state, block);
    memcpy(out, block, size);
    sodium_memzero(middle, sizeof middle);
    sodium_memzero(block, sizeof block);
}

/* What both sides compute from their own key and the other's. */
static void agree(EVP_PKEY *own, EVP_PKEY *there, unsigned char shared[SCALAR])
{
    size_t size = SCALAR;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    CHECK(context && EVP_PKEY_derive_init(context) == 1 &&
          EVP_PKEY_derive_set_peer(context, there) == 1 &&
          EVP_PKEY_derive(context, shared, &size) == 1 && size == SCALAR);
    EVP_PKEY_CTX_free(context);
}

/* AES-128-GCM of the message and the mark of the last record; the tag follows. */
static void seal(const unsigned char key[KEY], const unsigned char nonce[NONCE],
                 const char *message, size_t size, unsigned char *out)
{
    int count = 0, rest = 0;
    static const unsigned char last[] = {2};
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    CHECK(context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
          EVP_EncryptUpdate(context, out, &count, (const unsigned char *)message, (int)size) == 1 &&
          EVP_EncryptUpdate(context, out + size, &count, last, 1) == 1 &&
          EVP_EncryptFinal_ex(context, out + size + 1, &rest) == 1 &&
          EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + size + 1) == 1);
    EVP_CIPHER_CTX_free(context);
}

size_t push_encrypt(const struct push_target *target, const char *once,
                    const unsigned char salt[SALT], const char *message, size_t size,
                    unsigned char body[PUSH_BODY_MAX])
{
    static const char web_push[] = "WebPush: info"; /* their zeros belong to them */
    static const char for_key[] = "Content-Encoding: aes128gcm",
                      for_nonce[] = "Content-Encoding: nonce";
    unsigned char there[POINT], here[POINT], auth[AUTH], shared[SCALAR], secret[SCALAR];
    unsigned char info[sizeof web_push + (size_t)2 * POINT], key[KEY], nonce[NONCE];
    CHECK(size <= PUSH_MESSAGE_MAX && decode(target->key, there, sizeof there) &&
          decode(target->auth, auth, sizeof auth));
    EVP_PKEY *own = own_key(once, here), *other = key_from(there, NULL);
    CHECK(other);
    agree(own, other, shared);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    memcpy(info, web_push, sizeof web_push);
    memcpy(info + sizeof web_push, there, POINT);
    memcpy(info + sizeof web_push + POINT, here, POINT);
    derive(auth, sizeof auth, shared, sizeof shared, info, sizeof info, secret, sizeof secret);
    derive(salt, SALT, secret, sizeof secret, (const unsigned char *)for_key, sizeof for_key, key,
           sizeof key);
    derive(salt, SALT, secret, sizeof secret, (const unsigned char *)for_nonce, sizeof for_nonce,
           nonce, sizeof nonce);
    memcpy(body, salt, SALT);
    memcpy(body + SALT, (const unsigned char[]){0, 0, 16, 0, POINT}, 5); /* records of 4096 */
    memcpy(body + SALT + 5, here, POINT);
    seal(key, nonce, message, size, body + PUSH_HEAD);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return PUSH_HEAD + size + 1 + TAG;
}

size_t push_encrypt_new(const struct push_target *target, const char *message, size_t size,
                        unsigned char body[PUSH_BODY_MAX])
{
    char once[PUSH_SECRET_TEXT];
    unsigned char salt[SALT];
    push_secret_new(once);
    randombytes_buf(salt, sizeof salt);
    size_t count = push_encrypt(target, once, salt, message, size, body);
    sodium_memzero(once, sizeof once);
    return count;
}
