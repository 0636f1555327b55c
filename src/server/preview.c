#include "server/preview.h"

#include "base/alloc.h"
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
