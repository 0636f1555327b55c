#include "server/page.h"

#include "data/data.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PAGE_FILE_BYTES_MAX = 16 << 20, PAGE_PATH_MAX = 1024 };

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
        if (strcmp(end, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* Whether the path cannot leave the folder: no "..", no hidden files, no unusual characters. */
static bool path_is_harmless(const char *path)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return path[0] == '/' && strspn(path, allowed) == strlen(path) && !strstr(path, "/.") &&
           !strstr(path, "//");
}

/* The page reads its own address, so every path that does not look like a file is the page. */
static const char *file_path(const char *path)
{
    const char *name = strrchr(path, '/');
    return name && strchr(name, '.') ? path : "/index.html";
}

static bool find_in_folder(const char *folder, const char *path, struct page_answer *answer)
{
    char full[PAGE_PATH_MAX];
    if (!path_is_harmless(path) ||
        snprintf(full, sizeof full, "%s%s", folder, path) >= (int)sizeof full)
        return false;
    char *bytes = data_read_file(full, PAGE_FILE_BYTES_MAX, &answer->size);
    if (!bytes)
        return false;
    page_etag_write(answer->etag, (unsigned char *)bytes, answer->size);
    answer->type = type_of(path);
    answer->bytes = answer->owned = (unsigned char *)bytes;
    return true;
}

static bool find_compiled_in(const char *path, unsigned encodings, struct page_answer *answer)
{
    const struct page_file *file = page_files;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    if (!file->path)
        return false;
    enum page_encoding encoding = PAGE_PLAIN;
    for (enum page_encoding better = PAGE_GZIP; better < PAGE_ENCODINGS; better++)
        if (encodings >> better & 1 && file->encoded[better].bytes)
            encoding = better;
    answer->type = file->type;
    answer->is_immutable = file->is_immutable;
    answer->encoding = encoding;
    answer->bytes = file->encoded[encoding].bytes;
    answer->size = file->encoded[encoding].size;
    /* Each encoding needs a tag of its own. */
    static const char *const suffixes[] = {"", "-g", "-b"};
    snprintf(answer->etag, sizeof answer->etag, "\"%s%s\"", file->etag, suffixes[encoding]);
    return true;
}

void page_find(const char *folder, const char *path, unsigned encodings, struct page_answer *answer)
{
    *answer = (struct page_answer){0};
    path = file_path(path);
    answer->is_found =
        folder ? find_in_folder(folder, path, answer) : find_compiled_in(path, encodings, answer);
}

/* Whether the header contains this word, without q=0. */
static bool accepts(const char *header, const char *word)
{
    size_t length = strlen(word);
    while (*header) {
        header += strspn(header, " ,\t");
        size_t part = strcspn(header, ",");
        if (strncasecmp(header, word, length) == 0 && strchr(" ;,\t", header[length])) {
            const char *quality = memchr(header, '=', part);
            return !quality || strtod(quality + 1, NULL) > 0;
        }
        header += part;
    }
    return false;
}

unsigned page_encodings(const char *accept)
{
    return (accepts(accept, "gzip") ? 1u << PAGE_GZIP : 0) |
           (accepts(accept, "br") ? 1u << PAGE_BROTLI : 0);
}

bool page_etag_matches(const char *header, const char *etag)
{
    return strcmp(header, "*") == 0 || strstr(header, etag);
}

void page_etag_write(char etag[PAGE_ETAG_TEXT], const unsigned char *bytes, size_t size)
{
    unsigned char hash[16];
    char hex[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, bytes, size, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(etag, PAGE_ETAG_TEXT, "\"%s\"", hex);
}
