/* Reads and writes records in files. */
#include "terminal/record_file.h"

#include "base/alloc.h"
#include "base/check.h"
#include "data/data.h"
#include "terminal/complain.h"
#include "terminal/say.h"
#include "wire/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORD_BYTES_MAX = 64 << 20 };

bool record_file_read(const struct console *console, const char *path, const char *otherwise,
                      struct record_file *file)
{
    *file = (struct record_file){0};
    size_t size;
    char *bytes = data_read_file(path, RECORD_BYTES_MAX, &size);
    if (!bytes) {
        complain_cannot_read(console, path, errno);
        return false;
    }
    file->json = wire_parse(bytes, size);
    free(bytes);
    struct fault fault;
    bool is_record = json_object_get(file->json, "ludosaure");
    bool good = is_record && record_read(&file->record, file->json, &fault);
    if (!is_record)
        complain_failure(console, otherwise, path);
    else if (!good)
        complain_fault(console, &fault);
    if (!good)
        record_file_free(file);
    return good;
}

void record_file_free(struct record_file *file)
{
    json_decref(file->json);
    *file = (struct record_file){0};
}

int record_file_broken(const struct console *console, const struct record *record, size_t index,
                       const struct fault *fault)
{
    int seat;
    const char *text;
    record_move(record, index, &seat, &text);
    char shown[200]; /* it might contain control sequences */
    snprintf(shown, sizeof shown, "%s", text);
    say_clean(shown);
    char storage[1024], reason_storage[512];
    struct buffer sentence, reason;
    buffer_start(&sentence, storage, sizeof storage);
    buffer_start(&reason, reason_storage, sizeof reason_storage);
    complain_fault_text(console, fault, &reason);
    say_into(&sentence, console, "cli", "breaks_at_move", SAY_NUMBER((long long)index + 1),
             SAY_NUMBER(seat), shown, reason.text, NULL);
    fprintf(stderr, "ludosaure: %s\n", sentence.text);
    return CONSOLE_FAILED;
}

bool record_file_play(const struct console *console, const struct record *record,
                      struct match *match)
{
    struct fault fault;
    if (!record_start(record, console->data_folder, match, &fault)) {
        complain_fault(console, &fault);
        return false;
    }
    for (size_t i = 0; i < record->move_count; i++) {
        int seat;
        const char *text;
        record_move(record, i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, &fault)) {
            record_file_broken(console, record, i, &fault);
            return false;
        }
    }
    return true;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool record_file_write(const char *path, const json_t *record)
{
    static const char ending[] = ".XXXXXX";
    char *text = json_dumps(record, JSON_COMPACT),
         *temporary = alloc_new(strlen(path) + sizeof ending);
    CHECK(text);
    strcpy(temporary, path);
    strcat(temporary, ending);
    int file = mkstemp(temporary);
    bool good = file >= 0;
    if (good) {
        good = write_all(file, text, strlen(text)) && write_all(file, "\n", 1) && fsync(file) == 0;
        good = close(file) == 0 && good;
        good = good && rename(temporary, path) == 0;
        if (!good) {
            int reason = errno;
            unlink(temporary);
            errno = reason;
        }
    }
    free(temporary);
    free(text);
    return good;
}
