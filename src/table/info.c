#include "table/info.h"

#include "base/check.h"
#include "table/finished.h"
#include "wire/write.h"

/* A text, or null if it is empty. */
static void write_text(const char *text, struct buffer *out)
{
    if (text && text[0])
        wire_write_string(text, out);
    else
        buffer_add(out, "null");
}

/* The members of a person. Someone who was deleted has no name, and is not identified. */
static void write_person(const char *person, const char *name, struct buffer *out)
{
    if (name[0]) {
        buffer_add(out, "\"person\":");
        wire_write_string(person, out);
        buffer_add(out, ",");
    }
    buffer_add(out, "\"name\":");
    wire_write_string(name, out);
}

void table_info_write_seat(const struct table_seat *seat, struct buffer *out)
{
    if (!seat->bot && !seat->person[0]) {
        buffer_add(out, "null");
        return;
    }
    buffer_add(out, "{");
    if (seat->bot) {
        buffer_add(out, "\"level\":");
        wire_write_string(seat->bot->name, out);
        buffer_add(out, ",\"name\":");
        wire_write_string(seat->name, out);
    } else {
        write_person(seat->person, seat->name, out);
    }
    if (seat->was_auto)
        buffer_add(out, ",\"auto\":true");
    if (seat->bot && seat->absent[0]) {
        buffer_add(out, ",\"replaces\":{");
        write_person(seat->absent, seat->absent_name, out);
        buffer_add(out, "}");
    }
    buffer_add(out, "}");
}

void table_info_write(const struct table *table, struct buffer *out)
{
    static const char *const states[] = {[TABLE_WAITING] = "waiting",
                                         [TABLE_PLAYING] = "playing",
                                         [TABLE_OVER] = "over",
                                         [TABLE_CLOSED] = "closed"};
    const struct table_settings *settings = &table->settings;
    buffer_add_format(out, "{\"id\":\"%s\",", table->id);
    table_settings_write(settings, out);
    buffer_add(out, ",\"host\":{");
    write_person(settings->host, settings->host_name, out);
    buffer_add_format(out, "},\"created\":%lld,\"state\":\"%s\",\"seat\":[",
                      (long long)table->created_ms, states[table->state]);
    for (int i = 0; i < settings->seats; i++) {
        if (i)
            buffer_add(out, ",");
        table_info_write_seat(&table->seat[i], out);
    }
    buffer_add(out, "],\"seed_hash\":");
    write_text(settings->seed_hash, out);
    buffer_add(out, ",\"seed\":");
    write_text(table_is_over(table) ? settings->seed : NULL, out);
    buffer_add(out, ",\"rematch\":");
    write_text(table->rematch, out);
    buffer_add_format(out, ",\"rated\":%s,\"v\":%lld}", table_is_rated(table) ? "true" : "false",
                      (long long)table->version);
}

json_t *table_info(const struct table *table)
{
    char text[TABLE_INFO_BYTES_MAX];
    struct buffer out;
    buffer_start(&out, text, sizeof text);
    table_info_write(table, &out);
    json_t *json = json_loadb(text, out.length, 0, NULL);
    CHECK(json);
    return json;
}
