/* What is shown where somebody sends an invitation: Open Graph tags in the HTML of its address. They
 * say nothing of the table, and are the same for every invitation. */
#include "server/outside.h"

#include "text/text.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TAGS_BYTES_MAX = 4096 };

static const char head_end[] = "</head>";

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

/* The text in the language that is asked for first, or in both: most who fetch a preview say none. */
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
    if (picture.status != 200 || !preview->origin[0])
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

void preview_add(const struct preview *preview, struct page_answer *answer)
{
    char storage[TAGS_BYTES_MAX];
    unsigned char hash[16];
    struct buffer tags;
    const char *html = (const char *)answer->bytes, *end = html;
    size_t left = answer->size;
    while (left >= sizeof head_end - 1 && memcmp(end, head_end, sizeof head_end - 1) != 0)
        end++, left--;
    if (left < sizeof head_end - 1)
        return;
    buffer_start(&tags, storage, sizeof storage);
    add_tags(&tags, preview);
    size_t before = (size_t)(end - html), size = answer->size + tags.length;
    unsigned char *bytes = malloc(size);
    if (!bytes || tags.length + 1 >= sizeof storage) { /* too long a text of a user's */
        free(bytes);
        return;
    }
    memcpy(bytes, html, before);
    memcpy(bytes + before, tags.text, tags.length);
    memcpy(bytes + before + tags.length, end, left);
    free(answer->owned);
    answer->bytes = answer->owned = bytes;
    answer->size = size;
    answer->depends_on_language = true;
    crypto_generichash(hash, sizeof hash, bytes, size, NULL, 0);
    answer->etag[0] = '"';
    sodium_bin2hex(answer->etag + 1, sizeof answer->etag - 1, hash, sizeof hash);
    strcat(answer->etag, "\"");
}
