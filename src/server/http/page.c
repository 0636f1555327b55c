/* The files of the page: compressed and compiled in, or read from a folder during work on them.
 *
 * Then: previews of invitations. */
#include "server/http/http_internal.h"

#include "base/base.h"
#include "base/system/system.h"
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

/* ---- Previews of invitations ---- */

enum { TAGS_BYTES_MAX = 4096 };

bool preview_is_wanted(const char *path)
{
    return strncmp(path, "/j/", 3) == 0 && path[3];
}

static void add_escaped(struct buffer *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            buffer_add(out, "&amp;");
            break;
        case '<':
            buffer_add(out, "&lt;");
            break;
        case '>':
            buffer_add(out, "&gt;");
            break;
        case '"':
            buffer_add(out, "&quot;");
            break;
        default:
            buffer_add_char(out, *text);
        }
}

/* The text in the preferred language, or in both: most programs that fetch previews ask for none. */
static void add_text(struct buffer *out, const struct texts *texts, const char *accept_language,
                     const char *key)
{
    bool is_french = strncasecmp(accept_language, "fr", 2) == 0;
    bool is_english = strncasecmp(accept_language, "en", 2) == 0;
    const char *french = texts_get(texts, FRENCH, "server", "preview", key);
    const char *english = texts_get(texts, ENGLISH, "server", "preview", key);
    if (french && !is_english)
        add_escaped(out, french);
    if (french && english && !is_french && !is_english)
        buffer_add(out, " – ");
    if (english && !is_french)
        add_escaped(out, english);
}

static void add_tag(struct buffer *out, const char *property, const struct texts *texts,
                    const char *accept_language, const char *key)
{
    buffer_add_format(out, "<meta property=\"og:%s\" content=\"", property);
    add_text(out, texts, accept_language, key);
    buffer_add(out, "\">\n");
}

static void add_tags(struct buffer *out, const struct preview *preview)
{
    buffer_add(out, "<meta property=\"og:type\" content=\"website\">\n"
                    "<meta property=\"og:site_name\" content=\"Ludosaure\">\n");
    add_tag(out, "title", preview->texts, preview->accept_language, "title");
    add_tag(out, "description", preview->texts, preview->accept_language, "description");
    struct page_answer picture;
    page_find(preview->folder, "/preview.png", 0, &picture);
    free(picture.owned);
    if (!picture.is_found || !preview->origin[0])
        return;
    buffer_add(out, "<meta property=\"og:image\" content=\"");
    add_escaped(out, preview->origin);
    buffer_add(out, "/preview.png\">\n"
                    "<meta property=\"og:image:type\" content=\"image/png\">\n"
                    "<meta property=\"og:image:width\" content=\"1200\">\n"
                    "<meta property=\"og:image:height\" content=\"630\">\n");
    add_tag(out, "image:alt", preview->texts, preview->accept_language, "picture");
    buffer_add(out, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

/* Where the tags belong; NULL if this is no HTML. */
static const unsigned char *find_head_end(const struct page_answer *answer)
{
    static const char mark[] = "</head>";
    for (size_t at = 0; at + sizeof mark - 1 <= answer->size; at++)
        if (memcmp(answer->bytes + at, mark, sizeof mark - 1) == 0)
            return answer->bytes + at;
    return NULL;
}

void preview_add(const struct preview *preview, struct page_answer *answer)
{
    char storage[TAGS_BYTES_MAX];
    struct buffer tags;
    const unsigned char *end = find_head_end(answer);
    if (!end)
        return;
    buffer_start(&tags, storage, sizeof storage);
    add_tags(&tags, preview);
    if (tags.cut) /* a user's texts are too long */
        return;
    size_t before = (size_t)(end - answer->bytes);
    unsigned char *bytes = alloc_new(answer->size + tags.length);
    memcpy(bytes, answer->bytes, before);
    memcpy(bytes + before, tags.text, tags.length);
    memcpy(bytes + before + tags.length, end, answer->size - before);
    free(answer->owned);
    answer->bytes = answer->owned = bytes;
    answer->size += tags.length;
    answer->depends_on_language = true;
    page_etag_write(answer->etag, answer->bytes, answer->size);
}
