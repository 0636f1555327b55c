/* What messengers show for an invitation: Open Graph tags in the HTML of its URL. They are the
 * same for every invitation and reveal nothing about the table. */
#ifndef SERVER_PREVIEW_H
#define SERVER_PREVIEW_H

#include "server/page.h"
#include "text/text.h"

struct preview {
    const struct texts *texts;
    const char *folder;          /* of the page; NULL: compiled in */
    const char *accept_language; /* the header */
    const char *origin;          /* of this server, "https://host"; "" if unknown */
};

/* Whether this is the path of an invitation. */
bool preview_is_wanted(const char *path);

/* Adds the tags to the HTML in `answer`, which must not be compressed. */
void preview_add(const struct preview *preview, struct page_answer *answer);

#endif
