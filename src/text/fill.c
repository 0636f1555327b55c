#include "text/fill.h"

#include <string.h>

void fill_sentence(struct buffer *out, const char *text, fill_field *write, const void *context)
{
    while (*text) {
        size_t plain = strcspn(text, "{");
        buffer_add_bytes(out, text, plain);
        text += plain;
        const char *end = strchr(text, '}');
        if (!end) {
            buffer_add(out, text);
            return;
        }
        char field[FILL_FIELD_MAX];
        size_t length = (size_t)(end - text - 1);
        if (length < sizeof field) {
            memcpy(field, text + 1, length);
            field[length] = '\0';
            write(context, field, out);
        }
        text = end + 1;
    }
}

static void write_detail(const void *context, char *field, struct buffer *out)
{
    const char *detail = context;
    if (strcmp(field, "detail") == 0)
        buffer_add(out, detail);
}

void fill_detail(struct buffer *out, const char *text, const char *detail)
{
    fill_sentence(out, text, write_detail, detail);
}

int fill_index(const char *field)
{
    return field[0] >= '1' && field[0] <= '9' && !field[1] ? field[0] - '1' : -1;
}
